/** New games: by number, by luck, by level, winnable only; positions typed, pasted and taken along. */

import * as api from '../api.js';
import { button, copy, html } from '../dom.js';
import { freshState, gameName } from '../link.js';
import { optionFields, written } from './fields.js';

/** @import {Context} from '../context.js' */

/** @param {HTMLElement} root @param {Context} context */
export function mountDeal(root, context) {
  const { game } = context;
  const seed = html('input', {
    id: 'seed',
    inputmode: 'numeric',
    placeholder: 'any',
    autocomplete: 'off',
    'aria-describedby': 'deal-problem',
  });
  const level = html('select', { id: 'level' });
  const solvable = html('input', { type: 'checkbox', id: 'solvable', checked: true });
  const problem = html('p', { class: 'problem', id: 'deal-problem', role: 'alert' });
  const status = html('p', { class: 'quiet', role: 'status' });
  const levelField = html('div', { class: 'field' }, html('label', { for: 'level' }, 'level'), level);
  const seedField = html('div', { class: 'field' }, html('label', { for: 'seed' }, 'number'), seed);
  const dealForm = html(
    'form',
    // What is wrong is said in our own words, which name the place.
    { class: 'deal-form', novalidate: true },
    html(
      'div',
      { class: 'row' },
      seedField,
      levelField,
      html('button', { class: 'button primary', type: 'submit' }, 'Deal'),
    ),
    html('label', { class: 'check', for: 'solvable' }, solvable, html('span', {}, 'only deals that can be won')),
    problem,
    status,
  );
  const renewRow = html(
    'div',
    { class: 'row' },
    button({ icon: 'new', word: 'New game', key: 'n', class: 'button primary', onclick: () => renew() }),
  );

  const optionsPlace = html('div');
  const options = html('details', { class: 'options' }, html('summary', {}, 'size and rules'), optionsPlace);

  const text = html('textarea', {
    id: 'position',
    rows: 4,
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    'aria-describedby': 'position-problem',
  });
  const textProblem = html('p', { class: 'problem', id: 'position-problem', role: 'alert' });
  const positionForm = html(
    'form',
    {},
    html('label', { for: 'position' }, 'position, typed or pasted'),
    text,
    textProblem,
    html(
      'div',
      { class: 'row' },
      html('button', { class: 'button', type: 'submit' }, 'Set up'),
      button({
        icon: 'copy',
        word: 'Copy',
        onclick: (event) => copy(game.look?.position ?? '', /** @type {HTMLElement} */ (event.currentTarget)),
      }),
      button({
        icon: 'link',
        word: 'Copy link',
        onclick: (event) => copy(location.href, /** @type {HTMLElement} */ (event.currentTarget)),
      }),
    ),
  );
  const title = html('h2', {});
  const about = html('p', { class: 'quiet' });
  root.append(title, about, dealForm, renewRow, options, html('h2', {}, 'Position'), positionForm);

  let built = '';
  /** @type {import('./fields.js').Field} */
  let fields = optionFields([]);

  /** The game with the options as they are set. */
  const chosenGame = () => written(game.entry.name, fields.text());

  const build = () => {
    const { entry, state } = game;
    const isPuzzle = entry.kind === 'puzzle';
    title.textContent = isPuzzle ? 'New deal' : 'New game';
    about.textContent = `${entry.help}.`;
    dealForm.hidden = !isPuzzle;
    renewRow.hidden = isPuzzle;
    levelField.hidden = entry.levels.length === 0;
    solvable.checked = entry.levels.length > 0;
    level.replaceChildren(
      html('option', { value: '' }, 'any'),
      ...entry.levels.map((name) => html('option', { value: name }, name)),
    );
    fields = optionFields(entry.options, state.game.slice(gameName(state.game).length + 1));
    options.hidden = entry.options.length === 0;
    optionsPlace.replaceChildren(
      fields.element,
      html('p', { class: 'help' }, isPuzzle ? 'They hold from the next deal on.' : 'They hold from the next game on.'),
    );
  };

  game.addEventListener('state', () => {
    const name = `${game.entry.name} ${game.state.game}`;
    if (name !== built) build();
    built = name;
  });
  game.addEventListener('show', () => {
    if (document.activeElement !== text) text.value = game.look?.position ?? '';
    textProblem.textContent = '';
    text.removeAttribute('aria-invalid');
    if (document.activeElement !== seed) seed.value = '';
  });

  dealForm.addEventListener('submit', (event) => {
    event.preventDefault();
    const number = seed.value.trim();
    if (number !== '' && !/^\d+$/.test(number))
      return refuse(`'${number}' is not the number of a deal: a whole number from 0 on`);
    deal(number === '' ? undefined : Number(number));
  });

  /** @param {string} why */
  function refuse(why) {
    problem.textContent = `${why}.`;
    seed.setAttribute('aria-invalid', 'true');
  }

  /** @param {number} [number]  A number asks for that very deal: what is above only helps luck to choose. */
  async function deal(number) {
    problem.textContent = '';
    seed.removeAttribute('aria-invalid');
    dealForm.setAttribute('aria-busy', 'true');
    const slow = setTimeout(() => (status.textContent = 'looking for such a deal …'), 300);
    const wish =
      number === undefined ? { level: level.value || undefined, solvable: solvable.checked } : { seed: number };
    try {
      await game.deal({ game: chosenGame(), ...wish });
      context.say(`Deal ${game.state.deal}`);
    } catch (error) {
      if (api.isAbort(error)) return;
      context.open('new');
      refuse(api.reason(error));
    } finally {
      clearTimeout(slow);
      status.textContent = '';
      dealForm.removeAttribute('aria-busy');
    }
  }

  /** A new game of the same kind, without a question. */
  async function renew() {
    if (game.entry.kind === 'puzzle') return deal();
    const { level: engine, side } = game.state;
    await game.open(game.entry, { ...freshState(chosenGame()), level: engine, side });
  }

  positionForm.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      await game.setUp(chosenGame(), text.value.trim());
      text.blur();
    } catch (error) {
      if (api.isAbort(error)) return;
      textProblem.textContent = `${api.reason(error)}.`;
      text.setAttribute('aria-invalid', 'true');
      text.focus();
    }
  });

  return { renew };
}
