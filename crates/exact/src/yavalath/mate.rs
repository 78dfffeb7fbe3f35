//! Mates: wins that can be forced within a few plies, exact to the ply.

use kibitzer_games::yavalath::{Cells, completing, overwhelming, threatening, tripling};

use super::position::{Position, Sight};

/// A win that the side to move can force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mate {
    /// How many plies until the game is over, where the winner hurries and the loser does not.
    pub plies: u32,
    /// All moves that win as fast.
    pub moves: Cells,
}

/// The fastest win that the side to move can force within so many plies.
#[must_use]
pub fn mate_within(position: &Position, plies: u32) -> Option<Mate> {
    MateSearch::new(u64::MAX).mate_within(position, plies)
}

/// Whether the side to move loses within so many plies, whatever it does.
#[must_use]
pub fn lost_within(position: &Position, plies: u32) -> bool {
    MateSearch::new(u64::MAX).is_lost(position, plies)
}

/// Defences are remembered for mates up to this length; longer ones are found all the same.
const LONGEST: usize = 16;

/// A search for mates with a limit.
///
/// It tries every move that could be part of a mate of the length asked for, quiet moves too, and all replies; it leaves
/// out only what a line of its proof rules out. A mate that it finds is there. One that it does not find is not there,
/// unless the search was cut off.
#[derive(Clone, Debug)]
pub struct MateSearch {
    nodes: u64,
    limit: u64,
    /// The last reply that refuted an attack with so many plies left.
    defences: [Cells; LONGEST],
}

impl MateSearch {
    /// A search that gives up after looking at so many positions.
    #[must_use]
    pub const fn new(limit: u64) -> MateSearch {
        MateSearch { nodes: 0, limit, defences: [0; LONGEST] }
    }

    /// How many positions it has looked at.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether it gave up: then a mate that it did not find may be there.
    #[must_use]
    pub const fn is_cut_off(&self) -> bool {
        self.nodes >= self.limit
    }

    /// The fastest win that the side to move can force within so many plies.
    #[must_use]
    pub fn mate_within(&mut self, position: &Position, plies: u32) -> Option<Mate> {
        // Mates of an even length end with a three that the loser could not avoid, and are rare: one is looked for where
        // the next longer one is there, or nothing longer is asked for.
        let odd = (1..=plies).step_by(2).find(|odd| self.win(position, *odd).is_some());
        let even = match odd {
            Some(odd) => odd - 1,
            None if plies.is_multiple_of(2) => plies,
            None => return None,
        };
        let length = if self.win(position, even).is_some() { even } else { odd? };
        let moves = match position.sight() {
            Sight::Wins(cells) => cells,
            Sight::Lost => 0,
            Sight::Forced(cell) => cell,
            Sight::Open(safe) => {
                let is_fastest = |cell: &Cells| self.is_lost(&position.after(*cell), length - 1);
                members(safe).filter(is_fastest).fold(0, |cells, cell| cells | cell)
            }
        };
        (moves != 0).then_some(Mate { plies: length, moves })
    }

    /// Whether the side to move loses within so many plies, whatever it does.
    ///
    /// Moves that lose at once by making three are not tried: where others are there, they only lose sooner.
    #[must_use]
    pub fn is_lost(&mut self, position: &Position, plies: u32) -> bool {
        self.nodes += 1;
        if self.is_cut_off() || plies == 0 || position.free == 0 {
            return false;
        }
        match position.sight() {
            Sight::Wins(_) => false,
            // Making three ends the game one ply before the other side makes four, and who can do without, does.
            Sight::Lost => plies > 1 || position.safe() == 0,
            // Within two plies it would be in sight.
            Sight::Forced(_) | Sight::Open(_) if plies < 3 => false,
            Sight::Forced(cell) => {
                let next = position.after(cell);
                // A full board is a draw.
                next.free != 0 && self.win(&next, plies - 1).is_some()
            }
            Sight::Open(_) => self.has_no_defence(&Calm::new(position), plies),
        }
    }

    /// Moves with which the side to move wins within so many plies: some, not all. A cell must be free.
    fn win(&mut self, position: &Position, plies: u32) -> Option<Cells> {
        self.nodes += 1;
        match position.sight() {
            _ if plies == 0 => None,
            Sight::Wins(cells) => Some(cells),
            Sight::Lost => None,
            // Whoever leaves the threat alone is beaten at the next ply.
            Sight::Forced(cell) => (plies > 1 && self.is_lost(&position.after(cell), plies - 1)).then_some(cell),
            Sight::Open(_) => self.win_calmly(&Calm::new(position), plies),
        }
    }

    /// The same where nobody can make four at once.
    ///
    /// What is left out:
    /// - In two plies, the other side must be left with free cells, all of which make three. One move takes one cell,
    ///   and does not change where the other side makes three.
    /// - In three plies, either that, or the third ply makes four. No four is there to be made now, so the first ply
    ///   must threaten one, and the reply must be unable to stop it.
    fn win_calmly(&mut self, calm: &Calm, plies: u32) -> Option<Cells> {
        self.nodes += 1;
        if plies < 2 || self.is_cut_off() {
            return None;
        }
        if is_at_most_one(calm.refuge) {
            let last = lowest(if calm.refuge == 0 { calm.safe } else { calm.safe & calm.refuge });
            // Where it is the last free cell, the game is drawn.
            if last != 0 && calm.free != last {
                return Some(last);
            }
        }
        if plies < 3 {
            return None;
        }
        let decisive = overwhelming(calm.own, calm.free, calm.free & !calm.refuge) & calm.safe;
        if decisive != 0 || plies < 4 {
            return (decisive != 0).then_some(decisive);
        }
        let attacks = calm.attacks();
        let is_won_by_force = |cell: &Cells| {
            let answer = calm.threats_after(*cell);
            let next = calm.after_both(*cell, answer);
            next.free != 0 && self.win(&next, plies - 2).is_some()
        };
        if let Some(cell) = members(attacks).find(is_won_by_force) {
            return Some(cell);
        }
        members(calm.safe & !attacks).find(|cell| {
            let next = calm.after_quiet(*cell);
            // The last free cell makes a draw, and who has only cells that make three loses with the next.
            next.free != 0 && (next.safe == 0 || self.has_no_defence(&next, plies - 1))
        })
    }

    /// Whether the side to move loses within so many plies, where nobody can make four at once and it has a cell that
    /// makes no three.
    fn has_no_defence(&mut self, calm: &Calm, plies: u32) -> bool {
        if plies < 3 {
            return false;
        }
        let index = (plies as usize).min(LONGEST - 1);
        let (mut left, mut wanted) = (calm.safe, self.defences[index]);
        while left != 0 {
            let cell = lowest(if wanted & left == 0 { left } else { wanted & left });
            left &= !cell;
            let threats = calm.threats_after(cell);
            let win = if threats == 0 {
                let next = calm.after_quiet(cell);
                // A full board is a draw.
                if next.free == 0 { None } else { self.win_calmly(&next, plies - 1) }
            } else {
                let goes_on = can_be_stopped(threats, calm.refuge);
                (goes_on && self.is_lost(&calm.after_both(cell, threats), plies - 2)).then_some(threats)
            };
            let Some(cells) = win else {
                self.defences[index] = cell;
                return false;
            };
            // Where the attacker wants to go is a good place to be.
            wanted = cells;
        }
        true
    }
}

/// A position in which neither side could make four now, with what does not change until a side gets a stone.
#[derive(Clone, Copy, Debug)]
struct Calm {
    own: Cells,
    other: Cells,
    free: Cells,
    /// The free cells that make no three for the side to move.
    safe: Cells,
    /// The free cells that make no three for the other side.
    refuge: Cells,
}

impl Calm {
    fn new(position: &Position) -> Calm {
        let Position { own, other, free } = *position;
        Calm { own, other, free, safe: position.safe(), refuge: position.passed().safe() }
    }

    /// The safe cells where a stone threatens to make four.
    #[inline]
    fn attacks(&self) -> Cells {
        threatening(self.own, self.free) & self.safe
    }

    /// Where the side to move could make four after a stone on this cell.
    #[inline]
    fn threats_after(&self, cell: Cells) -> Cells {
        completing(self.own | cell) & self.free & !cell
    }

    /// After a stone that neither threatens to make four nor makes three.
    #[inline]
    fn after_quiet(&self, cell: Cells) -> Calm {
        let (stones, free) = (self.own | cell, self.free & !cell);
        Calm { own: self.other, other: stones, free, safe: self.refuge & !cell, refuge: free & !tripling(stones) }
    }

    /// After a stone of each side.
    #[inline]
    fn after_both(&self, cell: Cells, answer: Cells) -> Position {
        Position { own: self.own | cell, other: self.other | answer, free: self.free & !(cell | answer) }
    }
}

/// Whether all of these threats can be stopped by one stone on one of these cells.
#[inline]
fn can_be_stopped(threats: Cells, safe: Cells) -> bool {
    is_at_most_one(threats) && threats & safe != 0
}

#[inline]
fn is_at_most_one(cells: Cells) -> bool {
    cells & cells.wrapping_sub(1) == 0
}

#[inline]
fn lowest(cells: Cells) -> Cells {
    cells & cells.wrapping_neg()
}

/// The members of a set, each as a set of its own.
fn members(mut cells: Cells) -> impl Iterator<Item = Cells> {
    std::iter::from_fn(move || {
        let first = lowest(cells);
        cells &= !first;
        (first != 0).then_some(first)
    })
}
