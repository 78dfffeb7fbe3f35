/** Connect Four: discs that fall behind a board with holes. A click anywhere in a column drops one. */

import { svg } from '../dom.js';
import { createSurface, drawSurface, focusSurface, markSurface } from './surface.js';
import { stone, stoneName } from './stones.js';

/** @import {Board} from '../wire.js' */
/** @import {Actions, Style} from './view.js' */

const CELL = 100;
const RADIUS = 40;

/** @type {Style} */
const style = {
  label: 'Connect Four',
  motion: 'fall',
  quick: true,
  frame: (board) => ({ x: -14, y: -14, width: board.columns * CELL + 28, height: board.rows * CELL + 66 }),
  place: (cell) => ({ x: cell.x * CELL, y: cell.row * CELL, width: CELL, height: CELL }),
  outline: () => svg('rect', { x: 4, y: 4, width: CELL - 8, height: CELL - 8, rx: 46 }),
  under: (board) => [
    svg('rect', {
      class: 'back',
      x: -10,
      y: -10,
      width: board.columns * CELL + 20,
      height: board.rows * CELL + 20,
      rx: 28,
    }),
  ],
  over: (board) => [
    svg('path', { class: 'face', d: face(board), 'fill-rule': 'evenodd' }),
    ...board.column_labels.map((label, column) =>
      svg('text', { class: 'label', x: column * CELL + CELL / 2, y: board.rows * CELL + 42 }, label),
    ),
  ],
  piece: (cell) => [stone(cell, CELL / 2, RADIUS + 3)],
  name: (cell, look) => {
    const label = look.board.column_labels[cell.column] ?? String(cell.column + 1);
    return `column ${label}, row ${look.board.rows - cell.row}: ${stoneName(cell)}`;
  },
  put: (cell, look) => {
    const inColumn = (/** @type {string | undefined} */ id) =>
      look.board.cells.some((other) => other.id === id && other.column === cell.column);
    return look.legal.find((legal) => inColumn(legal.to));
  },
  bar: () => ({ x: 14, y: CELL - 9, width: CELL - 28, height: 7 }),
  badge: () => ({ x: CELL / 2, y: CELL / 2, radius: 24 }),
};

/** The front of the board: a plate with round holes. @param {Board} board */
function face(board) {
  const [width, height] = [board.columns * CELL, board.rows * CELL];
  const plate = `M14-10H${width - 14}a24 24 0 0 1 24 24V${height - 14}a24 24 0 0 1-24 24H14a24 24 0 0 1-24-24V14a24 24 0 0 1 24-24Z`;
  const holes = board.cells.map((cell) => {
    const [left, middle] = [cell.x * CELL + CELL / 2 - RADIUS, cell.row * CELL + CELL / 2];
    return `M${left} ${middle}a${RADIUS} ${RADIUS} 0 1 0 ${2 * RADIUS} 0a${RADIUS} ${RADIUS} 0 1 0 ${-2 * RADIUS} 0Z`;
  });
  return plate + holes.join('');
}

/** @param {HTMLElement} parent @param {Actions} actions */
export const create = (parent, actions) => createSurface(parent, style, actions);
export { drawSurface as draw, markSurface as mark, focusSurface as focus };
