//! The board of four rows and columns, with everything tabulated.

#![expect(clippy::inline_always, reason = "must become part of the code that is compiled for newer processors")]

use std::sync::LazyLock;

use super::endings::Endings;
use super::grid::{Grid, Set, lines};
use super::state::{Losses, weight};

/// Four rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Small;

/// What is tabulated for the small board.
#[derive(Clone, Copy)]
pub(super) struct SmallTables {
    cuts: &'static [u16; 1 << 16],
    endings: &'static Endings,
}

impl Small {
    /// For each set of cells, those whose removal would disconnect it; all of it, where it is disconnected already.
    fn cut_table() -> &'static [u16; 1 << 16] {
        static TABLE: LazyLock<Box<[u16; 1 << 16]>> = LazyLock::new(|| {
            let connected: Vec<bool> = (0..=u16::MAX).map(rows_and_columns_connected).collect();
            let mut table = Box::new([0; 1 << 16]);
            for set in 0..=u16::MAX {
                let mut cells = set;
                while let Some(cell) = cells.pop() {
                    if !connected[usize::from(set & !(1 << cell))] {
                        table[usize::from(set)] |= 1 << cell;
                    }
                }
            }
            table
        });
        &TABLE
    }
}

/// Whether the cells hang together by rows and columns, found by alternating between the two.
fn rows_and_columns_connected(set: u16) -> bool {
    let mut reached = set & set.wrapping_neg();
    loop {
        let rows = (0..4).map(|row| 0xF << (4 * row)).filter(|row| reached & row != 0);
        let columns = (0..4).map(|column| 0x1111 << column).filter(|column| reached & column != 0);
        let next = rows.chain(columns).fold(0, |lines, line| lines | line) & set;
        if next == reached {
            return reached == set;
        }
        reached = next;
    }
}

impl Grid for Small {
    type Set = u16;
    type Rows = [u16; 16];
    /// Four bits for each cell.
    type Cards = u64;
    const SIDE: usize = 4;
    const NO_ROWS: [u16; 16] = [0; 16];
    const LINES: [u16; 16] = {
        let wide = lines::<16>(4);
        let mut narrow = [0; 16];
        let mut cell = 0;
        while cell < 16 {
            #[expect(clippy::cast_possible_truncation, reason = "there are sixteen cells")]
            let line = wide[cell] as u16;
            narrow[cell] = line;
            cell += 1;
        }
        narrow
    };
    const LOOKED_UP: u32 = Endings::LARGEST;
    const FINDS_BEST: bool = true;

    type Tables = SmallTables;

    fn tables() -> SmallTables {
        SmallTables { cuts: Small::cut_table(), endings: Endings::shared() }
    }

    fn table_bytes() -> usize {
        size_of_val(Small::cut_table()) + Endings::shared().bytes()
    }

    #[inline(always)]
    fn cut_cells(tables: SmallTables, occupied: u16) -> u16 {
        tables.cuts[usize::from(occupied)]
    }

    #[inline(always)]
    fn ending_is_won(tables: SmallTables, rows: &[u16; 16], occupied: u16) -> bool {
        tables.endings.is_won(rows, occupied)
    }

    #[inline(always)]
    fn ending_is_won_after(tables: SmallTables, rows: &[u16; 16], occupied: u16, flight: (usize, usize)) -> bool {
        tables.endings.is_won_after(rows, occupied, flight)
    }

    /// A row at a time: what is in line with each set of cells of one row is tabulated.
    #[inline(always)]
    fn in_line(cells: u16) -> u16 {
        const TABLE: [[u16; 16]; 4] = {
            let mut table = [[0; 16]; 4];
            let mut entry = 0;
            while entry < 64 {
                let mut bit = 0;
                while bit < 4 {
                    if (entry % 16) >> bit & 1 == 1 {
                        table[entry / 16][entry % 16] |= Small::LINES[entry / 16 * 4 + bit];
                    }
                    bit += 1;
                }
                entry += 1;
            }
            table
        };
        let row = |row: usize| TABLE[row][usize::from(cells >> (4 * row) & 15)];
        row(0) | row(1) | row(2) | row(3)
    }

    /// Every flight of the board is ranked, legal or not, sixteen at a time. Ranks lie within 2000 of zero, so a lane holds a
    /// rank and the cell that the flight begins on.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_wrap,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "ranks and cells are small"
    )]
    fn best_flight(compatible: &[u16; 16], flights: &[u16; 16], losses: &Losses) -> Option<(i32, usize, usize)> {
        let mut best = [i16::MIN; 16];
        for from in 0..16 {
            let (cells, flights) = (compatible[from], flights[from]);
            for (to, best) in best.iter_mut().enumerate() {
                let gained = weight::LEGAL * (cells & Small::LINES[to]).count_ones() as i16;
                let rank = (gained - losses.left[from] - losses.covered[to]) * 16 + from as i16;
                *best = (*best).max(if flights & 1 << to == 0 { i16::MIN } else { rank });
            }
        }
        let best = best.iter().zip(0..).map(|(&best, to)| i32::from(best) * 16 + to).max()?;
        let (rank, from, to) = (best >> 8, (best >> 4 & 15) as usize, (best & 15) as usize);
        flights[from].contains(to).then_some((rank, from, to))
    }

    /// Four rows at a time, so that the end of a loop, which no processor foresees, comes less often.
    #[inline(always)]
    fn for_each_pair(rows: &[u16; 16], mut visit: impl FnMut(usize, usize)) {
        for (four, first) in rows.chunks_exact(4).zip((0..).step_by(64)) {
            let mut pairs = four.iter().rev().fold(0, |pairs, &row| pairs << 16 | u64::from(row));
            while let Some(pair) = pairs.pop() {
                visit((first + pair) / 16, pair % 16);
            }
        }
    }

    #[inline(always)]
    fn card_at(cards: &u64, cell: usize) -> usize {
        (cards >> (4 * cell) & 15) as usize
    }

    #[inline(always)]
    fn set_card(cards: &mut u64, cell: usize, card: usize) {
        *cards = *cards & !(15 << (4 * cell)) | (card as u64) << (4 * cell);
    }

    /// Bits are moved apart by halves until each stands for four.
    #[inline(always)]
    fn cards_on(cards: &u64, cells: u16) -> u64 {
        let cells = u64::from(cells);
        let bytes = (cells | cells << 24) & 0x0000_00FF_0000_00FF;
        let nibbles = (bytes | bytes << 12) & 0x000F_000F_000F_000F;
        let pairs = (nibbles | nibbles << 6) & 0x0303_0303_0303_0303;
        let bits = (pairs | pairs << 3) & 0x1111_1111_1111_1111;
        cards & (bits * 15)
    }

    #[inline(always)]
    fn hash(cards: &u64, occupied: u16) -> u64 {
        (cards ^ u64::from(occupied).wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }
}

#[cfg(test)]
mod tests {
    use super::super::grid::flood;
    use super::*;

    #[test]
    fn lines_and_cards_of_sets_are_those_of_their_cells() {
        let cards = 0xFEDC_BA98_7654_3210;
        for set in 0..=u16::MAX {
            let cells = || (0..16).filter(|&cell| set.contains(cell));
            assert_eq!(Small::in_line(set), cells().fold(0, |lines, cell| lines | Small::LINES[cell]), "{set:016b}");
            let kept = cells().fold(0, |kept, cell| kept | cards & 15 << (4 * cell));
            assert_eq!(Small::cards_on(&cards, set), kept, "{set:016b}");
        }
    }

    #[test]
    fn the_table_of_cut_cells_agrees_with_floods() {
        for set in (0..=u16::MAX).filter(|set| set.count_ones() > 1) {
            let connected = |set: u16| flood::<Small>(&Small::LINES, Set::only(set.first()), set) == set;
            if connected(set) {
                let slow = (0..16).filter(|&cell| set.contains(cell) && !connected(set & !(1 << cell)));
                assert_eq!(
                    Small::cut_cells(Small::tables(), set),
                    slow.fold(0, |cells, cell| cells | 1 << cell),
                    "{set:016b}"
                );
            }
        }
    }
}
