/** Moves that are seen: brief, and not at all for whoever has asked their system for less motion. */

import { spotOf } from './view.js';

/** @import {View} from './view.js' */
/** @import {Change} from '../game.js' */

const MILLISECONDS = 170;

/** Whether nothing shall move. */
export const stillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** @param {View} view @param {Change} change */
export function animate(view, { move, back }) {
  if (!move.to) return;
  if (view.style.motion === 'slide' && move.from) {
    slide(view, ...(back ? [move.to, move.from] : [move.from, move.to]));
  } else if (!back) {
    appear(view, move.to);
  }
}

/** The piece that now lies at `to` comes from `from`, above all others. @param {View} view @param {string} [from] @param {string} [to] */
function slide(view, from, to) {
  if (!from || !to) return;
  const [start, end] = [spotOf(view, from).box, spotOf(view, to)];
  const flying = /** @type {SVGGElement} */ (end.piece.cloneNode(true));
  view.overlay.replaceChildren(flying);
  end.piece.classList.add('lifted');
  const offset = `translate(${start.x}px, ${start.y}px)`;
  const rest = `translate(${end.box.x}px, ${end.box.y}px)`;
  const flight = flying.animate(
    { transform: [offset, rest] },
    { duration: MILLISECONDS, easing: 'cubic-bezier(.2,.8,.3,1)' },
  );
  const land = () => {
    flying.remove();
    end.piece.classList.remove('lifted');
  };
  flight.finished.then(land, land);
}

/** @param {View} view @param {string} id */
function appear(view, id) {
  const { piece, box } = spotOf(view, id);
  const place = `translate(${box.x}px, ${box.y}px)`;
  if (view.style.motion === 'fall') {
    const above = `translate(${box.x}px, ${-box.height}px)`;
    piece.animate(
      { transform: [above, place] },
      { duration: 60 + Math.min(box.y / 6, 130), easing: 'cubic-bezier(.5,0,.9,.6)' },
    );
  } else {
    piece.animate({ opacity: [0.2, 1] }, { duration: MILLISECONDS, easing: 'ease-out' });
  }
}
