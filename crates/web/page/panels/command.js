/** A command that makes what is shown, ready to be taken along. */

import { button, copy, html } from '../dom.js';

/** @param {string} command */
export function commandLine(command) {
  return html(
    'div',
    { class: 'command' },
    html('code', {}, command),
    button({
      icon: 'copy',
      word: 'Copy',
      class: 'button small',
      onclick: (event) => copy(command, /** @type {HTMLElement} */ (event.currentTarget)),
    }),
  );
}
