//! Yavalath in the catalog.

mod words;

use std::fmt;

use kibitzer_core::{Payoff, Player, Value};
use kibitzer_exact::yavalath::{DEFAULT_BYTES, Exact, certificate, explain};
use kibitzer_games::yavalath::{Cell, Cells, Side, Turn, Yavalath, completing, fours, tripling};
use kibitzer_search::{Budget, Cancel};

use crate::algorithm::{Listing, SolverSpec};
use crate::certificate::{Claim, NoCertificate, Proved, Refused};
use crate::duel::plain::{self, SEED};
use crate::duel::{Afresh, Board, DeciderEntry, DuelShelf, Forgets, Row, Square, Strength, ThinkerEntry};
use crate::game::{GameListing, GameSpec};
use crate::mcts;
use crate::options::{Kind, Options, Parameter};
use crate::room::BadPosition;

/// Yavalath on a board of one side, with or without swapping.
#[derive(Clone, Copy, Debug)]
pub(crate) struct YavalathShelf {
    pub(crate) side: Side,
    pub(crate) swap: bool,
}

const SIDE: Parameter = Parameter {
    name: "side",
    kind: Kind::Whole { default: 5, range: 3..=5 },
    help: "the cells along a side of the board",
};

const SWAP: Parameter = Parameter {
    name: "swap",
    kind: Kind::Word { words: &["off", "on"] },
    help: "on: move two may be swap, which takes over the first stone",
};

impl YavalathShelf {
    pub(crate) const LISTING: GameListing = GameListing {
        name: "yavalath",
        title: "Yavalath",
        help: "Yavalath, for two: four stones in a line win, only three lose",
        parameters: &[SIDE, SWAP],
        read: |options| {
            let side = options.as_ref().map(|options| options.whole(SIDE.name));
            let side = side.and_then(|length| Side::new(usize::try_from(length).ok()?)).unwrap_or(Side::FIVE);
            let swap = options.is_some_and(|options| options.word(SWAP.name) == "on");
            Ok(GameSpec::Yavalath { side, swap })
        },
    };

    /// The options that are not those that hold where nothing is written.
    pub(crate) fn write_options(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = (self.side != Side::FIVE).then(|| format!("{}={}", SIDE.name, self.side.length()));
        let swap = self.swap.then(|| format!("{}=on", SWAP.name));
        for (option, mark) in side.into_iter().chain(swap).zip([':', ',']) {
            write!(f, "{mark}{option}")?;
        }
        Ok(())
    }

    /// Whether a set has the cell.
    fn is_in(self, cells: Cells, cell: Cell) -> bool {
        cells >> self.side.bit(cell) & 1 == 1
    }
}

impl DuelShelf for YavalathShelf {
    type Duel = Yavalath;

    const DECIDERS: &'static [DeciderEntry<Yavalath>] = DECIDERS;
    const THINKERS: &'static [ThinkerEntry<Yavalath>] = THINKERS;
    const STRENGTHS: &'static [Strength] = STRENGTHS;
    const START: &'static str = "start";
    const SIDES: [char; 2] = ['X', 'O'];
    const CERTIFIES: bool = true;

    fn game(&self) -> GameSpec {
        GameSpec::Yavalath { side: self.side, swap: self.swap }
    }

    fn read_position(&self, text: &str) -> Result<Yavalath, BadPosition> {
        Yavalath::read(self.side, self.swap, text).map_err(BadPosition::of)
    }

    fn read_move(&self, text: &str) -> Result<Turn, String> {
        Turn::read(self.side, text).map_err(|problem| problem.to_string())
    }

    fn split<'a>(&self, word: &'a str) -> Vec<&'a str> {
        Turn::split(word)
    }

    fn join(&self, position: &str, turn: Turn) -> String {
        let before = position.strip_suffix(Self::START).unwrap_or(position).trim_end();
        if before.is_empty() { turn.to_string() } else { format!("{before} {turn}") }
    }

    fn last_move(&self, position: &str) -> Option<Turn> {
        if position.ends_with(Self::START) {
            return None;
        }
        let tail = |length| position.len().checked_sub(length).and_then(|start| position.get(start..));
        // A cell has two letters, `swap` four.
        [2, 4].into_iter().filter_map(tail).find_map(|word| Turn::read(self.side, word).ok())
    }

    fn plies(&self, position: &Yavalath) -> u32 {
        position.plies()
    }

    fn board(&self, position: &Yavalath, last: Option<Turn>) -> Board {
        let is_over = position.ended().is_some();
        let ending = if is_over { position.ending_line() } else { 0 };
        let at_once = [Player::One, Player::Two].map(|player| {
            let stones = position.stones_of(player);
            (completing(stones), tripling(stones))
        });
        let square = |cell: Cell| {
            let owner = position.stone(cell);
            let is_free = owner.is_none() && !is_over;
            let is_last = match last {
                Some(Turn::Place(place)) => place == cell,
                // The first stone has changed hands.
                Some(Turn::Swap) => owner.is_some(),
                None => false,
            };
            Square {
                owner,
                is_last,
                is_winning: self.is_in(ending, cell),
                target: is_free.then(|| cell.to_string()),
                label: owner.is_none().then(|| (cell.number() + 1).to_string()),
                at_once: at_once.map(|(fours, threes)| match () {
                    () if !is_free => None,
                    () if self.is_in(fours, cell) => Some(Value::Win),
                    () if self.is_in(threes, cell) => Some(Value::Loss),
                    () => None,
                }),
            }
        };
        let row = |row: usize| Row {
            indent: row.abs_diff(self.side.length() - 1),
            label: words::row_name(row),
            squares: (0..self.side.cells_of_row(row)).filter_map(|number| Cell::new(row, number)).map(square).collect(),
        };
        Board { rows: (0..self.side.rows()).map(row).collect(), labels: Vec::new() }
    }

    fn picture(&self, _: &Yavalath, board: &Board) -> String {
        board.text(Self::SIDES)
    }

    fn remark(&self, position: &Yavalath) -> Option<String> {
        let name = |set| words::cells(self.side, set);
        let (four, line) = (fours(position.other()), position.ending_line());
        let is_fresh = position.is_swapped() && position.stones() == 1;
        match () {
            () if position.may_swap() => Some(format!("swap would take over the stone on {}", name(position.other()))),
            () if is_fresh => Some(format!("the second player took over the stone on {}", name(position.other()))),
            () if four != 0 => Some(format!("four in a line win: {}", name(four))),
            () if line != 0 => Some(format!("three in a line without a fourth lose: {}", name(line))),
            () => None,
        }
    }

    fn objection(&self, _: &Yavalath, turn: Turn) -> String {
        match turn {
            Turn::Place(cell) => format!("{cell} is taken"),
            Turn::Swap if self.swap => "only the second move of a game can be `swap`".to_string(),
            Turn::Swap => "`swap` is not in the rules here; yavalath:swap=on has it".to_string(),
        }
    }

    fn certify(
        &self,
        text: &str,
        spec: &SolverSpec,
        budget: Budget,
        cancel: &Cancel,
    ) -> Result<Vec<u8>, NoCertificate> {
        let board = self.read_position(text)?;
        let turns = Yavalath::read_game(self.side, self.swap, text).map_err(BadPosition::of)?;
        let words: Vec<String> = turns.iter().map(ToString::to_string).collect();
        let name = if words.is_empty() { Self::START.to_string() } else { words.join(" ") };
        if board.ended().is_some() {
            return Err(NoCertificate::Over);
        }
        // Others find values without strategies.
        let mut solver = if spec.name() == EXACT.name { exact(&spec.options) } else { Exact::default() };
        let report = certificate::prove(&mut solver, &board, &name, budget, &mut cancel.clone());
        report.verdict.map(|proof| proof.file).map_err(NoCertificate::Stopped)
    }

    fn check_certificate(&self, file: &[u8]) -> Result<Proved, Refused> {
        let accepted =
            certificate::check(file).map_err(|refused| Refused { line: refused.line, reason: refused.why })?;
        let found = YavalathShelf { side: Side::new(accepted.side).unwrap_or(self.side), swap: accepted.swap }.game();
        if found != self.game() {
            return Err(Refused { line: 2, reason: format!("the proof is about {found}, not about {}", self.game()) });
        }
        let claim = Claim::Duel {
            verdict: accepted.verdict,
            turns: accepted.turns,
            replies: accepted.replies,
            longest: accepted.longest,
        };
        Ok(Proved { position: accepted.position, claim })
    }

    fn explain(&self, position: &Yavalath, turn: Turn) -> Option<String> {
        explain(position, turn).map(|reason| words::phrase(self.side, reason))
    }
}

const DEPTH: Parameter = plain::depth(5, 62);

const TABLE: Parameter = Parameter {
    name: "table",
    kind: Kind::Whole { default: (DEFAULT_BYTES >> 20) as u64, range: 1..=65_536 },
    help: "the memory of its tables, in MiB",
};

const KEEP: Parameter = Parameter {
    name: "keep",
    kind: Kind::Word { words: &["off", "on"] },
    help: "on: what it learns of a position helps with the next; counts then depend on the order",
};

const EXACT: Listing = Listing {
    name: "exact",
    help: "decides a position with a proof: proof-number search with forcing lines",
    source: "Nagai 2002; Ueda et al. 2008; Kibitzer",
    parameters: &[TABLE, KEEP],
};

fn exact(options: &Options) -> Exact {
    let mut exact = Exact::default();
    exact.table_bytes = usize::try_from(options.whole(TABLE.name)).unwrap_or(usize::MAX).saturating_mul(1 << 20);
    exact
}

impl Forgets for Exact {
    fn forget(&mut self) {
        Exact::forget(self);
    }
}

/// Starts each position afresh, with small tables first.
fn afresh(options: &Options) -> Afresh<Exact> {
    let whole = exact(options);
    let stage = |table_bytes: usize, nodes| {
        let mut exact = exact(options);
        exact.table_bytes = table_bytes.min(whole.table_bytes);
        (exact, nodes)
    };
    let (small, medium) = (stage(1 << 20, 2_000), stage(16 << 20, 50_000));
    Afresh { stages: vec![small, medium, (whole, u64::MAX)] }
}

/// The searches that decide.
const DECIDERS: &[DeciderEntry<Yavalath>] = &[
    DeciderEntry {
        listing: EXACT,
        check: None,
        build: |options| {
            if options.word(KEEP.name) == "on" { Box::new(exact(options)) } else { Box::new(afresh(options)) }
        },
    },
    plain::alpha_beta_decider(),
    DeciderEntry { listing: mcts::DECIDING, check: Some(mcts::check), build: mcts::decider },
];

/// The searches that weigh moves.
const THINKERS: &[ThinkerEntry<Yavalath>] = &[
    ThinkerEntry {
        listing: Listing {
            name: "expert",
            help: "sees wins and traps a few moves ahead, and trusts mcts with forcing lines for the rest",
            source: "Kibitzer",
            parameters: &[SEED],
        },
        check: None,
        saves: false,
        build: |options| Box::new(kibitzer_exact::yavalath::Player::new(options.whole(SEED.name))),
    },
    ThinkerEntry { listing: mcts::LISTING, check: Some(mcts::check), saves: true, build: mcts::thinker },
    ThinkerEntry {
        listing: Listing { parameters: &[TABLE], ..EXACT },
        check: None,
        saves: false,
        build: |options| Box::new(exact(options)),
    },
    ThinkerEntry { listing: mcts::PLAIN, check: None, saves: true, build: mcts::plain },
    plain::alpha_beta(&[DEPTH, SEED]),
    plain::random(),
];

/// Who plays the last level, and hints.
const STRONGEST: &str = "expert";

/// Opponents, the weakest first.
const STRENGTHS: &[Strength] = &[
    Strength { name: "beginner", spec: "mcts:iterations=50,playout=uniform" },
    Strength { name: "easy", spec: "mcts:iterations=300,playout=uniform" },
    Strength { name: "medium", spec: "mcts:iterations=2000" },
    Strength { name: "hard", spec: "mcts:iterations=30000" },
    Strength { name: "expert", spec: STRONGEST },
];
