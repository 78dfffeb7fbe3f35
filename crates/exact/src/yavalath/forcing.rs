//! Forcing lines: one side threatens to make four with every move, so that the other has a single answer each time.
//!
//! A line that wins also tells what could have spoiled it. Give the defender one stone more, somewhere. The line is
//! played as before, and wins as before, unless that stone
//!
//! - lies on a cell that the line uses: one where the attacker plays, or where four is threatened; or
//! - makes the defender threaten, at some point of the line, to make four himself. The windows of four cells that matter
//!   have two of his stones, the new one and a free cell, so the stone is on one of the cells of [`kibitzer_games::yavalath::threatening`] at a
//!   moment when the attacker is to move. Between the attacker's move and the answer the defender has the same stones
//!   and fewer free cells, so nothing is added then. That an answer completes four with the new stone is the same case,
//!   seen a move earlier. That it makes three with the new stone loses sooner.
//!
//! These cells are the *zone* of the line. In a position where the other side would win by a line if it were its turn,
//! only moves in the zone can help; all others lose to that same line.

use kibitzer_games::yavalath::Cells;

use super::position::Position;
use super::word::Word;

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
pub struct Forcing<W = Cells> {
    nodes: u32,
    limit: u32,
    path: [W; 2 * LONGEST],
    length: usize,
    zone: W,
}

impl<W: Word> Forcing<W> {
    /// A search that gives up after so many positions.
    #[must_use]
    pub const fn new(limit: u32) -> Forcing<W> {
        Forcing { nodes: 0, limit, path: [W::NONE; 2 * LONGEST], length: 0, zone: W::NONE }
    }

    /// Whether the side to move wins by a forcing line; `false` also where none was found in time.
    #[inline]
    pub fn wins(&mut self, position: &Position<W>) -> bool {
        self.nodes = 0;
        self.zone = W::NONE;
        let wins = position.wins();
        if !wins.is_empty() {
            self.path[0] = wins.lowest();
            self.length = 1;
            self.zone = wins.lowest();
            return true;
        }
        self.attack(position, 0)
    }

    /// The zone of the line that was found last.
    #[must_use]
    pub const fn zone(&self) -> W {
        self.zone
    }

    /// The line that was found last.
    #[must_use]
    pub fn line(&self) -> Line {
        let moves = self.path[..self.length].iter().map(|cell| cell.widened()).collect();
        Line { moves, zone: self.zone.widened() }
    }

    /// How many positions the last search looked at.
    #[must_use]
    pub const fn nodes(&self) -> u32 {
        self.nodes
    }

    /// The side to move cannot make four at once; has it a line? `depth` counts its moves.
    fn attack(&mut self, position: &Position<W>, depth: usize) -> bool {
        self.nodes += 1;
        let threats = position.threats();
        let mut attacks = position.attacks();
        if !threats.is_empty() {
            // It must stop the one four that threatens, and attack by doing so.
            if threats.has_two() {
                return false;
            }
            attacks &= threats;
        }
        // First what wins on the spot, then what leads on.
        let mut rest = attacks;
        while !rest.is_empty() {
            let cell = rest.lowest();
            rest ^= cell;
            let next = position.after(cell);
            let gaps = next.threats();
            if gaps.has_two() || (gaps & next.safe()).is_empty() {
                self.path[2 * depth] = cell;
                self.length = 2 * depth + 1;
                self.zone |= cell | gaps | position.other.threatening(position.free);
                return true;
            }
        }
        if depth + 1 == LONGEST {
            return false;
        }
        while !attacks.is_empty() {
            if self.nodes >= self.limit {
                return false;
            }
            let cell = attacks.lowest();
            attacks ^= cell;
            let next = position.after(cell);
            let gap = next.threats();
            let answered = next.after(gap);
            self.path[2 * depth] = cell;
            self.path[2 * depth + 1] = gap;
            if self.attack(&answered, depth + 1) {
                self.zone |= cell | gap | position.other.threatening(position.free);
                return true;
            }
        }
        false
    }
}
