/** The game at hand: what was dealt, what was played, what is looked at. It asks the service and tells its listeners. */

import * as api from './api.js';
import { freshState } from './link.js';

/** @import {Cell, GameEntry, LegalMove, Look} from './wire.js' */
/** @import {State} from './link.js' */

/**
 * @typedef {object} Change  How the board came to differ from the one before, so that it can be animated.
 * @property {LegalMove} move
 * @property {boolean} back  Whether the move was taken back.
 */

/**
 * @typedef {object} Shown
 * @property {Look} look
 * @property {Change | null} change
 * @property {boolean} settled  False while the service has not yet agreed to what is drawn.
 */

/** Looks remembered, so that taking back and stepping through lines need no request. */
const REMEMBERED = 500;

/** Events: `show` with a {@link Shown}, `problem` with a sentence, `state` when the link has changed. */
export class Game extends EventTarget {
  /** @type {GameEntry} */ entry;
  /** @type {State} */ state = freshState('');
  /** @type {Look | null} */ look = null;
  /** Whether the service has agreed to what is drawn. */
  settled = false;
  /** @type {Map<string, Look>} */ #looks = new Map();
  /** @type {AbortController | null} */ #asking = null;

  /** @param {GameEntry} entry */
  constructor(entry) {
    super();
    this.entry = entry;
  }

  /** The moves behind the board that is shown. */
  get shownMoves() {
    const { moves, at, line, lineAt } = this.state;
    return [...moves.slice(0, at), ...line.slice(0, lineAt)];
  }

  /** What the service is asked about. */
  get standing() {
    return this.standingOf(this.shownMoves);
  }

  /** @param {string[]} moves @returns {api.Standing} */
  standingOf(moves) {
    return { game: this.state.game, position: this.state.position, moves };
  }

  /** Who made a move, where its position was looked at. @param {number} index */
  moverOf(index) {
    return this.#looks.get(key(this.standingOf(this.state.moves.slice(0, index))))?.to_move;
  }

  /** Whether the engine is to move, at the end of what was played. */
  get isEngineTurn() {
    const { level, side, at, moves, line } = this.state;
    const atTheEnd = at === moves.length && line.length === 0;
    return Boolean(level && this.settled && atTheEnd && this.look?.state === 'playing' && this.look.to_move !== side);
  }

  /**
   * Opens what a link describes. A puzzle without a position gets a deal.
   * @param {GameEntry} entry @param {State} state
   * @returns {Promise<string | null>}  Why it cannot be opened, which has been told as a problem, too.
   */
  async open(entry, state) {
    this.entry = entry;
    const signal = this.#supersede();
    try {
      let complete = { ...state, position: state.position ?? entry.start };
      if (complete.position === undefined) {
        // Where deals are measured by level, one that can be won is found at once.
        const luck = entry.levels.length > 0 ? { solvable: true } : {};
        const wish = { game: state.game, ...(state.deal === undefined ? luck : { seed: state.deal }) };
        const deal = await this.#deal(wish, signal);
        complete = { ...complete, deal: deal.seed, position: deal.position };
      }
      await this.#show(complete, null, signal);
      return null;
    } catch (error) {
      this.#fail(error);
      return api.isAbort(error) ? null : api.reason(error);
    }
  }

  /** @param {{game: string, seed?: number, level?: string, solvable?: boolean}} wish */
  async deal(wish) {
    const signal = this.#supersede();
    const deal = await api.deal(wish, signal);
    await this.#show({ ...freshState(wish.game), deal: deal.seed, position: deal.position }, null, signal);
  }

  /** A winnable deal can be rare with unusual options; any deal is better than an empty board.
   *  @param {{game: string, seed?: number, solvable?: boolean}} wish @param {AbortSignal} signal */
  async #deal(wish, signal) {
    try {
      return await api.deal(wish, signal);
    } catch (error) {
      if (!wish.solvable || api.isAbort(error)) throw error;
      return api.deal({ game: wish.game }, signal);
    }
  }

  /** Deals anew what lies wrong. It is a new beginning, which the way back of the browser undoes. */
  async redeal() {
    const signal = this.#supersede();
    try {
      const { position } = await api.redeal(this.standing, signal);
      await this.#show({ ...freshState(this.state.game), position, redealt: this.state.redealt + 1 }, null, signal);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Sets up a typed position; refused ones throw and change nothing. @param {string} game @param {string} position */
  async setUp(game, position) {
    const { level, side } = this.state;
    await this.#show({ ...freshState(game), position, level, side }, null, this.#supersede());
  }

  /** @param {string} move */
  async play(move) {
    const { look, state } = this;
    const legal = look?.legal.find((candidate) => candidate.move === move);
    if (!look || !legal)
      return this.#fail(new Error(`${move} is not a move here. Legal ones light up when a piece is chosen.`));
    const played = this.shownMoves;
    const isRedo = state.line.length === 0 && state.moves[state.at] === move;
    const moves = isRedo ? state.moves : [...played, move];
    const next = { ...state, moves, at: played.length + 1, line: [], lineAt: 0 };
    const signal = this.#supersede();
    this.state = next;
    this.#tell({ look: predict(look, legal), change: { move: legal, back: false }, settled: false });
    try {
      await this.#show(next, null, signal);
    } catch (error) {
      if (api.isAbort(error)) return;
      // Nobody else has changed the state, or the request would have been given up.
      this.state = state;
      this.#tell({ look, change: { move: legal, back: true }, settled: true });
      this.#fail(error);
    }
  }

  /** Shows the board after so many of the moves. @param {number} at */
  async goTo(at) {
    const next = { ...this.state, at: Math.max(0, Math.min(at, this.state.moves.length)), line: [], lineAt: 0 };
    await this.#step(next);
  }

  async undo() {
    if (this.state.line.length > 0) return this.leaveLine();
    const { level, side } = this.state;
    await this.goTo(this.state.at - 1);
    // Against an engine one takes back one's own move, and with it the answer.
    while (level && this.state.at > 0 && this.look?.to_move !== side) await this.goTo(this.state.at - 1);
  }

  async redo() {
    const { level, side } = this.state;
    await this.goTo(this.state.at + 1);
    while (level && this.state.at < this.state.moves.length && this.look?.to_move !== side)
      await this.goTo(this.state.at + 1);
  }

  /** Looks at a line from the position at hand without playing it. @param {string[]} line @param {number} lineAt */
  async showLine(line, lineAt) {
    await this.#step({ ...this.state, line, lineAt: Math.max(0, Math.min(lineAt, line.length)) });
  }

  async leaveLine() {
    await this.#step({ ...this.state, line: [], lineAt: 0 });
  }

  /** Plays what is looked at; the rest of the line can be redone. */
  async keepLine() {
    const { moves, at, line, lineAt } = this.state;
    await this.#step({ ...this.state, moves: [...moves.slice(0, at), ...line], at: at + lineAt, line: [], lineAt: 0 });
  }

  /** @param {{level?: string, side?: 1|2}} opponent */
  setOpponent(opponent) {
    this.state = { ...this.state, ...opponent };
    this.dispatchEvent(new Event('state'));
    if (this.look) this.#tell({ look: this.look, change: null, settled: this.settled });
  }

  /** @param {State} next */
  async #step(next) {
    const before = this.shownMoves;
    const signal = this.#supersede();
    try {
      await this.#show(next, before, signal);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {State} next @param {string[] | null} before  The moves shown before, to animate from. @param {AbortSignal} signal */
  async #show(next, before, signal) {
    const moves = [...next.moves.slice(0, next.at), ...next.line.slice(0, next.lineAt)];
    const look = await this.#lookAt({ game: next.game, position: next.position, moves }, signal);
    if (signal.aborted) return;
    const change = before ? this.#change(next, before, moves) : null;
    // The service writes moves and positions in their usual form; links should hold those.
    this.state = {
      ...next,
      position: look.start,
      moves: [...look.moves.slice(0, next.at), ...next.moves.slice(next.at)],
    };
    this.dispatchEvent(new Event('state'));
    this.#tell({ look, change, settled: true });
  }

  /** @param {State} state @param {string[]} before @param {string[]} after @returns {Change | null} */
  #change(state, before, after) {
    const back = after.length < before.length;
    const [less, more] = back ? [after, before] : [before, after];
    const isStep = more.length === less.length + 1 && less.every((move, index) => move === more[index]);
    if (!isStep) return null;
    const move = this.#looks
      .get(key({ game: state.game, position: state.position, moves: less }))
      ?.legal.find((candidate) => candidate.move === more.at(-1));
    return move ? { move, back } : null;
  }

  /** @param {api.Standing} standing @param {AbortSignal} signal */
  async #lookAt(standing, signal) {
    const known = this.#looks.get(key(standing));
    if (known) return known;
    const look = await api.look(standing, signal);
    if (this.#looks.size >= REMEMBERED) this.#looks.clear();
    this.#looks.set(key(standing), look);
    this.#looks.set(key({ ...standing, position: look.start, moves: look.moves }), look);
    return look;
  }

  /** Gives up what was asked before: only the last wish counts. */
  #supersede() {
    this.#asking?.abort();
    this.#asking = new AbortController();
    return this.#asking.signal;
  }

  /** @param {Shown} shown */
  #tell(shown) {
    this.look = shown.look;
    this.settled = shown.settled;
    this.dispatchEvent(new CustomEvent('show', { detail: shown }));
  }

  /** @param {unknown} error */
  #fail(error) {
    if (!api.isAbort(error)) this.dispatchEvent(new CustomEvent('problem', { detail: api.reason(error) }));
  }
}

/** @param {api.Standing} standing */
const key = (standing) => JSON.stringify([standing.game, standing.position, standing.moves]);

/**
 * The board with a piece put where the person put it: what is drawn until the service answers. What else the move
 * does is for the rules to say, and those are not here.
 * @param {Look} look @param {LegalMove} legal @returns {Look}
 */
function predict(look, legal) {
  const from = look.board.cells.find((cell) => cell.id === legal.from);
  /** @param {Cell} cell @returns {Cell} */
  const moved = (cell) => {
    if (cell.id === legal.to && from) return { ...cell, card: from.card, size: from.size, wants: undefined };
    if (cell.id === legal.from) return { ...cell, card: undefined, size: undefined };
    if (cell.id === legal.to) return { ...cell, owner: look.to_move, last: true, threat: undefined };
    return cell.last ? { ...cell, last: false } : cell;
  };
  return { ...look, board: { ...look.board, cells: look.board.cells.map(moved) }, legal: [] };
}
