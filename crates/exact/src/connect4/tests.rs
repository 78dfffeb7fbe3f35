//! Every clever part against an obvious slow twin, on random positions.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use kibitzer_core::{Duel, Game, Outcome, Payoff, SplitMix, Symmetric};
use kibitzer_games::connect4::{Column, Connect4};
use kibitzer_search::{Budget, Observer, Stats, Stop};

use super::board::{Board, CELLS, above};
use super::driver::Processor;
use super::resolve::{Node, Settled};
use super::rules::upper_bound;
use super::table::{Known, Table};
use super::threats::{Lines, Portable};
use super::{Exact, board_of, value_of};

/// A position after so many random moves, if the game goes on.
fn random(stream: &mut SplitMix, plies: usize) -> Option<Connect4> {
    let mut position = Connect4::default();
    for _ in 0..plies {
        let column = position.random_move(stream)?;
        position.play(column);
    }
    position.outcome().is_none().then_some(position)
}

/// Random positions that go on, of `fewest` to `most` plies.
fn sample(seed: u64, count: usize, fewest: usize, most: usize) -> Vec<Connect4> {
    let mut stream = SplitMix::new(seed);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let plies = fewest + stream.below(most + 1 - fewest);
        positions.extend(random(&mut stream, plies));
    }
    positions
}

/// Plain negamax with a hash map, by the rules of the game alone.
#[derive(Default)]
struct Slow {
    known: HashMap<Connect4, i32>,
}

impl Slow {
    #[expect(clippy::cast_possible_wrap, reason = "at most 42")]
    fn score(&mut self, position: &Connect4) -> i32 {
        match position.outcome() {
            Some(Outcome::Draw) => return 0,
            Some(Outcome::Win(winner)) => return position.stones(winner).count_ones() as i32 - 22,
            None => {}
        }
        if let Some(&score) = self.known.get(position) {
            return score;
        }
        let score = position.moves().map(|mv| -self.score(&position.after(mv))).max().expect("the game goes on");
        self.known.insert(*position, score);
        score
    }
}

fn score(exact: &mut Exact, position: &Connect4) -> i32 {
    exact.score(position, Budget::default(), &mut ()).verdict.expect("no limit was set")
}

/// The cells `step` apart from one on, as (column, row) pairs, if four of them are on the board.
fn line(column: i32, row: i32, step: (i32, i32)) -> Option<u64> {
    (0..4).try_fold(0, |cells, index| {
        let (column, row) = (column + index * step.0, row + index * step.1);
        ((0..7).contains(&column) && (0..6).contains(&row)).then(|| cells | 1 << (8 * column + row))
    })
}

/// Every line, with its direction.
fn all_lines() -> Vec<(u64, (i32, i32))> {
    let mut lines = Vec::new();
    for step in [(0, 1), (1, 0), (1, 1), (1, -1)] {
        for cell in 0..42 {
            lines.extend(line(cell / 6, cell % 6, step).map(|cells| (cells, step)));
        }
    }
    assert_eq!(lines.len(), 69);
    lines
}

fn check_lines(fast: impl Lines) {
    let all = all_lines();
    let mut stream = SplitMix::new(4);
    let mut set = || {
        let sparse = stream.next_u64() & stream.next_u64();
        CELLS & if stream.below(2) == 0 { sparse } else { sparse | stream.next_u64() }
    };
    for _ in 0..2_000 {
        let (ours, theirs) = (set(), set());
        let within = |cells: u64| all.iter().filter(move |(line, _)| line & !cells == 0);
        let three = all.iter().filter(|(line, _)| (line & ours).count_ones() == 3);
        let completing = three.fold(0, |cells, (line, _)| cells | (line & !ours));
        assert_eq!(fast.completing(ours) & !ours, completing);
        assert_eq!(fast.has_line(ours), within(ours).count() > 0);
        let pairs = within(theirs).filter(|(line, _)| (line & ours).count_ones() >= 2).count();
        assert_eq!(fast.pairs(ours & theirs, theirs) as usize, pairs);
        let raised = |line: u64| (1..6).map(move |rows| line << rows).take_while(|line| line & !CELLS == 0);
        let covered =
            |top, step| within(theirs).any(|&(line, other)| step == other && raised(line).any(|line| line == top));
        let on_top = within(ours).any(|&(top, step)| !covered(top, step));
        assert_eq!(fast.has_line_on_top(ours, theirs), on_top, "{ours:x} {theirs:x}");
    }
}

#[test]
fn lines_are_those_of_the_slow_twin() {
    check_lines(Portable);
    #[cfg(target_arch = "x86_64")]
    if let Some(wide) = super::threats::Avx2::detect() {
        check_lines(wide);
    }
}

#[test]
fn cells_above_are_those_one_can_count_up_to() {
    let mut stream = SplitMix::new(5);
    for _ in 0..500 {
        let cells = stream.next_u64() & stream.next_u64() & CELLS;
        let mut expected = 0;
        for bit in (0..56).filter(|bit| cells >> bit & 1 == 1) {
            expected |= (bit + 1..bit / 8 * 8 + 6).fold(0, |above, bit| above | 1 << bit);
        }
        assert_eq!(above(cells), expected);
    }
}

#[test]
fn positions_have_keys_of_their_own_and_mirror_images_share_one() {
    let mut keys: HashMap<u64, Board> = HashMap::new();
    for position in sample(6, 20_000, 0, 30) {
        let board = board_of(&position);
        let key = board.key();
        assert!(key.0 > 0 && key.0 < 1 << 49);
        assert_eq!(*keys.entry(key.0).or_insert(board), board);
        let (canonical, mirrored) = board.mirror_key();
        let image = board_of(&position.image(1));
        let (other, other_mirrored) = image.mirror_key();
        assert_eq!(canonical, other);
        assert_eq!(canonical, if mirrored { image.key() } else { key });
        assert!(!(mirrored && other_mirrored));
    }
}

#[test]
fn the_table_remembers_what_it_was_told_and_nothing_else() {
    let table = Table::new(1 << 12).expect("little memory");
    let mut told: HashMap<u64, Known> = HashMap::new();
    for (index, position) in sample(7, 5_000, 0, 30).into_iter().enumerate() {
        let key = board_of(&position).key();
        let lower = i32::try_from(index % 43).expect("small") - 21;
        let known = Known { lower, upper: 21, best: (index % 8 != 7).then_some(index % 8) };
        table.put(key, known);
        told.entry(key.0)
            .and_modify(|old| {
                old.lower = old.lower.max(lower);
                old.best = known.best.or(old.best);
            })
            .or_insert(known);
        let found = table.get(key).expect("just put");
        assert!(found.lower >= lower && found.lower <= told[&key.0].lower && found.upper == 21);
    }
    let found = told.iter().filter_map(|(&key, known)| Some((table.get(super::board::Key(key))?, known)));
    assert!(found.inspect(|(found, known)| assert!(found.lower <= known.lower)).count() > 100);
}

#[test]
fn the_rules_never_promise_too_much() {
    let mut slow = Slow::default();
    let mut used = [0; 2];
    for position in sample(8, 4_000, 30, 40).into_iter().chain(sample(17, 150, 26, 29)) {
        let board = board_of(&position);
        let node = Node::new(Portable, board);
        let true_score = slow.score(&position);
        for wanted in -9..=9 {
            let Some(bound) = upper_bound(Portable, board, node.their_wins, wanted) else { continue };
            used[board.plies() as usize % 2] += 1;
            assert!(bound <= wanted);
            assert!(true_score <= bound, "{position}: the bound {bound} is too low");
        }
    }
    assert!(used.into_iter().all(|used| used > 500), "{used:?}");
}

#[test]
fn forced_moves_keep_the_score() {
    let mut slow = Slow::default();
    let (mut known, mut open) = (0, 0);
    for position in sample(9, 2_000, 29, 41) {
        let node = Node::new(Portable, board_of(&position));
        if node.own_wins & node.board.playable() != 0 {
            continue;
        }
        let expected = slow.score(&position);
        match node.settle(Portable) {
            Settled::Known(score) => {
                known += 1;
                assert_eq!(score, expected, "{position}");
            }
            Settled::Open(choice) => {
                open += 1;
                let score = if choice.turned { -expected } else { expected };
                assert!((choice.node.worst_fear()..=choice.node.best_hope()).contains(&score), "{position}");
                let soon = choice.node.best_hope() > 0 && score == choice.node.best_hope();
                if choice.node.board.plies() < 39 {
                    assert_eq!(choice.wins_in_two(Portable), soon, "{position}");
                }
            }
        }
    }
    assert!(known > 200 && open > 200, "{known} {open}");
}

#[test]
fn scores_are_those_of_plain_negamax() {
    let (mut slow, mut exact) = (Slow::default(), Exact { table_bytes: 1 << 20, ..Exact::default() });
    for position in sample(10, 500, 28, 42) {
        let expected = slow.score(&position);
        assert_eq!(score(&mut exact, &position), expected, "{position}");
        let value = exact.value(&position, Budget::default(), &mut ()).verdict;
        assert_eq!(value, Ok(value_of(expected)), "{position}");
        let scores = exact.scores(&position, Budget::default(), &mut ()).verdict.expect("no limit was set");
        let values = exact.values(&position, Budget::default(), &mut ()).verdict.expect("no limit was set");
        for column in (0..7).filter_map(Column::new) {
            let legal = position.moves().any(|mv| mv == column);
            let expected = legal.then(|| -slow.score(&position.after(column)));
            assert_eq!(scores[column.index()], expected, "{position}, column {column}");
            assert_eq!(values[column.index()], expected.map(value_of), "{position}, column {column}");
        }
        let safe = exact.safe_move(&position, Budget::default(), &mut ()).verdict.expect("no limit was set");
        let (column, value) = safe.expect("the game goes on");
        assert_eq!(value, value_of(expected), "{position}");
        assert_eq!(values[column.index()], Some(value), "{position}");
    }
}

#[test]
fn games_that_are_over_have_scores() {
    let mut exact = Exact { table_bytes: 1 << 16, ..Exact::default() };
    let won: Connect4 = "1212121".parse().expect("legal");
    assert_eq!(score(&mut exact, &won), 4 - 22);
    let mut stream = SplitMix::new(16);
    let mut draws = 0;
    while draws < 3 {
        let mut position = Connect4::default();
        while let Some(column) = position.random_move(&mut stream) {
            position.play(column);
        }
        draws += u32::from(position.outcome() == Some(Outcome::Draw));
        assert_eq!(score(&mut exact, &position), Slow::default().score(&position), "{position}");
        assert_eq!(exact.safe_move(&position, Budget::default(), &mut ()).verdict, Ok(None));
        assert_eq!(exact.scores(&position, Budget::default(), &mut ()).verdict, Ok([None; 7]));
    }
}

#[test]
fn mirror_images_score_the_same() {
    let mut exact = Exact { table_bytes: 1 << 20, ..Exact::default() };
    for position in sample(12, 60, 16, 24) {
        let expected = score(&mut exact, &position);
        exact.forget();
        assert_eq!(score(&mut exact, &position.image(1)), expected, "{position}");
    }
}

#[test]
fn every_processor_table_and_number_of_threads_gives_the_same_scores() {
    let mut plain = Exact { table_bytes: 1 << 20, ..Exact::default() };
    let two = NonZeroUsize::new(2).expect("not 0");
    let mut others = [
        Exact { processor: Processor::Any, table_bytes: 1 << 20, ..Exact::default() },
        Exact { table_bytes: 0, ..Exact::default() },
        Exact { table_bytes: 1 << 20, threads: two, ..Exact::default() },
    ];
    for position in sample(13, 60, 18, 28).into_iter().chain(sample(14, 3, 11, 12)) {
        let expected = score(&mut plain, &position);
        for other in &mut others {
            if other.table_bytes > 0 || position.plies() >= 20 {
                assert_eq!(score(other, &position), expected, "{position}");
            }
        }
    }
}

#[test]
fn the_processor_does_not_change_the_nodes() {
    for position in sample(15, 30, 18, 26) {
        let nodes = |processor| {
            let mut exact = Exact { processor, table_bytes: 1 << 18, ..Exact::default() };
            exact.score(&position, Budget::default(), &mut ()).stats.expanded
        };
        assert_eq!(nodes(Processor::Any), nodes(Processor::detect()), "{position}");
    }
}

#[test]
fn limits_stop_the_search_without_a_claim() {
    let mut exact = Exact { table_bytes: 1 << 20, ..Exact::default() };
    let start = Connect4::default();
    let nodes = Budget { nodes: Some(1_000), ..Budget::default() };
    let report = exact.score(&start, nodes, &mut ());
    assert_eq!((report.verdict, report.stats.expanded), (Err(Stop::Nodes), 1_000));
    let time = Budget { time: Some(Duration::ZERO), ..Budget::default() };
    assert_eq!(exact.values(&start, time, &mut ()).verdict, Err(Stop::Time));
    let bytes = Budget { bytes: Some(8), ..Budget::default() };
    assert_eq!(exact.value(&start, bytes, &mut ()).verdict, Err(Stop::Memory));
    let bytes = Budget { bytes: Some(1 << 16), ..nodes };
    let report = exact.safe_move(&start, bytes, &mut ());
    assert_eq!(report.verdict, Err(Stop::Nodes));
    assert!(report.stats.peak_bytes <= 1 << 16);
}

/// Cancels after some ticks.
struct Impatient(u32);

impl Observer<Connect4> for Impatient {
    fn tick(&mut self, _: &Stats) -> ControlFlow<()> {
        self.0 = self.0.saturating_sub(1);
        if self.0 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn an_observer_stops_one_thread_and_two() {
    for threads in [1, 2] {
        let mut exact =
            Exact { threads: NonZeroUsize::new(threads).expect("not 0"), table_bytes: 1 << 20, ..Exact::default() };
        let report = exact.score(&Connect4::default(), Budget::default(), &mut Impatient(50));
        assert_eq!(report.verdict, Err(Stop::Cancelled));
        assert!(report.stats.expanded > 1 << 14 && report.stats.expanded < 1 << 19, "{}", report.stats.expanded);
    }
}

#[test]
#[ignore = "most of a minute"]
fn the_first_player_wins_in_the_middle_only_and_with_the_last_stone() {
    let mut exact = Exact::default();
    let scores = exact.scores(&Connect4::default(), Budget::default(), &mut ()).verdict;
    // Allis, "A knowledge-based approach of Connect-Four", 1988, has the signs.
    assert_eq!(scores, Ok([-2, -1, 0, 1, 0, -1, -2].map(Some)));
}
