/** The other side of the board: a person, or an engine of some level, and what it thinks. */

import * as api from '../api.js';
import { PLAYERS } from '../boards/stones.js';
import { amount, button, duration, html } from '../dom.js';
import { Asking } from './asking.js';
import { moveBars } from './bars.js';

/** @import {Context} from '../context.js' */
/** @import {Thought} from '../wire.js' */

/** @param {HTMLElement} root @param {Context} context */
export function mountEngine(root, context) {
  const { game, marks } = context;
  const level = html('select', { id: 'opponent' });
  const side = html(
    'select',
    { id: 'side' },
    html('option', { value: '1' }, `${PLAYERS[1]}, first`),
    html('option', { value: '2' }, `${PLAYERS[2]}, second`),
  );
  const sideField = html('div', { class: 'field' }, html('label', { for: 'side' }, 'you play'), side);
  const show = html('input', { type: 'checkbox', id: 'thinking' });
  const showRow = html('label', { class: 'check', for: 'thinking' }, show, html('span', {}, 'show what it thinks'));
  const status = html('p', { class: 'quiet', 'aria-live': 'polite' });
  const thinking = html('div', { class: 'thinking' });
  const go = button({ word: 'Let it move', class: 'button small', onclick: () => reply() });
  const swap = button({
    word: 'Change sides',
    class: 'button small',
    onclick: () => game.setOpponent({ side: game.state.side === 1 ? 2 : 1 }),
  });
  root.append(
    html('h2', {}, 'Opponent'),
    html(
      'div',
      { class: 'row' },
      html('div', { class: 'field' }, html('label', { for: 'opponent' }, 'play against'), level),
      sideField,
    ),
    html('div', { class: 'row' }, swap, showRow, go),
    status,
    thinking,
  );
  const asking = new Asking();
  const wondering = new Asking();
  let built = '';

  level.addEventListener('change', () => game.setOpponent({ level: level.value || undefined }));
  side.addEventListener('change', () => game.setOpponent({ side: side.value === '2' ? 2 : 1 }));
  show.addEventListener('change', () => update());

  game.addEventListener('show', update);

  function update() {
    const { entry, state, look, settled } = game;
    root.hidden = entry.kind !== 'duel';
    marks.set('thinking', null);
    asking.stop();
    wondering.stop();
    if (root.hidden) return;
    if (built !== entry.name) {
      level.replaceChildren(
        html('option', { value: '' }, 'a person'),
        ...entry.engines.map((engine) => html('option', { value: engine.level, title: engine.with }, engine.level)),
      );
      built = entry.name;
    }
    level.value = state.level ?? '';
    side.value = String(state.side);
    for (const element of [sideField, swap, showRow]) element.hidden = !state.level;
    go.hidden = true;
    status.textContent = '';
    if (!show.checked) thinking.replaceChildren();
    if (!state.level || !settled || look?.state !== 'playing') return;
    if (game.isEngineTurn) reply();
    else if (look.to_move !== state.side) go.hidden = false;
    else if (show.checked && state.line.length === 0) wonder(state.level);
  }

  async function reply() {
    const { level: strength } = game.state;
    if (!strength) return;
    status.textContent = `${strength} is thinking …`;
    go.hidden = true;
    try {
      const answer = await asking.ask((signal) => api.reply(game.standing, strength, signal));
      if (!answer) return;
      status.textContent = `It played ${answer.move}${answer.does ? `: ${answer.does}` : ''}.`;
      const words = status.textContent;
      if (show.checked) draw(answer.thought, `Before ${answer.move} it thought`);
      await game.play(answer.move);
      status.textContent = words;
      context.say(words);
    } catch (error) {
      status.textContent = `It could not move: ${api.reason(error)}.`;
      go.hidden = false;
    }
  }

  /** What it would think in the place of the person: values on the board. @param {string} strength */
  async function wonder(strength) {
    try {
      const answer = await wondering.ask((signal) => api.reply(game.standing, strength, signal));
      if (!answer) return;
      marks.set('thinking', answer.thought.moves);
      draw(answer.thought, 'In your place it thinks');
    } catch (error) {
      thinking.replaceChildren(html('p', { class: 'problem' }, `${api.reason(error)}.`));
    }
  }

  /** @param {Thought} thought @param {string} title */
  function draw(thought, title) {
    const line = thought.line.slice(0, 12);
    thinking.replaceChildren(
      html('h3', {}, title),
      moveBars(thought.moves, 7),
      line.length > 0 ? html('p', { class: 'best-line' }, `expects ${line.join(' ')}`) : '',
      html(
        'p',
        { class: 'numbers' },
        `${thought.playouts ? `${amount(thought.playouts)} playouts` : `${amount(thought.expanded)} positions`}, ${duration(thought.micros)}`,
      ),
    );
  }
}
