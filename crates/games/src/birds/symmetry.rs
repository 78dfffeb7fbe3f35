//! Symmetries of the board: rows may be exchanged, columns may be exchanged, and rows with columns.

use kibitzer_core::Symmetric;

use super::board::{Birds, Flight, MAX_SIDE, Size};

impl Symmetric for Birds {
    /// Generators of the whole group: itself, each pair of neighbouring rows exchanged, each pair of neighbouring
    /// columns, and the transpose. A pair that the board does not have leaves it as it is.
    const IMAGES: usize = 2 * MAX_SIDE;

    fn image(&self, which: usize) -> Birds {
        let transpose = which == Self::IMAGES - 1;
        let size = if transpose { Size::new(self.size.columns(), self.size.rows()) } else { Some(self.size) };
        let mut image = Birds::empty(size.expect("a size with its sides exchanged is a size"));
        for (row, column, stack) in self.stacks() {
            let (row, column) = match which {
                _ if transpose => (column, row),
                1..MAX_SIDE => (exchange(row, which, self.size.rows()), column),
                MAX_SIDE.. => (row, exchange(column, which - MAX_SIDE + 1, self.size.columns())),
                0 => (row, column),
            };
            image.put(row * MAX_SIDE + column, stack);
        }
        image
    }

    fn image_of_move(&self, flight: Flight, _: usize) -> Flight {
        flight
    }
}

/// The line after lines `second - 1` and `second` have changed places, where there are both.
fn exchange(line: usize, second: usize, lines: usize) -> usize {
    match line {
        _ if second >= lines => line,
        _ if line == second => second - 1,
        _ if line + 1 == second => second,
        _ => line,
    }
}
