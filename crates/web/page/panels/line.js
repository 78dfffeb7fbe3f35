/** The bar under the board while a line is looked at without being played. */

import { button, html } from '../dom.js';

/** @import {Context} from '../context.js' */

/** @param {HTMLElement} root @param {Context} context */
export function mountLine(root, { game }) {
  const slider = html('input', {
    type: 'range',
    min: 0,
    step: 1,
    'aria-label': 'Step through the line',
    id: 'line-slider',
  });
  const count = html('output', { class: 'line-count', for: 'line-slider' });
  slider.addEventListener('input', () => game.showLine(game.state.line, Number(slider.value)));
  root.append(
    button({
      icon: 'previous',
      word: 'Step back',
      class: 'icon-button',
      hidden_word: true,
      onclick: () => game.showLine(game.state.line, game.state.lineAt - 1),
    }),
    slider,
    button({
      icon: 'next',
      word: 'Step on',
      class: 'icon-button',
      hidden_word: true,
      onclick: () => game.showLine(game.state.line, game.state.lineAt + 1),
    }),
    count,
    button({ word: 'Play from here', class: 'button small', onclick: () => game.keepLine() }),
    button({
      icon: 'close',
      word: 'Back to the game',
      class: 'icon-button',
      hidden_word: true,
      onclick: () => game.leaveLine(),
    }),
  );
  game.addEventListener('show', () => {
    const { line, lineAt } = game.state;
    root.hidden = line.length === 0;
    slider.max = String(line.length);
    slider.value = String(lineAt);
    const move = line[lineAt - 1];
    count.textContent = `${lineAt} of ${line.length}${move ? `: ${move}` : ''}`;
    slider.setAttribute('aria-valuetext', count.textContent);
  });
}
