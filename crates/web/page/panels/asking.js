/** One question at a time: a new one gives up the one before. */

import { isAbort } from '../api.js';

export class Asking {
  /** @type {AbortController | null} */ #controller = null;

  /** Gives up what was asked. */
  stop() {
    this.#controller?.abort();
    this.#controller = null;
  }

  /**
   * @template T
   * @param {(signal: AbortSignal) => Promise<T>} question
   * @returns {Promise<T | undefined>}  Nothing if another question came in between.
   */
  async ask(question) {
    this.stop();
    const controller = new AbortController();
    this.#controller = controller;
    try {
      const answer = await question(controller.signal);
      return controller.signal.aborted ? undefined : answer;
    } catch (error) {
      if (controller.signal.aborted || isAbort(error)) return undefined;
      throw error;
    }
  }
}
