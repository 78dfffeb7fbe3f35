//! The solver beside obvious twins.

use std::collections::HashMap;

use kibitzer_core::{Game, Payoff, SplitMix, Symmetric, Value};
use kibitzer_games::yavalath::{Cells, Side, Turn, Yavalath, YavalathKey};
use kibitzer_search::{Budget, Decider, Decision, Stop};

use super::certificate::{check, prove};
use super::driver::Exact;
use super::ending::MOST_FREE;
use super::forcing::Forcing;
use super::position::{Position, Sight};
use super::symmetry::Symmetry;
use super::table::{Numbers, Table};

/// A position after so many moves that avoid the worst, if the game goes on as long.
pub(super) fn after(side: Side, plies: usize, stream: &mut SplitMix) -> Option<Yavalath> {
    let mut board = Yavalath::new(side, false);
    for _ in 0..plies {
        let turn = board.decisive_move(stream)?;
        board.play(turn);
    }
    board.ended().is_none().then_some(board)
}

/// The value by trying everything.
pub(super) fn brute_force(board: &Yavalath, known: &mut HashMap<YavalathKey, Value>) -> Value {
    if let Some(ended) = board.ended() {
        return ended;
    }
    if let Some(value) = known.get(&board.key()) {
        return *value;
    }
    let mut best = Value::Loss;
    for turn in board.moves() {
        best = best.max(brute_force(&board.after(turn), known).reversed());
        if best == Value::Win {
            break;
        }
    }
    known.insert(board.key(), best);
    best
}

fn decide(exact: &mut Exact, board: &Yavalath) -> (Value, Vec<Turn>) {
    let budget = Budget { bytes: Some(8 << 20), ..Budget::default() };
    match exact.decide(board, budget, &mut ()).verdict {
        Decision::Known { value, best, .. } => (value, best),
        Decision::Unknown(stop) => panic!("{board}: {stop}"),
    }
}

#[test]
fn what_is_seen_is_so() {
    let mut stream = SplitMix::new(1);
    let mut kinds = [0; 4];
    for round in 0..3_000 {
        let Some(board) = after(Side::ALL[round % 3], round % 17, &mut stream) else { continue };
        let position = Position::new(&board).unwrap();
        let ends = |board: &Yavalath, value: Value| -> Cells {
            let bit = |turn| if let Turn::Place(cell) = turn { 1 << board.side().bit(cell) } else { 0 };
            board.moves().filter(|turn| board.after(*turn).ended() == Some(value)).fold(0, |set, turn| set | bit(turn))
        };
        let (wins, threes) = (ends(&board, Value::Loss), ends(&board, Value::Win));
        let threats = position.threats();
        // For the side that has just moved: three, or four for the other.
        let loses = |next: &Yavalath| match next.ended() {
            Some(ended) => ended == Value::Win,
            None => ends(next, Value::Loss) != 0,
        };
        match position.sight() {
            Sight::Wins(cells) => assert_eq!(cells, wins, "{board}"),
            Sight::Lost => assert!(wins == 0 && board.moves().all(|turn| loses(&board.after(turn))), "{board}"),
            Sight::Forced(cell) => assert_eq!((wins, cell), (0, threats & !threes), "{board}"),
            Sight::Open(cells) => assert_eq!((wins, cells), (0, position.free & !threes), "{board}"),
        }
        kinds[match position.sight() {
            Sight::Wins(_) => 0,
            Sight::Lost => 1,
            Sight::Forced(_) => 2,
            Sight::Open(_) => 3,
        }] += 1;
    }
    assert!(kinds.iter().all(|count| *count >= 20), "{kinds:?}");
}

/// Plays a line against every reply; the defender has one stone more.
fn line_wins(board: &Yavalath, line: &[Cells]) -> bool {
    let mut board = *board;
    for (index, cell) in line.iter().enumerate() {
        let turn = board.place(cell.trailing_zeros() as usize);
        if board.free() & cell == 0 {
            return false;
        }
        let is_last = index + 1 == line.len();
        let next = board.after(turn);
        match next.ended() {
            Some(Value::Loss) => return index % 2 == 0,
            Some(_) => return index % 2 == 1,
            None => {}
        }
        if index % 2 == 0 {
            // Whatever the defender does, except for the answer of the line, is met by four.
            let answer = if is_last { 0 } else { line[index + 1] };
            let is_met = |reply: Turn| {
                let replied = next.after(reply);
                match replied.ended() {
                    Some(ended) => ended == Value::Win,
                    None => replied.moves().any(|four| replied.after(four).ended() == Some(Value::Loss)),
                }
            };
            let is_other = |reply: &Turn| matches!(reply, Turn::Place(cell) if 1 << board.side().bit(*cell) != answer);
            if !next.moves().filter(is_other).all(is_met) {
                return false;
            }
            if is_last {
                return true;
            }
        }
        board = next;
    }
    false
}

#[test]
fn forcing_lines_win_and_only_their_zone_spoils_them() {
    let mut stream = SplitMix::new(2);
    let (mut lines, mut long, mut spoiled) = (0, 0, 0);
    for round in 0..4_000 {
        let Some(board) = after(Side::ALL[round % 3], 4 + round % 14, &mut stream) else { continue };
        let position = Position::new(&board).unwrap();
        // The other side to move, as if the side to move had passed.
        let mut forcing = Forcing::new(200);
        if position.wins() != 0 || position.threats() != 0 || !forcing.wins(&position.passed()) {
            continue;
        }
        let line = forcing.line();
        lines += 1;
        long += usize::from(line.moves.len() > 3);
        for turn in board.moves() {
            let Turn::Place(cell) = turn else { continue };
            let next = board.after(turn);
            let is_in_zone = line.zone >> board.side().bit(cell) & 1 == 1;
            if next.ended().is_none() {
                let wins = line_wins(&next, &line.moves);
                assert!(wins || is_in_zone, "{board}: {turn} spoils the line");
                spoiled += usize::from(!wins);
            }
        }
    }
    assert!(lines > 200 && long > 50 && spoiled > 200, "{lines} {long} {spoiled}");
}

#[test]
fn codes_are_equal_exactly_for_images() {
    let mut stream = SplitMix::new(3);
    for side in Side::ALL {
        let symmetry = Symmetry::<Cells>::new(side);
        let mut codes = HashMap::new();
        for round in 0..600 {
            let Some(board) = after(side, round % 9, &mut stream) else { continue };
            for which in 0..Yavalath::IMAGES {
                let image = board.image(which);
                let (code, _) = symmetry.code(&Position::new(&image).unwrap());
                assert_eq!(*codes.entry(board.key()).or_insert(code), code, "{board}");
            }
        }
        let mut distinct: Vec<_> = codes.values().collect();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), codes.len());
        assert!(codes.len() > 200);
    }
}

#[test]
fn a_table_never_mixes_positions_up() {
    assert_eq!(Table::new(0, 97).unwrap().bytes(), Table::smallest(97));
    let mut table = Table::new(1 << 17, 97).unwrap();
    let mut stream = SplitMix::new(4);
    let mut codes = Vec::new();
    let most = 3_u128.pow(61);
    for index in 0..300_000_u32 {
        let code = (u128::from(stream.next_u64()) << 64 | u128::from(stream.next_u64())) % most;
        let numbers = Numbers { proof: 1 + index % 1000, disproof: 1 + index / 1000 };
        table.put(code, numbers, u64::from(index % 7));
        codes.push((code, numbers));
    }
    let kept = codes.iter().filter(|(code, numbers)| match table.get(*code) {
        Some(found) => {
            assert_eq!(found, *numbers);
            true
        }
        None => false,
    });
    let (kept, room) = (kept.count(), table.bytes() / 16);
    assert!(kept > room / 2 && kept <= room, "{kept} of {room}");
    table.put(codes[0].0, Numbers::won(true), 9);
    assert_eq!(table.get(codes[0].0), Some(Numbers::won(true)));
}

#[test]
fn values_are_those_of_brute_force() {
    let mut stream = SplitMix::new(5);
    let mut values = [0; 3];
    let mut known = HashMap::new();
    let mut exact = Exact::default();
    for _ in 0..400 {
        let Some(board) = after(Side::THREE, 7, &mut stream) else { continue };
        let expected = brute_force(&board, &mut known);
        let (value, best) = decide(&mut exact, &board);
        assert_eq!(value, expected, "{board}");
        assert!(!best.is_empty());
        for turn in best {
            assert_eq!(brute_force(&board.after(turn), &mut known).reversed(), value, "{turn} at {board}");
        }
        values[value as usize] += 1;
    }
    assert!(values.iter().all(|count| *count > 5), "{values:?}");
}

/// The same for a larger board that is half full.
#[test]
#[ignore = "a minute of brute force"]
fn values_on_a_larger_board_are_those_of_brute_force() {
    let mut stream = SplitMix::new(6);
    let mut count = 0;
    let mut known = HashMap::new();
    let mut exact = Exact::default();
    while count < 60 {
        let Some(board) = after(Side::FOUR, 24, &mut stream) else { continue };
        count += 1;
        known.clear();
        assert_eq!(decide(&mut exact, &board).0, brute_force(&board, &mut known), "{board}");
    }
}

#[test]
fn on_side_three_the_second_player_wins_every_opening() {
    let mut exact = Exact::default();
    for opening in ["a1", "a2", "b2", "c3"] {
        let board = Yavalath::read(Side::THREE, false, opening).unwrap();
        assert_eq!(decide(&mut exact, &board).0, Value::Win, "{opening}");
    }
    assert_eq!(decide(&mut exact, &Yavalath::new(Side::THREE, false)).0, Value::Loss);
    assert_eq!(decide(&mut exact, &Yavalath::new(Side::THREE, true)).0, Value::Loss);
}

#[test]
fn whoever_may_swap_takes_the_better_side() {
    let mut exact = Exact::default();
    let middle = Yavalath::read(Side::THREE, true, "c3").unwrap();
    // The second player wins after c3 on the smallest board, so there is no need to swap.
    let (value, best) = decide(&mut exact, &middle);
    assert_eq!(value, Value::Win);
    assert!(!best.is_empty() && !best.contains(&Turn::Swap));
}

#[test]
fn a_spent_budget_is_told() {
    let board = Yavalath::default();
    let ask = |budget| Exact::default().decide(&board, budget, &mut ());
    let nodes = ask(Budget { nodes: Some(1_000), bytes: Some(8 << 20), ..Budget::default() });
    assert_eq!(nodes.verdict, Decision::Unknown(Stop::Nodes));
    assert_eq!(nodes.stats.expanded, 1_000);
    let memory = ask(Budget { bytes: Some(1_000), ..Budget::default() });
    assert_eq!(memory.verdict, Decision::Unknown(Stop::Memory));
    // An ending keeps to the limit, too.
    let ending = Yavalath::read(Side::THREE, false, "a1 e3 c5 c1 b3").unwrap();
    let left = Position::new(&ending).unwrap().free.count_ones();
    assert!(left <= MOST_FREE);
    for nodes in [1, 100, 5_000] {
        let budget = Budget { nodes: Some(nodes), bytes: Some(8 << 20), ..Budget::default() };
        let report = Exact::default().decide(&ending, budget, &mut ());
        assert_eq!(report.verdict, Decision::Unknown(Stop::Nodes));
        assert_eq!(report.stats.expanded, nodes);
    }
}

fn certificate(board: &Yavalath, text: &str) -> Vec<u8> {
    let budget = Budget { bytes: Some(16 << 20), ..Budget::default() };
    let report = prove(&mut Exact::default(), board, text, budget, &mut ());
    report.verdict.unwrap().file
}

fn moves_of(board: &Yavalath) -> String {
    let text = board.to_string();
    text.split(' ').filter(|word| !word.contains('=')).collect::<Vec<_>>().join(" ")
}

#[test]
fn certificates_hold_and_say_what_brute_force_says() {
    let mut stream = SplitMix::new(7);
    let mut known = HashMap::new();
    let mut verdicts = HashMap::new();
    for _ in 0..150 {
        let Some(board) = after(Side::THREE, 8, &mut stream) else { continue };
        let text = moves_of(&board);
        let accepted = check(&certificate(&board, &text)).unwrap_or_else(|refused| panic!("{board}: {refused}"));
        let expected = match brute_force(&board, &mut known) {
            Value::Win => "win",
            Value::Draw => "draw",
            Value::Loss => "loss",
        };
        assert_eq!((accepted.verdict, accepted.position), (expected, text));
        *verdicts.entry(accepted.verdict).or_insert(0) += 1;
    }
    assert!(verdicts.len() == 3 && verdicts.values().all(|count| *count > 3), "{verdicts:?}");
}

/// With a checksum that fits, so that it is the proof itself that is looked at.
fn resealed(body: &str) -> Vec<u8> {
    let sum = super::certificate::checksum(body.as_bytes());
    format!("{body}checksum {sum:016x}\n").into_bytes()
}

#[test]
fn a_certificate_that_was_changed_is_refused() {
    let board = Yavalath::read(Side::THREE, true, "start").unwrap();
    let file = certificate(&board, "start");
    let accepted = check(&file).unwrap();
    assert_eq!((accepted.verdict, accepted.swap), ("loss", true));
    for index in (0..file.len()).step_by(997) {
        for change in [1, 2, 0x20, 0x80] {
            let mut damaged = file.clone();
            damaged[index] ^= change;
            assert!(check(&damaged).is_err(), "byte {index}");
        }
        assert!(check(&file[..index]).is_err(), "cut at {index}");
    }
    assert!(check(&[file.as_slice(), b"\n"].concat()).is_err());
    let text = String::from_utf8(file).unwrap();
    let body = &text[..text.find("checksum").unwrap()];
    assert!(check(&resealed(body)).is_ok());
    let says = |body: &str| check(&resealed(body)).unwrap_err().to_string();
    assert_eq!(says(&body.replacen("verdict loss", "verdict win", 1)), "line 4: the proofs do not make it a win");
    assert_eq!(says(&body.replacen("swap=on", "swap=off", 1)), "line 4: the proofs do not make it a loss");
    assert_eq!(says(&body.replacen("side=3", "side=6", 1)), "line 2: these are not rules");
    assert_eq!(says(&body.replacen("position start", "position j9", 1)), "line 3: 'j9' is not a cell of the board");
    // Without its last proof it says nothing of one opening.
    let last = body.rfind("proof").unwrap();
    assert_eq!(says(&body[..last]), "line 4: the proofs do not make it a loss");
    // The strategy of one position is none for another.
    assert!(check(&resealed(&body.replacen("wins a1", "wins a2", 1))).is_err());
}

/// A strategy with one move changed: refused, or else the other move is as good and the verdict the same.
#[test]
fn a_strategy_with_another_move_is_walked_to_its_end() {
    let board = Yavalath::read(Side::THREE, false, "c3 a2 b2").unwrap();
    let text = String::from_utf8(certificate(&board, "c3 a2 b2")).unwrap();
    let body = &text[..text.find("checksum").unwrap()];
    let start = body.find("proof").unwrap();
    let start = start + body[start..].find('\n').unwrap() + 1;
    let (mut refused, mut accepted) = (0, 0);
    for index in start..body.len() {
        for other in ["0", "5", "!", "-", "."] {
            if body[index..].starts_with(other) {
                continue;
            }
            let mut changed = body.to_string();
            changed.replace_range(index..=index, other);
            match check(&resealed(&changed)) {
                Ok(found) => {
                    accepted += 1;
                    assert_eq!(found.verdict, check(text.as_bytes()).unwrap().verdict);
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 10 * accepted, "{refused} refused, {accepted} accepted");
}

/// The whole of the standard board: a minute at most, usually seconds.
#[test]
#[ignore = "some seconds with all cores free"]
fn the_first_player_wins_on_the_standard_board_by_the_middle() {
    let mut exact = Exact::default();
    let budget = Budget { bytes: Some(1 << 30), ..Budget::default() };
    let report = exact.decide(&Yavalath::default(), budget, &mut ());
    let Decision::Known { value, best, .. } = report.verdict else { panic!("{:?}", report.verdict) };
    assert_eq!(value, Value::Win);
    assert_eq!(best.iter().map(ToString::to_string).collect::<Vec<_>>(), ["e5"]);
    let proof = prove(&mut exact, &Yavalath::default(), "start", budget, &mut ()).verdict.unwrap();
    assert!(proof.file.len() < 1 << 20);
    assert_eq!(check(&proof.file).unwrap().verdict, "win");
    // So whoever may swap does, and nothing else wins.
    let offered = Yavalath::read(Side::FIVE, true, "e5").unwrap();
    let report = exact.decide(&offered, budget, &mut ());
    let Decision::Known { value, best, .. } = report.verdict else { panic!("{:?}", report.verdict) };
    assert_eq!((value, best), (Value::Win, vec![Turn::Swap]));
}
