//! The solvability checker of Roberson and Sperduto (2019): what a glance at a position proves, and by which rule.
//!
//! # The rules
//!
//! The card graph joins compatible cards wherever they lie, the rook graph occupied cells of one row or column.
//!
//! - *Stranded cards*: the rook graph falls apart.
//! - *Separated flock*: the card graph falls apart. Both are proved in `engine.rs` ("Connection").
//! - *Lynchpins*. The paper calls a card a lynchpin "if moved would lead to at least one card being stranded", and finds
//!   stranded cards by counting the parts of the rook graph. We read it to the letter: a lynchpin lies on a cell without
//!   which the other occupied cells fall into two parts or more, whether or not they hang together now. A position is
//!   lost if (1) a lynchpin matches no card but lynchpins, or (2) a lynchpin matches two cards that match nothing else.
//!   The paper says of (1) "whose only relaxed move is to move to another lynchpin card"; we do not ask that there be
//!   only one. *Proof*, for a position in which both graphs hang together; else it is lost anyway. There are three stacks
//!   or more. (1) Let `a` be the lynchpin and `B` the lynchpins it matches. As long as neither `a` nor a card of `B` has
//!   moved, those that are not covered lie on cut cells: a part beyond such a cell vanishes only by a flight of its last
//!   stack onto that cell, which covers the card there; and `a` is covered by none but `B`. So the first flight of `a` or
//!   of a card of `B` leaves a cut cell, and strands a stack. Without such a flight `a` meets no other card. (2) Without
//!   the lynchpin the two match nothing, so it is a cut card on a cut cell, which is lost by the next rule.
//! - *Articulation*, ours: both graphs hang together, and a cut card lies on a cut cell. Proved in `engine.rs`.
//! - *Endings*: positions of few stacks are looked up in tables of all of them, where the paper had groups of cases for
//!   three to five stacks that it does not print.

use kibitzer_core::Heuristic;
use kibitzer_games::birds::Birds;

use super::Layout;
use super::cuts::cut_vertices;
use super::grid::{Grid, Large, Set, Small, flood};
use super::state::State;

/// What can be told from a position without a search. Neither of the first two is ever wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solvability {
    /// It can be won: it is an ending that was looked up.
    Solvable,
    /// It cannot be won, and the first rule that shows it, in the order of [`Rule::ALL`].
    Unsolvable(Rule),
    /// No rule says anything.
    Unknown,
}

/// Why a position cannot be won; the module says what each means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Stacks that share no row or column with the others, now or ever.
    Stranded,
    /// Cards that match none of the others.
    SeparatedFlock,
    /// Cards that must not move, in a place where they would have to.
    Lynchpin,
    /// A card that must neither move nor be covered.
    Articulation,
    /// Few stacks, looked up.
    Ending,
}

impl Rule {
    /// All of them, in the order in which they are tried.
    pub const ALL: [Rule; 5] = [Rule::Stranded, Rule::SeparatedFlock, Rule::Lynchpin, Rule::Articulation, Rule::Ending];
}

/// All rules that show that a position cannot be won: the paper's table 2 counts each of them by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signs(u8);

impl Signs {
    /// Whether this rule shows it.
    #[must_use]
    pub const fn shows(self, rule: Rule) -> bool {
        self.0 >> rule as u8 & 1 == 1
    }

    const fn add(&mut self, rule: Rule, shown: bool) {
        self.0 |= (shown as u8) << rule as u8;
    }
}

/// Which rules are used. Stranded cards and separated flocks always are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checker {
    /// Whether lynchpins are looked for.
    pub lynchpins: bool,
    /// Whether cut cards on cut cells are looked for.
    pub articulation: bool,
    /// Positions of at most this many stacks are looked up: up to 7 on boards of four rows and columns once empty ones are
    /// left out, up to 5 on others; more is taken as that.
    pub endings: u32,
}

impl Checker {
    /// The two graphs, and nothing else.
    pub const GRAPHS: Checker = Checker { lynchpins: false, articulation: false, endings: 0 };
    /// The rules of the paper, with every ending of up to five stacks.
    pub const PAPER: Checker = Checker { lynchpins: true, articulation: false, endings: 5 };
    /// All that is known here.
    pub const ALL: Checker = Checker { lynchpins: true, articulation: true, endings: 7 };

    /// What can be told from a position.
    #[must_use]
    pub fn check(&self, board: &Birds) -> Solvability {
        let layout = Layout::new(board);
        if layout.fits::<Small>() {
            self.check_state(Small::tables(), &layout.state::<Small>(board).0)
        } else {
            self.check_state((), &layout.state::<Large>(board).0)
        }
    }

    /// Every rule that shows that a position cannot be won, the switches of this checker aside: all rules are asked, and
    /// endings up to its number.
    #[must_use]
    pub fn signs(&self, board: &Birds) -> Signs {
        let layout = Layout::new(board);
        if layout.fits::<Small>() {
            self.signs_of_state(Small::tables(), &layout.state::<Small>(board).0)
        } else {
            self.signs_of_state((), &layout.state::<Large>(board).0)
        }
    }

    /// The same as [`Checker::check`], for a position as the solvers hold it.
    pub(super) fn check_state<G: Grid>(self, tables: G::Tables, state: &State<G>) -> Solvability {
        if !hangs_together::<G>(&G::LINES, state.occupied) {
            return Solvability::Unsolvable(Rule::Stranded);
        }
        if !hangs_together::<G>(&state.compatible, state.occupied) {
            return Solvability::Unsolvable(Rule::SeparatedFlock);
        }
        if let Some(won) = self.ending(tables, state) {
            // A lost ending may also be lost by a rule that comes first, which is what is told.
            if won {
                return Solvability::Solvable;
            }
            let rule = if self.lynchpins && has_lynchpin_issue::<G>(state, lynchpins::<G>(tables, state.occupied)) {
                Rule::Lynchpin
            } else if self.articulation && has_articulation(tables, state) {
                Rule::Articulation
            } else {
                Rule::Ending
            };
            return Solvability::Unsolvable(rule);
        }
        if self.lynchpins && has_lynchpin_issue::<G>(state, G::cut_cells(tables, state.occupied)) {
            return Solvability::Unsolvable(Rule::Lynchpin);
        }
        if self.articulation && has_articulation(tables, state) {
            return Solvability::Unsolvable(Rule::Articulation);
        }
        Solvability::Unknown
    }

    fn signs_of_state<G: Grid>(self, tables: G::Tables, state: &State<G>) -> Signs {
        let stranded = !hangs_together::<G>(&G::LINES, state.occupied);
        let separated = !hangs_together::<G>(&state.compatible, state.occupied);
        let mut signs = Signs::default();
        signs.add(Rule::Stranded, stranded);
        signs.add(Rule::SeparatedFlock, separated);
        signs.add(Rule::Lynchpin, has_lynchpin_issue::<G>(state, lynchpins::<G>(tables, state.occupied)));
        signs.add(Rule::Articulation, !stranded && !separated && has_articulation(tables, state));
        signs.add(Rule::Ending, self.ending(tables, state) == Some(false));
        signs
    }

    /// Whether an ending is won, if it is one.
    fn ending<G: Grid>(self, tables: G::Tables, state: &State<G>) -> Option<bool> {
        let most = self.endings.min(G::LOOKED_UP.max(LARGEST_PLAYED_OUT));
        let stacks = state.occupied.len();
        (stacks <= most.max(1)).then(|| G::ending_is_won(tables, &state.compatible, state.occupied))
    }
}

/// Endings of a board without tables are played out; with five stacks that takes microseconds.
const LARGEST_PLAYED_OUT: u32 = 5;

/// Dead where the checker says so; else the moves left, which are known.
impl Heuristic<Birds> for Checker {
    fn estimate(&self, state: &Birds) -> Option<u32> {
        let lost = matches!(self.check(state), Solvability::Unsolvable(_));
        (!lost).then(|| state.stack_count() - 1)
    }
}

/// Whether all of `within`, which has a member, can be reached from its first by `rows`.
fn hangs_together<G: Grid>(rows: &G::Rows, within: G::Set) -> bool {
    flood::<G>(rows, G::Set::only(within.first()), within) == within
}

/// The cells without which the others fall into two parts or more, of a set that may be apart itself.
fn lynchpins<G: Grid>(tables: G::Tables, occupied: G::Set) -> G::Set {
    if hangs_together::<G>(&G::LINES, occupied) {
        return if occupied.len() > 2 { G::cut_cells(tables, occupied) } else { G::Set::EMPTY };
    }
    let (mut cells, mut found) = (occupied, G::Set::EMPTY);
    while let Some(cell) = cells.pop() {
        let others = occupied & !G::Set::only(cell);
        if !hangs_together::<G>(&G::LINES, others) {
            found |= G::Set::only(cell);
        }
    }
    found
}

/// Whether a lynchpin has no neighbour but lynchpins, or two neighbours that have no other.
fn has_lynchpin_issue<G: Grid>(state: &State<G>, lynchpins: G::Set) -> bool {
    let mut left = lynchpins;
    while let Some(cell) = left.pop() {
        let row = state.compatible[cell];
        if (row & !lynchpins).is_empty() {
            return true;
        }
        let (mut neighbours, mut leaves) = (row, 0);
        while let Some(neighbour) = neighbours.pop() {
            leaves += u32::from(state.compatible[neighbour].len() == 1);
        }
        if leaves >= 2 {
            return true;
        }
    }
    false
}

/// Whether a cut card lies on a cut cell; both graphs must hang together.
fn has_articulation<G: Grid>(tables: G::Tables, state: &State<G>) -> bool {
    state.occupied.len() > 2
        && !(cut_vertices::<G>(&state.compatible, state.occupied) & G::cut_cells(tables, state.occupied)).is_empty()
}

#[cfg(test)]
mod tests {
    use kibitzer_core::{Game, SplitMix};
    use kibitzer_games::birds::{Graph, Size, deal};
    use kibitzer_games::cards::DealNumber;

    use super::*;

    fn check(text: &str) -> Solvability {
        Checker::ALL.check(&text.parse().expect("a position"))
    }

    #[test]
    fn each_rule_has_its_picture() {
        assert_eq!(check("AC AD / -- --"), Solvability::Solvable);
        assert_eq!(check("AC -- / -- AD"), Solvability::Unsolvable(Rule::Stranded));
        assert_eq!(check("AC 7D / 8D KH"), Solvability::Unsolvable(Rule::SeparatedFlock));
        // The club holds row and column together, and the other two match nothing but the club.
        assert_eq!(check("5C 4H / 6D --"), Solvability::Unsolvable(Rule::Lynchpin));
        assert_eq!(check("8C 8H 8S 7S / 6H JH 5H 9H / 5C 7C KS 4S / 2D TS QS 3D"), Solvability::Unknown);
    }

    /// The graph without a vertex, by its neighbours, and whether what is left hangs together.
    fn together_without(graph: &Graph, out: usize) -> bool {
        let left: Vec<usize> = (0..graph.vertices()).filter(|&vertex| vertex != out).collect();
        let Some(&first) = left.first() else { return true };
        let mut reached = vec![first];
        let mut next = 0;
        while next < reached.len() {
            for &vertex in &left {
                if graph.neighbours(reached[next]) >> vertex & 1 == 1 && !reached.contains(&vertex) {
                    reached.push(vertex);
                }
            }
            next += 1;
        }
        reached.len() == left.len()
    }

    /// The slow twin: the text of the module, on the graphs of the game itself.
    fn slow_signs(board: &Birds) -> [bool; 4] {
        let (rook, card) = (board.rook_graph(), board.card_graph());
        let count = rook.vertices();
        let degree = |vertex: usize| card.neighbours(vertex).count_ones();
        let joined = |a: usize, b: usize| card.neighbours(a) >> b & 1 == 1;
        let is_lynchpin: Vec<bool> = (0..count).map(|vertex| !together_without(&rook, vertex)).collect();
        let issue = |a: usize| {
            let held = (0..count).all(|b| !joined(a, b) || is_lynchpin[b]);
            is_lynchpin[a] && (held || (0..count).filter(|&b| joined(a, b) && degree(b) == 1).count() >= 2)
        };
        let whole = rook.is_connected() && card.is_connected();
        let cut = |vertex: usize| !together_without(&rook, vertex) && !together_without(&card, vertex);
        [!rook.is_connected(), !card.is_connected(), (0..count).any(issue), whole && count > 2 && (0..count).any(cut)]
    }

    #[test]
    fn signs_are_those_of_the_text() {
        let mut luck = SplitMix::new(11);
        let mut seen = [0; 4];
        for number in 0..1500 {
            let rows = if number % 10 == 0 { 5 } else { 4 };
            let size = Size::new(rows, rows).expect("a size");
            let mut board = deal(size, DealNumber::try_from(number).expect("small"));
            loop {
                let signs = Checker::ALL.signs(&board);
                let slow = slow_signs(&board);
                for ((rule, shown), seen) in Rule::ALL.into_iter().zip(slow).zip(&mut seen) {
                    assert_eq!(signs.shows(rule), shown, "{rule:?} on {board}");
                    *seen += u32::from(shown);
                }
                let moves: Vec<_> = board.moves().collect();
                if moves.is_empty() {
                    break;
                }
                board.play(moves[luck.below(moves.len())]);
            }
        }
        assert!(seen.iter().all(|&seen| seen > 100), "{seen:?}");
    }
}
