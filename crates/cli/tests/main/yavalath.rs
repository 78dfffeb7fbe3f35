//! Yavalath at the command line.

use insta::assert_snapshot;
use serde_json::Value;

use crate::run::{feed, kibitzer, timeless};

fn play(args: &[&str], lines: &[&str]) -> String {
    let input: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    feed(&[&["play"], args].concat(), input.as_bytes()).good()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(kibitzer(&[args, &["--format", "json"]].concat()).good().trim()).expect("one object")
}

#[test]
fn bad_games_are_named_with_the_move_and_its_place() {
    for (game, position, expected) in [
        ("yavalath", "e5 z1", "move 2: 'z1' is off the board, its rows are a to i"),
        ("yavalath", "e5 d4 a9", "move 3: 'a9' is off the board, row a has cells 1 to 5"),
        ("yavalath", "e0", "move 1: 'e0' is off the board, row e has cells 1 to 9"),
        ("yavalath", "e5 d4 e5", "move 3: e5 is taken since move 1"),
        ("yavalath", "c3 a1 c4 a3 c5 e5", "move 6: the game was over after move 5, won by the second player"),
        ("yavalath", "e5 swap", "move 2: `swap` is not in the rules here; yavalath:swap=on has it"),
        ("yavalath:swap=on", "swap", "move 1: only move 2 can be `swap`"),
        ("yavalath:swap=on", "e5 d4 swap", "move 3: only move 2 can be `swap`"),
        ("yavalath:side=4", "d4 e5 h1", "move 3: 'h1' is off the board, its rows are a to g"),
        ("yavalath:side=4", "side=5 e5", "it begins with `side=5`, but the board here has side 4 and swap=off"),
        ("yavalath", "💥", "move 1: '💥' is not a cell, such as e5"),
    ] {
        for command in ["analyze", "solve", "play"] {
            let err = kibitzer(&[command, game, position]).misused();
            assert_eq!(err.lines().next(), Some(format!("error: {expected}").as_str()), "{command} {game} {position}");
        }
        let told = feed(&["engine", game], format!("position {position}\n").as_bytes()).good();
        assert_eq!(told, format!("error position: {expected}\n"));
    }
    let empty = kibitzer(&["analyze", "yavalath", ""]).misused();
    assert!(empty.starts_with("error: a position is the cells played, as in e5 d4 f6"), "{empty}");
    let side = kibitzer(&["play", "yavalath:side=6"]).misused();
    assert!(side.contains("yavalath, option 'side': '6' is not a whole number from 3 to 5"), "{side}");
}

#[test]
fn an_analysis_shows_the_board_the_threats_and_the_reason() {
    let page = |args: &[&str]| {
        let page =
            kibitzer(&[&["analyze", "yavalath", "e5 a1 e6 b1 e8", "--with", "alpha-beta:depth=2"], args].concat());
        let page = page.good();
        // The best move is told among the last lines, and nothing but times follows.
        let lines: Vec<_> = page.lines().filter(|line| !line.starts_with('│') || line.contains("e7")).collect();
        lines[..lines.len() - 1].join("\n")
    };
    assert_snapshot!("analysis", page(&[]));
    assert_snapshot!("threats", page(&["--threats"]));
    let object = json(&["analyze", "yavalath", "e5 a1 e6 b1 e8", "--with", "alpha-beta:depth=2", "--threats"]);
    assert_eq!((&object["best"], &object["why"]), (&"e7".into(), &"blocks e7".into()), "{object}");
    let threat = |mv: &str, player: u8, ends: &str| serde_json::json!({"move": mv, "player": player, "ends": ends});
    assert_eq!(
        object["threats"],
        serde_json::json!([threat("c1", 2, "loss"), threat("e4", 1, "loss"), threat("e7", 1, "win")])
    );
    let quiet = json(&["analyze", "yavalath", "start", "--playouts", "200"]);
    assert!(quiet["why"] == "a quiet move" && quiet["threats"].is_null(), "{quiet}");
    let won = kibitzer(&["analyze", "yavalath", "e5 a1 e6 a2 e8 b1", "--with", "uct", "--playouts", "2000"]).good();
    assert!(won.contains("best: e7\nwhy:  makes four on e5, e6, e7 and e8 and wins\n"), "{won}");
    let puzzle = kibitzer(&["analyze", "birds", "8C 7S", "--threats"]).misused();
    assert!(puzzle.starts_with("error: --threats: "), "{puzzle}");
}

#[test]
fn a_small_board_is_decided() {
    let late = "c3 a1 c5 e2 a3 c1 e3 b4";
    assert_snapshot!("page", timeless(&kibitzer(&["solve", "yavalath:side=3", late, "--with", "alpha-beta"]).good()));
    let object = json(&["solve", "yavalath:side=3", late, "--with", "mcts"]);
    assert_eq!((&object["game"], &object["verdict"]), (&"yavalath:side=3".into(), &"loss".into()), "{object}");
    let lines = feed(&["solve", "yavalath", "-", "--with", "alpha-beta"], b"e5 a1 e6 a2 e8 b1 # four\nc3a1c4a3c5\n");
    assert_eq!(lines.good(), "1: win best e7\n2: win\n");
}

#[test]
fn an_engine_answers() {
    let answers = feed(
        &["engine", "yavalath:swap=on", "--with", "mcts"],
        b"position e5 a1 e6 b1 e8\ngo playouts 500\nposition e5swapd4\ngo playouts 100\n",
    );
    let answers = answers.good();
    assert!(answers.contains("\nbestmove e7\n") && !answers.contains("error"), "{answers}");
    assert_eq!(answers.lines().filter(|line| line.starts_with("bestmove ")).count(), 2, "{answers}");
}

#[test]
fn engines_meet() {
    let object =
        json(&["match", "yavalath:side=4", "--a", "mcts", "--b", "random", "--games", "4", "--playouts", "200"]);
    assert_eq!((&object["games"], &object["wins"]), (&4.into(), &4.into()), "{object}");
    // On the smallest board many random openings end the game; those are drawn again.
    let short = ["match", "yavalath:side=3", "--a", "uct", "--b", "random", "--games", "6", "--playouts", "50"];
    assert_eq!(json(&[&short[..], &["--openings", "8"]].concat())["games"], 6);
}

#[test]
fn a_game_against_an_engine() {
    let lines = ["e5", "e5", "a9", "threats", "undo", "swap", "resign", "quit"];
    assert_snapshot!("game", play(&["yavalath", "--with", "alpha-beta:depth=1"], &lines));
}

#[test]
fn two_people_swap_and_the_stone_changes_hands() {
    let game =
        play(&["yavalath:side=3,swap=on", "--with", "none"], &["b2", "swap", "swap", "c3", "undo", "undo", "a1"]);
    assert_snapshot!("swapped", game);
}

#[test]
fn a_hint_is_explained() {
    let game = play(&["yavalath", "e5 a1 e6 b1 e8", "--with", "none", "--playouts", "500"], &["hint", "e7"]);
    assert!(
        game.contains("hint: e7 (blocks e7), worth ") || game.contains("hint: e7 (blocks e7), a proved "),
        "{game}"
    );
    let threat = play(&["yavalath", "e5 d7 e6 f6", "--with", "none", "--playouts", "2000"], &["hint"]);
    assert!(threat.contains("hint: e8 (threatens e7, where a block makes three), a proved win"), "{threat}");
    let over = play(&["yavalath", "e5 d7 e6 f6 e8 e7", "--with", "none"], &["hint"]);
    assert!(over.contains("X wins\n") && over.contains("the game is over\n"), "{over}");
}

#[test]
fn levels_are_listed() {
    assert_snapshot!("levels", kibitzer(&["play", "yavalath", "--level", "help"]).good());
    assert_snapshot!("engines", kibitzer(&["engine", "yavalath", "--with", "help"]).good());
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_hexagons_and_keys_walk_on_them() {
    use crate::play::on_a_terminal;

    let play = "kibitzer play yavalath --with none";
    // Two rows down from e5, cell 7 of that row; the row b, its second cell; threats.
    let Some(screen) = on_a_terminal(&format!("NO_COLOR=1 {play}"), "\\033[B\\033[B7\\rB2\\rtq") else { return };
    let after = screen.rsplit_once("\u{1b}[?1049l").expect("the screen is given back").1;
    assert!(after.contains("X to move\r\ng7 b2\r\n"), "{after}");
    assert!(screen.contains("(2)") && screen.contains("no stone wins or loses at once"), "{screen}");
    let Some(screen) = on_a_terminal("kibitzer play yavalath:swap=on e5 --with none", "sq") else { return };
    assert!(screen.contains("the second player took over the stone on e5"), "{screen}");
    assert!(screen.contains("X to move\r\ne5 swap\r\n"), "{screen}");
}

#[test]
fn proofs_are_written_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.proof");
    let file = path.to_str().unwrap();
    let game = "yavalath:side=3";
    kibitzer(&["solve", game, "c3 a1 b2 e3", "--certificate", file]).good();
    let says = |args: &[&str]| kibitzer(&[&["verify", game], args, &["--certificate", file]].concat()).good();
    assert!(says(&[]).starts_with("accepted: a "), "{}", says(&[]));
    // The same position by other moves, and another one.
    assert!(says(&["b2 e3 c3 a1"]).starts_with("accepted: a "));
    assert_eq!(says(&["c3 a1"]), "refused: line 3: the proof is about c3 a1 b2 e3\n");
    let other = kibitzer(&["verify", "yavalath", "--certificate", file]).good();
    assert_eq!(other, "refused: line 2: the proof is about yavalath:side=3, not about yavalath\n");
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    assert!(says(&[]).contains("the checksum is wrong"), "{}", says(&[]));
}

/// The whole of the standard board, as the document on Yavalath says.
#[test]
#[ignore = "most of a minute, and half a gigabyte of tables"]
fn the_standard_board_is_proved_and_the_proof_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("yavalath.proof");
    let file = path.to_str().unwrap();
    let solved = json(&["solve", "yavalath", "start", "--certificate", file]);
    assert_eq!((&solved["verdict"], &solved["best"]), (&"win".into(), &serde_json::json!(["e5"])), "{solved}");
    let proof = std::fs::read(&path).unwrap();
    assert!(proof.len() < 1 << 20, "{} bytes", proof.len());
    let check = || json(&["verify", "yavalath", "start", "--certificate", file]);
    let told = check();
    assert_eq!((&told["accepted"], &told["verdict"]), (&true.into(), &"win".into()), "{told}");
    for place in [proof.len() / 3, proof.len() / 2, proof.len() - 2] {
        let mut changed = proof.clone();
        changed[place] ^= 1;
        std::fs::write(&path, changed).unwrap();
        let told = check();
        assert_eq!(told["accepted"], false, "byte {place}: {told}");
    }
}

#[test]
fn positions_are_decided_without_any_option() {
    for (position, verdict) in [("c3", "win"), ("c3 a1 c4 a2 c1", "win"), ("c3 a2", "loss")] {
        let told = kibitzer(&["solve", "yavalath:side=3", position, "--format", "json"]).good();
        assert!(told.contains(&format!("\"verdict\":\"{verdict}\"")), "{position}: {told}");
    }
}

#[test]
fn openings_go_on_from_their_notes() {
    let folder = tempfile::tempdir().unwrap();
    let notes = folder.path().join("side-3.txt");
    let path = notes.to_str().unwrap();
    // E3 is an image of a1, and is called so.
    let first = kibitzer(&["openings", "yavalath:side=3", "E3", "c3", "--notes", path, "--format", "json"]).good();
    let text = std::fs::read_to_string(&notes).unwrap();
    assert!(text.starts_with("game yavalath:side=3\n") && text.contains("\nspent a1 "), "{text}");
    // Nothing is left to do, so nothing more is spent, and the rest is not touched.
    let again = kibitzer(&["openings", "yavalath:side=3", "a1", "c3", "--notes", path, "--format", "json"]).good();
    assert_eq!(again, first);
    assert_eq!(std::fs::read_to_string(&notes).unwrap(), text);
    let all = ["openings", "yavalath:side=3", "--notes", path, "--max-nodes", "1", "--format", "json"];
    let all = kibitzer(&all).good();
    assert!(first.lines().all(|line| all.lines().any(|other| other == line)), "{first}{all}");
    std::fs::write(&notes, text + "answer a1 z9 win\n").unwrap();
    let wrong = kibitzer(&["openings", "yavalath:side=3", "--notes", path]).misused();
    assert!(wrong.contains("side-3.txt, line ") && wrong.contains("'z9' is not one of the answers to a1"), "{wrong}");
    let nowhere = kibitzer(&["openings", "yavalath:side=3", "--notes", "/dev/null/notes"]).misused();
    assert!(nowhere.contains("/dev/null is not a folder"), "{nowhere}");
}

#[test]
fn openings_asked_about_move_by_move_come_to_the_same_and_leave_more_notes() {
    let folder = tempfile::tempdir().unwrap();
    let notes = folder.path().join("side-3.txt");
    let path = notes.to_str().unwrap();
    let answers = |plies: &str| {
        let told = kibitzer(&["openings", "yavalath:side=3", "c3", "b2", "--plies", plies, "--notes", path]).good();
        let text = std::fs::read_to_string(&notes).unwrap();
        std::fs::remove_file(&notes).unwrap();
        (told.lines().filter(|line| line.starts_with("With")).map(str::to_string).collect::<Vec<_>>(), text)
    };
    let (plain, plain_notes) = answers("2");
    let (deep, deep_notes) = answers("4");
    assert_eq!(plain, deep);
    let lost = |notes: &str| notes.lines().filter(|line| line.starts_with("answer") && line.ends_with("loss")).count();
    assert_eq!((lost(&plain_notes), lost(&deep_notes)), (2, 2), "{plain_notes}{deep_notes}");
    assert!(!plain_notes.contains("\nline ") && deep_notes.contains("\nline "), "{deep_notes}");
    // What was found behind an answer is enough to know it: nothing is asked again.
    let open: Vec<&str> = deep_notes.lines().filter(|line| !line.starts_with("answer")).collect();
    std::fs::write(&notes, open.join("\n")).unwrap();
    let args =
        ["openings", "yavalath:side=3", "c3", "--plies", "4", "--max-nodes", "1", "--notes", path, "--format", "json"];
    assert!(kibitzer(&args).good().contains("\"first\":\"loss\""));
    assert!(kibitzer(&["openings", "yavalath:side=3", "--plies", "1"]).misused().contains("--plies"));
}

#[test]
fn openings_are_decided_and_a_part_of_them_is_not_the_whole() {
    let told = kibitzer(&["openings", "yavalath:side=3", "C3"]).good();
    assert!(told.contains("loses") && told.contains("With swapping, these openings do not tell who wins."), "{told}");
    let json = kibitzer(&["openings", "yavalath:side=3,swap=on", "c3", "--max-nodes", "10", "--format", "json"]).good();
    assert!(json.contains("\"opening\":\"c3\"") && json.contains("\"first\":\"unknown\""), "{json}");
    let wrong = kibitzer(&["openings", "yavalath:side=3", "z9"]).misused();
    assert!(wrong.contains("'z9' is off the board"), "{wrong}");
}
