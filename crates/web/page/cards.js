/** Card faces: suits, pips and court emblems drawn by hand, with an index that can be read on a phone. */

import { svg } from './dom.js';

/** @import {Card} from './wire.js' */

/** The size of a card, in the units of its drawing. */
export const CARD = { width: 100, height: 140 };

/** Suits within a square of side 1 around the origin. @type {Record<string, string>} */
const SUITS = {
  H: 'M0 .47C-.12 .27-.5 .08-.5-.19C-.5-.38-.36-.47-.24-.47C-.12-.47-.03-.39 0-.27C.03-.39 .12-.47 .24-.47C.36-.47 .5-.38 .5-.19C.5 .08 .12 .27 0 .47Z',
  D: 'M0-.5C.1-.28 .24-.1 .4 0C.24 .1 .1 .28 0 .5C-.1 .28-.24 .1-.4 0C-.24-.1-.1-.28 0-.5Z',
  S: 'M0-.5C.11-.29 .47-.1 .47 .15C.47 .31 .35 .39 .24 .39C.15 .39 .08 .35 .04 .28C.05 .39 .1 .46 .17 .5H-.17C-.1 .46-.05 .39-.04 .28C-.08 .35-.15 .39-.24 .39C-.35 .39-.47 .31-.47 .15C-.47-.1-.11-.29 0-.5Z',
  C: 'M0-.5A.23 .23 0 0 1 .17-.12A.23 .23 0 1 1 .05 .2C.06 .36 .1 .45 .18 .5H-.18C-.1 .45-.06 .36-.05 .2A.23 .23 0 1 1-.17-.12A.23 .23 0 0 1 0-.5Z',
};

/** @type {Record<string, string>} */
const SUIT_WORDS = { C: 'clubs', D: 'diamonds', H: 'hearts', S: 'spades' };
/** @type {Record<string, string>} */
const RANK_WORDS = { A: 'ace', T: '10', J: 'jack', Q: 'queen', K: 'king' };

/** Where pips stand: columns 0 to 2, and a height from 0 to 1. @type {Record<string, [number, number][]>} */
const PIPS = {
  2: [
    [1, 0],
    [1, 1],
  ],
  3: [
    [1, 0],
    [1, 0.5],
    [1, 1],
  ],
  4: [
    [0, 0],
    [2, 0],
    [0, 1],
    [2, 1],
  ],
  5: [
    [0, 0],
    [2, 0],
    [1, 0.5],
    [0, 1],
    [2, 1],
  ],
  6: [
    [0, 0],
    [2, 0],
    [0, 0.5],
    [2, 0.5],
    [0, 1],
    [2, 1],
  ],
  7: [
    [0, 0],
    [2, 0],
    [1, 0.25],
    [0, 0.5],
    [2, 0.5],
    [0, 1],
    [2, 1],
  ],
  8: [
    [0, 0],
    [2, 0],
    [1, 0.25],
    [0, 0.5],
    [2, 0.5],
    [1, 0.75],
    [0, 1],
    [2, 1],
  ],
  9: [
    [0, 0],
    [2, 0],
    [0, 0.333],
    [2, 0.333],
    [1, 0.5],
    [0, 0.667],
    [2, 0.667],
    [0, 1],
    [2, 1],
  ],
  T: [
    [0, 0],
    [2, 0],
    [1, 0.167],
    [0, 0.333],
    [2, 0.333],
    [0, 0.667],
    [2, 0.667],
    [1, 0.833],
    [0, 1],
    [2, 1],
  ],
};

/** A feather, a coronet and a crown, around the origin. @type {Record<string, string[]>} */
const EMBLEMS = {
  J: ['M-21 27C-18 4-4-22 21-31C23-8 10 16-14 20Z', 'M-25 33C-15 14-2-6 12-19M-9 11 4 9M-4 3 11-1M2-6 16-11'],
  Q: [
    'M-27 22-31-8-14 4 0-20 14 4 31-8 27 22Z',
    'M-25 14H25',
    'M0-27a5 5 0 1 1-.1 0M-33-15a4 4 0 1 1-.1 0M33-15a4 4 0 1 1-.1 0',
  ],
  K: ['M-27 22-30-12-15 2-10-20 0-2 10-20 15 2 30-12 27 22Z', 'M-25 13H25', 'M-3-23H3M0-32V-12'],
};

/** @param {Card} card */
export function cardName(card) {
  return `${RANK_WORDS[card.rank] ?? card.rank} of ${SUIT_WORDS[card.suit] ?? card.suit}`;
}

/** @param {string} suit @param {number} x @param {number} y @param {number} size */
export function suitShape(suit, x, y, size) {
  return svg('path', { class: 'suit', d: SUITS[suit] ?? '', transform: `translate(${x} ${y}) scale(${size})` });
}

/**
 * A card with its top left corner at the origin.
 * @param {Card} card
 * @param {{pips: boolean, height?: number, stacked?: boolean}} how  Small cards show their index only; those on a stack
 *   leave room for its count.
 */
export function cardFace(card, { pips, height = CARD.height, stacked = false }) {
  const rank = card.rank === 'T' ? '10' : card.rank;
  const paper = svg('rect', { class: 'paper', width: CARD.width, height, rx: 11 });
  const index = pips
    ? [
        svg(
          'text',
          {
            class: 'index',
            x: 8,
            y: 42,
            'font-size': 44,
            textLength: rank === '10' ? 46 : undefined,
            lengthAdjust: 'spacingAndGlyphs',
          },
          rank,
        ),
        suitShape(card.suit, 78, 26, 30),
        ...picture(card, stacked ? 0.78 : 1),
      ]
    : [
        svg(
          'text',
          {
            class: 'index middle',
            x: 50,
            y: height * 0.47,
            'font-size': 74,
            textLength: rank === '10' ? 76 : undefined,
            lengthAdjust: 'spacingAndGlyphs',
          },
          rank,
        ),
        suitShape(card.suit, 50, height * 0.77, 52),
      ];
  return svg('g', { class: `card suit-${card.suit}` }, paper, ...index);
}

/** @param {Card} card @param {number} scale */
function picture({ rank, suit }, scale) {
  const middle = 53 + 37 * scale;
  const emblem = EMBLEMS[rank];
  if (emblem) {
    return [
      svg(
        'g',
        { class: 'emblem', transform: `translate(50 ${middle}) scale(${scale})` },
        ...emblem.map((d, part) => svg('path', { d, class: part === 0 ? 'body' : 'lines' })),
      ),
    ];
  }
  if (rank === 'A') return [suitShape(suit, 50, middle, 52 * scale)];
  return (PIPS[rank] ?? []).map(([column, height]) =>
    suitShape(suit, 26 + 24 * column, 62 + (54 * height - 3) * scale, 17 * scale),
  );
}

/** How many cards lie in a stack: edges under the card, and a number. @param {number} size */
export function stackEdges(size) {
  const edges = Math.min(size - 1, 3);
  return Array.from({ length: edges }, (_, index) => {
    const shift = (edges - index) * 3.5;
    return svg('rect', { class: 'paper edge', x: shift, y: shift, width: CARD.width, height: CARD.height, rx: 11 });
  });
}

/** @param {number} size */
export function stackCount(size) {
  return svg(
    'g',
    { class: 'stack-count', transform: 'translate(75 122)' },
    svg('title', {}, `a stack of ${size}`),
    svg('rect', { x: size > 9 ? -30 : -20, y: -14, width: size > 9 ? 50 : 40, height: 28, rx: 14 }),
    svg('text', { x: size > 9 ? -5 : 0, y: 7.5 }, `×${size}`),
  );
}
