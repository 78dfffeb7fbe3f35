/** The buttons under the board, in reach of a thumb. */

import { button, capital, html } from '../dom.js';

/** @import {Context} from '../context.js' */

/**
 * @param {HTMLElement} root @param {Context} context
 * @param {{hint: () => void, solve: () => void, renew: () => void}} help
 */
export function mountToolbar(root, { game }, help) {
  const undo = button({ id: 'undo', icon: 'undo', word: 'Undo', key: 'u', class: 'tool', onclick: () => game.undo() });
  const redo = button({ id: 'redo', icon: 'redo', word: 'Redo', key: 'r', class: 'tool', onclick: () => game.redo() });
  const restart = button({
    id: 'restart',
    icon: 'restart',
    word: 'Restart',
    class: 'tool',
    onclick: () => game.goTo(0),
  });
  const hint = button({ id: 'hint', icon: 'hint', word: 'Hint', key: 'h', class: 'tool', onclick: help.hint });
  const solve = button({ id: 'solve', icon: 'solve', word: 'Solve', key: 's', class: 'tool', onclick: help.solve });
  const renew = button({ id: 'renew', icon: 'new', word: 'New', key: 'n', class: 'tool', onclick: help.renew });
  const others = html('span', { class: 'others' });
  root.append(
    others,
    undo,
    redo,
    restart,
    hint,
    solve,
    renew,
    html('p', { class: 'keys' }, 'keyboard: arrows, enter, u, r, h, s, v, n'),
  );

  game.addEventListener('show', (event) => {
    const { look, settled } = /** @type {CustomEvent<import('../game.js').Shown>} */ (event).detail;
    const { at, moves, line } = game.state;
    // A button that had the focus keeps it: it is only said to be of no use now.
    for (const [tool, useless] of /** @type {[HTMLButtonElement, boolean][]} */ ([
      [undo, at === 0 && line.length === 0],
      [redo, at >= moves.length],
      [restart, at === 0],
      [hint, look.state !== 'playing'],
      [solve, look.state !== 'playing'],
    ]))
      tool.setAttribute('aria-disabled', String(useless));
    if (!settled) return;
    // Moves that no cell stands for, such as taking the other side's stone.
    const left = (look.redeals ?? 0) - game.state.redealt;
    others.replaceChildren(
      ...look.legal
        .filter((legal) => !legal.to)
        .map((legal) =>
          button({ word: capital(legal.move), class: 'button primary', onclick: () => game.play(legal.move) }),
        ),
      ...(left > 0 && look.state !== 'won'
        ? [button({ word: `Deal anew (${left})`, class: 'button', onclick: () => game.redeal() })]
        : []),
    );
  });
}
