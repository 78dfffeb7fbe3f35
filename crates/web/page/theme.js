/** Light or dark: as the system has it, until the person says otherwise. */

import { html, icon } from './dom.js';

const CHOICES = /** @type {const} */ (['auto', 'light', 'dark']);
/** @typedef {typeof CHOICES[number]} Choice */
const ICONS = { auto: 'auto', light: 'sun', dark: 'moon' };
const WORDS = { auto: 'Colours: as the system', light: 'Colours: light', dark: 'Colours: dark' };
const KEY = 'kibitzer-colours';

/** @param {HTMLElement} button */
export function mountTheme(button) {
  /** @param {Choice} choice */
  const apply = (choice) => {
    if (choice === 'auto') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = choice;
    button.replaceChildren(icon(ICONS[choice]), html('span', { class: 'visually-hidden' }, WORDS[choice]));
    button.title = WORDS[choice];
  };
  let choice = remembered();
  apply(choice);
  button.addEventListener('click', () => {
    choice = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length] ?? 'auto';
    apply(choice);
    try {
      localStorage.setItem(KEY, choice);
    } catch {
      // Whoever forbids storage chooses anew next time.
    }
  });
}

/** @returns {Choice} */
function remembered() {
  try {
    return CHOICES.find((choice) => choice === localStorage.getItem(KEY)) ?? 'auto';
  } catch {
    return 'auto';
  }
}
