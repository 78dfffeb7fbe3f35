/** Gaps: long rows of cards, and gaps that wait for one of them. */

import { svg } from '../dom.js';
import { cardFace, cardName, suitShape } from '../cards.js';
import { createSurface, drawSurface, focusSurface, markSurface } from './surface.js';

/** @import {Cell} from '../wire.js' */
/** @import {Actions, Style} from './view.js' */

const GAP = 9;
/** Rows are further apart than columns: a row is read as one. */
const ROW_GAP = 22;

/** Narrow and tall, since thirteen must fit a row; taller where the screen has room, to be met by a thumb. */
const HEIGHTS = { wide: 164, square: 196, tall: 290 };

/** @param {number} height @returns {Style} */
const styleOf = (height) => {
  const CARD = { width: 100, height };
  /** @type {Style} */
  const style = {
    label: 'Gaps',
    motion: 'slide',
    quick: true,
    frame: (board) => ({
      x: -GAP,
      y: -GAP,
      width: board.columns * (CARD.width + GAP) + GAP,
      height: board.rows * (CARD.height + ROW_GAP) - ROW_GAP + 2 * GAP,
    }),
    place: (cell) => ({ x: cell.x * (CARD.width + GAP), y: cell.row * (CARD.height + ROW_GAP), ...CARD }),
    outline: () => svg('rect', { ...CARD, rx: 11 }),
    under: (board) => board.cells.map((cell) => svg('rect', { class: 'empty', ...style.place(cell, board), rx: 11 })),
    over: () => [],
    piece: (cell) => {
      if (!cell.card) return waiting(cell, height);
      return [
        cardFace(cell.card, { pips: false, height }),
        cell.settled ? svg('path', { class: 'settled', d: `M34 ${height - 10}H66` }) : null,
      ];
    },
    name: ({ card, wants, settled, row, column }) => {
      const place = `row ${row + 1}, column ${column + 1}`;
      if (!card) return `gap, ${place}${wants ? `, waits for ${wants}` : ''}`;
      return `${cardName(card)}, ${place}${settled ? ', in its place' : ''}`;
    },
    put: () => undefined,
    bar: () => ({ x: 10, y: height - 11, width: CARD.width - 20, height: 8 }),
    badge: () => ({ x: CARD.width / 2, y: 4, radius: 16 }),
  };
  return style;
};

/** A card by its name, as the service writes it. */
const CARD_NAME = /^([A2-9TJQK])([CDHS])$/;

/** @param {Cell} cell @param {number} height */
function waiting({ wants }, height) {
  const [, rank, suit] = CARD_NAME.exec(wants ?? '') ?? [];
  if (rank && suit) {
    const word = rank === 'T' ? '10' : rank;
    const text = svg('text', { class: 'wants', x: 50, y: height * 0.47, 'font-size': 50 }, word);
    return [svg('g', { class: 'waiting' }, text, suitShape(suit, 50, height * 0.47 + 34, 36))];
  }
  const words = (wants ?? '').split(' ').filter(Boolean);
  const size = Math.min(40, 130 / Math.max(1, ...words.map((word) => word.length)));
  const top = height / 2 - ((words.length - 1) * size * 1.1) / 2 + size * 0.35;
  return words.map((word, index) =>
    svg('text', { class: 'wants', x: 50, y: top + index * size * 1.1, 'font-size': size }, word),
  );
}

/** @param {HTMLElement} place @returns {keyof typeof HEIGHTS} */
function shape({ clientWidth, clientHeight }) {
  if (clientHeight > clientWidth) return 'tall';
  return clientHeight > clientWidth * 0.6 ? 'square' : 'wide';
}

/** @param {HTMLElement} parent @param {Actions} actions */
export const create = (parent, actions) =>
  createSurface(parent, styleOf(HEIGHTS[shape(parent)]), actions);
export { drawSurface as draw, markSurface as mark, focusSurface as focus };
