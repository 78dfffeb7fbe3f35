/** Stones of two players. The first are blue with a dot, the second amber with a ring: never told by colour alone. */

import { svg } from '../dom.js';

/** @import {Cell} from '../wire.js' */

/** What players are called. */
export const PLAYERS = { 1: 'Blue', 2: 'Amber' };

/** What the service says of `player 1`, in our colours. @param {string} text */
export function named(text) {
  return text.replace(/\bplayer ([12])\b/g, (_, player) => (player === '1' ? PLAYERS[1] : PLAYERS[2]));
}

/** @param {Cell} cell @param {number} middle @param {number} radius */
export function stone({ owner, last, winning }, middle, radius) {
  if (!owner) return null;
  const at = { cx: middle, cy: middle };
  return svg(
    'g',
    { class: `stone player-${owner}${last ? ' last' : ''}${winning ? ' winning' : ''}` },
    svg('circle', { class: 'body', ...at, r: radius }),
    svg('circle', { class: 'shine', ...at, r: radius * 0.82 }),
    owner === 1
      ? svg('circle', { class: 'sign full', ...at, r: radius * 0.22 })
      : svg('circle', { class: 'sign', ...at, r: radius * 0.42 }),
    winning ? svg('circle', { class: 'winner', ...at, r: radius * 0.9 }) : null,
    last && !winning ? svg('circle', { class: 'latest', ...at, r: radius * 0.68 }) : null,
  );
}

/** @param {Cell} cell */
export function stoneName({ owner }) {
  return owner ? PLAYERS[owner] : 'empty';
}
