/** A small race: searches on the same deals, a row for each, a plot at the end. */

import * as api from '../api.js';
import { amount, button, duration, html } from '../dom.js';
import { commandLine } from './command.js';
import { searchFields } from './fields.js';

/** @import {Catalog, RaceDeal, RaceDone} from '../wire.js' */

/** @param {HTMLElement} root @param {Catalog} catalog */
export function mountRace(root, catalog) {
  const puzzles = catalog.games.filter((game) => game.kind === 'puzzle' && game.solvers.length > 0);
  const game = html(
    'select',
    { id: 'race-game' },
    ...puzzles.map(({ name, title }) => html('option', { value: name }, title)),
  );
  const seed = html('input', { id: 'race-seed', type: 'number', min: 0, value: 0, step: 1, required: true });
  const deals = html('input', {
    id: 'race-deals',
    type: 'number',
    min: 1,
    max: catalog.limits.race_deals,
    value: 20,
    step: 1,
    required: true,
  });
  const nodes = html('input', {
    id: 'race-nodes',
    type: 'number',
    min: 1,
    max: catalog.limits.race_nodes,
    value: 100000,
    step: 1,
    required: true,
  });
  const searches = html('div', { class: 'lanes two' });
  const problem = html('p', { class: 'problem', role: 'alert' });
  const progress = html('progress', { max: 1, value: 0, 'aria-label': 'How much of the race is run' });
  const status = html('p', { class: 'quiet', role: 'status' });
  const results = html('div', { class: 'race-results' });
  const go = html('button', { type: 'submit', class: 'button primary' }, 'Race');
  const stop = button({ icon: 'stop', word: 'Stop', onclick: () => controller?.abort() });
  /** @param {string} label @param {HTMLElement} input */
  const field = (label, input) => html('div', { class: 'field' }, html('label', { for: input.id }, label), input);
  const form = html(
    'form',
    {},
    html(
      'div',
      { class: 'row' },
      field('game', game),
      field('first deal', seed),
      field('deals', deals),
      field('nodes a deal, at most', nodes),
    ),
    searches,
    problem,
    html('div', { class: 'row' }, go, stop),
  );
  root.append(
    html('h1', {}, 'A race of searches'),
    html(
      'p',
      { class: 'quiet' },
      'Two searches, the same deals, the same limit of nodes. What counts is how many deals each decides, and with how many nodes.',
    ),
    form,
    progress,
    status,
    results,
  );
  progress.hidden = true;
  stop.hidden = true;

  /** @type {import('./fields.js').Field[]} */
  let chosen = [];
  /** @type {AbortController | null} */
  let controller = null;

  const build = () => {
    const solvers = puzzles.find(({ name }) => name === game.value)?.solvers ?? [];
    chosen = [0, 1].map((lane) =>
      searchFields(solvers, { label: lane === 0 ? 'search' : 'against', chosen: solvers[lane]?.name }),
    );
    searches.replaceChildren(...chosen.map(({ element }) => element));
  };
  game.addEventListener('change', build);
  // A page that is left may be kept for the way back; its race is not.
  addEventListener('pagehide', () => controller?.abort());
  build();

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    controller?.abort();
    controller = new AbortController();
    const { signal } = controller;
    problem.textContent = '';
    results.replaceChildren();
    progress.hidden = false;
    stop.hidden = false;
    progress.value = 0;
    status.textContent = 'off they go …';
    try {
      const query = {
        game: game.value,
        with: chosen.map(({ text }) => text()),
        seed: Number(seed.value),
        deals: Number(deals.value),
        nodes: Number(nodes.value),
      };
      await run(query, signal);
    } catch (error) {
      status.textContent = '';
      if (!api.isAbort(error)) problem.textContent = `${api.reason(error)}.`;
      else status.textContent = 'Stopped.';
    } finally {
      progress.hidden = true;
      stop.hidden = true;
    }
  });

  /** @param {Parameters<typeof api.race>[0]} query @param {AbortSignal} signal */
  async function run(query, signal) {
    /** @type {RaceDeal[]} */
    const seen = [];
    /** @type {string[]} */
    let lanes = query.with;
    let total = 1;
    for await (const event of api.race(query, signal)) {
      if (event.event === 'start') {
        lanes = event.searches;
        total = event.deals * lanes.length;
      } else if (event.event === 'deal') {
        seen.push(event);
        progress.value = seen.length / total;
        status.textContent = lanes
          .map(
            (name, lane) =>
              `${name}: ${seen.filter((deal) => deal.search === lane && deal.verdict !== 'unknown').length} decided`,
          )
          .join(' · ');
      } else if (event.event === 'done') {
        status.textContent = event.complete ? 'Done.' : 'Ended early: the time was up.';
        results.replaceChildren(...outcome(event));
      } else {
        throw new api.Problem(event.status, event.detail);
      }
    }
  }
}

/** @param {RaceDone} done */
function outcome({ lanes, plot, command }) {
  const heads = ['search', 'solved', 'unsolvable', 'unknown', 'nodes, mean', 'median', 'most', 'length', 'time'];
  const rows = lanes.map((lane) => [
    lane.with,
    lane.solved,
    lane.unsolvable,
    lane.unknown,
    amount(lane.mean_nodes),
    amount(lane.median_nodes),
    amount(lane.most_nodes),
    lane.mean_length === undefined ? '' : lane.mean_length.toFixed(1),
    duration(lane.mean_micros),
  ]);
  const drawing = new DOMParser().parseFromString(plot, 'image/svg+xml').documentElement;
  drawing.setAttribute('class', 'plot');
  drawing.setAttribute('role', 'img');
  drawing.setAttribute('aria-label', 'Deals decided within so many nodes');
  return [
    html(
      'div',
      { class: 'table-place', tabindex: '0', role: 'region', 'aria-label': 'Results of the race' },
      html(
        'table',
        {},
        html('thead', {}, html('tr', {}, ...heads.map((head) => html('th', { scope: 'col' }, head)))),
        html(
          'tbody',
          {},
          ...rows.map(([name, ...cells]) =>
            html(
              'tr',
              {},
              html('th', { scope: 'row' }, String(name)),
              ...cells.map((cell) => html('td', {}, String(cell))),
            ),
          ),
        ),
      ),
    ),
    document.importNode(drawing, true),
    commandLine(command),
  ];
}
