/** Verdicts, values and hints over the board. A verdict has a colour, a shape and, for ears, a word in its title. */

import { svg } from '../dom.js';
import { movesFrom, spotOf } from './view.js';

/** @import {LegalMove, Threat, Weighed, Word} from '../wire.js' */
/** @import {Box, View} from './view.js' */

/** What a verdict is to whoever makes the move. @type {Record<Word, 'good' | 'bad' | 'even' | 'open'>} */
export const TONE = { solved: 'good', win: 'good', unsolvable: 'bad', loss: 'bad', draw: 'even', unknown: 'open' };

/** Shapes within a circle of radius 1. */
const SHAPES = {
  good: 'M-.45 .02 -.12 .36 .48 -.34',
  bad: 'M-.36 -.36 .36 .36 M.36 -.36 -.36 .36',
  even: 'M-.42 -.2 .42 -.2 M-.42 .2 .42 .2',
  open: 'M-.28 -.22 C-.28 -.62 .3 -.6 .3 -.22 C.3 .06 0 .02 0 .26 M0 .5 0 .52',
};

/** More marks than this are too many to be read at once. */
const MANY = 14;

/** @type {Record<Threat, string>} */
const THREATS = {
  wins: 'a stone here wins',
  'other-wins': 'the other side would win here',
  'both-win': 'either side wins here',
  loses: 'a stone here loses',
  traps: 'the other side would win here, and a stone here loses',
};

/** @param {View} view @returns {Map<string, string>}  The same in words, by cell. */
export function drawMarks(view) {
  const { look, marks } = view;
  /** @type {Map<string, string>} */
  const words = new Map();
  if (!look) return words;
  const summaries = summarise(view);
  const most = Math.max(1, ...[...summaries.values()].map((summary) => summary.visits));
  for (const cell of look.board.cells) {
    const { marks: group, box } = spotOf(view, cell.id);
    const summary = worthy(summaries.get(cell.id), summaries.size, most);
    const threat = marks.threats && !cell.owner ? cell.threat : undefined;
    if (threat) words.set(cell.id, THREATS[threat]);
    if (summary) words.set(cell.id, `${worth(summary)} ${summary.verdict}`);
    const isTarget = spotOf(view, cell.id).group.classList.contains('target');
    group.replaceChildren(
      ...[
        isTarget && !summary ? dot(view.style.badge(box)) : null,
        threat && !summary ? threatMark(threat, box) : null,
        summary && !isOnlyCounted(summary) ? badge(summary, view.style.badge(box)) : null,
        summary && summary.visits > 0 ? bar(summary, view.style.bar(box), most) : null,
      ].filter((element) => element !== null),
    );
  }
  return words;
}

/** @typedef {{verdict: Word, visits: number, score?: number, value?: number}} Summary */

/** What there is to say on each cell: of the moves of the chosen piece, or of all moves that begin there.
 *  @param {View} view @returns {Map<string, Summary>} */
function summarise(view) {
  /** @type {Map<string, Summary>} */
  const summaries = new Map();
  const { weights } = view.marks;
  const shown = view.selected ? movesFrom(view, view.selected) : (view.look?.legal ?? []);
  for (const legal of shown) {
    const weighed = weights.get(legal.move);
    const place = view.selected ? legal.to : (legal.from ?? legal.to);
    if (weighed && place) summaries.set(place, better(summaries.get(place), weighed));
  }
  return summaries;
}

const ORDER = { good: 3, even: 2, open: 1, bad: 0 };

/** @param {Summary | undefined} known @param {Weighed} weighed @returns {Summary} */
function better(known, weighed) {
  const visits = (known?.visits ?? 0) + (weighed.visits ?? 0);
  const rank = (/** @type {Summary | Weighed} */ of) => ORDER[TONE[of.verdict]] * 10 + (of.value ?? -1);
  const isBetter = !known || rank(weighed) > rank(known);
  return isBetter ? { ...weighed, visits } : { ...known, visits };
}

/** @param {Summary} summary @param {{x: number, y: number, radius: number}} at */
function badge(summary, { x, y, radius }) {
  const tone = TONE[summary.verdict];
  const text = worth(summary);
  return svg(
    'g',
    {
      class: `badge ${tone}${tone === 'open' && text !== '' ? ' guess' : ''}`,
      transform: `translate(${x} ${y}) scale(${radius})`,
    },
    svg('circle', { r: 1 }),
    text === ''
      ? svg('path', { d: SHAPES[tone] })
      : svg('text', { y: text.length > 2 ? 0.26 : 0.31, 'font-size': [1, 1, 0.9, 0.72][text.length] ?? 0.58 }, text),
  );
}

/** Tried so often, and nothing else to say: the bar is enough. @param {Summary} summary */
const isOnlyCounted = (summary) => summary.verdict === 'unknown' && summary.visits > 0 && worth(summary) === '';

/** Who only guesses has a number; a proof without a score has its shape. @param {Summary} summary */
function worth({ verdict, score, value }) {
  const guess = TONE[verdict] === 'open' && value !== undefined ? Math.round(value * 100) : undefined;
  const number = score ?? guess;
  if (number === undefined) return '';
  return `${number > 0 ? '+' : number < 0 ? '−' : ''}${Math.abs(number)}`;
}

/** Where there are many moves, guesses that were hardly tried would hide the others.
 *  @param {Summary | undefined} summary @param {number} count @param {number} most */
function worthy(summary, count, most) {
  const isFaint = summary?.verdict === 'unknown' && summary.visits > 0 && summary.visits < most / 10;
  return count > MANY && isFaint ? undefined : summary;
}

/** @param {Summary} summary @param {Box} box @param {number} most */
function bar({ visits, verdict }, { x, y, width, height }, most) {
  const place = { x, y, height, rx: height / 2 };
  return svg(
    'g',
    { class: `bar ${TONE[verdict]}` },
    svg('rect', { ...place, width, class: 'bar-ground' }),
    svg('rect', { ...place, width: Math.max((width * visits) / most, height) }),
  );
}

/** @param {{x: number, y: number, radius: number}} at */
const dot = ({ x, y, radius }) => svg('circle', { class: 'target-dot', cx: x, cy: y, r: radius * 0.6 });

/** @param {Threat} threat @param {Box} box */
function threatMark(threat, box) {
  const [x, y, size] = [box.width / 2, box.height / 2, box.width * 0.13];
  const shape = {
    wins: 'M0 -1 .95 .7 -.95 .7Z',
    'other-wins': 'M0 1 .95 -.7 -.95 -.7Z',
    'both-win': 'M0 -1 1 0 0 1 -1 0Z',
    loses: 'M-.7 -.7 .7 .7 M.7 -.7 -.7 .7',
    traps: 'M-.8 -.3 .8 -.3 M-.8 .3 .8 .3 M-.3 -.8 -.3 .8 M.3 -.8 .3 .8',
  }[threat];
  return svg(
    'g',
    { class: `threat ${threat}`, transform: `translate(${x} ${y}) scale(${size})` },
    svg('path', { d: shape }),
  );
}

/** @param {View} view @param {LegalMove | undefined} hinted */
export function drawArrow(view, hinted) {
  view.arrow.replaceChildren();
  if (!hinted?.from || !hinted.to) return;
  const [from, to] = [middle(spotOf(view, hinted.from).box), middle(spotOf(view, hinted.to).box)];
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const tip = { x: to.x - ux * 12, y: to.y - uy * 12 };
  const head = [
    tip,
    { x: tip.x - ux * 26 - uy * 15, y: tip.y - uy * 26 + ux * 15 },
    { x: tip.x - ux * 26 + uy * 15, y: tip.y - uy * 26 - ux * 15 },
  ];
  view.arrow.append(
    svg('line', { x1: from.x + ux * 20, y1: from.y + uy * 20, x2: tip.x - ux * 22, y2: tip.y - uy * 22 }),
    svg('polygon', { points: head.map((point) => `${point.x},${point.y}`).join(' ') }),
  );
}

/** @param {Box} box */
const middle = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
