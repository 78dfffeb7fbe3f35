/**
 * The types of what travels between page and service, for the checker only: nothing here runs.
 * docs/api.md has an example of each.
 *
 * @typedef {'solved'|'unsolvable'|'win'|'draw'|'loss'|'unknown'} Word What is proved, for the side to move.
 * @typedef {'nodes'|'time'|'memory'|'cancelled'|'gave-up'} StoppedBy
 *
 * @typedef {{kind: 'whole', default: number, min: number, max: number}} WholeValues
 * @typedef {{kind: 'real', default: number, min: number, max: number}} RealValues
 * @typedef {{kind: 'word', default: string, words: string[]}} WordValues
 * @typedef {{kind: 'counted', default: string, words: string[], max: number}} CountedValues
 * @typedef {{name: string, help: string, values: WholeValues|RealValues|WordValues|CountedValues}} Parameter
 * @typedef {{name: string, help: string, source: string, options: Parameter[]}} Search
 * @typedef {{level: string, with: string}} Engine
 *
 * @typedef {object} GameEntry
 * @property {string} name
 * @property {string} title
 * @property {'puzzle'|'duel'} kind
 * @property {string} help
 * @property {Parameter[]} options
 * @property {string} [start]
 * @property {number} [last_seed]
 * @property {string[]} levels
 * @property {number} redeals
 * @property {Engine[]} engines
 * @property {Search[]} searches
 * @property {Search[]} solvers
 * @typedef {object} Limits  The most that requests may ask for.
 * @property {number} answer_seconds
 * @property {number} watch_seconds
 * @property {number} step_nodes
 * @property {number} race_deals
 * @property {number} race_nodes
 * @typedef {{version: string, games: GameEntry[], limits: Limits}} Catalog
 *
 * @typedef {{game: string, seed: number, position: string}} Deal
 * @typedef {{name: string, rank: string, suit: string}} Card
 * @typedef {'wins'|'other-wins'|'both-win'|'loses'|'traps'} Threat
 *
 * @typedef {object} Cell
 * @property {string} id
 * @property {number} row
 * @property {number} column
 * @property {number} x
 * @property {string} [name]
 * @property {Card} [card]
 * @property {number} [size]
 * @property {string} [wants]
 * @property {boolean} [settled]
 * @property {1|2} [owner]
 * @property {boolean} [last]
 * @property {boolean} [winning]
 * @property {Threat} [threat]
 *
 * @typedef {object} Board
 * @property {'cards'|'columns'|'hexagons'} kind
 * @property {number} rows
 * @property {number} columns
 * @property {Cell[]} cells
 * @property {string[]} row_labels
 * @property {string[]} column_labels
 *
 * @typedef {{move: string, from?: string, to?: string}} LegalMove
 *
 * @typedef {object} Look
 * @property {string} game
 * @property {string} start
 * @property {string[]} moves
 * @property {string} position
 * @property {Board} board
 * @property {LegalMove[]} legal
 * @property {1|2} [to_move]
 * @property {'playing'|'won'|'draw'|'stuck'} state
 * @property {1|2} [winner]
 * @property {number} [redeals]
 * @property {string} [remark]
 *
 * @typedef {object} Verdict
 * @property {Word} verdict
 * @property {number} [score]
 * @property {number} [length]
 * @property {string[]} best
 * @property {string} says
 * @property {number} expanded
 * @property {number} micros
 * @property {StoppedBy} [stopped_by]
 *
 * @typedef {{move: string, verdict: Word, value?: number, score?: number, visits?: number}} Weighed
 * @typedef {{moves: Weighed[], expanded: number, micros: number}} Verdicts
 *
 * @typedef {object} Mistake
 * @property {'mistake'|'none'|'from-the-start'|'unknown'} found
 * @property {number} [number]
 * @property {string} [move]
 * @property {1|2} [player]
 * @property {string[]} better
 * @property {string} says
 *
 * @typedef {{move?: string, reason: string, verdict: Word, line: string[], micros: number}} Hint
 *
 * @typedef {object} Solution
 * @property {Word} verdict
 * @property {string[]} moves
 * @property {boolean} shortest
 * @property {string} with
 * @property {number} expanded
 * @property {number} micros
 * @property {StoppedBy} [stopped_by]
 *
 * @typedef {object} Thought
 * @property {Weighed[]} moves
 * @property {Word} verdict
 * @property {number} [score]
 * @property {string[]} line
 * @property {number} [playouts]
 * @property {number} expanded
 * @property {number} micros
 * @typedef {{move: string, does?: string, with: string, thought: Thought}} Reply
 *
 * @typedef {{event: 'job', id: string, with: string, position: string, seconds: number, bytes: number}} JobEvent
 * @typedef {object} ProgressEvent
 * @property {'progress'} event
 * @property {'running'|'paused'|'stopping'} state
 * @property {number} nodes
 * @property {number} nodes_per_second
 * @property {number} micros
 * @property {number} bytes
 * @property {number} depth
 * @property {Word} verdict
 * @property {string[]} line
 * @property {Weighed[]} moves
 * @typedef {{move?: string, parent?: number, visits: number, value?: number, verdict: Word, children: number}} TreeNode
 * @typedef {{event: 'tree', nodes: TreeNode[], size: number, full: boolean}} TreeEvent
 * @typedef {object} DoneEvent
 * @property {'done'} event
 * @property {Word} verdict
 * @property {string[]} line
 * @property {boolean} shortest
 * @property {Weighed[]} moves
 * @property {number} nodes
 * @property {number} micros
 * @property {number} bytes
 * @property {StoppedBy} [stopped_by]
 * @typedef {{event: 'problem', title: string, status: number, detail: string}} ProblemEvent
 * @typedef {JobEvent|ProgressEvent|TreeEvent|DoneEvent|ProblemEvent} WatchEvent
 *
 * @typedef {{event: 'start', id: string, searches: string[], first_seed: number, deals: number}} RaceStart
 * @typedef {{event: 'deal', seed: number, search: number, verdict: Word, nodes: number, length?: number,
 *   micros: number}} RaceDeal
 * @typedef {{with: string, solved: number, unsolvable: number, unknown: number, mean_nodes: number,
 *   median_nodes: number, most_nodes: number, mean_length?: number, mean_micros: number}} RaceLane
 * @typedef {{event: 'done', lanes: RaceLane[], plot: string, complete: boolean, command: string}} RaceDone
 * @typedef {RaceStart|RaceDeal|RaceDone|ProblemEvent} RaceEvent
 *
 * @typedef {{id: string, title: string, game: string, paper?: string, has_results: boolean}} ExperimentEntry
 * @typedef {{title: string, is_paper: boolean}} TableColumn
 * @typedef {object} Experiment
 * @property {string} id
 * @property {string} title
 * @property {string} game
 * @property {{title: string, authors: string[], year: number}} [paper]
 * @property {string} about
 * @property {string} command
 * @property {{columns: TableColumn[], rows: string[][]}} [table]
 * @property {string} [deals]
 * @property {string[]} plots
 * @property {string} differs
 */

export {};
