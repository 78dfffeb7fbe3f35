//! Hand-made heuristics: those of Darmanger, Gombas and Radomski, "Evaluation of Search Algorithms for the Gaps Game"
//! (2024), and an assignment of rows to suits that makes their count of misplaced cards a true bound.
//!
//! The paper's formulas contradict its text in places. What is done here, and why:
//!
//! - *Algorithm 2* counts points in `best_suits[i]` and never says what `i` is: it is the suit of the card. A suit has a
//!   point for each card in its column, and one more for each card whose left neighbour is of the same suit and in *its*
//!   column. The text (section 3.1.1) asks instead for the next rank beside a card, in whatever columns; the pseudo code
//!   is taken. Of suits with equal points the first counts. The paper numbers suits hearts, diamonds, clubs, spades, and
//!   we clubs, diamonds, hearts, spades, which is the same but for their names.
//! - *Algorithm 3* looks for cards of rank `C - 1`, counted from 0, which are those that were removed; it means the highest
//!   in play. It finds gaps in the last column, too, where section 2.4 says that they are not dead: the text is taken, or
//!   the solved board would be full of dead gaps.
//! - *Equation 3.4* adds dead and repeated gaps to the score, so that they would be good. [`Gaps`](super::Gaps) boards are
//!   scored with `1 - Y` and `1 - Z` in their place, which keeps the score from 0 to 1; [`Penalty::Printed`] is the equation
//!   as it stands.
//! - *Equation 3.5* says `X + Wp (X + Y) / 2` where its text says misplaced cards, dead gaps and repeated gaps:
//!   `(cards - X) + Wp (Yn + Zn) / 2`.
//! - *Section 3.3* calls `H(0)` admissible. It is not: the suit of a row is chosen with points for neighbours, and may have
//!   fewer cards in place than another. [`Placed::Assigned`] is.

use kibitzer_core::{Heuristic, Puzzle};

use super::board::{Gaps, MAX_ROWS};

/// How well-placed cards are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Placed {
    /// As the paper does (section 3.1.1, algorithm 2): in each row, the cards in their columns that are of the suit with
    /// the most points. A suit may have several rows.
    #[default]
    Dominant,
    /// Each suit is given a row of its own so that as many cards as possible lie in place (the constraints of section
    /// 11.4). Whatever the rows are in the end, each card out of place has to move, and a move mends one card at most: the
    /// cards out of place are an admissible and consistent bound of the moves left.
    Assigned,
}

/// Whether weights change as the game goes on (section 11.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Change {
    /// They stay, as in the paper.
    #[default]
    Steady,
    /// Gaps count less the more cards are in place: their weights are multiplied by the share of misplaced cards.
    Fading,
}

/// How gaps that are of no use enter the score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Penalty {
    /// The fewer the better, as the paper's text wants it.
    #[default]
    Meant,
    /// The more the better, as equation 3.4 has it.
    Printed,
}

impl Gaps {
    /// X, the number of well-placed cards.
    #[must_use]
    pub fn well_placed(&self, placed: Placed) -> u32 {
        match placed {
            Placed::Dominant => (0..self.size().rows()).map(|row| self.placed_in_row(row)).sum(),
            Placed::Assigned => self.assigned(),
        }
    }

    /// Y, the number of dead gaps: those behind a card of the highest rank, where nothing can follow, except in the last
    /// column, where they belong (section 2.4; algorithm 3).
    #[must_use]
    pub fn dead_gaps(&self) -> u32 {
        let is_dead = |&(row, column): &(usize, usize)| {
            let left = column.checked_sub(1).and_then(|left| self.card(row, left));
            column + 1 < self.size().columns() && left.is_some_and(|left| left.rank() == self.highest())
        };
        count(self.gaps().filter(is_dead))
    }

    /// Z, the number of repeated gaps: those with a gap to their left (section 3.1.3; algorithm 4).
    #[must_use]
    pub fn repeated_gaps(&self) -> u32 {
        let is_repeated = |&(row, column): &(usize, usize)| column > 0 && self.card(row, column - 1).is_none();
        count(self.gaps().filter(is_repeated))
    }

    /// Xn, the share of cards that are well placed (equation 3.1); 1 on a board without cards.
    #[must_use]
    pub fn share_placed(&self, placed: Placed) -> f64 {
        match self.size().cards() {
            0 => 1.0,
            cards => f64::from(self.well_placed(placed)) / real(cards),
        }
    }

    /// Yn, dead gaps as a share of the gaps (equation 3.2).
    #[must_use]
    pub fn share_dead(&self) -> f64 {
        f64::from(self.dead_gaps()) / real(self.size().rows())
    }

    /// Zn, repeated gaps as a share of the most that there can be (equation 3.3), which is 0 with a single row.
    #[must_use]
    pub fn share_repeated(&self) -> f64 {
        match self.size().rows() {
            1 => 0.0,
            rows => f64::from(self.repeated_gaps()) / real(rows - 1),
        }
    }

    /// The cards of a row that are of its suit and in their columns; the suit is the first with the most points.
    fn placed_in_row(&self, row: usize) -> u32 {
        let (mut points, mut in_place) = ([0_u32; 4], [0_u32; 4]);
        // The suit of the left neighbour, if that is in its column.
        let mut left = None;
        for column in 0..self.size().columns() {
            let card = self.card(row, column);
            let here = card.map(|card| (card.suit(), usize::from(card.rank() - self.lowest()) == column));
            if let Some((suit, is_placed)) = here {
                points[usize::from(suit)] += u32::from(is_placed) + u32::from(left == Some(suit));
                in_place[usize::from(suit)] += u32::from(is_placed);
            }
            left = here.filter(|(_, is_placed)| *is_placed).map(|(suit, _)| suit);
        }
        let best = (0..4).rev().max_by_key(|suit| points[*suit]).expect("there are four suits");
        in_place[best]
    }

    /// The most cards in place, if each suit has a row.
    fn assigned(&self) -> u32 {
        let rows = self.size().rows();
        let mut in_place = [[0_u32; 4]; MAX_ROWS];
        for card in self.cards() {
            let (row, column) = self.place(card).expect("it is in play");
            if usize::from(card.rank() - self.lowest()) == column {
                in_place[row][usize::from(card.suit())] += 1;
            }
        }
        // The most for the first rows, by the set of suits that they have; sets grow as their numbers do.
        let mut most = [0_u32; 1 << 4];
        for taken in 1..1_usize << 4 {
            let row = taken.count_ones() as usize - 1;
            if row < rows {
                let last = (0..4).filter(|suit| taken >> suit & 1 == 1);
                most[taken] = last.map(|suit| most[taken ^ 1 << suit] + in_place[row][suit]).max().unwrap_or(0);
            }
        }
        most.into_iter().max().unwrap_or(0)
    }
}

fn count(gaps: impl Iterator) -> u32 {
    u32::try_from(gaps.count()).expect("there are at most four gaps")
}

fn real(number: usize) -> f64 {
    u32::try_from(number).map_or(f64::INFINITY, f64::from)
}

/// S, the score of a position from 0 to 1, larger is better (equation 3.4). What is solved has no score: a search
/// recognises it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The weight of well-placed cards.
    pub placed: f64,
    /// The weight of dead gaps.
    pub dead: f64,
    /// The weight of repeated gaps.
    pub repeated: f64,
    /// How well-placed cards are counted.
    pub count: Placed,
    /// Whether the weights of gaps change.
    pub change: Change,
    /// What gaps that are of no use do to the score.
    pub penalty: Penalty,
}

impl Default for Score {
    /// The weights of the paper's tree search: 10, 2 and 1 (section 4.2.1).
    fn default() -> Score {
        Score {
            placed: 10.0,
            dead: 2.0,
            repeated: 1.0,
            count: Placed::Dominant,
            change: Change::Steady,
            penalty: Penalty::Meant,
        }
    }
}

impl Score {
    /// The score.
    #[must_use]
    pub fn of(&self, state: &Gaps) -> f64 {
        let placed = state.share_placed(self.count);
        let fading = match self.change {
            Change::Steady => 1.0,
            Change::Fading => 1.0 - placed,
        };
        let (dead, repeated) = (self.dead * fading, self.repeated * fading);
        let (of_dead, of_repeated) = match self.penalty {
            Penalty::Meant => (1.0 - state.share_dead(), 1.0 - state.share_repeated()),
            Penalty::Printed => (state.share_dead(), state.share_repeated()),
        };
        let weights = self.placed + dead + repeated;
        if weights > 0.0 { (self.placed * placed + dead * of_dead + repeated * of_repeated) / weights } else { 0.0 }
    }
}

/// H, the moves left at a guess (equation 3.5): `(cards - X) + Wp (Yn + Zn) / 2`, times [`Distance::SCALE`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Distance {
    /// Wp: how many misplaced cards all gaps count that are of no use. The paper's A* has 0, its greedy search 2.
    pub penalty: f64,
    /// How well-placed cards are counted.
    pub count: Placed,
    /// Whether the penalty changes.
    pub change: Change,
}

impl Distance {
    /// What a move counts, so that shares of gaps have whole numbers.
    pub const SCALE: u32 = 1000;
}

impl Heuristic<Gaps> for Distance {
    fn estimate(&self, state: &Gaps) -> Option<u32> {
        if state.is_goal() {
            return Some(0);
        }
        let cards = u32::try_from(state.size().cards()).expect("there are at most 48");
        let misplaced = Self::SCALE * (cards - state.well_placed(self.count));
        if self.penalty <= 0.0 {
            return Some(misplaced);
        }
        let fading = match self.change {
            Change::Steady => 1.0,
            Change::Fading => 1.0 - state.share_placed(self.count),
        };
        let useless = self.penalty * fading * (state.share_dead() + state.share_repeated()) / 2.0;
        // The cast saturates, so weights beyond reason only lose their order.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturation is wanted")]
        let useless = (f64::from(Self::SCALE) * useless).round() as u32;
        Some(misplaced.saturating_add(useless))
    }
}

#[cfg(test)]
mod tests;
