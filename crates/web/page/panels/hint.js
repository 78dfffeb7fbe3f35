/** What to play and why, what each move leads to, and the whole way to the end. */

import * as api from '../api.js';
import { named } from '../boards/stones.js';
import { button, capital, duration, html } from '../dom.js';
import { Asking } from './asking.js';

/** @import {Context} from '../context.js' */
/** @import {Solution} from '../wire.js' */

/** @param {HTMLElement} root @param {HTMLElement} said  Where it speaks, beside the light. @param {Context} context */
export function mountHint(root, said, context) {
  const { game, marks, catalog } = context;
  const shortest = html('input', { type: 'checkbox', id: 'shortest' });
  const shortestRow = html(
    'label',
    { class: 'check', for: 'shortest' },
    shortest,
    html('span', {}, 'only a shortest solution (s)'),
  );
  const onBoard = html('input', { type: 'checkbox', id: 'on-board' });
  const onBoardRow = html(
    'label',
    { class: 'check', for: 'on-board', title: 'v' },
    onBoard,
    html('span', {}, 'what each move leads to, on the board (v)'),
  );
  root.append(html('h2', {}, 'Help'), html('div', { class: 'checks' }, onBoardRow, shortestRow));
  const asking = new Asking();
  const weighing = new Asking();
  shortest.addEventListener('change', () => void (game.state.line.length > 0 && solve()));
  onBoard.addEventListener('change', () => weigh());

  /** @param {...(Node | string)} children */
  const say = (...children) => said.replaceChildren(...children);

  /** @param {string} busy @param {() => Promise<void>} task */
  async function attempt(busy, task) {
    say(html('p', { class: 'quiet' }, busy));
    try {
      await task();
    } catch (error) {
      say(html('p', { class: 'problem' }, `${api.reason(error)}. Take a move back, or try again.`));
    }
  }

  async function hint() {
    await attempt('thinking …', async () => {
      const answer = await asking.ask((signal) => api.hint(game.standing, catalog.limits.answer_seconds, signal));
      if (!answer) return;
      const { move, line } = answer;
      marks.setHint(move ?? null);
      say(
        html('p', {}, `${capital(named(answer.reason))}.`),
        html(
          'div',
          { class: 'row' },
          move ? button({ word: `Play ${move}`, class: 'button small primary', onclick: () => game.play(move) }) : null,
          line.length > 1
            ? button({
                word: `See the ${line.length} moves it expects`,
                class: 'button small',
                onclick: () => game.showLine(line, 0),
              })
            : null,
        ),
      );
    });
  }

  async function solve() {
    await attempt('looking for the way …', async () => {
      if (game.state.line.length > 0) await game.leaveLine();
      const answer = await asking.ask((signal) => api.solution(game.standing, shortest.checked, signal));
      if (!answer) return;
      if (answer.moves.length === 0) return say(html('p', {}, nothing(answer)));
      await game.showLine(answer.moves, 0);
      say(html('p', {}, found(answer)), html('p', { class: 'quiet' }, 'The slider under the board steps through it.'));
    });
  }

  /** @param {Solution} answer */
  function found({ moves, shortest, verdict, micros }) {
    const count = `${moves.length} ${moves.length === 1 ? 'move' : 'moves'}`;
    if (game.entry.kind === 'duel')
      return `The best play of both sides that is known: ${count}${verdict === 'unknown' ? ', not proved' : ''}.`;
    return `Solved in ${count}${shortest ? ', proved shortest' : ''} (${duration(micros)}).`;
  }

  /** @param {Solution} answer */
  function nothing({ verdict, stopped_by, micros }) {
    if (verdict === 'unsolvable')
      return 'It cannot be won from here: that is proved. Take moves back until the light is green.';
    if (verdict === 'unknown')
      return `Nothing found in ${duration(micros)}${stopped_by ? ` (${stopped_by})` : ''}. The Search panel can look longer.`;
    return 'There is nothing left to play.';
  }

  async function weigh() {
    marks.setThreats(onBoard.checked);
    if (!onBoard.checked || game.look?.state !== 'playing') {
      weighing.stop();
      return marks.set('verdicts', null);
    }
    try {
      const answer = await weighing.ask((signal) => api.verdicts(game.standing, 2, signal));
      if (answer) marks.set('verdicts', answer.moves);
    } catch (error) {
      context.complain(api.reason(error));
    }
  }

  game.addEventListener('show', (event) => {
    const { settled } = /** @type {CustomEvent<import('../game.js').Shown>} */ (event).detail;
    marks.setHint(null);
    marks.set('verdicts', null);
    weighing.stop();
    if (!settled) return;
    if (game.state.line.length === 0) {
      asking.stop();
      say();
    }
    shortestRow.hidden = game.entry.kind === 'duel';
    if (onBoard.checked) weigh();
  });

  return {
    hint,
    solve,
    toggleVerdicts: () => onBoard.click(),
  };
}
