/** The address of a state: whatever is on the screen can be sent to a friend. */

/**
 * @typedef {object} State  All that a link restores.
 * @property {string} game  With its options, as in `gaps:first=any`.
 * @property {number} [deal]  The number of the deal, where the position came from one.
 * @property {string} [position]  The position that the moves start from, where it is not a deal's.
 * @property {string[]} moves  All moves, also those taken back.
 * @property {number} at  How many of them are played.
 * @property {string[]} line  A line that is looked at from there, without being played.
 * @property {number} lineAt  How far.
 * @property {string} [level]  The engine on the other side.
 * @property {number} redealt  How often cards were dealt anew in this game.
 * @property {1|2} side  The side of the person, where there is an engine.
 */

/** @typedef {{page: 'game', state: State} | {page: 'lab', experiment: string}} Route */

/** @param {string} game @returns {State} */
export function freshState(game) {
  return { game, moves: [], at: 0, line: [], lineAt: 0, redealt: 0, side: 1 };
}

/** @param {string} name  Without options. */
export const gameName = (name) => name.split(':')[0] ?? name;

/** @param {string} hash @returns {Route | null}  Nothing where the address names nothing. */
export function readLink(hash) {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [first = '', second = ''] = path.split('/').map(decodeURIComponent);
  if (first === '') return null;
  if (first === 'lab') return { page: 'lab', experiment: second };
  const fields = new URLSearchParams(query);
  const moves = words(fields.get('moves'));
  const line = words(fields.get('line'));
  return {
    page: 'game',
    state: {
      game: first,
      deal: number(fields.get('deal')),
      position: fields.get('position') ?? undefined,
      moves,
      at: Math.min(number(fields.get('at')) ?? moves.length, moves.length),
      line,
      lineAt: Math.min(number(fields.get('line-at')) ?? 0, line.length),
      redealt: number(fields.get('redealt')) ?? 0,
      level: fields.get('against') ?? undefined,
      side: fields.get('side') === '2' ? 2 : 1,
    },
  };
}

/** @param {Route} route @returns {string} */
export function writeLink(route) {
  if (route.page === 'lab') return `#/lab${route.experiment ? `/${encodeURIComponent(route.experiment)}` : ''}`;
  const { state } = route;
  const fields = new URLSearchParams();
  if (state.deal !== undefined) fields.set('deal', String(state.deal));
  else if (state.position !== undefined && state.position !== 'start') fields.set('position', state.position);
  if (state.moves.length > 0) fields.set('moves', state.moves.join(' '));
  if (state.at < state.moves.length) fields.set('at', String(state.at));
  if (state.line.length > 0) {
    fields.set('line', state.line.join(' '));
    fields.set('line-at', String(state.lineAt));
  }
  if (state.redealt > 0) fields.set('redealt', String(state.redealt));
  if (state.level) {
    fields.set('against', state.level);
    fields.set('side', String(state.side));
  }
  const query = fields.toString();
  return `#/${state.game}${query ? `?${query}` : ''}`;
}

/** @param {string | null} text */
const words = (text) => (text ?? '').split(/\s+/).filter(Boolean);

/** @param {string | null} text */
function number(text) {
  return text !== null && /^\d{1,16}$/.test(text) ? Number(text) : undefined;
}
