//! Certificates: what is written is accepted, and nothing else is.

use std::fmt::Write;

use kibitzer_core::{Blind, Game, SplitMix};
use kibitzer_exact::birds::Exact;
use kibitzer_exact::birds::certificate::{Claim, Refused, Unproved, check, prove};
use kibitzer_games::birds::{Birds, Size, deal};
use kibitzer_games::cards::DealNumber;
use kibitzer_search::{Budget, Closed, DepthFirst, Solver, Stop, Verdict};

/// Lost, though both of its graphs hold together.
const LOST: &str = "6H 2H TC / JC 3S TS";
const LOST_FILE: &str = "\
kibitzer certificate 1 birds
position 6H 2H TC / JC 3S TS
verdict unsolvable
positions 6
+A
checksum 21ed9a2e1e2c0190
";
const WON: &str = "8C 7S / 2D 8D";

fn board(text: &str) -> Birds {
    text.parse().expect("a position")
}

fn dealt(rows: usize, columns: usize, seed: u64) -> Birds {
    deal(Size::new(rows, columns).expect("a size"), DealNumber::try_from(seed).expect("below 2^31"))
}

/// The file for a position, made from the exact solver's verdict.
fn file(start: &Birds) -> Vec<u8> {
    let verdict = Exact::default().solve(start, Budget::default(), &mut ()).verdict;
    let certificate = prove(start, &verdict, Budget::default(), &mut ()).expect("a true verdict and no limit");
    let mut bytes = Vec::new();
    certificate.write(&mut bytes).expect("a vector takes everything");
    bytes
}

/// The lines of a certificate without its checksum, changed, and sealed again.
fn forge(bytes: &[u8], change: impl Fn(&str) -> String) -> Vec<u8> {
    let text = str::from_utf8(bytes).expect("a certificate is text");
    let mut text = change(&text[..text.rfind("checksum").expect("it ends in its checksum")]);
    let step = |sum: u64, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    let seal = text.bytes().fold(0xCBF2_9CE4_8422_2325, step);
    writeln!(text, "checksum {seal:016x}").expect("a string takes everything");
    text.into_bytes()
}

fn refusal(bytes: &[u8]) -> String {
    check(bytes).expect_err("a bad certificate").to_string()
}

#[test]
fn the_files_are_those_of_the_documentation() {
    assert_eq!(String::from_utf8(file(&board(LOST))).expect("text"), LOST_FILE);
    let won = String::from_utf8(file(&board(WON))).expect("text");
    let lines: Vec<&str> = won.lines().collect();
    assert_eq!(lines[..3], ["kibitzer certificate 1 birds", "position 8C 7S / 2D 8D", "verdict solved"]);
    let documented = include_str!("../../src/birds/certificate/mod.rs");
    let quoted = documented.lines().filter_map(|line| line.strip_prefix("//! ")).skip_while(|line| *line != lines[0]);
    let quoted: String = quoted.take(5).flat_map(|line| [line, "\n"]).collect();
    assert_eq!(check(quoted.as_bytes()).map(|accepted| accepted.position), Ok(WON.to_string()), "{quoted}");
}

#[test]
fn verdicts_of_all_kinds_of_boards_are_proved() {
    let mut seen = [0; 3];
    for (rows, columns, seeds) in [(1, 4, 60), (2, 2, 60), (2, 3, 80), (3, 3, 80), (4, 4, 40), (5, 5, 5), (7, 7, 2)] {
        for seed in 0..seeds {
            let start = dealt(rows, columns, seed);
            let accepted = check(&file(&start)).unwrap_or_else(|refused| panic!("{start}: {refused}"));
            assert_eq!(accepted.position, start.to_string());
            let slow = rows * columns <= 9;
            let twin =
                || DepthFirst { heuristic: Blind, closed: Closed::All }.solve(&start, Budget::default(), &mut ());
            match accepted.claim {
                Claim::Solved { moves } => {
                    seen[0] += 1;
                    assert_eq!(moves.len(), rows * columns - 1);
                    assert!(!slow || matches!(twin().verdict, Verdict::Solved(_)), "{start}");
                }
                Claim::Unsolvable { positions } => {
                    seen[if positions == 0 { 1 } else { 2 }] += 1;
                    let joined = start.card_graph().is_connected() && start.rook_graph().is_connected();
                    assert_eq!(positions > 0, joined, "{start}");
                    assert!(!slow || twin().verdict == Verdict::Unsolvable, "{start}");
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count >= 30), "{seen:?}");
}

#[test]
fn middles_and_ends_of_games_are_proved() {
    let mut stream = SplitMix::new(8);
    for seed in 0..30 {
        let mut start = dealt(4, 4, seed);
        while let Some(count) = Some(start.moves().count()).filter(|&count| count > 0) {
            let flight = start.moves().nth(stream.below(count)).expect("below the count");
            start.play(flight);
            check(&file(&start)).unwrap_or_else(|refused| panic!("{start}: {refused}"));
        }
    }
    assert_eq!(check(&file(&board("8Cx3 --"))).expect("won already").claim, Claim::Solved { moves: Vec::new() });
}

#[test]
fn a_changed_byte_anywhere_is_refused() {
    for good in [file(&board(LOST)), file(&board(WON))] {
        for place in 0..good.len() {
            for flip in 1..=255 {
                let mut bad = good.clone();
                bad[place] ^= flip;
                assert!(check(&bad).is_err(), "byte {place} changed by {flip}");
            }
        }
    }
}

#[test]
fn a_file_that_is_cut_or_continued_is_refused() {
    for good in [file(&board(LOST)), file(&board(WON))] {
        for length in 0..good.len() {
            assert!(check(&good[..length]).is_err(), "cut to {length}");
        }
        for more in [&b"\n"[..], b"A\n", b"A", &good, b"checksum 0000000000000000\n"] {
            assert!(check(&[&good, more].concat()).is_err(), "followed by {more:?}");
        }
    }
}

#[test]
fn a_large_certificate_is_as_hard_to_damage() {
    let good = file(&dealt(4, 4, 1163));
    let Ok(Claim::Unsolvable { positions }) = check(&good).map(|accepted| accepted.claim) else {
        panic!("1163 is lost")
    };
    assert_eq!((positions, good.len()), (58_655, 35_723));
    let mut stream = SplitMix::new(1);
    for _ in 0..1000 {
        let mut bad = good.clone();
        let place = stream.below(bad.len());
        bad[place] ^= 1 << stream.below(8);
        assert!(check(&bad).is_err(), "byte {place}");
    }
    // The same with a true checksum: now the rules have to object.
    let members = good.iter().enumerate().filter(|&(_, byte)| *byte == b'\n').nth(3).expect("four lines").0 + 1;
    for _ in 0..8 {
        let place = members + stream.below(good.len() - members - 40);
        let bit = stream.below(5);
        let bad = forge(&good, |text| {
            let mut text = text.as_bytes().to_vec();
            let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
            if let Some(value) = alphabet.iter().position(|letter| *letter == text[place]) {
                text[place] = alphabet[value ^ 1 << bit];
            } else {
                text[place] = b'A';
            }
            String::from_utf8(text).expect("ASCII")
        });
        assert!(check(&bad).is_err(), "byte {place}, bit {bit}");
    }
}

#[test]
fn a_set_that_is_not_closed_is_refused() {
    let lost = file(&board(LOST));
    let members = |letters: &'static str| forge(&lost, |text| text.replace("+A", letters));
    assert!(check(&members("+A")).is_ok());
    // The fifth member is taken out of the list: 111100.
    assert_eq!(refusal(&members("8A")), "line 5: a move leads to a position that is not a member");
    assert_eq!(refusal(&members("/A")), "line 5: a member is listed twice");
    assert_eq!(refusal(&members("+")), "line 5: the members end too early");
    assert_eq!(refusal(&members("")), "line 5: the members end too early");
    assert_eq!(refusal(&members("+*")), "line 5: '*' stands for no bits");
    assert_eq!(refusal(&members("+AA")), "line 5: there is more than the members");
    assert_eq!(refusal(&members("+A\n")), "line 6: there is more than the members");
    assert_eq!(refusal(&members("+A\nAA")), "line 6: there is more than the members");
    let count = forge(&lost, |text| text.replace("positions 6", "positions 7"));
    assert_eq!(refusal(&count), "line 4: there are 6 positions, not 7");
}

#[test]
fn a_won_position_has_no_closed_set() {
    let claimed = prove(&board(WON), &Verdict::Unsolvable, Budget::default(), &mut ());
    assert_eq!(claimed.err(), Some(Unproved::Wrong));
    // All sets that three letters can name, none of them a proof.
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let won = file(&board("8C 7S 2D"));
    for (first, second) in letters.iter().flat_map(|first| letters.iter().map(move |second| (first, second))) {
        let bad = forge(&won, |text| {
            let (head, _) = text.split_once("verdict").expect("a verdict");
            let (first, second) = (char::from(*first), char::from(*second));
            format!("{head}verdict unsolvable\npositions 4\n{first}{second}\n")
        });
        assert!(check(&bad).is_err());
    }
}

#[test]
fn moves_that_do_not_win_are_refused() {
    let won = file(&board(WON));
    let moves = |moves: &'static str| {
        forge(&won, |text| format!("{}moves{moves}\n", text.split_once("moves").expect("moves").0))
    };
    assert!(check(&moves(" 7S-8C 8D-2D 8D-7S")).is_ok());
    assert_eq!(refusal(&moves(" 8C-2D")), "line 4: '8C-2D' is not a legal move");
    assert_eq!(refusal(&moves(" 7S-2D")), "line 4: '7S-2D' is not a legal move");
    assert_eq!(refusal(&moves(" 7S-7S")), "line 4: '7S-7S' is not a legal move");
    assert_eq!(refusal(&moves(" 7S-8C 7S-8C")), "line 4: '7S-8C' is not a legal move");
    assert_eq!(refusal(&moves(" 7S-8C")), "line 4: 3 stacks are left at the end");
    assert_eq!(refusal(&moves("")), "line 4: 4 stacks are left at the end");
    assert_eq!(refusal(&moves(": 7S-8C")), "line 4: ': 7S-8C' is no list of moves");
    assert_eq!(refusal(&moves(" 7S-8C 8D-2D 8D-7S\nmore")), "line 5: nothing but the checksum is expected here");
    let wrong = Verdict::Solved(vec!["7S-8C".parse().expect("a move")]);
    assert_eq!(prove(&board(WON), &wrong, Budget::default(), &mut ()).err(), Some(Unproved::Wrong));
}

#[test]
fn other_files_are_refused_with_the_reason() {
    let lost = file(&board(LOST));
    let title = |title: &'static str| forge(&lost, |text| text.replace("kibitzer certificate 1 birds", title));
    assert_eq!(refusal(&title("kibitzer certificate 2 birds")), "line 1: version '2' is not known, only 1");
    assert_eq!(refusal(&title("kibitzer certificate 1 gaps")), "line 1: this is a certificate of 'gaps', not of birds");
    assert_eq!(refusal(&title("8C 7S / 2D 8D")), "line 1: this is not a certificate");
    assert_eq!(refusal(b""), "line 1: this is not a certificate");
    assert_eq!(refusal(b"kibitzer certificate 1 birds\nposition \xFF\n"), "line 2: this is not text");
    assert_eq!(refusal(b"kibitzer certificate 1 birds\nposition 8C"), "line 2: the file is cut short");
    let position = |position: &'static str| forge(&lost, |text| text.replace(LOST, position));
    assert_eq!(refusal(&position("6H 2H TC / JC 3S 1X")), "line 2: '1X' is not a stack");
    assert_eq!(refusal(&position("6H 2H TC / JC 3S 6Hx0")), "line 2: '6Hx0' is not a stack");
    assert_eq!(refusal(&position("6H 2H TC / JC 3S 6H")), "line 2: there is no card on the board, or one twice");
    assert_eq!(refusal(&position("-- --")), "line 2: there is no card on the board, or one twice");
    assert_eq!(refusal(&position("6H 2H / JC")), "line 2: this is no board of at most 7 rows and 7 columns");
    let verdict = forge(&lost, |text| text.replace("verdict unsolvable", "verdict unknown"));
    assert_eq!(refusal(&verdict), "line 3: 'unknown' is no verdict of a certificate");
    let missing = forge(&lost, |text| text.replace("positions 6\n", ""));
    assert_eq!(check(&missing), Err(Refused { line: 4, why: "'positions ' is expected here".to_string() }));
}

#[test]
fn random_bytes_are_refused_without_a_panic() {
    let mut stream = SplitMix::new(5);
    for round in 0..20_000 {
        let length = stream.below(80);
        let tail = (0..length).map(|_| b"A8C/ -x9\nS\xC3+"[stream.below(12)]).map(char::from).collect::<String>();
        let head = ["", "kibitzer certificate 1 birds\n", "kibitzer certificate 1 birds\nposition "][round % 3];
        let bytes = format!("{head}{tail}\nchecksum 0\n").into_bytes();
        assert!(check(&bytes).is_err());
        assert!(check(&forge(&bytes, str::to_string)).is_err(), "{head}{tail}");
    }
}

#[test]
fn limits_leave_no_certificate() {
    let start = dealt(4, 4, 1163);
    let with = |budget| prove(&start, &Verdict::Unsolvable, budget, &mut ()).err();
    assert_eq!(with(Budget { nodes: Some(1000), ..Budget::default() }), Some(Unproved::Stopped(Stop::Nodes)));
    assert_eq!(with(Budget { bytes: Some(1 << 20), ..Budget::default() }), Some(Unproved::Stopped(Stop::Memory)));
    assert_eq!(with(Budget { nodes: Some(58_655), bytes: Some(4 << 20), ..Budget::default() }), None);
    let unknown = prove(&start, &Verdict::Unknown(Stop::Time), Budget::default(), &mut ());
    assert_eq!(unknown.err(), Some(Unproved::Stopped(Stop::Time)));
}
