/** Pointer and keys on a board: what a hand does becomes a cell that is activated, or a piece that is dropped. */

import { svg } from '../dom.js';
import { movesFrom, spotOf } from './view.js';

/** @import {View} from './view.js' */

/**
 * @typedef {object} Meaning
 * @property {(view: View, id: string) => void} activate
 * @property {(view: View, id: string | null) => void} aim
 * @property {(view: View, id: string | null) => void} select
 * @property {(view: View, from: string, to: string | null) => boolean} drop
 * @property {(view: View, dx: number, dy: number) => void} step
 */

/** A finger trembles; a drag does not begin before this many pixels. */
const TREMBLE = 6;

/** A click that comes within this many milliseconds of a tap is the same. */
const TAP = 700;

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {View} view @param {Meaning} meaning */
export function listen(view, meaning) {
  /** @type {{from: string, pointer: number, x: number, y: number, ghost: SVGGElement | null} | null} */
  let drag = null;
  let wasDragged = false;
  /** The cell that a finger came down on. @type {string | null} */
  let pressed = null;
  /** The last tap: browsers leave out some clicks after touches, so the tap counts and its click does not. */
  let tapped = { id: '', time: -Infinity };

  view.root.addEventListener('pointerdown', (event) => {
    const from = cellAt(event.target);
    wasDragged = false;
    pressed = event.isPrimary && event.pointerType !== 'mouse' ? from : null;
    if (event.button !== 0 || !from || movesFrom(view, from).length === 0) return;
    drag = { from, pointer: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
  });

  view.root.addEventListener('pointermove', (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < TREMBLE) return;
      view.root.setPointerCapture(event.pointerId);
      meaning.select(view, drag.from);
      drag.ghost = lift(view, drag.from);
    }
    const from = boardPoint(view, drag.x, drag.y);
    const to = boardPoint(view, event.clientX, event.clientY);
    drag.ghost.setAttribute('transform', `translate(${to.x - from.x} ${to.y - from.y})`);
    hover(view, cellUnder(event));
  });

  view.root.addEventListener('pointerover', (event) => {
    // A finger hides what it points at, and leaves without saying so.
    if (event.pointerType === 'mouse') meaning.aim(view, cellAt(event.target));
  });
  view.root.addEventListener('pointerleave', () => meaning.aim(view, null));

  /** @param {PointerEvent} event */
  const end = (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { from, ghost } = drag;
    drag = null;
    if (!ghost) return;
    pressed = null;
    wasDragged = true;
    hover(view, null);
    ghost.remove();
    spotOf(view, from).piece.classList.remove('lifted');
    meaning.drop(view, from, event.type === 'pointerup' ? cellUnder(event) : null);
  };
  view.root.addEventListener('pointerup', end);
  view.root.addEventListener('pointercancel', end);

  view.root.addEventListener('pointerup', (event) => {
    const id = pressed;
    pressed = null;
    if (!id || cellUnder(event) !== id) return;
    tapped = { id, time: event.timeStamp };
    meaning.activate(view, id);
  });
  view.root.addEventListener('pointercancel', () => (pressed = null));

  view.root.addEventListener('click', (event) => {
    const id = cellAt(event.target);
    const isTap = id === tapped.id && event.timeStamp - tapped.time < TAP;
    if (isTap) return;
    if (!wasDragged && id) meaning.activate(view, id);
    else if (!id) meaning.select(view, null);
    wasDragged = false;
  });

  view.root.addEventListener('keydown', (event) => {
    const id = cellAt(event.target);
    if (!id || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) meaning.step(view, ...arrow);
    else if (event.key === 'Enter' || event.key === ' ') meaning.activate(view, id);
    else if (event.key === 'Escape') meaning.select(view, null);
    else if (!playNamed(view, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });

  view.root.addEventListener('focusin', (event) => {
    const id = cellAt(event.target);
    if (!id) return;
    view.focused = id;
    if (event.target instanceof Element && event.target.matches(':focus-visible')) meaning.aim(view, id);
  });
}

/** A key that is the name of a move plays it. @param {View} view @param {string} key */
function playNamed(view, key) {
  const named = view.look?.legal.find((legal) => legal.move === key);
  if (named) view.actions.play(named.move);
  return named !== undefined;
}

/** A copy of the piece that follows the pointer. @param {View} view @param {string} id */
function lift(view, id) {
  const { piece } = spotOf(view, id);
  const ghost = svg('g', { class: 'ghost' }, piece.cloneNode(true));
  piece.classList.add('lifted');
  view.overlay.replaceChildren(ghost);
  return ghost;
}

/** @param {View} view @param {string | null} id */
function hover(view, id) {
  for (const [other, { group }] of view.spots)
    group.classList.toggle('over', other === id && group.classList.contains('target'));
}

/** @param {EventTarget | null} target */
function cellAt(target) {
  return target instanceof Element ? (target.closest('[data-cell]')?.getAttribute('data-cell') ?? null) : null;
}

/** Captured pointers aim at the board, so the cell under them is looked up. @param {PointerEvent} event */
const cellUnder = (event) => cellAt(document.elementFromPoint(event.clientX, event.clientY));

/** @param {View} view @param {number} x @param {number} y */
function boardPoint(view, x, y) {
  return new DOMPoint(x, y).matrixTransform(view.root.getScreenCTM()?.inverse());
}
