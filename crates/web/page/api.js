/** The service: every request and every stream of events goes through here. */

/** @import {Catalog, Deal, Experiment, ExperimentEntry, Hint, Look, Mistake, RaceEvent, Reply, Solution, Verdict,
 *    Verdicts, WatchEvent} from './wire.js' */

/**
 * Where a game stands, as the service wants it.
 * @typedef {{game: string, position?: string, moves: string[]}} Standing
 */

/** What the service refuses, in its own words. */
export class Problem extends Error {
  /** @param {number} status  0 where there was no answer at all. @param {string} detail */
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

/** @param {unknown} error  Whether a request was given up by ourselves. */
export function isAbort(error) {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** @param {unknown} error  What to tell the person. */
export function reason(error) {
  return error instanceof Error ? error.message : String(error);
}

/** @param {string} path */
const address = (path) => new URL(`api/${path}`, document.baseURI);

/**
 * Asks, and waits its turn when the service says that it is busy.
 * @param {string | URL} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
async function request(path, options = {}) {
  const target = path instanceof URL ? path : address(path);
  for (let attempt = 1; ; attempt += 1) {
    /** @type {Response} */
    let response;
    try {
      response = await fetch(target, options);
    } catch (error) {
      if (isAbort(error)) throw error;
      throw new Problem(0, 'The service does not answer. Is `kibitzer serve` still running?');
    }
    if (response.ok) return response;
    if (response.status === 503 && attempt <= 3) {
      await pause(Number(response.headers.get('Retry-After')) || 1, options.signal ?? undefined);
      continue;
    }
    const said = await response.json().catch(() => ({}));
    throw new Problem(response.status, said.detail ?? said.title ?? `The service answered ${response.status}.`);
  }
}

/** @param {number} seconds @param {AbortSignal} [signal] */
function pause(seconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.min(seconds, 5) * 1000);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('given up', 'AbortError'));
    });
  });
}

/** @param {string} path @param {object} body @param {AbortSignal} [signal] @returns {Promise<any>} */
async function post(path, body, signal) {
  const headers = { 'Content-Type': 'application/json' };
  const response = await request(path, { method: 'POST', headers, body: JSON.stringify(body), signal });
  return response.json();
}

/** @param {string} path @returns {Promise<any>} */
async function get(path) {
  return (await request(path)).json();
}

/** @returns {Promise<Catalog>} */
export const catalog = () => get('catalog');

/** @param {{game: string, seed?: number, level?: string, solvable?: boolean}} wish @param {AbortSignal} [signal]
 *  @returns {Promise<Deal>} */
export const deal = (wish, signal) => post('deal', wish, signal);

/** @param {Standing} standing @param {AbortSignal} signal @returns {Promise<Deal>}  The cards that lie wrong, dealt anew. */
export const redeal = (standing, signal) => post('redeal', standing, signal);

/** @param {Standing} standing @param {AbortSignal} [signal] @returns {Promise<Look>} */
export const look = (standing, signal) => post('look', standing, signal);

/** @param {Standing} standing @param {number} seconds @param {AbortSignal} signal @returns {Promise<Verdict>} */
export const verdict = (standing, seconds, signal) => post('verdict', { ...standing, seconds }, signal);

/** @param {Standing} standing @param {number} seconds @param {AbortSignal} signal @returns {Promise<Verdicts>} */
export const verdicts = (standing, seconds, signal) => post('verdicts', { ...standing, seconds }, signal);

/** @param {Standing} standing @param {number} seconds @param {AbortSignal} signal @returns {Promise<Mistake>} */
export const mistake = (standing, seconds, signal) => post('mistake', { ...standing, seconds }, signal);

/** @param {Standing} standing @param {number} seconds @param {AbortSignal} signal @returns {Promise<Hint>} */
export const hint = (standing, seconds, signal) => post('hint', { ...standing, seconds }, signal);

/** @param {Standing} standing @param {boolean} shortest @param {AbortSignal} signal @returns {Promise<Solution>} */
export const solution = (standing, shortest, signal) => post('solution', { ...standing, shortest }, signal);

/** @param {Standing} standing @param {string} level @param {AbortSignal} signal @returns {Promise<Reply>} */
export const reply = (standing, level, signal) => post('reply', { ...standing, level }, signal);

/** @param {string} id @param {{action: string, nodes?: number, line?: string[]}} order */
export const order = (id, order) => post(`jobs/${encodeURIComponent(id)}`, order);

/** @returns {Promise<{experiments: ExperimentEntry[]}>} */
export const experiments = () => get('experiments');

/** @param {string} id @returns {Promise<Experiment>} */
export const experiment = (id) => get(`experiments/${encodeURIComponent(id)}`);

/**
 * A search at work. Leaving the loop, or the signal, ends the search.
 * @param {Standing & {with: string, seconds?: number, paused?: boolean}} query
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<WatchEvent>}
 */
export function watch({ moves, ...rest }, signal) {
  return events('watch', { ...rest, moves: moves.join(' ') }, signal);
}

/**
 * Searches on the same deals.
 * @param {{game: string, with: string[], seed?: number, deals?: number, nodes?: number}} query
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<RaceEvent>}
 */
export function race({ with: searches, ...rest }, signal) {
  return events('race', { ...rest, with: searches.join(' ') }, signal);
}

/**
 * Reads server-sent events. `EventSource` would hide why a stream is refused and would start a search anew when it ends.
 * @param {string} path
 * @param {Record<string, string | number | boolean | undefined>} query
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<any>}
 */
async function* events(path, query, signal) {
  const target = address(path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') target.searchParams.set(name, String(value));
  }
  const response = await request(target, { signal, headers: { Accept: 'text/event-stream' } });
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += value;
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = block.split(/\r?\n/).filter((line) => line.startsWith('data:'));
        if (data.length > 0) yield JSON.parse(data.map((line) => line.slice(5)).join('\n'));
      }
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
