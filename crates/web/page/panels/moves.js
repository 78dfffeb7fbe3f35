/** The moves played, each a way back to its position. */

import { html } from '../dom.js';

/** @import {Context} from '../context.js' */

/** @param {HTMLElement} root @param {Context} context */
export function mountMoves(root, { game }) {
  const list = html('ol', { class: 'moves', 'aria-label': 'Moves' });
  const empty = html('p', { class: 'quiet' });
  root.append(html('h2', {}, 'Moves'), empty, list);
  /** @type {number | null} */
  let mistake = null;
  let drawn = '';

  const draw = () => {
    const { moves, at, line } = game.state;
    const isDuel = game.entry.kind === 'duel';
    empty.hidden = moves.length > 0;
    empty.textContent = isDuel
      ? 'Nobody has moved yet. Choose a cell on the board.'
      : 'Nothing played yet. Choose a card, or drag it.';
    const now = JSON.stringify([moves, at, mistake, line.length > 0]);
    if (now === drawn) return;
    drawn = now;
    list.replaceChildren(
      ...moves.map((move, index) =>
        html(
          'li',
          {},
          html(
            'button',
            {
              type: 'button',
              class: [
                'move',
                game.moverOf(index) ? `player-${game.moverOf(index)}` : '',
                index >= at ? 'future' : '',
                mistake === index + 1 ? 'mistake' : '',
              ].join(' '),
              'aria-current': index === at - 1 ? 'step' : undefined,
              title: mistake === index + 1 ? 'here it went wrong' : undefined,
              onclick: () => game.goTo(index + 1),
            },
            html('span', { class: 'number' }, String(index + 1)),
            move,
          ),
        ),
      ),
    );
    const current = list.querySelector('[aria-current]');
    // Scrolls the list alone; the board must stay where it is.
    if (current instanceof HTMLElement) list.scrollTop = current.offsetTop - list.clientHeight / 2;
    else list.scrollTop = 0;
  };

  game.addEventListener('show', draw);
  game.addEventListener('mistake', (event) => {
    mistake = /** @type {CustomEvent<number | null>} */ (event).detail;
    draw();
  });
  game.addEventListener('state', () => {
    if (mistake !== null && mistake > game.state.moves.length) mistake = null;
  });
}
