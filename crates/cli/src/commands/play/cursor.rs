//! Walking on a board with keys.

use kibitzer_catalog::Board;

/// From row to row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Up,
    Down,
}

/// A cell that a move leads to.
struct Spot<'a> {
    row: usize,
    /// From the left, in halves of a cell.
    column: usize,
    mv: &'a str,
}

fn spots(board: &Board) -> Vec<Spot<'_>> {
    let mut spots = Vec::new();
    for (row, line) in board.rows.iter().enumerate() {
        for (place, square) in line.squares.iter().enumerate() {
            if let Some(mv) = &square.target {
                spots.push(Spot { row, column: line.indent + 2 * place, mv });
            }
        }
    }
    spots
}

/// The move in the next row that has one, as straight up or down as can be, and the column to keep to: that in which
/// the walk began. Where there is none, the move it came from.
pub(super) fn walk(board: &Board, from: &str, way: Way, column: Option<usize>) -> (String, usize) {
    let spots = spots(board);
    let here = spots.iter().find(|spot| spot.mv == from);
    // Whoever comes from a move that is on no cell comes from below, in the middle.
    let (row, own) = here.map_or((board.rows.len(), board.rows.len()), |spot| (spot.row, spot.column));
    let column = column.unwrap_or(own);
    let beyond = spots.iter().filter(|spot| match way {
        Way::Up => spot.row < row,
        Way::Down => spot.row > row,
    });
    let nearest = beyond.min_by_key(|spot| (spot.row.abs_diff(row), spot.column.abs_diff(column)));
    (nearest.map_or(from, |spot| spot.mv).to_string(), column)
}

/// The move in the row of a letter that is nearest to where the choice is.
pub(super) fn to_row(board: &Board, from: &str, letter: char) -> Option<String> {
    let spots = spots(board);
    let own = spots.iter().find(|spot| spot.mv == from).map_or(board.rows.len(), |spot| spot.column);
    let row = board.rows.iter().position(|row| row.label.chars().eq(letter.to_lowercase()))?;
    let in_row = spots.iter().filter(|spot| spot.row == row);
    in_row.min_by_key(|spot| spot.column.abs_diff(own)).map(|spot| spot.mv.to_string())
}

/// What the move would be called that goes to this cell of the row where the choice is.
pub(super) fn in_row(board: &Board, from: &str, digit: char) -> Option<String> {
    let row = spots(board).iter().find(|spot| spot.mv == from)?.row;
    Some(format!("{}{digit}", board.rows[row].label))
}

#[cfg(test)]
mod tests {
    use kibitzer_catalog::GameSpec;

    use super::*;

    fn board(position: &str) -> Board {
        let game: GameSpec = "yavalath:swap=on".parse().expect("a game");
        game.duel().expect("for two").look(position).expect("a position").board
    }

    #[test]
    fn a_walk_up_and_down_is_straight() {
        let board = board("start");
        let mut seen = vec!["e5".to_string()];
        let mut column = None;
        for way in [Way::Down, Way::Down, Way::Down, Way::Down, Way::Down, Way::Up, Way::Up, Way::Up, Way::Up] {
            let (mv, kept) = walk(&board, seen.last().expect("a start"), way, column);
            column = Some(kept);
            seen.push(mv);
        }
        assert_eq!(seen.join(" "), "e5 f4 g4 h3 i3 i3 h3 g4 f4 e5");
    }

    #[test]
    fn taken_cells_and_full_rows_are_passed_by() {
        let middle = board("e5 f4 a1 f5");
        assert_eq!(walk(&middle, "d4", Way::Down, None).0, "e4");
        assert_eq!(walk(&middle, "g4", Way::Up, None).0, "f3");
        assert_eq!(walk(&middle, "swap", Way::Up, None).0, "i3");
        assert_eq!(walk(&middle, "a2", Way::Up, None).0, "a2");
    }

    #[test]
    fn letters_and_digits_name_rows_and_cells() {
        let board = board("e5 d4");
        assert_eq!(to_row(&board, "e4", 'G').as_deref(), Some("g3"));
        assert_eq!(to_row(&board, "e4", 'Z'), None);
        assert_eq!(in_row(&board, "e4", '9').as_deref(), Some("e9"));
        assert_eq!(in_row(&board, "swap", '9'), None);
    }
}
