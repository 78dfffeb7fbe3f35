/** Who may write on the board: several panels know something of the moves, and one of them is shown at a time. */

/** @import {Weighed} from './wire.js' */
/** @import {Marks} from './boards/view.js' */

/** What somebody who looks on purpose sees goes before what is always there. */
const LAYERS = /** @type {const} */ (['watch', 'thinking', 'verdicts']);

/** @typedef {typeof LAYERS[number]} Layer */

export class MarkStore extends EventTarget {
  /** @type {Partial<Record<Layer, Map<string, Weighed>>>} */ #layers = {};
  /** @type {string | null} */ #hint = null;
  #threats = false;

  /** @param {Layer} layer @param {Weighed[] | null} moves */
  set(layer, moves) {
    if (moves === null && !this.#layers[layer]) return;
    if (moves === null) delete this.#layers[layer];
    else this.#layers[layer] = new Map(moves.map((weighed) => [weighed.move, weighed]));
    this.dispatchEvent(new Event('change'));
  }

  /** @param {string | null} move */
  setHint(move) {
    if (this.#hint === move) return;
    this.#hint = move;
    this.dispatchEvent(new Event('change'));
  }

  /** @param {boolean} on */
  setThreats(on) {
    this.#threats = on;
    this.dispatchEvent(new Event('change'));
  }

  /** @returns {Marks} */
  get shown() {
    const layer = LAYERS.find((name) => this.#layers[name]);
    return { weights: (layer && this.#layers[layer]) ?? new Map(), hint: this.#hint, threats: this.#threats };
  }
}
