/** The lab: experiments with the paper's table and ours in one grid, their plots and their commands. */

import * as api from '../api.js';
import { html, icon } from '../dom.js';
import { writeLink } from '../link.js';
import { commandLine } from './command.js';
import { mountRace } from './race.js';

/** @import {Context} from '../context.js' */
/** @import {Experiment, ExperimentEntry, TableColumn} from '../wire.js' */

/** @param {HTMLElement} root @param {Pick<Context, 'catalog' | 'complain'>} context */
export function mountLab(root, context) {
  const list = html('nav', { class: 'experiments', 'aria-label': 'Experiments' });
  const place = html('div', { class: 'experiment', tabindex: '-1' });
  root.append(list, place);
  const race = html('section', { class: 'experiment-body' });
  mountRace(race, context.catalog);
  /** @type {ExperimentEntry[] | null} */
  let entries = null;

  /** @param {string} id */
  async function show(id) {
    try {
      entries ??= (await api.experiments()).experiments;
      drawList(list, entries, id);
      root.classList.toggle('chosen', id !== '');
      if (id === 'race') return place.replaceChildren(toList(), race);
      if (id === '') return place.replaceChildren(welcome());
      place.replaceChildren(html('p', { class: 'quiet' }, 'opening …'));
      place.replaceChildren(toList(), article(await api.experiment(id)));
      place.scrollTop = 0;
    } catch (error) {
      place.replaceChildren(
        html(
          'p',
          { class: 'empty-state problem' },
          `${api.reason(error)}. Choose an experiment from the list, or reload the page.`,
        ),
      );
    }
  }
  return { show };
}

/** On a phone there is room for the list or for one of its entries. */
const toList = () =>
  html(
    'a',
    { class: 'to-list', href: writeLink({ page: 'lab', experiment: '' }) },
    icon('previous'),
    'all experiments',
  );

/** @param {HTMLElement} list @param {ExperimentEntry[]} entries @param {string} current */
function drawList(list, entries, current) {
  /** @param {string} id @param {...(Node | string)} words */
  const entry = (id, ...words) =>
    html(
      'li',
      {},
      html(
        'a',
        { href: writeLink({ page: 'lab', experiment: id }), 'aria-current': id === current ? 'page' : undefined },
        ...words,
      ),
    );
  const papers = [...new Set(entries.map(({ paper }) => paper))];
  list.replaceChildren(
    // On a phone the list is all there is.
    html('h1', { class: 'list-title' }, 'The lab'),
    html('h2', {}, 'Try'),
    html('ul', {}, entry('race', 'A race of searches')),
    ...papers.flatMap((paper) => [
      html('h2', {}, paper ?? 'Our own'),
      html(
        'ul',
        {},
        ...entries
          .filter((experiment) => experiment.paper === paper)
          .map((experiment) =>
            entry(experiment.id, experiment.title, experiment.has_results ? '' : html('small', {}, ' (to be run)')),
          ),
      ),
    ]),
  );
}

function welcome() {
  return html(
    'div',
    { class: 'experiment-body' },
    html('h1', {}, 'The lab'),
    html(
      'p',
      {},
      'Tables of papers, measured again. Choose an experiment to see the paper’s numbers beside ours, with the command that makes them; or race searches against each other right here.',
    ),
    html(
      'p',
      {},
      html('a', { class: 'button primary', href: writeLink({ page: 'lab', experiment: 'race' }) }, 'Start a race'),
    ),
  );
}

/** @param {Experiment} experiment */
function article({ title, paper, about, command, table, deals, plots, differs }) {
  const body = html('article', { class: 'experiment-body' }, html('h1', {}, title));
  if (paper) body.append(html('p', { class: 'quiet' }, `${paper.authors.join(', ')}: ${paper.title} (${paper.year})`));
  body.append(...paragraphs(about));
  body.append(
    table
      ? html(
          'div',
          { class: 'table-place', tabindex: '0', role: 'region', 'aria-label': 'Results' },
          grid(table.columns, table.rows),
        )
      : html(
          'p',
          { class: 'empty-state' },
          'Its results do not come with the program. Run the command below, and they will be written to results/.',
        ),
  );
  if (deals) body.append(html('p', { class: 'quiet' }, deals));
  body.append(
    ...plots.map((address, index) =>
      html('img', {
        class: 'plot',
        src: address.replace(/^\//, ''),
        alt: `${title}: plot ${index + 1}`,
        loading: 'lazy',
      }),
    ),
  );
  body.append(commandLine(command));
  if (differs) body.append(html('h2', {}, 'What differs from the paper'), ...paragraphs(differs));
  return body;
}

/** @param {string} text */
const paragraphs = (text) =>
  text
    .split(/\n\s*\n/)
    .filter(Boolean)
    .map((paragraph) => html('p', {}, paragraph));

/** @param {TableColumn[]} columns @param {string[][]} rows */
function grid(columns, rows) {
  const isPaper = columns.map((column) => column.is_paper);
  return html(
    'table',
    {},
    html(
      'thead',
      {},
      html(
        'tr',
        {},
        ...columns.map((column) =>
          html('th', { scope: 'col', class: column.is_paper ? 'paper-column' : '' }, column.title),
        ),
      ),
    ),
    html(
      'tbody',
      {},
      ...rows.map((row) =>
        html(
          'tr',
          {},
          ...row.map((text, index) => {
            if (index === 0) return html('th', { scope: 'row' }, text);
            const mark = isPaper[index - 1] ? difference(row[index - 1] ?? '', text) : null;
            return html('td', { class: isPaper[index] ? 'paper-column' : '' }, text, mark);
          }),
        ),
      ),
    ),
  );
}

/** How far our number is from the paper's, where both are numbers. @param {string} paper @param {string} ours */
function difference(paper, ours) {
  const [theirs, mine] = [firstNumber(paper), firstNumber(ours)];
  if (theirs === null || mine === null || theirs === 0) return null;
  const ratio = mine / theirs - 1;
  if (Math.abs(ratio) < 0.005) return html('span', { class: 'difference same', title: 'as in the paper' }, '=');
  const percent =
    Math.abs(ratio) >= 10
      ? `×${(ratio + 1).toFixed(0)}`
      : `${ratio > 0 ? '+' : '−'}${Math.abs(ratio * 100).toFixed(Math.abs(ratio) < 0.1 ? 1 : 0)}%`;
  return html('span', { class: 'difference', title: 'ours against the paper’s' }, percent);
}

/** @param {string} text */
function firstNumber(text) {
  const found = /-?\d[\d,]*(\.\d+)?/.exec(text);
  return found ? Number(found[0].replaceAll(',', '')) : null;
}
