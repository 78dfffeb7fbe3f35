/** Tabs beside the board, and under it on a phone. */

import { html } from '../dom.js';

/** @param {HTMLElement} list @param {HTMLElement} place @param {[string, string][]} names */
export function mountTabs(list, place, names) {
  const tabs = names.map(([name, title]) => ({
    name,
    tab: html(
      'button',
      { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}`, onclick: () => press(name) },
      title,
    ),
    panel: html('div', { role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}` }),
  }));
  list.append(...tabs.map(({ tab }) => tab));
  place.append(...tabs.map(({ panel }) => panel));

  /** @param {string} chosen */
  function open(chosen) {
    for (const { name, tab, panel } of tabs) {
      tab.setAttribute('aria-selected', String(name === chosen));
      tab.setAttribute('tabindex', name === chosen ? '0' : '-1');
      panel.hidden = name !== chosen;
    }
  }

  const sheet = list.closest('.play');
  /** On a phone the chosen tab closes the sheet again, to give its room to the board. @param {string} name */
  function press(name) {
    const isOpen =
      sheet?.getAttribute('data-sheet') === 'open' &&
      tabs.some(({ name: other, panel }) => other === name && !panel.hidden);
    open(name);
    sheet?.setAttribute('data-sheet', isOpen ? 'closed' : 'open');
  }

  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = tabs.findIndex(({ tab }) => tab === document.activeElement);
    if (step === undefined || at < 0) return;
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    open(next.name);
    next.tab.focus();
    event.preventDefault();
  });

  open(names[0]?.[0] ?? '');
  return {
    /** @param {string} name */
    open: (name) => {
      open(name);
      sheet?.setAttribute('data-sheet', 'open');
    },
    /** @param {string} wanted @returns {HTMLElement} */
    panel: (wanted) => {
      const found = tabs.find(({ name }) => name === wanted);
      if (!found) throw new Error(`there is no panel ${wanted}`);
      return found.panel;
    },
  };
}
