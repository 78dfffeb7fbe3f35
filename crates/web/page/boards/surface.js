/** What all boards share: cells as a grid that can be clicked, dragged on and walked with keys. Rules are not here. */

import { svg } from '../dom.js';
import { drawArrow, drawMarks } from './marks.js';
import { listen } from './gestures.js';
import { animate, stillness } from './motion.js';
import { movesFrom, spotOf } from './view.js';

/** @import {Board, Cell, Look} from '../wire.js' */
/** @import {Change} from '../game.js' */
/** @import {Actions, Marks, Style, View} from './view.js' */

/** @param {HTMLElement} parent @param {Style} style @param {Actions} actions @returns {View} */
export function createSurface(parent, style, actions) {
  const root = svg('svg', { class: `board ${style.motion}`, role: 'grid', 'aria-label': style.label });
  const overlay = svg('g', { class: 'overlay', 'aria-hidden': 'true' });
  const arrow = svg('g', { class: 'arrow', 'aria-hidden': 'true' });
  /** @type {View} */
  const view = {
    style,
    root,
    actions,
    overlay,
    arrow,
    look: null,
    shape: '',
    spots: new Map(),
    selected: null,
    focused: null,
    marks: { weights: new Map(), hint: null, threats: false },
  };
  parent.replaceChildren(root);
  listen(view, { activate, aim, select, drop, step });
  return view;
}

/** @param {View} view @param {Look} look @param {Change | null} change */
export function drawSurface(view, look, change) {
  const { board } = look;
  const shape = [board.kind, ...board.cells.map((cell) => `${cell.id}@${cell.x}`)].join(' ');
  if (shape !== view.shape) build(view, board, shape);
  view.look = look;
  view.root.classList.toggle('player-1', look.to_move === 1);
  view.root.classList.toggle('player-2', look.to_move === 2);
  view.selected = null;
  for (const cell of board.cells) {
    const spot = spotOf(view, cell.id);
    const seen = JSON.stringify({ ...cell, threat: undefined });
    if (seen !== spot.seen) {
      spot.seen = seen;
      spot.piece.replaceChildren(...view.style.piece(cell, spot.box).filter((element) => element !== null));
    }
  }
  aim(view, null);
  if (change && !stillness()) animate(view, change);
  refresh(view);
}

/** @param {View} view @param {Marks} marks */
export function markSurface(view, marks) {
  view.marks = marks;
  if (view.look) refresh(view);
}

/** @param {View} view */
export function focusSurface(view) {
  if (view.focused) spotOf(view, view.focused).group.focus();
}

/** @param {View} view @param {Board} board @param {string} shape */
function build(view, board, shape) {
  const { style } = view;
  const frame = style.frame(board);
  view.root.setAttribute('viewBox', `${frame.x} ${frame.y} ${frame.width} ${frame.height}`);
  view.root.style.setProperty('--board-ratio', String(frame.width / frame.height));
  const pieces = svg('g', { class: 'pieces', 'aria-hidden': 'true' });
  const rows = Array.from({ length: board.rows }, () => svg('g', { role: 'row' }));
  view.shape = shape;
  view.spots = new Map();
  for (const cell of board.cells) {
    const box = style.place(cell, board);
    const transform = `translate(${box.x} ${box.y})`;
    const piece = svg('g', { class: 'piece', transform });
    const marks = svg('g', { class: 'marks', 'aria-hidden': 'true' });
    const hit = style.outline(box);
    hit.classList.add('hit');
    const ring = style.outline(box);
    ring.classList.add('ring');
    const group = svg(
      'g',
      { class: 'cell', role: 'gridcell', tabindex: '-1', transform, 'data-cell': cell.id },
      hit,
      ring,
      marks,
    );
    pieces.append(svg('g', { class: 'piece-place' }, piece));
    rows[cell.row]?.append(group);
    view.spots.set(cell.id, { box, group, piece, marks, seen: '' });
  }
  const lying = (/** @type {(SVGElement | null)[]} */ elements) => svg('g', { 'aria-hidden': 'true' }, ...elements);
  view.root.replaceChildren(
    lying(style.under(board)),
    pieces,
    lying(style.over(board)),
    ...rows,
    view.arrow,
    view.overlay,
  );
  if (!view.focused || !view.spots.has(view.focused)) view.focused = middle(board);
}

/** @param {Board} board */
function middle(board) {
  return board.cells[Math.floor(board.cells.length / 2)]?.id ?? null;
}

/** Everything about cells that selection, marks and legal moves decide. @param {View} view */
function refresh(view) {
  const { look } = view;
  if (!look) return;
  const targets = new Set(movesFrom(view, view.selected).map((legal) => legal.to));
  const hinted = look.legal.find((legal) => legal.move === view.marks.hint);
  for (const cell of look.board.cells) {
    const { group, piece } = spotOf(view, cell.id);
    const isSource = movesFrom(view, cell.id).length > 0;
    const puts = view.style.put(cell, look);
    const states = {
      'can-move': isSource || (puts !== undefined && look.state === 'playing'),
      selected: cell.id === view.selected,
      target: targets.has(cell.id),
      'hint-from': hinted?.from === cell.id,
      'hint-to': hinted?.to === cell.id,
      idle: view.selected !== null && cell.id !== view.selected && !targets.has(cell.id),
    };
    for (const [name, on] of Object.entries(states)) {
      group.classList.toggle(name, on);
      piece.classList.toggle(name, on);
    }
    group.setAttribute('tabindex', cell.id === view.focused ? '0' : '-1');
    group.setAttribute('aria-selected', String(cell.id === view.selected));
  }
  const words = drawMarks(view);
  for (const cell of look.board.cells) {
    const isSource = movesFrom(view, cell.id).length > 0;
    const label = [...describe(view, cell, isSource, targets.has(cell.id)), words.get(cell.id)]
      .filter(Boolean)
      .join(', ');
    spotOf(view, cell.id).group.setAttribute('aria-label', label);
  }
  drawArrow(view, hinted);
}

/** @param {View} view @param {Cell} cell @param {boolean} isSource @param {boolean} isTarget */
function describe(view, cell, isSource, isTarget) {
  if (!view.look) return [];
  const words = [view.style.name(cell, view.look)];
  if (cell.last) words.push('played last');
  if (cell.winning) words.push('part of the line that ended the game');
  if (isTarget) words.push('a legal target');
  else if (isSource) words.push('can be moved');
  return words;
}

/** A click, a tap, Enter. @param {View} view @param {string} id */
function activate(view, id) {
  const { look, style } = view;
  const cell = look?.board.cells.find((candidate) => candidate.id === id);
  if (!look || !cell) return;
  view.focused = id;
  const onto = movesFrom(view, view.selected).find((legal) => legal.to === id);
  if (onto) return view.actions.play(onto.move);
  const from = movesFrom(view, id);
  const put = style.put(cell, look);
  const into = look.legal.filter((legal) => legal.to === id && legal.from);
  if (put) return view.actions.play(put.move);
  if (from.length === 1 && style.quick && from[0]) return view.actions.play(from[0].move);
  if (from.length > 0) return select(view, view.selected === id ? null : id);
  if (into.length === 1 && style.quick && into[0]) return view.actions.play(into[0].move);
  if (view.selected === null && look.state === 'playing' && look.legal.length > 0) {
    view.actions.say(`${style.name(cell, look)}: no move from here.`);
  }
  select(view, null);
}

/** Shows where a piece would come to lie. @param {View} view @param {string | null} id */
function aim(view, id) {
  const cell = view.look?.board.cells.find((candidate) => candidate.id === id);
  const landing = cell && view.look?.state === 'playing' ? view.style.put(cell, view.look)?.to : undefined;
  for (const [other, { group }] of view.spots) group.classList.toggle('aim', other === landing);
}

/** @param {View} view @param {string | null} id */
function select(view, id) {
  view.selected = id;
  refresh(view);
  const count = movesFrom(view, id).length;
  if (count > 0) view.actions.say(`${count} legal ${count === 1 ? 'target' : 'targets'}.`);
}

/** The end of a drag. @param {View} view @param {string} from @param {string | null} to @returns {boolean} */
function drop(view, from, to) {
  const legal = movesFrom(view, from).find((candidate) => candidate.to === to);
  if (legal) view.actions.play(legal.move);
  else select(view, null);
  return legal !== undefined;
}

/** Moves the focus to the next cell in a direction. @param {View} view @param {number} dx @param {number} dy */
function step(view, dx, dy) {
  const here = view.focused ? view.spots.get(view.focused)?.box : undefined;
  if (!here) return;
  let best = null;
  let least = Infinity;
  for (const [id, { box }] of view.spots) {
    const [right, down] = [box.x - here.x, box.y - here.y];
    const along = right * dx + down * dy;
    const aside = Math.abs(right * dy) + Math.abs(down * dx);
    // Going up or down a hexagon, the neighbour is half a cell aside; sideways it never is.
    const isAhead = along > 1 && (dx === 0 || aside < 1);
    if (isAhead && along + 2 * aside < least) [best, least] = [id, along + 2 * aside];
  }
  if (best === null) return;
  if (view.focused) spotOf(view, view.focused).group.setAttribute('tabindex', '-1');
  view.focused = best;
  const { group } = spotOf(view, best);
  group.setAttribute('tabindex', '0');
  group.focus();
}
