/** The page: finds out what the link asks for, and puts board and panels together. */

import * as api from './api.js';
import * as birds from './boards/birds.js';
import * as connect4 from './boards/connect4.js';
import * as gaps from './boards/gaps.js';
import * as yavalath from './boards/yavalath.js';
import { html, part } from './dom.js';
import { Game } from './game.js';
import { freshState, gameName, readLink, writeLink } from './link.js';
import { MarkStore } from './marks.js';
import { mountDeal } from './panels/deal.js';
import { mountEngine } from './panels/engine.js';
import { mountHint } from './panels/hint.js';
import { mountLab } from './panels/lab.js';
import { mountLine } from './panels/line.js';
import { mountMoves } from './panels/moves.js';
import { mountSearch } from './panels/search.js';
import { mountTabs } from './panels/tabs.js';
import { mountToolbar } from './panels/toolbar.js';
import { mountVerdict } from './panels/verdict.js';
import { mountTheme } from './theme.js';

/** @import {Catalog} from './wire.js' */
/** @import {Context} from './context.js' */
/** @import {Shown} from './game.js' */

/** A board for each game. @type {Record<string, typeof birds>} */
const BOARDS = { birds, gaps, connect4, yavalath };

const say = (/** @type {string} */ text) => void (part('#say').textContent = text);

/** @param {string} text */
function complain(text) {
  const toast = html('p', { class: 'toast' }, text);
  part('#toasts').replaceChildren(toast);
  setTimeout(() => toast.remove(), 8000);
}

async function start() {
  mountTheme(part('#theme'));
  /** @type {Catalog} */
  let catalog;
  try {
    catalog = await api.catalog();
  } catch (error) {
    return part('#main').replaceChildren(
      html('p', { class: 'empty-state problem' }, `${api.reason(error)} Start it again and reload the page.`),
    );
  }
  const first = catalog.games[0];
  if (!first)
    return part('#main').replaceChildren(html('p', { class: 'empty-state' }, 'This program was built without games.'));
  const game = new Game(first);
  const marks = new MarkStore();
  const tabs = mountTabs(part('#tabs'), part('#panels'), [
    ['play', 'Play'],
    ['search', 'Search'],
    ['new', 'New'],
  ]);
  /** @type {Context} */
  const context = { game, catalog, marks, say, complain, open: tabs.open };

  mountVerdict(part('#verdict'), context);
  mountLine(part('#line'), context);
  const section = (/** @type {string} */ name) =>
    tabs.panel(name).appendChild(html('section', { class: 'panel-part' }));
  mountEngine(section('play'), context);
  const help = mountHint(section('play'), part('#said'), context);
  mountMoves(section('play'), context);
  mountSearch(section('search'), context);
  const { renew } = mountDeal(section('new'), context);
  mountToolbar(part('#toolbar'), context, { hint: help.hint, solve: help.solve, renew });
  const lab = mountLab(part('#lab'), context);
  const board = mountBoard(context);
  drawGames(catalog);
  game.addEventListener('problem', (event) => complain(/** @type {CustomEvent<string>} */ (event).detail));

  /** The last address written by ourselves: going there needs no work. */
  let written = '';
  /** Whether an address is being opened: then it is put right, and nothing is added to the way back. */
  let isArriving = false;
  game.addEventListener('state', () => {
    const link = writeLink({ page: 'game', state: game.state });
    // A new game is a place to come back to; a move is not.
    const isNew =
      gameName(game.state.game) !== gameName(readGame(written)) ||
      (game.state.moves.length === 0 && deals(link) !== deals(written));
    if (!isArriving && isNew && link !== location.hash) history.pushState(null, '', link);
    else history.replaceState(null, '', link);
    written = link;
    title();
  });

  const follow = async () => {
    const route = readLink(location.hash);
    if (location.hash === written && route?.page === 'game' && !part('#play').hidden) return;
    const isLab = route?.page === 'lab';
    part('#play').hidden = isLab;
    part('#lab').hidden = !isLab;
    markCurrent(isLab ? 'lab' : gameName(route?.page === 'game' ? route.state.game : first.name));
    if (isLab) {
      document.title = 'Lab · Kibitzer';
      return lab.show(route.experiment);
    }
    const state = route?.state ?? freshState(first.name);
    const known = catalog.games.find(({ name }) => name === gameName(state.game));
    if (!known) complain(`There is no game called ${gameName(state.game)}. Here is another one.`);
    const entry = known ?? first;
    written = location.hash;
    isArriving = true;
    const refused = await game.open(entry, known ? state : freshState(first.name));
    // A fresh game is better than an empty board.
    if (refused !== null && (!game.look || gameName(game.look.game) !== entry.name)) {
      await game.open(entry, freshState(entry.name));
      complain(`${refused}. Here is a fresh game.`);
    }
    isArriving = false;
  };

  const title = () => {
    const deal = game.state.deal === undefined ? '' : ` ${game.state.deal}`;
    document.title = `${game.entry.title}${deal} · Kibitzer`;
    part('#title').textContent = `${game.entry.title}${deal}`;
    markCurrent(game.entry.name);
  };
  addEventListener('hashchange', follow);
  addEventListener('popstate', follow);
  part('#skip').addEventListener('click', (event) => {
    event.preventDefault();
    board.focus();
  });
  listenToKeys(context, { ...help, renew, focus: board.focus });
  await follow();
}

/** @param {string} link */
const readGame = (link) => {
  const route = readLink(link);
  return route?.page === 'game' ? route.state.game : '';
};

/** What was dealt, without what was played. @param {string} link */
const deals = (link) => {
  const route = readLink(link);
  return route?.page === 'game' ? `${route.state.game} ${route.state.deal} ${route.state.position}` : '';
};

/** @param {Context} context */
function mountBoard({ game, marks, say: tell }) {
  const place = part('#board');
  /** @type {{board: typeof birds, view: ReturnType<typeof birds.create>} | null} */
  let shown = null;
  game.addEventListener('show', (event) => {
    const { look, change } = /** @type {CustomEvent<Shown>} */ (event).detail;
    const board = BOARDS[gameName(look.game)];
    if (!board) return;
    if (shown?.board !== board)
      shown = { board, view: board.create(place, { play: (move) => game.play(move), say: tell }) };
    board.draw(shown.view, look, change);
    place.classList.toggle('over', look.state !== 'playing');
  });
  marks.addEventListener('change', () => shown?.board.mark(shown.view, marks.shown));
  // A board may be drawn otherwise on a tall screen than on a wide one.
  matchMedia('(max-width: 52rem)').addEventListener('change', () => {
    const { look } = game;
    if (!shown || !look) return;
    shown.view = shown.board.create(place, { play: (move) => game.play(move), say: tell });
    shown.board.draw(shown.view, look, null);
    shown.board.mark(shown.view, marks.shown);
  });
  return { focus: () => shown?.board.focus(shown.view) };
}

/** @param {Catalog} catalog */
function drawGames(catalog) {
  const entry = (/** @type {string} */ link, /** @type {string} */ name, /** @type {string} */ title) =>
    html('a', { href: link, 'data-game': name }, title);
  part('#games').replaceChildren(
    ...catalog.games.map(({ name, title }) => entry(`#/${name}`, name, title)),
    entry('#/lab', 'lab', 'Lab'),
  );
}

/** @param {string} name */
function markCurrent(name) {
  for (const link of part('#games').querySelectorAll('a')) {
    if (link.dataset['game'] === name) {
      link.setAttribute('aria-current', 'page');
      link.scrollIntoView({ block: 'nearest', inline: 'center' });
    } else link.removeAttribute('aria-current');
  }
}

/**
 * @param {Context} context
 * @param {{hint: () => void, solve: () => void, toggleVerdicts: () => void, renew: () => void, focus: () => void}} act
 */
function listenToKeys({ game }, act) {
  /** @type {Record<string, () => void>} */
  const keys = {
    u: () => game.undo(),
    r: () => game.redo(),
    h: act.hint,
    s: act.solve,
    n: act.renew,
    v: act.toggleVerdicts,
    ArrowLeft: act.focus,
    ArrowRight: act.focus,
    ArrowUp: act.focus,
    ArrowDown: act.focus,
  };
  addEventListener('keydown', (event) => {
    const { target } = event;
    const isTyping =
      target instanceof Element && target.closest('input, textarea, select, [role=tablist], [role=tree], .lab');
    const isOnControl =
      target instanceof Element && target.closest('button, a, summary') && event.key.startsWith('Arrow');
    const act = keys[event.key];
    if (!act || isTyping || isOnControl || event.ctrlKey || event.metaKey || event.altKey || part('#play').hidden)
      return;
    event.preventDefault();
    act();
  });
}

start();
