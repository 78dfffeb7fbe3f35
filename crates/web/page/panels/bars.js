/** Moves as bars: how often each was tried, what it seems worth, what is proved. */

import { TONE } from '../boards/marks.js';
import { amount, html, icon } from '../dom.js';

/** @import {Weighed} from '../wire.js' */

/** @param {Weighed[]} moves @param {number} most  How many are shown. */
export function moveBars(moves, most) {
  const shown = moves.slice(0, most);
  const visits = Math.max(1, ...shown.map((weighed) => weighed.visits ?? 0));
  const rows = shown.map((weighed) => {
    const tone = TONE[weighed.verdict];
    const fill = html('span', { class: `fill ${tone}` });
    fill.style.inlineSize = `${share(weighed, visits) * 100}%`;
    return html(
      'li',
      {},
      html('span', { class: 'move-name' }, weighed.move),
      html('span', { class: 'track' }, fill),
      html('span', { class: `value ${tone}` }, tone === 'open' ? '' : icon(tone), value(weighed)),
      html('span', { class: 'visits' }, weighed.visits === undefined ? '' : amount(weighed.visits)),
    );
  });
  const rest = moves.length - shown.length;
  return html(
    'ul',
    { class: 'move-bars' },
    ...rows,
    rest > 0 ? html('li', { class: 'quiet' }, `and ${rest} more`) : null,
  );
}

/** Searches that do not count visits are drawn by value. @param {Weighed} weighed @param {number} most */
function share(weighed, most) {
  if (weighed.visits !== undefined) return weighed.visits / most;
  return weighed.value === undefined ? 0 : Math.min(1, (weighed.value + 1) / 2);
}

/** @param {Weighed} weighed */
export function value({ verdict, score, value: estimate }) {
  if (score !== undefined) return `${score > 0 ? '+' : ''}${score}`;
  if (verdict !== 'unknown') return verdict;
  return estimate === undefined ? '' : `${estimate > 0 ? '+' : ''}${(estimate * 100).toFixed(0)}%`;
}
