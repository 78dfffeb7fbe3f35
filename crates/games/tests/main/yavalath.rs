//! Yavalath.

use std::collections::HashMap;

use kibitzer_core::laws::{self, Walks};
use kibitzer_core::{Duel, Game, Outcome, Payoff, Player, SplitMix, Symmetric, Value};
use kibitzer_games::yavalath::{Cell, Side, Turn, Yavalath, completing, overwhelming, threatening, tripling};
use proptest::prelude::*;

use crate::twins::{check_perft, decisive_moves};

fn board(text: &str) -> Yavalath {
    text.parse().unwrap_or_else(|problem| panic!("{text}: {problem}"))
}

/// The rules in plain words: stones by name, neighbours found row by row, lines walked one by one.
struct Sheet {
    side: usize,
    stones: HashMap<(usize, usize), Player>,
    last: Option<Player>,
}

impl Sheet {
    fn new(side: usize) -> Sheet {
        Sheet { side, stones: HashMap::new(), last: None }
    }

    fn width(&self, row: usize) -> usize {
        if row < self.side { self.side + row } else { 3 * self.side - 2 - row }
    }

    fn cells(&self) -> Vec<(usize, usize)> {
        (0..2 * self.side - 1).flat_map(|row| (0..self.width(row)).map(move |number| (row, number))).collect()
    }

    /// One step to the right, down to the left, or down to the right.
    fn step(&self, (row, number): (usize, usize), direction: usize) -> Option<(usize, usize)> {
        // Below the middle the next row is shorter, and lies half a cell further right.
        let grows = row + 1 < self.side;
        let next = match direction {
            0 => (row, number + 1),
            1 => (row + 1, if grows { number } else { number.checked_sub(1)? }),
            _ => (row + 1, if grows { number + 1 } else { number }),
        };
        (next.0 < 2 * self.side - 1 && next.1 < self.width(next.0)).then_some(next)
    }

    /// The longest line of a player.
    fn longest(&self, player: Player) -> usize {
        let mut longest = 0;
        for start in self.cells() {
            for direction in 0..3 {
                let mut at = Some(start);
                let mut count = 0;
                while let Some(cell) = at.filter(|cell| self.stones.get(cell) == Some(&player)) {
                    count += 1;
                    at = self.step(cell, direction);
                }
                longest = longest.max(count);
            }
        }
        longest
    }

    fn outcome(&self) -> Option<Outcome> {
        let mover = self.last?;
        match self.longest(mover) {
            4.. => Some(Outcome::Win(mover)),
            3 => Some(Outcome::Win(!mover)),
            _ => (self.stones.len() == self.cells().len()).then_some(Outcome::Draw),
        }
    }

    /// The free cells where a stone of this player would do something.
    fn cells_where(&mut self, player: Player, does: impl Fn(&mut Sheet) -> bool) -> Vec<(usize, usize)> {
        let free: Vec<_> = self.cells().into_iter().filter(|cell| !self.stones.contains_key(cell)).collect();
        let mut found = Vec::new();
        for cell in free {
            self.stones.insert(cell, player);
            if does(self) {
                found.push(cell);
            }
            self.stones.remove(&cell);
        }
        found
    }
}

fn place(turn: Turn) -> (usize, usize) {
    let Turn::Place(cell) = turn else { panic!("a swap") };
    (cell.row(), cell.number())
}

fn named(side: Side, cells: u128) -> Vec<(usize, usize)> {
    let bits = (0..128).filter(|bit| cells >> bit & 1 == 1);
    bits.map(|bit| (side.cell(bit).row(), side.cell(bit).number())).collect()
}

#[test]
fn yavalath_obeys_the_laws() {
    let starts =
        ["start", "side=3 start", "side=4 swap=on start", "swap=on e5", "swap=on e5 swap d4", "e5 a1 e6 a2 e8 b1"];
    let starts = starts.map(board);
    let walks = Walks { count: 8, ..Walks::default() };
    laws::check(&starts, walks).unwrap();
    laws::check_duel(&starts, walks).unwrap();
    laws::check_symmetry(&starts, walks).unwrap();
    laws::check_payoff(&starts, walks).unwrap();
    laws::check_transposing(&starts, walks).unwrap();
}

/// Random games on all boards, move by move beside the slow twin. Now and then one move in eight is uniform and the
/// others avoid lines, so that games grow long.
#[test]
fn bits_and_names_play_the_same_games() {
    let mut stream = SplitMix::new(4);
    let mut ends = [0; 3];
    for round in 0..60 {
        let side = Side::ALL[round % 3];
        let (mut fast, mut slow) = (Yavalath::new(side, false), Sheet::new(side.length()));
        assert_eq!(side.size(), slow.cells().len());
        loop {
            assert_eq!(fast.outcome(), slow.outcome());
            let moves: Vec<_> = fast.moves().map(place).collect();
            if fast.outcome().is_some() {
                assert!(moves.is_empty());
                break;
            }
            let free: Vec<_> = slow.cells().into_iter().filter(|cell| !slow.stones.contains_key(cell)).collect();
            assert_eq!(moves, free);
            for (row, number) in slow.cells() {
                let cell = Cell::new(row, number).unwrap();
                assert_eq!(fast.stone(cell), slow.stones.get(&(row, number)).copied());
            }
            let player = fast.to_move();
            let wins = slow.cells_where(player, |sheet| sheet.longest(player) >= 4);
            let lines = slow.cells_where(player, |sheet| sheet.longest(player) >= 3);
            // A stone that makes three threatens nothing any more.
            let threats = slow.cells_where(player, |sheet| {
                sheet.longest(player) < 3 && !sheet.cells_where(player, |sheet| sheet.longest(player) >= 4).is_empty()
            });
            assert_eq!(named(side, completing(fast.own()) & fast.free()), wins, "{fast}");
            assert_eq!(named(side, tripling(fast.own()) & fast.free()), lines, "{fast}");
            if wins.is_empty() {
                let quiet = fast.free() & !tripling(fast.own());
                assert_eq!(named(side, threatening(fast.own(), fast.free()) & quiet), threats, "{fast}");
            }
            let is_careful = stream.below(8) != 0 || round % 2 == 0;
            let Some(turn) = (if is_careful { fast.decisive_move(&mut stream) } else { fast.random_move(&mut stream) })
            else {
                break;
            };
            fast.play(turn);
            slow.stones.insert(place(turn), player);
            slow.last = Some(player);
        }
        ends[match fast.outcome().unwrap() {
            Outcome::Win(Player::One) => 0,
            Outcome::Win(Player::Two) => 1,
            Outcome::Draw => 2,
        }] += 1;
    }
    assert!(ends.iter().all(|&count| count > 0), "every ending is met: {ends:?}");
}

/// Threats that cannot be stopped are those that one stone after another finds.
#[test]
fn threats_that_cannot_be_stopped_are_two_or_on_a_sealed_cell() {
    let mut stream = SplitMix::new(5);
    let mut met = [0; 2];
    for round in 0..300 {
        let mut board = Yavalath::new(Side::ALL[round % 3], false);
        while let Some(turn) = board.decisive_move(&mut stream) {
            let (own, free, sealed) = (board.own(), board.free(), tripling(board.other()) & board.free());
            if completing(own) & free == 0 {
                let found = overwhelming(own, free, sealed);
                for bit in (0..u128::BITS).filter(|bit| free & !tripling(own) & 1 << bit != 0) {
                    let threats = completing(own | 1 << bit) & free & !(1 << bit);
                    let expected = threats.count_ones() > 1 || threats & sealed != 0;
                    assert_eq!(found >> bit & 1 == 1, expected, "{board} bit {bit}");
                    met[usize::from(expected)] += 1;
                }
            }
            board.play(turn);
        }
    }
    assert!(met[1] > 1000, "{met:?}");
}

/// Perft numbers, each line `depth count position`; the file says where they come from.
#[test]
fn perft_agrees_with_the_file() {
    check_perft(include_str!("yavalath.perft"), board);
}

#[test]
fn decisive_moves_are_drawn_from_all_of_the_best_kind() {
    let mut stream = SplitMix::new(8);
    let mut kinds = [0; 64];
    for round in 0..100 {
        let mut state = Yavalath::new(Side::ALL[round % 3], false);
        while let Some(mv) = state.decisive_move(&mut stream) {
            let expected = decisive_moves(&state);
            let mut drawn: Vec<Turn> = (0..1000).filter_map(|_| state.decisive_move(&mut stream)).collect();
            drawn.sort();
            drawn.dedup();
            assert_eq!(drawn, expected, "{state}");
            kinds[expected.len()] += 1;
            state.play(mv);
        }
    }
    assert!(kinds[1] > 100 && kinds[2] > 10, "forced moves are met: {kinds:?}");
}

#[test]
fn four_wins_even_where_it_makes_three() {
    // c3 c4 c6, with a second line through c5: d6 and e7 below it.
    let state = board("c3 a1 c4 a3 c6 h1 d6 h3 e7 i5");
    assert_eq!(state.outcome(), None);
    let won = state.after("c5".parse().unwrap());
    assert_eq!(won.outcome(), Some(Outcome::Win(Player::One)));
    assert_eq!(won.ending_line().count_ones(), 4);
}

#[test]
fn three_loses() {
    let lost = board("c3 a1 c4 a3 c5");
    assert_eq!(lost.outcome(), Some(Outcome::Win(Player::Two)));
    assert_eq!(lost.ended(), Some(Value::Win));
    assert_eq!(lost.ending_line().count_ones(), 3);
}

#[test]
fn swapping_passes_the_stone_and_the_turn() {
    let first = board("swap=on e5");
    assert_eq!(first.moves().count(), 61);
    let swapped = first.after(Turn::Swap);
    let middle = Cell::new(4, 4).unwrap();
    assert_eq!(swapped.to_move(), Player::One);
    assert_eq!(swapped.stone(middle), Some(Player::Two));
    assert_eq!(swapped.moves().count(), 60);
    assert_eq!(board("e5").moves().count(), 60);
    assert_eq!(swapped.to_string(), "swap=on e5 swap");
}

#[test]
fn the_twelve_images_are_all_different_and_undo_each_other() {
    let state = board("e5 a2 d4 b6");
    let mut images: Vec<_> = (0..Yavalath::IMAGES).map(|which| state.image(which)).collect();
    assert!(images.iter().all(|image| (0..Yavalath::IMAGES).any(|back| image.image(back) == state)));
    images.sort_by_key(ToString::to_string);
    images.dedup();
    assert_eq!(images.len(), 12);
}

#[test]
fn mistakes_are_named_with_their_place() {
    let says = |text: &str| text.parse::<Yavalath>().unwrap_err().to_string();
    assert_eq!(says(""), "a position is the cells played, as in e5 d4 f6; the empty board is `start`");
    assert_eq!(says("e5 z1"), "move 2: 'z1' is off the board, its rows are a to i");
    assert_eq!(says("e5 d4 a9"), "move 3: 'a9' is off the board, row a has cells 1 to 5");
    assert_eq!(says("e0"), "move 1: 'e0' is off the board, row e has cells 1 to 9");
    assert_eq!(says("e05"), "move 1: 'e05' is off the board, row e has cells 1 to 9");
    assert_eq!(says("e5e"), "move 2: 'e' is not a cell, such as e5");
    assert_eq!(says("5e"), "move 1: '5' is not a cell, such as e5");
    assert_eq!(says("e5 é5"), "move 2: 'é5' is off the board, its rows are a to i");
    assert_eq!(says("e5 d4 e5"), "move 3: e5 is taken since move 1");
    assert_eq!(says("c3 a1 c4 a3 c5 e5"), "move 6: the game was over after move 5, won by the second player");
    assert_eq!(says("e5 swap"), "move 2: `swap` is not in the rules here; yavalath:swap=on has it");
    assert_eq!(says("swap"), "move 1: only move 2 can be `swap`");
    assert_eq!(says("swap=on e5 d4 swap"), "move 3: only move 2 can be `swap`");
    assert_eq!(says("swap=on e5 swap swap"), "move 3: only move 2 can be `swap`");
    assert_eq!(says("side=3 d4 e4"), "move 2: 'e4' is off the board, row e has cells 1 to 3");
    let read = |text| Yavalath::read(Side::FOUR, false, text).unwrap_err().to_string();
    assert_eq!(read("side=5 e5"), "it begins with `side=5`, but the board here has side 4 and swap=off");
    assert_eq!(read("swap=on d4"), "it begins with `swap=on`, but the board here has side 4 and swap=off");
    assert_eq!("j1".parse::<Turn>().unwrap_err().to_string(), "'j1' is off the board, its rows are a to i");
    let turn = |text| Turn::read(Side::FOUR, text).map_err(|problem| problem.to_string());
    assert_eq!(turn("a5"), Err("'a5' is off the board, row a has cells 1 to 4".to_string()));
    assert_eq!(turn(" Swap "), Ok(Turn::Swap));
}

#[test]
fn games_read_with_and_without_spaces() {
    assert_eq!(board("e5d4f6"), board(" e5  d4 f6 "));
    assert_eq!(board("E5D4"), board("e5 d4"));
    assert_eq!(board("swap=on e5swapd4"), board("swap=on e5 SWAP d4"));
    assert_eq!(Yavalath::read(Side::FOUR, true, "d4 swap").unwrap(), board("side=4 swap=on d4 swap"));
}

#[test]
fn the_picture_has_a_line_for_each_row() {
    let picture = format!("{:#}", board("side=3 c3 b2 d4"));
    assert_eq!(picture, "a   . . . 3\nb  . O . . 4\nc . . X . . 5\nd  . . . X 4\ne   . . . 3");
}

proptest! {
    #[test]
    fn no_text_breaks_the_parser(text in "(?s).{0,20}|[a-j0-9 swap]{0,30}") {
        if let Ok(read) = text.parse::<Yavalath>() {
            prop_assert_eq!(read.to_string().parse::<Yavalath>().unwrap(), read);
        }
        if let Ok(turn) = text.parse::<Turn>() {
            prop_assert_eq!(turn.to_string().parse::<Turn>().unwrap(), turn);
        }
    }
}
