/** Yavalath: a hexagon of hexagons. */

import { svg } from '../dom.js';
import { createSurface, drawSurface, focusSurface, markSurface } from './surface.js';
import { stone, stoneName } from './stones.js';

/** @import {Cell} from '../wire.js' */
/** @import {Actions, Style} from './view.js' */

const WIDTH = 100;
/** Rows of hexagons are √3/2 of a width apart. */
const PITCH = (WIDTH * Math.sqrt(3)) / 2;
/** From the middle of a hexagon with a corner on top to that corner. */
const CORNER = WIDTH / Math.sqrt(3);

/** @type {Style} */
const style = {
  label: 'Yavalath',
  motion: 'appear',
  quick: true,
  frame: (board) => ({
    x: -10,
    y: -10,
    width: board.columns * WIDTH + 20,
    height: (board.rows - 1) * PITCH + 2 * CORNER + 20,
  }),
  place: (cell) => ({ x: cell.x * WIDTH, y: cell.row * PITCH + CORNER - WIDTH / 2, width: WIDTH, height: WIDTH }),
  outline: () => hexagon(WIDTH * 0.47),
  under: (board) =>
    board.cells.map((cell) => {
      const { x, y } = style.place(cell, board);
      return svg(
        'g',
        { class: `field shade-${shade(cell)}`, transform: `translate(${x} ${y})` },
        hexagon(WIDTH * 0.485),
      );
    }),
  over: () => [],
  piece: (cell) => [
    stone(cell, WIDTH / 2, WIDTH * 0.37) ??
      svg('text', { class: 'cell-name', x: WIDTH / 2, y: WIDTH * 0.9 }, cell.name ?? ''),
  ],
  name: (cell) => `${cell.name ?? cell.id}: ${stoneName(cell)}`,
  put: (cell, look) => look.legal.find((legal) => legal.to === cell.id),
  bar: () => ({ x: WIDTH * 0.26, y: WIDTH * 0.7, width: WIDTH * 0.48, height: 6 }),
  badge: () => ({ x: WIDTH / 2, y: WIDTH * 0.44, radius: 22 }),
};

/** Neighbours never share a shade, so that lines are easy to follow. @param {Cell} cell */
function shade(cell) {
  const slant = Math.round(cell.x - cell.row / 2);
  return (((slant - cell.row) % 3) + 3) % 3;
}

/** @param {number} half  From the middle to a side. */
function hexagon(half) {
  const reach = (half * 2) / Math.sqrt(3);
  const points = Array.from({ length: 6 }, (_, corner) => {
    const angle = (Math.PI / 3) * corner + Math.PI / 6;
    return `${(WIDTH / 2 + reach * Math.cos(angle)).toFixed(2)},${(WIDTH / 2 + reach * Math.sin(angle)).toFixed(2)}`;
  });
  return svg('polygon', { points: points.join(' '), 'stroke-linejoin': 'round' });
}

/** @param {HTMLElement} parent @param {Actions} actions */
export const create = (parent, actions) => createSurface(parent, style, actions);
export { drawSurface as draw, markSurface as mark, focusSurface as focus };
