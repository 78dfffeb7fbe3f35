/** Watch: a search at work on the position at hand, or two of them side by side. */

import { button, html } from '../dom.js';
import { Lane } from './lane.js';

/** @import {Context} from '../context.js' */

/** @param {HTMLElement} root @param {Context} context */
export function mountSearch(root, context) {
  const { game, marks } = context;
  const { watch_seconds: longest, step_nodes: most } = context.catalog.limits;
  const seconds = html('input', { id: 'watch-seconds', type: 'number', min: 1, max: longest, value: 10, step: 1 });
  const steps = html('input', { id: 'watch-steps', type: 'number', min: 1, max: most, value: 100, step: 1 });
  const start = button({
    id: 'watch-start',
    icon: 'play',
    word: 'Start',
    class: 'button primary',
    onclick: () => begin(0),
  });
  const pause = button({
    id: 'watch-pause',
    icon: 'pause',
    word: 'Pause',
    onclick: () => (isPaused() ? each((lane) => lane.resume()) : each((lane) => lane.pause())),
  });
  const step = button({
    id: 'watch-step',
    icon: 'step',
    word: 'Step',
    onclick: () => (isIdle() ? begin(stepSize()) : each((lane) => lane.step(stepSize()))),
  });
  const stop = button({ id: 'watch-stop', icon: 'stop', word: 'Stop', onclick: () => each((lane) => lane.stop()) });
  const rival = html('input', { type: 'checkbox', id: 'rival' });
  const lanes = html('div', { class: 'lanes' });
  root.append(
    html('h2', {}, 'Watch a search'),
    html('p', { class: 'quiet' }, 'It starts on the position at hand. Leaving the position ends it.'),
    html('div', { class: 'row steering' }, start, pause, step, stop),
    html(
      'div',
      { class: 'row' },
      html('div', { class: 'field narrow' }, html('label', { for: 'watch-seconds' }, 'seconds'), seconds),
      html('div', { class: 'field narrow' }, html('label', { for: 'watch-steps' }, 'nodes a step'), steps),
      html('label', { class: 'check', for: 'rival' }, rival, html('span', {}, 'race two')),
    ),
    lanes,
  );

  /** @type {Lane[]} */
  let running = [];
  let built = '';
  /** The position that is searched, to know when it is left. */
  let searched = '';

  const stepSize = () => Math.min(most, Math.max(1, Number(steps.value) || 1));
  const isIdle = () => running.every((lane) => lane.isIdle);
  const isPaused = () => running.some((lane) => lane.state === 'paused');
  /** @param {(lane: Lane) => void} order */
  const each = (order) => running.forEach(order);
  const base = () => game.state.moves.slice(0, game.state.at);
  const here = () => JSON.stringify(game.standingOf(base()));

  const changed = () => {
    start.setAttribute('aria-disabled', String(!isIdle()));
    pause.setAttribute('aria-disabled', String(isIdle()));
    stop.setAttribute('aria-disabled', String(isIdle()));
    const word = pause.querySelector('span');
    pause.title = isPaused() ? 'Go on' : 'Pause';
    if (word) word.textContent = pause.title;
    pause.querySelector('use')?.setAttribute('href', `icons.svg#${isPaused() ? 'play' : 'pause'}`);
  };

  /** @param {number} first  How many nodes to go before a pause; 0 is to run on. */
  async function begin(first) {
    if (game.state.line.length > 0) await game.keepLine();
    searched = here();
    const standing = game.standingOf(base());
    each((lane) => void lane.start(standing, Math.min(longest, Math.max(1, Number(seconds.value) || 10)), first));
  }

  function build() {
    each((lane) => lane.end());
    marks.set('watch', null);
    const { searches } = game.entry;
    const wishes = (/** @type {boolean} */ writes) => ({
      preview: (/** @type {string[]} */ line) => {
        if (here() === searched) void game.showLine(line, line.length);
      },
      mark: (/** @type {import('../wire.js').Weighed[]} */ moves) => {
        if (writes && here() === searched && game.state.line.length === 0) marks.set('watch', moves);
      },
      changed,
    });
    running = [new Lane(searches, { label: 'search' }, wishes(true))];
    if (rival.checked) running.push(new Lane(searches, { label: 'against', chosen: searches[1]?.name }, wishes(false)));
    lanes.classList.toggle('two', rival.checked);
    lanes.replaceChildren(...running.map((lane) => lane.element));
    changed();
  }

  rival.addEventListener('change', build);
  // A page that is left may be kept for the way back; its searches are not.
  addEventListener('pagehide', () => each((lane) => lane.end('ended: the page was left')));
  game.addEventListener('show', () => {
    if (built !== game.entry.name) build();
    built = game.entry.name;
    const isElsewhere = here() !== searched;
    if (isElsewhere) each((lane) => lane.end('ended: the position has changed'));
    if (isElsewhere || game.state.line.length > 0) marks.set('watch', null);
  });
}
