//! Gaps from the command line.

use serde_json::Value;

use crate::run::{Outcome, feed, kibitzer, timeless};

/// Two moves from its goal.
const SHORT: &str = "2C 3C -- / -- 2H 3H";

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&kibitzer(args).good()).expect("JSON")
}

/// The first line of what is said of wrong input.
fn misused(args: &[&str]) -> String {
    kibitzer(args).misused().lines().next().expect("a message").to_string()
}

fn play(args: &[&str], lines: &[&str]) -> String {
    let input: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    feed(&[&["play"], args].concat(), input.as_bytes()).good()
}

#[test]
fn deals_are_those_of_the_first_release() {
    let deal = |game: &str, args: &[&str]| kibitzer(&[&["deal", game, "--seed", "1"], args].concat()).good();
    let full = "TD 8D KS 5D 2C 9S KD QS 7C 6S 8H QC 4H / 8S KC 2D JC 6C 3S 9C 6D -- JH 2S 6H 2H / \
        3C TC 5C 3H 7S 4C -- 9D 4S 7D 8C 4D 9H / 7H KH 5H TS -- QH 3D JS QD TH JD -- 5S\n";
    assert_eq!(deal("gaps", &[]), full);
    assert_eq!(deal("gaps:first=suit", &["--shuffle", "full"]), full);
    let swaps = "AC 2H 3C 4C -- / AH 2S -- -- 4S / AS 3H 3S 4H 3D / AD 2D 2C 4D --\n";
    assert_eq!(deal("gaps:first=any,cols=5", &["--shuffle", "swaps:10"]), swaps);
    assert_eq!(deal("gaps:first=any,cols=5,shuffle=swaps-10", &[]), swaps);
    assert_eq!(deal("gaps:cols=3", &["--shuffle", "legal:0"]), "2C 3C -- / 2H 3H -- / 2S 3S -- / 2D 3D --\n");
}

#[test]
fn json_has_the_rules_and_a_plain_position() {
    let deal = json(&["deal", "gaps:first=any,cols=5", "--seed", "3", "--shuffle", "swaps:4", "--format", "json"]);
    assert_eq!(deal["game"], "gaps:first=any,rows=4,cols=5,shuffle=swaps-4");
    let position = deal["position"].as_str().expect("text");
    assert!(!position.contains('='), "{position}");
    let solved = json(&["solve", "gaps:first=any", position, "--format", "json"]);
    assert_eq!((&solved["game"], &solved["position"]), (&Value::from("gaps:first=any"), &deal["position"]));
    let seeded = json(&["solve", "gaps:first=any,cols=5,shuffle=swaps-4", "--seed", "3", "--format", "json"]);
    assert_eq!((&seeded["position"], &seeded["verdict"]), (&deal["position"], &solved["verdict"]));
}

#[test]
fn a_position_is_solved_shortest_and_verified() {
    let solve = timeless(&kibitzer(&["solve", "gaps", SHORT, "--shortest"]).good());
    assert!(solve.starts_with("solved in 2 moves, proved shortest\n2H>2,1 3H>2,2\n"), "{solve}");
    for moves in ["2H>2,1 3H>2,2", "2H>2,1,3H>2,2"] {
        let verify = kibitzer(&["verify", "gaps", SHORT, moves]).good();
        assert_eq!(verify, "won: 2 legal moves, and the last one reaches the goal\n");
    }
    let verify = kibitzer(&["verify", "gaps", SHORT, "2H>2,1", "2C>1,3"]).good();
    let reason = "behind 3C, a card of the highest rank, nothing may follow";
    let expected = format!("illegal: move 2, 2C>1,3: 2C cannot go there: {reason} at\n2C 3C -- / 2H -- 3H\n");
    assert_eq!(verify, expected);
}

#[test]
fn solutions_are_shortened_and_the_saving_is_told() {
    let args = ["solve", "gaps:first=any,cols=4", "--seed", "10", "--shuffle", "swaps:8", "--with", "dfs"];
    let [plain, short] =
        [&["--format", "json"][..], &["--format", "json", "--shorten"]].map(|more| json(&[&args[..], more].concat()));
    assert!(plain.get("shortened_from").is_none(), "{plain}");
    assert_eq!(short["shortened_from"], plain["length"]);
    assert!(short["length"].as_u64() < plain["length"].as_u64(), "{short}");
    let text = kibitzer(&[&args[..], &["--shorten"]].concat()).good();
    let says = format!("solved in {} moves, shortened from {}\n", short["length"], plain["length"]);
    assert!(text.contains(&says), "{text}");
    let done = kibitzer(&["solve", "gaps", SHORT, "--with", "shortest", "--shorten"]).good();
    assert!(done.starts_with("solved in 2 moves, proved shortest, and no shorter way was found\n"), "{done}");
    let birds = misused(&["solve", "birds", "8C 7S", "--shorten"]);
    assert_eq!(birds, "error: --shorten: all solutions of a position of birds have the same number of moves");
    assert!(misused(&["solve", "connect4", "4453", "--shorten"]).contains("this is for puzzles"));
    let shortest = misused(&["solve", "gaps", SHORT, "--with", "dfs", "--shortest"]);
    assert!(shortest.ends_with("are not proved to be shortest"), "{shortest}");
}

#[test]
fn a_position_that_begins_with_a_gap_is_a_position() {
    let solve = kibitzer(&["solve", "gaps", "-- 2C 3C / 2H 3H --", "--shortest"]).good();
    assert!(solve.starts_with("solved in 2 moves"), "{solve}");
    assert_eq!(json(&["analyze", "gaps", "-- 2C 3C / 2H 3H --", "--format", "json"])["best"], "2C>1,1");
    let lines = feed(&["solve", "gaps", "-"], b"-- 2C 3C / 2H 3H -- # a comment\n2C 3C -- / 2H 3H --\n");
    assert_eq!(lines.good().lines().count(), 2);
}

#[test]
fn solvable_deals_are_found_whatever_the_rule() {
    for game in ["gaps:first=any,cols=4", "gaps:cols=4", "gaps:first=suit,cols=4"] {
        let deal = json(&["deal", game, "--seed", "7", "--solvable", "--format", "json"]);
        let seed = deal["seed"].to_string();
        assert_eq!(json(&["solve", game, "--seed", &seed, "--format", "json"])["verdict"], "solved", "{game}");
    }
}

#[test]
fn levels_are_found_and_repeat() {
    let deal = |level: &str, seed: &str| {
        let args = ["deal", "gaps:first=suit,cols=6", "--level", level, "--seed", seed, "--format", "json"];
        json(&args)
    };
    let easy = deal("easy", "1");
    assert_eq!(easy["level"], "easy");
    let seed = easy["seed"].to_string();
    assert_eq!(deal("easy", &seed), easy);
    let solved = json(&["solve", "gaps:first=suit,cols=6", "--seed", &seed, "--format", "json"]);
    assert_eq!(solved["verdict"], "solved");
}

#[test]
fn moves_are_ranked() {
    let args = ["analyze", "gaps:first=any", "2C 3C -- / -- 2H 3H", "--format", "json"];
    let analysis = json(&args);
    assert_eq!(analysis["moves"].as_array().expect("a list").len(), 4);
    assert!(analysis["moves"].as_array().unwrap().iter().all(|mv| mv["proved"] == "solvable"), "{analysis}");
    let unknown = json(&[&args[..], &["--with", "dfs", "--max-nodes", "1"]].concat());
    assert!(unknown["moves"].as_array().unwrap().iter().any(|mv| mv.get("proved").is_none()), "{unknown}");
}

#[test]
fn bad_input_is_named_once() {
    let solve = |text: &str| misused(&["solve", "gaps", text]);
    assert_eq!(solve("2C 3C -- / -- 2H 2C"), "error: row 2, column 3: 2C is already in row 1, column 1");
    assert_eq!(solve("2C 3C -- / -- 2H 1X"), "error: row 2, column 3: '1X' is not a card");
    assert_eq!(
        solve("2C 3C -- / -- 2H --"),
        "error: row 2, column 3: this is gap number 3, but 2 rows have 2 gaps; 3H is missing"
    );
    let rank = "error: row 2, column 3: 9H does not fit: 3 columns have the ranks 2 to 3, and 3H is missing";
    assert_eq!(solve("2C 3C -- / -- 2H 9H"), rank);
    assert_eq!(solve("2C 3C -- / 2H 3H"), "error: row 2 has 2 cells, but row 1 has 3");
    let verify = misused(&["verify", "gaps", SHORT, "2H-2C"]);
    assert!(verify.starts_with("error: move 1: '2H-2C' is not a move: write the card, > and row,column"), "{verify}");
    assert!(misused(&["deal", "gaps", "--seed", "9007199254740992"]).contains("they end at 9007199254740991"));
}

#[test]
fn shuffles_are_for_deals_of_gaps() {
    let says = misused(&["deal", "birds", "--shuffle", "full"]);
    assert_eq!(says, "error: --shuffle: birds: there are no ways to shuffle it; only gaps has them");
    for command in ["solve", "race", "census", "play"] {
        let more: &[&str] = match command {
            "solve" | "play" => &["--seed", "1"],
            "race" => &["--seeds", "0..2", "--with", "exact"],
            _ => &["--seeds", "0..2", "--out", "nowhere"],
        };
        let says = misused(&[&[command, "connect4", "--shuffle", "full"], more].concat());
        assert!(says.starts_with("error: --shuffle: connect4: there are no ways to shuffle it"), "{command}: {says}");
        let says = misused(&[&[command, "gaps", "--shuffle", "some"], more].concat());
        assert!(says.contains("'some' is not a shuffle: it is full, swaps:N or legal:N"), "{command}: {says}");
    }
    assert!(misused(&["solve", "gaps", SHORT, "--shuffle", "full"]).contains("a position lies as it lies"));
}

#[test]
fn races_and_censuses_keep_the_shuffle() {
    let game = "gaps:first=any,cols=4";
    let args = ["race", game, "--seeds", "0..5", "--shuffle", "swaps:6", "--with", "exact", "--with", "dfs"];
    let race = kibitzer(&[&args[..], &["--format", "json"]].concat()).good();
    let rows: Vec<Value> = race.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|row| row["game"] == "gaps:first=any,rows=4,cols=4,shuffle=swaps-6"), "{race}");
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("census");
    let out = out.to_str().expect("a name");
    let census = |args: &[&str]| -> Outcome {
        kibitzer(&[&["census", game, "--seeds", "0..=9", "--out", out, "--shuffle", "swaps:6"], args].concat())
    };
    let summary: Value = serde_json::from_str(&census(&["--format", "json"]).good()).expect("JSON");
    assert_eq!(summary["game"], "gaps:first=any,rows=4,cols=4,shuffle=swaps-6");
    assert_eq!((&summary["deals"], &summary["complete"]), (&Value::from(10), &Value::from(true)));
    assert!(census(&[]).err.contains("10 deals were decided before"));
    assert!(census(&["--verify"]).good().contains("mismatches"));
    let other = misused(&["census", game, "--seeds", "0..=9", "--out", out]);
    assert!(other.starts_with("error: --out: "), "{other}");
}

#[test]
fn the_unknown_are_counted_both_ways() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("a name");
    let args = ["census", "gaps:cols=5", "--seeds", "0..20", "--out", out, "--max-nodes", "20", "--max-time", "10s"];
    let table = kibitzer(&args).good();
    assert!(table.contains("can be won, if the unknown are lost"), "{table}");
    let summary: Value =
        serde_json::from_str(&kibitzer(&[&args[..], &["--format", "json"]].concat()).good()).expect("JSON");
    let (solved, unknown) = (summary["solved"]["count"].as_u64(), summary["unknown"]["count"].as_u64());
    assert!(unknown > Some(0), "{summary}");
    assert_eq!(summary["winnable"]["at_least"]["count"].as_u64(), solved);
    assert_eq!(summary["winnable"]["at_most"]["count"].as_u64(), solved.zip(unknown).map(|(one, other)| one + other));
    assert_eq!(summary["limits"], "max-nodes=20,max-time=10s");
}

#[test]
fn a_game_is_played_with_hints_and_redeals() {
    let game = play(&["gaps", SHORT], &["hint", "2H>2,2", "3H>2,1", "2H>2,1", "hint", "redeal", "3H>2,2", "undo"]);
    for line in [
        "2 legal moves",
        "hint: 2H>2,1 (2H begins row 2, where it can stay; it opens 2,2 for 3H), 2 moves to the goal",
        "2H lies there already; try help",
        "3H cannot go there: only twos may enter the first column; try help",
        "hint: 3H>2,2 (3H follows 2H, where it can stay; it opens 2,3 for nothing), 1 move to the goal",
        "there are no redeals unless the game is begun with them, as in gaps:redeals=2",
        "won in 2 moves",
        "1 move is taken back",
    ] {
        let line = line.replace("it opens 2,3 for nothing", "nothing may enter 2,3 then");
        assert!(game.lines().any(|other| other == line), "{line}\n{game}");
    }
    let stuck = "3C -- 2H / 3H -- 2C";
    let game = play(&["gaps:redeals=1", stuck], &["hint", "redeal", "redeal", "undo", "undo", "moves", "redeal"]);
    for line in [
        "stuck after 0 moves: 1 redeal is left",
        "hint: lost: it could not be won from the start, or redeal, which hints know nothing of",
        "dealt anew",
        "no redeal is left",
        "1 move is taken back",
        "there is nothing to take back",
        "there are no moves",
    ] {
        assert!(game.lines().any(|other| other == line), "{line}\n{game}");
    }
    let dealt: Vec<_> =
        game.split("dealt anew\n").skip(1).map(|rest| rest.lines().take(4).collect::<Vec<_>>()).collect();
    assert_eq!(dealt.len(), 2, "{game}");
    assert_eq!(dealt[0], dealt[1], "a redeal that was taken back deals the same again");
    assert!(play(&["birds", "8C 7S"], &["redeal"]).ends_with("birds has no redeals\n"));
}

#[test]
fn proofs_are_kept_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a name").to_string();
    let lost = "3C -- 2H / 3H -- 2C";
    for (game, position, word) in
        [("gaps", SHORT, "solved"), ("gaps:first=any", SHORT, "solved"), ("gaps", lost, "unsolvable")]
    {
        let file = path(&format!("{word}.proof"));
        kibitzer(&["solve", game, position, "--certificate", &file]).good();
        let checked = json(&["verify", game, "--certificate", &file, "--format", "json"]);
        assert_eq!((&checked["accepted"], &checked["verdict"]), (&Value::from(true), &Value::from(word)), "{game}");
        assert_eq!(checked["position"], position);
        let other = if game == "gaps" { "gaps:first=suit" } else { "gaps" };
        let refused = json(&["verify", other, "--certificate", &file, "--format", "json"]);
        assert_eq!(refused["accepted"], false, "{refused}");
    }
}
