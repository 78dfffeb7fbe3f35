//! The board as the schedules hold it: suits, ranks, rows and columns as small numbers from 0, and any lowest card may
//! enter the first column.

/// A card: the number of its suit and its rank above the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Piece {
    pub(crate) suit: u8,
    pub(crate) rank: u8,
}

/// A move: the piece that leaves its cell and the cell it goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) piece: Piece,
    pub(crate) row: u8,
    pub(crate) column: u8,
}

/// As many suits as rows, and one rank fewer than columns, so that each row has room for a suit and one gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Row by row.
    pub(crate) cells: Vec<Option<Piece>>,
}

impl Layout {
    /// The number of ranks.
    pub(crate) fn ranks(&self) -> usize {
        self.columns - 1
    }

    /// What lies in a cell.
    pub(crate) fn at(&self, row: usize, column: usize) -> Option<Piece> {
        self.cells[row * self.columns + column]
    }

    /// The cell of each card, by suit and rank.
    pub(crate) fn places(&self) -> Vec<Vec<(usize, usize)>> {
        let mut places = vec![vec![(0, 0); self.ranks()]; self.rows];
        for (cell, piece) in self.cells.iter().enumerate() {
            if let Some(piece) = piece {
                places[usize::from(piece.suit)][usize::from(piece.rank)] = (cell / self.columns, cell % self.columns);
            }
        }
        places
    }

    /// Whether every row holds one suit in order, from the first column.
    pub(crate) fn is_won(&self) -> bool {
        (0..self.rows).all(|row| {
            let suit = self.at(row, 0).map(|piece| piece.suit);
            (0..self.ranks()).all(|column| {
                self.at(row, column).is_some_and(|piece| Some(piece.suit) == suit && usize::from(piece.rank) == column)
            })
        })
    }

    /// Plays a step if the rules allow it, and says whether they did.
    pub(crate) fn play(&mut self, step: Step) -> bool {
        let (row, column) = (usize::from(step.row), usize::from(step.column));
        if row >= self.rows || column >= self.columns || self.at(row, column).is_some() {
            return false;
        }
        let allowed = match column.checked_sub(1) {
            None => step.piece.rank == 0,
            Some(left) => {
                self.at(row, left).is_some_and(|left| left.suit == step.piece.suit && left.rank + 1 == step.piece.rank)
            }
        };
        let Some(from) = self.cells.iter().position(|&piece| piece == Some(step.piece)) else { return false };
        if allowed {
            self.cells[from] = None;
            self.cells[row * self.columns + column] = Some(step.piece);
        }
        allowed
    }

    /// Whether the steps are legal one after the other and the last one wins.
    pub(crate) fn is_won_by(&self, steps: &[Step]) -> bool {
        let mut board = self.clone();
        steps.iter().all(|&step| board.play(step)) && board.is_won()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use kibitzer_core::SplitMix;

    /// A random deal in which any lowest card may enter the first column.
    pub(crate) fn random(rows: usize, columns: usize, seed: u64) -> Layout {
        let mut cells: Vec<Option<Piece>> = (0..rows)
            .flat_map(|suit| (0..columns - 1).map(move |rank| (suit, rank)))
            .map(|(suit, rank)| Some(Piece { suit: suit.to_le_bytes()[0], rank: rank.to_le_bytes()[0] }))
            .collect();
        cells.resize(rows * columns, None);
        SplitMix::new(seed).shuffle(&mut cells);
        Layout { rows, columns, cells }
    }
}
