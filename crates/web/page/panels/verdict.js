/** The light: whether the game can still be won, live and exactly, and since when it cannot. */

import * as api from '../api.js';
import { TONE } from '../boards/marks.js';
import { PLAYERS, named } from '../boards/stones.js';
import { amount, button, capital, copy, duration, html, icon } from '../dom.js';
import { Asking } from './asking.js';

/** @import {Look, Verdict} from '../wire.js' */
/** @import {Context} from '../context.js' */
/** @typedef {'good' | 'bad' | 'even' | 'open'} Tone */

/** Seconds of the first look, so that the light is quick; the next takes as long as the service allows. */
const FIRST_LOOK = 1;
/** An answer within this time is not worth a flicker. */
const FLICKER = 140;

/** @param {HTMLElement} root @param {Context} context */
export function mountVerdict(root, context) {
  const { game } = context;
  const patience = context.catalog.limits.answer_seconds;
  const lamp = html('span', { class: 'lamp open' }, icon('open'));
  const words = html('strong', { class: 'verdict-words' });
  const turn = html('span', { class: 'turn' });
  const deal = html('span', { class: 'deal' });
  const share = button({ icon: 'link', word: 'Link', class: 'icon-button', onclick: () => copy(location.href, share) });
  share.title = 'Copy a link to this position and its moves';
  const numbers = html('p', { class: 'numbers' });
  const deeper = html('details', { class: 'deeper' }, html('summary', {}, 'numbers'), numbers);
  const finding = html('p', { class: 'finding', 'aria-live': 'polite' });
  const back = button({
    word: 'Go back to before it',
    icon: 'undo',
    class: 'button small',
    onclick: () => backTo && game.goTo(backTo - 1),
  });
  const ask = button({ word: 'Where did it go wrong?', class: 'button small', onclick: () => findMistake() });
  const actions = html('div', { class: 'verdict-actions' }, ask, back);
  root.append(
    html(
      'div',
      { class: 'verdict-line' },
      lamp,
      html(
        'div',
        { class: 'verdict-text' },
        html('div', { role: 'status', 'aria-live': 'polite' }, words),
        html('div', { class: 'verdict-meta' }, turn, deal),
      ),
      share,
    ),
    actions,
    finding,
    deeper,
  );

  const asking = new Asking();
  const searching = new Asking();
  /** @type {Map<string, Verdict>} */
  const known = new Map();
  /** @type {number | null} */
  let backTo = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let clock;

  /** @param {Tone} tone @param {string} text */
  const light = (tone, text) => {
    if (!lamp.classList.contains(tone)) lamp.replaceChildren(icon(tone));
    lamp.className = `lamp ${tone}`;
    words.textContent = text;
  };

  game.addEventListener('show', (event) => {
    const { look, settled } = /** @type {CustomEvent<import('../game.js').Shown>} */ (event).detail;
    turn.textContent = look.to_move && look.state === 'playing' ? `${PLAYERS[look.to_move]} to move` : '';
    turn.className = `turn${look.to_move ? ` player-${look.to_move}` : ''}`;
    deal.textContent = game.state.deal === undefined ? '' : `deal ${game.state.deal}`;
    if (!settled) return;
    asking.stop();
    searching.stop();
    clearInterval(clock);
    backTo = null;
    back.hidden = true;
    finding.textContent = '';
    ask.hidden = true;
    if (look.state !== 'playing') end(look);
    else judge(look).catch((error) => light('open', `not known: ${api.reason(error)}`));
  });

  /** @param {Look} look */
  function end(look) {
    const side = game.state.level ? game.state.side : look.winner;
    deeper.hidden = true;
    ask.hidden = look.state === 'draw' || game.shownMoves.length === 0 || (look.state === 'won' && !look.winner);
    if (look.state === 'draw') light('even', 'a draw');
    else if (look.state === 'stuck') light('bad', 'no move is left');
    else if (look.winner) light(look.winner === side ? 'good' : 'bad', `${PLAYERS[look.winner]} has won`);
    else light('good', `won in ${game.shownMoves.length} moves`);
    const next = look.state === 'stuck' ? 'Undo takes moves back; New deals another.' : 'New starts another.';
    finding.textContent = look.remark ? `${capital(named(look.remark))}. ${next}` : next;
    context.say(words.textContent ?? '');
  }

  /** @param {Look} look */
  async function judge(look) {
    const key = `${look.game} ${look.position}`;
    const before = known.get(key);
    if (before) return tell(look, before);
    const begin = performance.now();
    clock = setInterval(() => {
      const seconds = Math.floor((performance.now() - begin) / 1000);
      light('open', seconds === 0 ? 'not known yet' : `not known yet (${seconds} s)`);
      deeper.hidden = true;
    }, FLICKER);
    for (const seconds of [FIRST_LOOK, patience]) {
      const verdict = await searching
        .ask((signal) => api.verdict(game.standing, seconds, signal))
        .catch((error) => {
          clearInterval(clock);
          throw error;
        });
      if (!verdict) return;
      const isLast = verdict.verdict !== 'unknown' || verdict.stopped_by !== 'time' || seconds === patience;
      if (!isLast) continue;
      clearInterval(clock);
      if (verdict.verdict !== 'unknown') known.set(key, verdict);
      return tell(look, verdict);
    }
  }

  /** @param {Look} look @param {Verdict} verdict */
  function tell(look, verdict) {
    const tone = TONE[verdict.verdict];
    // Against an engine the light is for the person, whoever is to move.
    const isOther = Boolean(game.state.level && look.to_move && look.to_move !== game.state.side);
    light(isOther && tone === 'good' ? 'bad' : isOther && tone === 'bad' ? 'good' : tone, named(verdict.says));
    const score = verdict.score === undefined ? [] : [`score ${verdict.score}`];
    const length = verdict.length === undefined ? [] : [`a solution of ${verdict.length} moves`];
    const stopped = verdict.stopped_by ? [`stopped by ${verdict.stopped_by}`] : [];
    numbers.textContent = [
      ...score,
      ...length,
      `${amount(verdict.expanded)} positions`,
      duration(verdict.micros),
      ...stopped,
    ].join(', ');
    deeper.hidden = false;
    ask.hidden = game.shownMoves.length === 0 || (game.entry.kind === 'puzzle' && verdict.verdict !== 'unsolvable');
    if (verdict.verdict === 'unknown')
      finding.textContent = 'Too deep for a few seconds. Search looks longer, and shows how.';
  }

  async function findMistake() {
    finding.textContent = 'looking back …';
    try {
      const found = await asking.ask((signal) => api.mistake(game.standing, patience, signal));
      if (!found) return;
      finding.textContent = `${capital(named(found.says))}.`;
      backTo = found.number ?? null;
      back.hidden = backTo === null || game.state.line.length > 0;
      ask.hidden = true;
      game.dispatchEvent(new CustomEvent('mistake', { detail: backTo }));
    } catch (error) {
      finding.textContent = `${api.reason(error)}. Try again in a moment.`;
    }
  }
}
