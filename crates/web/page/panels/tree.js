/**
 * The tree of a search: most visited lines as rows, widths by visits, colours by value, proofs outlined. Rows stay where
 * they are while the tree grows, since nobody can read what jumps.
 */

import { TONE } from '../boards/marks.js';
import { amount, html, icon } from '../dom.js';
import { value } from './bars.js';

/** @import {TreeEvent, TreeNode} from '../wire.js' */

/**
 * @typedef {object} Branch
 * @property {string[]} line  The moves from the position to here.
 * @property {HTMLLIElement} item
 * @property {HTMLElement} row
 * @property {HTMLElement} fill
 * @property {HTMLElement} label
 * @property {HTMLUListElement} children
 * @property {Map<string, Branch>} branches
 */

/** @typedef {{open: (line: string[]) => void, close: (line: string[]) => void, preview: (line: string[]) => void}} Wishes */

/** @param {HTMLElement} root @param {Wishes} wishes */
export function createTree(root, wishes) {
  const list = html('ul', { class: 'tree', role: 'tree', 'aria-label': 'Search tree' });
  const size = html('p', { class: 'numbers' });
  const sort = html(
    'button',
    { type: 'button', class: 'button small', onclick: () => sortBranches(top) },
    'Most visited first',
  );
  root.append(html('div', { class: 'row spread' }, size, sort), list);
  root.hidden = true;
  /** @type {Map<string, Branch>} */
  let top = new Map();

  // Until somebody looks, the most visited come first; from then on every row keeps its place.
  let isRead = false;
  for (const sign of ['pointerenter', 'pointerdown', 'focusin']) list.addEventListener(sign, () => (isRead = true));

  list.addEventListener('keydown', (event) => {
    const row = event.target;
    if (row instanceof HTMLElement && row.matches('[role=treeitem]') && walk(list, row, event.key)) {
      event.preventDefault();
      event.stopPropagation();
    }
  });

  /** @param {Branch} branch */
  const toggle = (branch) => {
    const isOpen = branch.row.getAttribute('aria-expanded') === 'true';
    branch.row.setAttribute('aria-expanded', String(!isOpen));
    if (isOpen) wishes.close(branch.line);
    else wishes.open(branch.line);
  };

  /** @param {string[]} line @returns {Branch} */
  const grow = (line) => {
    const fill = html('span', { class: 'fill' });
    const label = html('span', { class: 'value' });
    const row = html(
      'div',
      { class: 'tree-row', role: 'treeitem', tabindex: '-1', 'aria-expanded': 'false', 'aria-level': line.length },
      html('span', { class: 'twist', 'aria-hidden': 'true' }, icon('next')),
      html('span', { class: 'move-name' }, line.at(-1) ?? ''),
      html('span', { class: 'track' }, fill),
      label,
    );
    const children = html('ul', { role: 'group' });
    const item = html('li', { role: 'none' }, row, children);
    const branch = { line, item, row, fill, label, children, branches: new Map() };
    row.addEventListener('click', () => {
      toggle(branch);
      wishes.preview(line);
      row.focus();
    });
    return branch;
  };

  return {
    clear() {
      top = new Map();
      isRead = false;
      list.replaceChildren();
      root.hidden = true;
    },
    /** @param {TreeEvent} event */
    update({ nodes, size: total, full }) {
      root.hidden = false;
      size.textContent = `${amount(total)} nodes${full ? ', its memory is full' : ''}`;
      const whole = Math.max(1, nodes[0]?.visits ?? 1);
      // Rows that the service no longer tells of stay where they are, and are seen to be old.
      for (const row of list.querySelectorAll('.tree-row')) row.classList.add('old');
      /** @type {(Branch | null)[]} */
      const placed = [];
      nodes.forEach((node, index) => {
        if (node.parent === undefined || node.move === undefined) return void (placed[index] = null);
        const parent = placed[node.parent] ?? null;
        const siblings = parent ? parent.branches : top;
        let branch = siblings.get(node.move);
        if (!branch) {
          branch = grow([...(parent?.line ?? []), node.move]);
          siblings.set(node.move, branch);
          (parent ? parent.children : list).append(branch.item);
        }
        placed[index] = branch;
        paint(branch, node, whole);
      });
      if (!isRead) sortBranches(top);
      if (!list.querySelector('[tabindex="0"]')) list.querySelector('[role=treeitem]')?.setAttribute('tabindex', '0');
    },
  };
}

/** @param {Branch} branch @param {TreeNode} node @param {number} whole */
function paint(branch, node, whole) {
  const tone = TONE[node.verdict];
  const part = node.visits / whole;
  branch.row.className = `tree-row ${tone}`;
  branch.fill.style.inlineSize = `${Math.max(part * 100, 0.5)}%`;
  // From red over grey to green: the value of the move for the side that makes it.
  branch.fill.style.setProperty('--value', String(node.value ?? 0));
  branch.item.classList.toggle('leaf', node.children === 0);
  branch.item.dataset['visits'] = String(node.visits);
  const worth = value({ move: '', ...node });
  branch.label.replaceChildren(
    ...(tone === 'open' ? [] : [icon(tone)]),
    `${(part * 100).toFixed(part < 0.1 ? 1 : 0)}% ${worth}`,
  );
}

/** @param {Map<string, Branch>} branches */
function sortBranches(branches) {
  const sorted = [...branches.values()].sort(
    (a, b) => Number(b.item.dataset['visits']) - Number(a.item.dataset['visits']),
  );
  for (const branch of sorted) {
    branch.item.parentElement?.append(branch.item);
    sortBranches(branch.branches);
  }
}

/** The keys of a tree, as everywhere. @param {HTMLElement} list @param {HTMLElement} row @param {string} key */
function walk(list, row, key) {
  const seen = [...list.querySelectorAll('[role=treeitem]')].filter(
    (item) => item instanceof HTMLElement && item.offsetParent !== null,
  );
  const isOpen = row.getAttribute('aria-expanded') === 'true';
  const at = seen.indexOf(row);
  /** @type {Element | null | undefined} */
  let next = row;
  if (key === 'ArrowDown') next = seen[at + 1];
  else if (key === 'ArrowUp') next = seen[at - 1];
  else if (key === 'Home') next = seen[0];
  else if (key === 'End') next = seen.at(-1);
  else if (key === 'ArrowRight' && isOpen) next = row.parentElement?.querySelector('ul [role=treeitem]');
  else if (key === 'ArrowLeft' && !isOpen)
    next = row.parentElement?.parentElement?.closest('li')?.querySelector('[role=treeitem]');
  else if (key === 'ArrowRight' || key === 'ArrowLeft' || key === 'Enter' || key === ' ') row.click();
  else return false;
  if (next instanceof HTMLElement && next !== row) {
    row.setAttribute('tabindex', '-1');
    next.setAttribute('tabindex', '0');
    next.focus();
  }
  return true;
}
