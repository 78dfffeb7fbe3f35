/** What every panel is given. For the checker only: nothing here runs. */

/**
 * @typedef {object} Context
 * @property {import('./game.js').Game} game
 * @property {import('./wire.js').Catalog} catalog
 * @property {import('./marks.js').MarkStore} marks
 * @property {(text: string) => void} say  For ears: what has happened.
 * @property {(text: string) => void} complain  For all: what did not work, and what to do.
 * @property {(panel: string) => void} open  Shows a panel.
 */

export {};
