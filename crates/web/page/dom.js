/** Making elements: the few lines that stand in for a framework. */

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Record<string, any>} Properties  Attributes; `on…` are listeners, `class` the class. */
/** @typedef {(Node | string | null | undefined | false)} Child */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function html(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, properties = {}, ...children) {
  return fill(/** @type {SVGElementTagNameMap[Tag]} */ (document.createElementNS(SVG, tag)), properties, children);
}

/** @template {Element} E @param {E} element @param {Properties} properties @param {Child[]} children @returns {E} */
function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter(isShown));
  return element;
}

/** @param {Child} child @returns {child is Node | string} */
const isShown = (child) => child !== null && child !== undefined && child !== false;

/** An icon of ours, by its name in icons.svg. Decoration: whoever uses it gives the words. @param {string} name */
export function icon(name) {
  return svg(
    'svg',
    { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('use', { href: `icons.svg#${name}` }),
  );
}

/**
 * A button with an icon, its word and the key that does the same.
 * @param {{word: string, icon?: string, id?: string, key?: string, class?: string, hidden_word?: boolean,
 *   onclick: (event: MouseEvent) => void}} of
 */
export function button(of) {
  return html(
    'button',
    {
      type: 'button',
      id: of.id,
      class: of.class ?? 'button',
      title: of.key ? `${of.word} (${of.key})` : of.word,
      'aria-keyshortcuts': of.key,
      onclick: (/** @type {MouseEvent} */ event) => {
        const { currentTarget } = event;
        // Buttons of no use keep the focus, so they are not disabled but say so.
        if (currentTarget instanceof Element && currentTarget.getAttribute('aria-disabled') !== 'true')
          of.onclick(event);
      },
    },
    of.icon ? icon(of.icon) : null,
    html('span', { class: of.hidden_word ? 'visually-hidden' : 'word' }, of.word),
  );
}

/** @param {string} selector @returns {HTMLElement}  An element that index.html promises. */
export function part(selector) {
  const element = document.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`index.html lacks ${selector}`);
  return element;
}

/** The beginning of a sentence; a move such as `d5` keeps its form. @param {string} text */
export const capital = (text) => text.replace(/^[a-z]+(?![\w-])/, (word) => word.charAt(0).toUpperCase() + word.slice(1));

/** Numbers as people read them: 412, 51,200, 1.9 M. @param {number} number */
export function amount(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)} G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  return Math.round(number).toLocaleString('en');
}

/** Memory as people read it. @param {number} bytes */
export const memory = (bytes) =>
  bytes < 1048576 ? `${Math.ceil(bytes / 1024)} KiB` : `${amount(bytes / 1048576)} MiB`;

/** @param {number} micros */
export function duration(micros) {
  if (micros < 1000) return `${Math.round(micros)} µs`;
  if (micros < 1e6) return `${(micros / 1000).toFixed(micros < 1e4 ? 1 : 0)} ms`;
  return `${(micros / 1e6).toFixed(1)} s`;
}

/** @param {string} text @param {HTMLElement} button  Copies, and says so on the button itself. */
export async function copy(text, button) {
  const word = button.querySelector('span') ?? button;
  const before = word.textContent;
  try {
    await navigator.clipboard.writeText(text);
    word.textContent = 'copied';
  } catch {
    // Without a permission the text can at least be taken by hand.
    word.textContent = 'press Ctrl C';
    const field = html('textarea', { class: 'visually-hidden', readonly: true, 'aria-label': 'text to copy' }, text);
    button.after(field);
    field.select();
    field.addEventListener('blur', () => field.remove());
  }
  setTimeout(() => (word.textContent = before), 1600);
}
