/** What a board is made of, for all who draw on it. */

/** @import {Board, Cell, LegalMove, Look, Weighed} from '../wire.js' */

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * @typedef {object} Style  How one game draws.
 * @property {string} label  What the board is called.
 * @property {'slide' | 'fall' | 'appear'} motion
 * @property {boolean} quick  Whether a click plays at once where only one move is possible.
 * @property {(board: Board) => Box} frame
 * @property {(cell: Cell, board: Board) => Box} place
 * @property {(box: Box) => SVGElement} outline  The shape that is clicked and that the focus ring follows.
 * @property {(board: Board) => (SVGElement | null)[]} under  What lies under the pieces.
 * @property {(board: Board) => (SVGElement | null)[]} over  What lies over them.
 * @property {(cell: Cell, box: Box) => (SVGElement | null)[]} piece
 * @property {(cell: Cell, look: Look) => string} name  The cell in words.
 * @property {(cell: Cell, look: Look) => LegalMove | undefined} put  The move that a click means, where pieces are put down.
 * @property {(box: Box) => Box} bar  Where the visits of a move are drawn.
 * @property {(box: Box) => {x: number, y: number, radius: number}} badge  Where a verdict is drawn.
 */

/**
 * @typedef {object} Marks  What is drawn over the board about moves.
 * @property {Map<string, Weighed>} weights
 * @property {string | null} hint
 * @property {boolean} threats
 */

/** @typedef {{play: (move: string) => void, say: (text: string) => void}} Actions */

/** @typedef {{box: Box, group: SVGGElement, piece: SVGGElement, marks: SVGGElement, seen: string}} Spot */

/**
 * @typedef {object} View  A board on the screen.
 * @property {Style} style
 * @property {SVGSVGElement} root
 * @property {Actions} actions
 * @property {Look | null} look
 * @property {Marks} marks
 * @property {string} shape  The shape that the spots were built for.
 * @property {Map<string, Spot>} spots
 * @property {SVGGElement} overlay
 * @property {SVGGElement} arrow
 * @property {string | null} selected
 * @property {string | null} focused
 */

/** @param {View} view @param {string} id @returns {Spot} */
export function spotOf(view, id) {
  const spot = view.spots.get(id);
  if (!spot) throw new Error(`the board has no cell ${id}`);
  return spot;
}

/** @param {View} view @param {string | null} id @returns {LegalMove[]} */
export function movesFrom(view, id) {
  return id === null ? [] : (view.look?.legal ?? []).filter((legal) => legal.from === id);
}
