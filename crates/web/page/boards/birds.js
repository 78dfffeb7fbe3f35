/** Birds of a Feather: stacks of cards in a grid; a stack is carried onto another. */

import { svg } from '../dom.js';
import { CARD, cardFace, cardName, stackCount, stackEdges } from '../cards.js';
import { createSurface, drawSurface, focusSurface, markSurface } from './surface.js';

/** @import {Actions, Style} from './view.js' */

const GAP = 16;

/** @type {Style} */
const style = {
  label: 'Birds of a Feather',
  motion: 'slide',
  quick: false,
  frame: (board) => ({
    x: -GAP / 2,
    y: -GAP / 2,
    width: board.columns * (CARD.width + GAP),
    height: board.rows * (CARD.height + GAP),
  }),
  place: (cell) => ({ x: cell.x * (CARD.width + GAP), y: cell.row * (CARD.height + GAP), ...CARD }),
  outline: () => svg('rect', { ...CARD, rx: 11 }),
  under: (board) => board.cells.map((cell) => svg('rect', { class: 'empty', ...style.place(cell, board), rx: 11 })),
  over: () => [],
  piece: ({ card, size = 1 }) =>
    card ? [...stackEdges(size), cardFace(card, { pips: true, stacked: size > 1 }), size > 1 ? stackCount(size) : null] : [],
  name: ({ card, size = 1, row, column }) => {
    const place = `row ${row + 1}, column ${column + 1}`;
    if (!card) return `empty, ${place}`;
    return `${cardName(card)}${size > 1 ? `, a stack of ${size}` : ''}, ${place}`;
  },
  put: () => undefined,
  bar: () => ({ x: 10, y: CARD.height - 9, width: CARD.width - 20, height: 6 }),
  badge: () => ({ x: CARD.width / 2, y: 3, radius: 13 }),
};

/** @param {HTMLElement} parent @param {Actions} actions */
export const create = (parent, actions) => createSurface(parent, style, actions);
export { drawSurface as draw, markSurface as mark, focusSurface as focus };
