/** One search that is watched: its numbers, its best line, its moves as bars, its tree. */

import * as api from '../api.js';
import { TONE } from '../boards/marks.js';
import { amount, button, duration, html, icon, memory } from '../dom.js';
import { moveBars } from './bars.js';
import { searchFields } from './fields.js';
import { createTree } from './tree.js';

/** @import {DoneEvent, ProgressEvent, Search, Weighed} from '../wire.js' */

/**
 * @typedef {object} LaneWishes
 * @property {(line: string[]) => void} preview
 * @property {(moves: Weighed[]) => void} mark
 * @property {() => void} changed  The lane has started, paused or ended.
 */

export class Lane {
  /** @type {'idle' | 'running' | 'paused'} */ state = 'idle';
  element = html('section', { class: 'lane' });
  /** @type {string | null} */ #job = null;
  /** @type {AbortController | null} */ #controller = null;
  #status = html('p', { class: 'lane-status', role: 'status' });
  #numbers = html('dl', { class: 'lane-numbers' });
  #line = html('p', { class: 'best-line' });
  #bars = html('div');
  #treePlace = html('div', { class: 'tree-place' });
  #wishes;
  #fields;
  #tree;

  /** @param {Search[]} searches @param {{label: string, chosen?: string}} how @param {LaneWishes} wishes */
  constructor(searches, how, wishes) {
    this.#wishes = wishes;
    this.#fields = searchFields(searches, how);
    this.#tree = createTree(this.#treePlace, {
      open: (line) => this.#tell({ action: 'open', line }),
      close: (line) => this.#tell({ action: 'close', line }),
      preview: wishes.preview,
    });
    this.element.append(this.#fields.element, this.#status, this.#numbers, this.#line, this.#bars, this.#treePlace);
  }

  /** @param {api.Standing} standing @param {number} seconds @param {number} first  Nodes before a pause; 0 is to run on. */
  async start(standing, seconds, first) {
    const paused = first > 0;
    this.end();
    const controller = new AbortController();
    this.#controller = controller;
    this.#tree.clear();
    this.#bars.replaceChildren();
    this.#line.replaceChildren();
    this.#numbers.replaceChildren();
    this.#enter(paused ? 'paused' : 'running', 'starting …');
    this.#status.scrollIntoView({ block: 'start' });
    try {
      const query = { ...standing, with: this.#fields.text(), seconds, ...(paused ? { paused } : {}) };
      for await (const event of api.watch(query, controller.signal)) {
        if (controller.signal.aborted) return;
        if (event.event === 'job') {
          this.#job = event.id;
          if (paused) this.step(first);
        } else if (event.event === 'progress') this.#progress(event);
        else if (event.event === 'tree') this.#tree.update(event);
        else if (event.event === 'done') return this.#done(event);
        else if (event.event === 'problem')
          return this.#enter('idle', `${event.detail}. Change the search or its parameters.`);
      }
      if (!controller.signal.aborted) this.#enter('idle', 'The stream ended early. Start it again.');
    } catch (error) {
      if (!controller.signal.aborted)
        this.#enter('idle', `${api.reason(error)}. Change the search or its parameters, or try again.`);
    }
  }

  get isIdle() {
    return this.state === 'idle';
  }

  pause() {
    if (this.state === 'running') this.#tell({ action: 'pause' }, 'paused');
  }

  resume() {
    if (this.state === 'paused') this.#tell({ action: 'resume' }, 'running');
  }

  /** @param {number} nodes */
  step(nodes) {
    this.#tell({ action: 'step', nodes }, 'paused');
  }

  /** Lets it end, and say what it knows. */
  stop() {
    if (!this.isIdle) this.#tell({ action: 'stop' });
  }

  /** Leaves it. @param {string} [why] */
  end(why) {
    if (this.isIdle) return;
    this.#controller?.abort();
    this.#enter('idle', why ?? 'stopped');
  }

  /** @param {{action: string, nodes?: number, line?: string[]}} order @param {'running' | 'paused'} [next] */
  async #tell(order, next) {
    if (!this.#job || this.isIdle) return;
    try {
      await api.order(this.#job, order);
      if (next && !this.isIdle) this.#enter(next, next);
    } catch (error) {
      // It may have ended in the meantime; then its last event says so.
      if (!this.isIdle) this.#status.textContent = `${api.reason(error)}.`;
    }
  }

  /** @param {'idle' | 'running' | 'paused'} state @param {string} words */
  #enter(state, words) {
    this.state = state;
    if (state === 'idle') this.#job = null;
    this.#status.textContent = words;
    this.#wishes.changed();
  }

  /** @param {ProgressEvent} event */
  #progress(event) {
    if (this.#status.textContent === 'starting …') this.#status.textContent = event.state;
    this.#show(event, [
      ['a second', amount(event.nodes_per_second)],
      ['depth', String(event.depth)],
    ]);
  }

  /** @param {DoneEvent} event */
  #done(event) {
    const tone = TONE[event.verdict];
    this.#enter('idle', '');
    this.#status.replaceChildren(
      html('span', { class: `lamp small ${tone}` }, icon(tone)),
      ` ${event.verdict}${event.stopped_by ? `, stopped by ${event.stopped_by}` : ''}${event.shortest ? ', proved shortest' : ''}`,
    );
    this.#show(event, event.micros > 0 ? [['a second', amount((event.nodes / event.micros) * 1e6)]] : []);
  }

  /** @param {ProgressEvent | DoneEvent} event @param {[string, string][]} more */
  #show(event, more) {
    /** @type {[string, string][]} */
    const numbers = [
      ['nodes', amount(event.nodes)],
      ...more,
      ['time', duration(event.micros)],
      ['memory', memory(event.bytes)],
    ];
    this.#numbers.replaceChildren(
      ...numbers.map(([name, value]) => html('div', {}, html('dt', {}, name), html('dd', {}, value))),
    );
    const { line } = event;
    this.#line.replaceChildren(
      ...(line.length > 0
        ? [
            button({
              word: `${line.length} moves: ${line.slice(0, 8).join(' ')}${line.length > 8 ? ' …' : ''}`,
              class: 'line-button',
              onclick: () => this.#wishes.preview(line),
            }),
          ]
        : []),
    );
    if (event.moves.length > 0) {
      this.#bars.replaceChildren(moveBars(event.moves, 8));
      this.#wishes.mark(event.moves);
    }
  }
}
