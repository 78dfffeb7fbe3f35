//! Connect Four in the catalog.

use std::num::NonZeroUsize;

use kibitzer_core::{Game, Payoff, Player, Value};
use kibitzer_exact::connect4::{self, Exact};
use kibitzer_games::connect4::{COLUMNS, Column, Connect4, ROWS};

use crate::algorithm::Listing;
use crate::duel::plain::{self, SEED};
use crate::duel::{Afresh, Board, DeciderEntry, DuelShelf, Forgets, Row, Square, Strength, ThinkerEntry};
use crate::game::{GameListing, GameSpec};
use crate::mcts;
use crate::options::{Kind, Options, Parameter};

/// Connect Four.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Connect4Shelf;

impl Connect4Shelf {
    pub(crate) const LISTING: GameListing = GameListing {
        name: "connect4",
        title: "Connect Four",
        help: "Connect Four, for two: the first with four stones in a line wins",
        parameters: &[],
        read: |_| Ok(GameSpec::Connect4),
    };
}

impl DuelShelf for Connect4Shelf {
    type Duel = Connect4;

    const DECIDERS: &'static [DeciderEntry<Connect4>] = DECIDERS;
    const THINKERS: &'static [ThinkerEntry<Connect4>] = THINKERS;
    const STRENGTHS: &'static [Strength] = STRENGTHS;
    const START: &'static str = "start";
    const SIDES: [char; 2] = ['X', 'O'];

    fn game(&self) -> GameSpec {
        GameSpec::Connect4
    }

    fn split<'a>(&self, word: &'a str) -> Vec<&'a str> {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        // A word that is no number is told as a whole.
        if is_number { word.split_terminator("").skip(1).collect() } else { vec![word] }
    }

    fn join(&self, position: &str, column: Column) -> String {
        if position == Self::START { column.to_string() } else { format!("{position}{column}") }
    }

    fn last_move(&self, position: &str) -> Option<Column> {
        position.chars().next_back()?.to_string().parse().ok()
    }

    fn plies(&self, position: &Connect4) -> u32 {
        position.plies()
    }

    fn board(&self, position: &Connect4, last: Option<Column>) -> Board {
        let columns = || (0..COLUMNS).filter_map(Column::new);
        let is_over = position.ended().is_some();
        let winning = position.winning_cells();
        let threats = [Player::One, Player::Two].map(|player| if is_over { 0 } else { position.threats(player) });
        let square = |row: usize, column: Column| {
            let bit = 8 * column.index() + row;
            Square {
                owner: position.stone(row, column),
                is_last: Some(column) == last && row + 1 == position.height(column),
                is_winning: winning >> bit & 1 == 1,
                target: (!is_over && row == position.height(column)).then(|| column.to_string()),
                label: None,
                at_once: threats.map(|cells| (cells >> bit & 1 == 1).then_some(Value::Win)),
            }
        };
        let row = |row: usize| Row { squares: columns().map(|column| square(row, column)).collect(), ..Row::default() };
        Board { rows: (0..ROWS).rev().map(row).collect(), labels: columns().map(|column| column.to_string()).collect() }
    }

    fn objection(&self, position: &Connect4, column: Column) -> String {
        debug_assert!(position.moves().all(|legal| legal != column));
        format!("column {column} is full")
    }
}

const DEPTH: Parameter = plain::depth(8, 42);

const THREADS: Parameter = Parameter {
    name: "threads",
    kind: Kind::Whole { default: 1, range: 1..=256 },
    help: "threads for one position; with more than one, counts vary",
};

const TABLE: Parameter = Parameter {
    name: "table",
    kind: Kind::Whole { default: 64, range: 1..=65_536 },
    help: "the memory of its table, in MiB",
};

const EXACT: Listing = Listing {
    name: "exact",
    help: "solves any position: its exact score, with a proof",
    source: "Kibitzer",
    parameters: &[THREADS, TABLE],
};

fn exact(options: &Options) -> Exact {
    let number = |parameter: Parameter| usize::try_from(options.whole(parameter.name)).unwrap_or(usize::MAX);
    let mut exact = Exact::default();
    exact.threads = NonZeroUsize::new(number(THREADS)).unwrap_or(NonZeroUsize::MIN);
    exact.table_bytes = number(TABLE).saturating_mul(1 << 20);
    exact
}

impl Forgets for Exact {
    fn forget(&mut self) {
        Exact::forget(self);
    }
}

/// Starts each position afresh. Emptying a large table takes longer than solving an easy position, so small ones are
/// tried first.
fn afresh(options: &Options) -> Afresh<Exact> {
    let stage = |table_bytes, nodes| {
        let mut exact = exact(options);
        exact.table_bytes = table_bytes;
        (exact, nodes)
    };
    Afresh { stages: vec![stage(16 << 10, 1_000), stage(1 << 20, 50_000), (exact(options), u64::MAX)] }
}

/// The searches that decide.
const DECIDERS: &[DeciderEntry<Connect4>] = &[
    DeciderEntry { listing: EXACT, check: None, build: |options| Box::new(afresh(options)) },
    plain::alpha_beta_decider(),
    DeciderEntry { listing: mcts::DECIDING, check: Some(mcts::check), build: mcts::decider },
];

/// The searches that weigh moves.
const THINKERS: &[ThinkerEntry<Connect4>] = &[
    ThinkerEntry {
        listing: Listing {
            name: "expert",
            help: "exact where its limits carry that far, and mcts for the rest",
            source: "Kibitzer",
            parameters: &[SEED],
        },
        check: None,
        saves: false,
        build: |options| Box::new(connect4::Player::new(options.whole(SEED.name))),
    },
    ThinkerEntry { listing: EXACT, check: None, saves: false, build: |options| Box::new(exact(options)) },
    ThinkerEntry { listing: mcts::LISTING, check: Some(mcts::check), saves: true, build: mcts::thinker },
    plain::alpha_beta(&[DEPTH, SEED]),
    plain::random(),
];

/// Opponents, the weakest first.
const STRENGTHS: &[Strength] = &[
    Strength { name: "beginner", spec: "mcts:iterations=20,playout=uniform" },
    Strength { name: "easy", spec: "mcts:iterations=100,playout=uniform" },
    Strength { name: "medium", spec: "mcts:iterations=1000" },
    Strength { name: "hard", spec: "mcts:iterations=20000" },
    Strength { name: "perfect", spec: "expert" },
];
