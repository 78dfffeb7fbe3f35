//! Wrong input: one message that names the place, exit status 2, nothing on standard output.

use crate::run::{feed, kibitzer};

/// The first line of the complaint about `kibitzer solve birds ...`.
fn solve(args: &[&str]) -> String {
    let err = kibitzer(&[&["solve", "birds"], args].concat()).misused();
    err.lines().next().expect("a message").to_string()
}

#[test]
fn bad_positions_are_named_with_their_place() {
    assert_eq!(solve(&["8C 7S / 2D 1X"]), "error: row 2, column 2: '1X' is not a card");
    assert_eq!(solve(&["8C 7S / 2D 8c"]), "error: row 2, column 2: 8C is already in row 1, column 1");
    assert_eq!(solve(&["8C 7S / 2D"]), "error: row 2 has 1 cells, but row 1 has 2");
    assert_eq!(solve(&["-- --"]), "error: there is no card on the board");
    assert_eq!(solve(&[""]), "error: a board of 1 x 0 cells is not between 1 x 2 and 7 x 7");
    assert_eq!(solve(&["💥"]), "error: a board of 1 x 1 cells is not between 1 x 2 and 7 x 7");
}

#[test]
fn bad_ranges_and_seeds_are_named() {
    let seeds = |range| solve(&["--seeds", range]);
    let value = |range: &str| format!("error: invalid value '{range}' for '--seeds <A..B>': ");
    assert_eq!(seeds("5..5"), value("5..5") + "the range 5..5 is empty");
    assert_eq!(seeds("9..3"), value("9..3") + "the range 9..3 is reversed: it starts after its end");
    assert!(seeds("ten").starts_with(&value("ten")));
    assert_eq!(seeds("0..=2147483648"), "error: --seeds: 2147483648 is not a seed: they end at 2147483647");
    assert_eq!(
        seeds("0..=18446744073709551615"),
        "error: --seeds: 18446744073709551615 is not a seed: they end at 2147483647"
    );
    assert_eq!(solve(&["--seed", "2147483648"]), "error: --seed: 2147483648 is not a seed: they end at 2147483647");
    assert!(solve(&["--seed=-1"]).starts_with("error: invalid value '-1' for '--seed <N>'"));
    let deal = kibitzer(&["deal", "birds", "--seed", "2147483648"]).misused();
    assert!(deal.starts_with("error: --seed: 2147483648 is not a seed"), "{deal}");
    assert!(deal.contains("try 'kibitzer deal --help'"), "{deal}");
}

#[test]
fn the_last_seed_is_a_seed() {
    kibitzer(&["deal", "birds", "--seed", "2147483647"]).good();
    let out = kibitzer(&["solve", "birds", "--seeds", "2147483646..2147483648"]).good();
    assert_eq!(out.lines().count(), 2);
}

#[test]
fn there_is_exactly_one_source() {
    let none = "error: name one source: a position in quotes, --seed, --seeds, --file, or - for standard input";
    assert_eq!(solve(&[]), none);
    for two in [&["8C 7S", "--seed", "1"][..], &["--seed", "1", "--seeds", "0..3"], &["-", "--file", "deals.txt"]] {
        assert!(solve(two).contains("cannot be used with"), "{two:?}");
    }
}

#[test]
fn bad_names_list_what_exists() {
    let game = kibitzer(&["solve", "bords", "8C 7S"]).misused();
    assert!(game.contains("there is no game 'bords', only birds"), "{game}");
    let option = kibitzer(&["deal", "birds:rows=9"]).misused();
    assert!(option.contains("birds, option 'rows': '9' is not a whole number from 1 to 7"), "{option}");
    assert!(
        solve(&["8C 7S", "--with", "magic"]).starts_with("error: --with: there is no algorithm 'magic', only exact")
    );
    let value = "error: --with: dfs, option 'closed': 'maybe' is not on or off";
    assert_eq!(solve(&["8C 7S", "--with", "dfs:closed=maybe"]), value);
}

#[test]
fn bad_limits_are_named() {
    assert!(solve(&["8C 7S", "--max-nodes", "many"]).contains("'many' is not a number such as"));
    assert!(solve(&["8C 7S", "--max-time", "10 parsecs"]).contains("there is no unit 'parsecs'"));
    assert!(solve(&["8C 7S", "--max-memory", "2gb"]).contains("there is no unit 'gb'"));
    for threads in ["0", "1025", "-1"] {
        assert!(solve(&["8C 7S", &format!("--threads={threads}")]).contains("for '--threads <N>'"), "{threads}");
    }
    assert!(solve(&["8C 7S", "--format", "xml"]).contains("invalid value 'xml'"));
}

#[test]
fn a_misspelt_option_is_no_position() {
    let err = kibitzer(&["solve", "birds", "8C 7S", "--max-node", "5"]).misused();
    assert!(err.contains("unexpected argument '--max-node'") && err.contains("'--max-nodes'"), "{err}");
}

#[test]
fn a_position_without_quotes_gets_a_tip() {
    let err = kibitzer(&["solve", "birds", "8C", "7S", "/", "2D", "8D"]).misused();
    assert!(err.contains("a position with spaces goes in quotes"), "{err}");
}

#[test]
fn a_mistake_in_a_file_is_told_before_any_work() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deals.txt");
    let name = path.to_str().unwrap();
    std::fs::write(&path, "8C 7S / 2D 8D\n# fine so far\n8C 8H 8S / 6H JH 1X\n").unwrap();
    assert_eq!(solve(&["--file", name]), format!("error: {name}, line 3: row 2, column 3: '1X' is not a card"));
    std::fs::write(&path, b"8C 7S\n\xff\xfe\n").unwrap();
    assert_eq!(solve(&["--file", name]), format!("error: {name}, line 2: this is not UTF-8 text"));
    let missing = folder.path().join("missing.txt");
    let says = solve(&["--file", missing.to_str().unwrap()]);
    assert!(says.contains("missing.txt: No such file"), "{says}");
}

#[test]
fn a_mistake_on_standard_input_is_told_after_the_answers_before_it() {
    let run = feed(&["solve", "birds", "-", "--with", "dfs"], b"8C 7S / 2D 8D\n\n8C 1X\n8C 7S\n");
    assert_eq!(run.status, Some(2));
    assert_eq!(run.out.lines().count(), 1);
    assert!(run.err.starts_with("error: standard input, line 3: row 1, column 2: '1X' is not a card\n"), "{run:?}");
}

#[test]
fn unreadable_lines_of_moves_are_named() {
    let verify = |position, moves| kibitzer(&["verify", "birds", position, moves]).misused();
    let says = verify("8C 7S", "8C-7S 7S8C");
    assert!(says.starts_with("error: move 2: '7S8C' is not a move"), "{says}");
    assert!(verify("8C 1X", "8C-7S").starts_with("error: row 1, column 2: '1X' is not a card"));
    kibitzer(&["verify", "birds", "8C 7S"]).misused();
}
