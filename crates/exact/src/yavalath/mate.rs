//! Mates: wins that can be forced within a few plies, exact to the ply.

use kibitzer_games::yavalath::Cells;

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

    /// Moves with which the side to move wins within so many plies: some, not all.
    fn win(&mut self, position: &Position, plies: u32) -> Option<Cells> {
        match position.sight() {
            _ if plies == 0 => None,
            Sight::Wins(cells) => Some(cells),
            Sight::Lost => None,
            // Whoever leaves the threat alone is beaten at the next ply.
            Sight::Forced(cell) => (plies > 1 && self.is_lost(&position.after(cell), plies - 1)).then_some(cell),
            Sight::Open(safe) => self.win_openly(position, safe, plies),
        }
    }

    /// The same where nobody can make four at once, and these moves do not make three.
    ///
    /// What is left out:
    /// - In two plies, the other side must be left without a cell that makes no three, and a cell. It makes no three on
    ///   the cells of `refuge`, and one move takes one of them.
    /// - In three plies, either that, or the third ply makes four. No four is there to be made now, so the first ply
    ///   must threaten one, and the reply must be unable to stop it.
    fn win_openly(&mut self, position: &Position, safe: Cells, plies: u32) -> Option<Cells> {
        if plies < 2 {
            return None;
        }
        let refuge = position.passed().safe();
        if refuge & refuge.wrapping_sub(1) == 0 {
            let last = if refuge == 0 { safe } else { safe & refuge };
            // Where it is the last free cell, the game is drawn.
            let ends = last & last.wrapping_neg();
            if ends != 0 && position.free != ends {
                return Some(ends);
            }
        }
        if plies < 3 {
            return None;
        }
        let attacks = position.attacks();
        let mut forcing = 0;
        for cell in members(attacks) {
            self.nodes += 1;
            match position.after(cell).sight() {
                Sight::Lost => return Some(cell),
                Sight::Forced(_) => forcing |= cell,
                Sight::Wins(_) | Sight::Open(_) => {}
            }
        }
        if plies < 4 {
            return None;
        }
        let quiet = safe & !attacks;
        members(forcing).chain(members(quiet)).find(|cell| self.is_lost(&position.after(*cell), plies - 1))
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
            Sight::Forced(cell) => self.win_after(position, cell, plies - 1).is_some(),
            Sight::Open(safe) => self.has_no_defence(position, safe, plies),
        }
    }

    fn has_no_defence(&mut self, position: &Position, safe: Cells, plies: u32) -> bool {
        let index = (plies as usize).min(LONGEST - 1);
        let (mut left, mut wanted) = (safe, self.defences[index]);
        while left != 0 {
            let choice = if wanted & left == 0 { left } else { wanted & left };
            let cell = choice & choice.wrapping_neg();
            left &= !cell;
            let Some(cells) = self.win_after(position, cell, plies - 1) else {
                self.defences[index] = cell;
                return false;
            };
            // Where the attacker wants to go is a good place to be.
            wanted = cells;
        }
        true
    }

    fn win_after(&mut self, position: &Position, cell: Cells, plies: u32) -> Option<Cells> {
        self.nodes += 1;
        let next = position.after(cell);
        // A full board is a draw.
        if self.is_cut_off() || next.free == 0 { None } else { self.win(&next, plies) }
    }
}

/// The members of a set, each as a set of its own.
fn members(mut cells: Cells) -> impl Iterator<Item = Cells> {
    std::iter::from_fn(move || {
        let first = cells & cells.wrapping_neg();
        cells &= !first;
        (first != 0).then_some(first)
    })
}
