/** Forms made from the catalog: the options of games and searches, with their help and their limits. */

import { html } from '../dom.js';

/** @import {Parameter, Search} from '../wire.js' */

let count = 0;
/** Labels and fields find each other by it. */
const freshId = () => `field-${(count += 1)}`;

/** Where a person may start typing anything. @typedef {{element: HTMLElement, text: () => string}} Field */

/** @param {Parameter} parameter @param {string} [written] @returns {Field}  `text` is empty where the default holds. */
function field({ name, help, values }, written) {
  const id = freshId();
  const about = `${id}-help`;
  /** @type {HTMLElement} */ let input;
  /** @type {() => string} */ let read;
  if (values.kind === 'whole' || values.kind === 'real') {
    const box = html('input', {
      id,
      type: 'number',
      value: written ?? values.default,
      min: values.min,
      max: values.max,
      step: values.kind === 'whole' ? 1 : 'any',
      required: true,
      'aria-describedby': about,
    });
    input = box;
    read = () => (Number(box.value) === values.default ? '' : box.value);
  } else {
    const [word = values.default, number = ''] = (written ?? values.default).split(/-(?=\d+$)/);
    const choices = [values.default, ...values.words.filter((choice) => choice !== values.default)];
    const list = html(
      'select',
      { id, 'aria-describedby': about },
      ...choices.map((choice) => html('option', { value: choice, selected: choice === word }, choice)),
    );
    const most = values.kind === 'counted' ? values.max : 0;
    const many = html('input', {
      type: 'number',
      value: number || 20,
      min: 1,
      max: most || undefined,
      step: 1,
      'aria-label': `${name}: how many`,
      class: 'count',
    });
    const sync = () => (many.hidden = values.kind !== 'counted' || list.value === values.default);
    list.addEventListener('change', sync);
    sync();
    input = html('span', { class: 'pair' }, list, many);
    read = () => (list.value === values.default ? '' : many.hidden ? list.value : `${list.value}-${many.value}`);
  }
  const range =
    values.kind === 'whole' || values.kind === 'real'
      ? ` (${values.min} to ${values.max > 1e12 ? 'any' : values.max})`
      : '';
  return {
    element: html(
      'div',
      { class: 'field' },
      html('label', { for: id }, name),
      input,
      html('p', { class: 'help', id: about }, `${help}${range}`),
    ),
    text: () => {
      const value = read();
      return value === '' ? '' : `${name}=${value}`;
    },
  };
}

/**
 * Fields for options; the text is what comes after the colon.
 * @param {Parameter[]} parameters @param {string} [written] @returns {Field}
 */
export function optionFields(parameters, written = '') {
  const values = new Map(written.split(',').map((pair) => /** @type {[string, string]} */ (pair.split('='))));
  const fields = parameters.map((parameter) => field(parameter, values.get(parameter.name)));
  return {
    element: html('div', { class: 'fields' }, ...fields.map(({ element }) => element)),
    text: () =>
      fields
        .map(({ text }) => text())
        .filter(Boolean)
        .join(','),
  };
}

/** @param {string} name @param {string} options */
export const written = (name, options) => (options ? `${name}:${options}` : name);

/**
 * A search and its options; the text is as in `mcts:c=1`.
 * @param {Search[]} searches @param {{label: string, chosen?: string}} how @returns {Field}
 */
export function searchFields(searches, { label, chosen }) {
  const id = freshId();
  const help = html('p', { class: 'help', id: `${id}-help` });
  const list = html(
    'select',
    { id, 'aria-describedby': `${id}-help` },
    ...searches.map(({ name }) => html('option', { value: name, selected: name === chosen }, name)),
  );
  const place = html('div');
  /** @type {Field} */
  let options = optionFields([]);
  const choose = () => {
    const search = searches.find(({ name }) => name === list.value);
    if (!search) return;
    help.textContent = `${search.help} (${search.source})`;
    options = optionFields(search.options);
    place.replaceChildren(
      search.options.length > 0
        ? html(
            'details',
            { class: 'options' },
            html('summary', {}, search.options.length === 1 ? '1 parameter' : `${search.options.length} parameters`),
            options.element,
          )
        : '',
    );
  };
  list.addEventListener('change', choose);
  choose();
  return {
    element: html('div', { class: 'search-fields' }, html('label', { for: id }, label), list, help, place),
    text: () => written(list.value, options.text()),
  };
}
