//! The pendant rule: what hangs on a single card must be gathered by that card alone.
//!
//! # The rule
//!
//! Let the card graph be connected, `c` a cut card, `A` one of the components that are left without `c` (the *pendant*),
//! and `B` the other cards without `A` and `c`. Cards of `A` are compatible only with cards of `A` and with `c`, cards
//! of `B` only with cards of `B` and with `c`. While both `A` and `B` have cards, `c` is never covered: the card graph
//! would fall apart. So until one of the two is gone, every flight is one of these:
//!
//! - inside `A`: a card of `A` onto another one. Only cells of `A` take part.
//! - inside `B`, in the same way. Only cells of `B` take part, so cells of `A` never change hands with it.
//! - `c` onto a card of `A`: then `c` stands on a cell of `A`, and what is left of `A` must still hang on `c`.
//! - a *hop*: `c` onto a card of `B`. That card is a neighbour of `c`, and it is gone for good; so there are at most `k`
//!   hops, where `k` is the number of neighbours of `c` in `B` now. A hop ends on a cell that belongs to `B` now, in
//!   line with the cell it began on.
//!
//! Forget which card of `B` stands where and whether it can get there: let a hop go to *any* cell of `B` in line. What
//! is left is a small game of `A` and `c`, and every real solution is also played in it. It can end in two ways:
//!
//! 1. *gathered*: `A` is gone while `B` still has a card. That card hangs on `c`, so at most `k - 1` hops were made.
//! 2. *last*: `B` is gone first. Then `c` covered its last card, by a hop, so `c` stands on a cell of `B`; what is left
//!    of `A` and `c` is an ordinary ending, which must be won. (If the last card of `A` is covered after exactly `k`
//!    hops, `B` was gone by then: that is this case, too.)
//!
//! If neither end can be reached in the small game, the position is lost. Further, let two pendants, `A` on `c` and `A'`
//! on `c'`, be apart: `A'` with its `c'` outside `A`, and `A` with its `c` outside `A'` (`c = c'` is allowed). Then `A'` is
//! part of the `B` of `A` and the other way round, so not both can be last. If neither can be gathered, the position is
//! lost.
//!
//! The small game is solved exactly: its states are the cells of the cards of `A` that are left, and for each number of
//! hops the set of cells on which `c` may stand. Each flight other than a hop takes one card of `A` away, so the states
//! come in layers, and each layer is complete before it is used.

#![expect(clippy::inline_always, reason = "must become part of the code that is compiled for newer processors")]

use super::grid::{Grid, Set, flood};
use super::state::State;

/// Pendants with more cards than this are not looked at: the small game grows fast, and its power does not.
pub(super) const LARGEST: usize = 6;

/// Hops are counted up to this many; the last count stands for "this many or more".
const HOPS: usize = 4;

/// Where `c` may stand after each number of hops.
type Stands<S> = [S; HOPS + 1];

/// A state of the small game.
#[derive(Clone, Copy)]
struct Layer<S> {
    /// The cards of `A` that are left.
    alive: u8,
    /// The cell of each card of `A`; 0 for those that are gone, so that equal states look equal.
    cells: [u8; LARGEST],
    stands: Stands<S>,
}

/// A pendant and the small game around it.
struct Pendant<'a, G: Grid> {
    tables: G::Tables,
    /// The cells of `B`.
    beyond: G::Set,
    /// The neighbours of `c` in `B`.
    hops: usize,
    /// How many cards `A` has.
    size: usize,
    /// The cards of `A` compatible with each card of `A`.
    inside: [u8; LARGEST],
    /// The cards of `A` compatible with `c`.
    hooks: u8,
    /// The states found so far, layer after layer.
    layers: &'a mut Vec<Layer<G::Set>>,
}

/// Finds positions that are lost by the pendant rule; keeps its buffers and what it found.
pub(super) struct PendantRule<G: Grid> {
    tables: G::Tables,
    layers: Vec<Layer<G::Set>>,
    last_only: Vec<(usize, G::Set)>,
    /// Ends of pendants seen before in this search. A place is overwritten by the next pendant that falls on it; what is
    /// read is compared whole.
    known: Vec<(Question<G>, Ends)>,
}

/// All that the ends of a pendant depend on: its cards and `c` where they lie (nothing elsewhere), the cells of both and
/// of `B`, and the number of hops. Which cards these are, and so which are compatible, is fixed for one search.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Question<G: Grid> {
    cards: G::Cards,
    component: G::Set,
    beyond: G::Set,
    cut: usize,
    hops: usize,
}

/// How the small game can end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// With the pendant gathered, and perhaps in another way.
    Gathered,
    /// Only with the pendant last.
    Last,
    Neither,
}

const KNOWN: usize = 1 << 12;

impl<G: Grid> Default for PendantRule<G> {
    fn default() -> Self {
        Self { tables: G::tables(), layers: Vec::new(), last_only: Vec::new(), known: Vec::new() }
    }
}

impl<G: Grid> PendantRule<G> {
    /// The memory of what it finds; its buffers are small next to that.
    pub(super) const BYTES: usize = KNOWN * size_of::<(Question<G>, Ends)>();

    /// Forgets what it found: another deal begins.
    pub(super) fn clear(&mut self) {
        self.known.clear();
    }

    /// Whether the rule shows that the position is lost. `cut_cards` are the cut vertices of its card graph, which must
    /// be connected; pendants of more than `largest` cards, at most [`LARGEST`], are passed over.
    #[inline(always)]
    pub(super) fn is_lost(&mut self, state: &State<G>, cut_cards: G::Set, largest: usize) -> bool {
        let component = |_, rest: G::Set| flood::<G>(&state.compatible, G::Set::only(rest.first()), rest);
        self.is_lost_with(state, cut_cards, largest, component)
    }

    /// The same; `component` finds what hangs together with the first of some cards without a cut card.
    #[inline(always)]
    pub(super) fn is_lost_with(
        &mut self,
        state: &State<G>,
        mut cut_cards: G::Set,
        largest: usize,
        component: impl Fn(usize, G::Set) -> G::Set,
    ) -> bool {
        self.last_only.clear();
        while let Some(cut) = cut_cards.pop() {
            let mut rest = state.occupied & !G::Set::only(cut);
            while !rest.is_empty() {
                let component = component(cut, rest);
                rest &= !component;
                if component.len() as usize > largest {
                    continue;
                }
                let apart = |&(other, cells): &(usize, G::Set)| {
                    (cells & component).is_empty() && !cells.contains(cut) && !component.contains(other)
                };
                match self.ends(state, cut, component) {
                    Ends::Gathered => {}
                    Ends::Neither => return true,
                    Ends::Last if self.last_only.iter().any(apart) => return true,
                    Ends::Last => self.last_only.push((cut, component)),
                }
            }
        }
        false
    }

    #[inline(always)]
    fn ends(&mut self, state: &State<G>, cut: usize, component: G::Set) -> Ends {
        let beyond = state.occupied & !component & !G::Set::only(cut);
        let hops = (state.compatible[cut] & beyond).len() as usize;
        if component.rest().is_empty() {
            return ends_of_one::<G>(G::LINES[component.first()], cut, beyond, hops);
        }
        let cards = G::cards_on(&state.cards, component | G::Set::only(cut));
        let question = Question { cards, component, beyond, cut, hops };
        if self.known.is_empty() {
            let nothing = Question { component: G::Set::EMPTY, ..question };
            self.known.resize(KNOWN, (nothing, Ends::Gathered));
        }
        #[expect(clippy::cast_possible_truncation, reason = "the shift leaves twelve bits")]
        let place = (G::hash(&cards, beyond) >> (64 - KNOWN.ilog2())) as usize;
        let (asked, ends) = self.known[place];
        if asked == question {
            return ends;
        }
        let mut pendant = Pendant::<G>::new(self.tables, state, &question, &mut self.layers);
        let ends = if pendant.can_be_gathered() {
            Ends::Gathered
        } else if pendant.can_be_last() {
            Ends::Last
        } else {
            Ends::Neither
        };
        self.known[place] = (question, ends);
        ends
    }
}

impl<'a, G: Grid> Pendant<'a, G> {
    #[inline(always)]
    fn new(tables: G::Tables, state: &State<G>, question: &Question<G>, layers: &'a mut Vec<Layer<G::Set>>) -> Self {
        let &Question { component, beyond, cut, hops, .. } = question;
        let compatible = &state.compatible;
        let mut cells = [0; LARGEST];
        let (mut size, mut left) = (0, component);
        while let Some(cell) = left.pop() {
            #[expect(clippy::cast_possible_truncation, reason = "there are at most 49 cells")]
            let small = cell as u8;
            cells[size] = small;
            size += 1;
        }
        let among = |row: G::Set| -> u8 {
            (0..size).filter(|&card| row.contains(usize::from(cells[card]))).fold(0, |cards, card| cards | 1 << card)
        };
        let mut inside = [0; LARGEST];
        for card in 0..size {
            inside[card] = among(compatible[usize::from(cells[card])]);
        }
        let mut stands = [G::Set::EMPTY; HOPS + 1];
        stands[0] = G::Set::only(cut);
        layers.clear();
        layers.push(Layer { alive: (1 << size) - 1, cells, stands });
        Self { tables, beyond, hops, size, inside, hooks: among(compatible[cut]), layers }
    }

    /// Whether the small game can end with `A` gathered. Finds all its states on the way, unless it can.
    #[inline(always)]
    fn can_be_gathered(&mut self) -> bool {
        let (mut begin, mut end) = (0, 1);
        for _ in 0..self.size {
            for index in begin..end {
                let mut layer = self.layers[index];
                self.hop(&mut layer.stands);
                self.layers[index] = layer;
                if self.gather(layer, end) {
                    return true;
                }
                self.merge(layer, end);
            }
            (begin, end) = (end, self.layers.len());
        }
        false
    }

    /// Lets `c` hop over the cells of `B`, as often as it may.
    #[inline(always)]
    fn hop(&self, stands: &mut Stands<G::Set>) {
        for count in 0..HOPS.min(self.hops) {
            stands[count + 1] |= self.one_hop(stands[count]);
        }
        if self.hops > HOPS {
            loop {
                let more = stands[HOPS] | self.one_hop(stands[HOPS]);
                if more == stands[HOPS] {
                    break;
                }
                stands[HOPS] = more;
            }
        }
    }

    #[inline(always)]
    fn one_hop(&self, stands: G::Set) -> G::Set {
        G::in_line(stands) & self.beyond
    }

    /// Lets `c` cover a card of `A`; true if that was the last one and `B` still has a card.
    #[inline(always)]
    fn gather(&mut self, layer: Layer<G::Set>, next: usize) -> bool {
        for card in bits(layer.alive & self.hooks) {
            let cell = usize::from(layer.cells[card]);
            let stands = layer
                .stands
                .map(|stands| if (stands & G::LINES[cell]).is_empty() { G::Set::EMPTY } else { G::Set::only(cell) });
            if stands.iter().all(|stands| stands.is_empty()) {
                continue;
            }
            let mut child = Layer { alive: layer.alive & !(1 << card), stands, ..layer };
            child.cells[card] = 0;
            // "At least HOPS" hops may still be fewer than `hops`, unless `hops` itself is counted exactly.
            let early = self.hops.min(HOPS + 1);
            if child.alive == 0 && stands[..early].iter().any(|stands| !stands.is_empty()) {
                return true;
            }
            self.add(child, next);
        }
        false
    }

    /// Lets a card of `A` cover another.
    #[inline(always)]
    fn merge(&mut self, layer: Layer<G::Set>, next: usize) {
        for card in bits(layer.alive) {
            for onto in bits(layer.alive & self.inside[card]) {
                let (from, to) = (usize::from(layer.cells[card]), usize::from(layer.cells[onto]));
                if G::LINES[from].contains(to) {
                    let mut child = Layer { alive: layer.alive & !(1 << onto), ..layer };
                    child.cells[card] = layer.cells[onto];
                    child.cells[onto] = 0;
                    self.add(child, next);
                }
            }
        }
    }

    /// Adds a state to the layer that begins at `next`, unless some card of `A` no longer hangs on `c`.
    #[inline(always)]
    fn add(&mut self, child: Layer<G::Set>, next: usize) {
        let mut hanging = child.alive & self.hooks;
        loop {
            let more = bits(hanging).fold(hanging, |cards, card| cards | self.inside[card] & child.alive);
            if more == hanging {
                break;
            }
            hanging = more;
        }
        if hanging != child.alive {
            return;
        }
        let same = |other: &&mut Layer<G::Set>| other.alive == child.alive && other.cells == child.cells;
        match self.layers[next..].iter_mut().find(same) {
            Some(known) => known.stands.iter_mut().zip(child.stands).for_each(|(known, more)| *known |= more),
            None => self.layers.push(child),
        }
    }

    /// Whether the small game can end with `A` last; to be asked after [`Pendant::can_be_gathered`] said no.
    #[inline(always)]
    fn can_be_last(&self) -> bool {
        self.layers.iter().any(|layer| {
            if layer.alive == 0 {
                return true;
            }
            let mut ends = layer.stands[1..].iter().fold(G::Set::EMPTY, |ends, &stands| ends | stands) & self.beyond;
            while let Some(stand) = ends.pop() {
                if self.ending_is_won(layer, stand) {
                    return true;
                }
            }
            false
        })
    }

    /// Whether the cards of `A` that are left and `c` on `stand` can be brought together.
    #[inline(always)]
    fn ending_is_won(&self, layer: &Layer<G::Set>, stand: usize) -> bool {
        let mut rows = G::NO_ROWS;
        let mut occupied = G::Set::only(stand);
        for card in bits(layer.alive) {
            let cell = usize::from(layer.cells[card]);
            occupied |= G::Set::only(cell);
            if self.hooks >> card & 1 == 1 {
                rows[cell] |= G::Set::only(stand);
                rows[stand] |= G::Set::only(cell);
            }
            for other in bits(self.inside[card] & layer.alive) {
                rows[cell] |= G::Set::only(usize::from(layer.cells[other]));
            }
        }
        G::ending_is_won(self.tables, &rows, occupied)
    }
}

/// The ends of the small game for a pendant of one card, which most pendants are: all that counts is after how many
/// hops `c` can be on one of the cells `in_line` with it.
#[inline(always)]
fn ends_of_one<G: Grid>(in_line: G::Set, cut: usize, beyond: G::Set, hops: usize) -> Ends {
    let mut stands = G::Set::only(cut);
    for count in 0..=hops {
        if !(stands & in_line).is_empty() {
            return if count < hops { Ends::Gathered } else { Ends::Last };
        }
        stands = G::in_line(stands) & beyond;
    }
    Ends::Neither
}

/// The members of a set of cards of `A`.
fn bits(mut cards: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (cards != 0).then(|| cards.trailing_zeros() as usize)?;
        cards &= cards - 1;
        Some(first)
    })
}
