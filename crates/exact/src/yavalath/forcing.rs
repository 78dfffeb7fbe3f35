//! Forcing lines: one side threatens to make four with every move, so that the other has a single answer each time.
//!
//! A line that wins also tells what could have spoiled it. Give the defender one stone more, somewhere. The line is
//! played as before, and wins as before, unless that stone
//!
//! - lies on a cell that the line uses: one where the attacker plays, or where four is threatened; or
//! - makes the defender threaten, at some point of the line, to make four himself. The windows of four cells that matter
//!   have two of his stones, the new one and a free cell, so the stone is on one of the cells of [`threatening`] at a
//!   moment when the attacker is to move. Between the attacker's move and the answer the defender has the same stones
//!   and fewer free cells, so nothing is added then. That an answer completes four with the new stone is the same case,
//!   seen a move earlier. That it makes three with the new stone loses sooner.
//!
//! These cells are the *zone* of the line. In a position where the other side would win by a line if it were its turn,
//! only moves in the zone can help; all others lose to that same line.

use kibitzer_games::yavalath::{Cells, threatening};

use super::position::Position;

/// The longest line that is looked for, in moves of the attacker.
const LONGEST: usize = 24;

/// A forcing line that wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The moves of both sides in turn, as sets of one cell, up to the attacker's move after which the defender can no
    /// longer stop four; one move that makes four, where it can be made at once.
    pub moves: Vec<Cells>,
    /// Where one stone more for the defender could have spoiled it.
    pub zone: Cells,
}

/// Looks for forcing lines, with room for a limited number of positions.
#[derive(Clone, Debug)]
pub struct Forcing {
    nodes: u32,
    limit: u32,
    path: [Cells; 2 * LONGEST],
    length: usize,
    zone: Cells,
}

impl Forcing {
    /// A search that gives up after so many positions.
    #[must_use]
    pub const fn new(limit: u32) -> Forcing {
        Forcing { nodes: 0, limit, path: [0; 2 * LONGEST], length: 0, zone: 0 }
    }

    /// Whether the side to move wins by a forcing line; `false` also where none was found in time.
    #[inline]
    pub fn wins(&mut self, position: &Position) -> bool {
        self.nodes = 0;
        self.zone = 0;
        let wins = position.wins();
        if wins != 0 {
            self.path[0] = wins & wins.wrapping_neg();
            self.length = 1;
            self.zone = wins & wins.wrapping_neg();
            return true;
        }
        self.attack(position, 0)
    }

    /// The zone of the line that was found last.
    #[must_use]
    pub const fn zone(&self) -> Cells {
        self.zone
    }

    /// The line that was found last.
    #[must_use]
    pub fn line(&self) -> Line {
        Line { moves: self.path[..self.length].to_vec(), zone: self.zone }
    }

    /// How many positions the last search looked at.
    #[must_use]
    pub const fn nodes(&self) -> u32 {
        self.nodes
    }

    /// The side to move cannot make four at once; has it a line? `depth` counts its moves.
    fn attack(&mut self, position: &Position, depth: usize) -> bool {
        self.nodes += 1;
        let threats = position.threats();
        let mut attacks = position.attacks();
        if threats != 0 {
            // It must stop the one four that threatens, and attack by doing so.
            if threats & (threats - 1) != 0 {
                return false;
            }
            attacks &= threats;
        }
        // First what wins on the spot, then what leads on.
        let mut rest = attacks;
        while rest != 0 {
            let cell = rest & rest.wrapping_neg();
            rest ^= cell;
            let next = position.after(cell);
            let gaps = next.threats();
            if gaps & gaps.wrapping_sub(1) != 0 || gaps & next.safe() == 0 {
                self.path[2 * depth] = cell;
                self.length = 2 * depth + 1;
                self.zone |= cell | gaps | threatening(position.other, position.free);
                return true;
            }
        }
        if depth + 1 == LONGEST {
            return false;
        }
        while attacks != 0 {
            if self.nodes >= self.limit {
                return false;
            }
            let cell = attacks & attacks.wrapping_neg();
            attacks ^= cell;
            let next = position.after(cell);
            let gap = next.threats();
            let answered = next.after(gap);
            self.path[2 * depth] = cell;
            self.path[2 * depth + 1] = gap;
            if self.attack(&answered, depth + 1) {
                self.zone |= cell | gap | threatening(position.other, position.free);
                return true;
            }
        }
        false
    }
}
