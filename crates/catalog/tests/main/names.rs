//! Names and options.

use kibitzer_catalog::GameSpec;
use proptest::prelude::*;

fn game(text: &str) -> Result<String, String> {
    text.parse::<GameSpec>().map(|game| game.to_string()).map_err(|problem| problem.to_string())
}

fn search(text: &str) -> Result<String, String> {
    let room = GameSpec::Birds { size: None }.puzzle().unwrap();
    room.algorithm(text).map(|spec| spec.to_string()).map_err(|problem| problem.to_string())
}

#[test]
fn games_are_written_as_they_are_read() {
    assert_eq!(game("birds"), Ok("birds".into()));
    assert_eq!(game("birds:cols=7"), Ok("birds:rows=4,cols=7".into()));
    assert_eq!(game("birds:cols=2,rows=1"), Ok("birds:rows=1,cols=2".into()));
    for name in ["yavalath", "yavalath:side=3", "yavalath:side=4", "yavalath:swap=on", "yavalath:side=4,swap=on"] {
        assert_eq!(game(name), Ok(name.into()));
    }
    assert_eq!(game("yavalath:side=5,swap=off"), Ok("yavalath".into()), "only what is not usual is written");
    assert_eq!(game("yavalath:swap=on,side=3"), Ok("yavalath:side=3,swap=on".into()));
}

#[test]
fn mistakes_in_games_are_named() {
    let says = |text: &str| game(text).unwrap_err();
    assert_eq!(says("bords"), "there is no game 'bords', only birds, gaps, connect4 and yavalath");
    assert_eq!(says(""), "there is no game '', only birds, gaps, connect4 and yavalath");
    assert_eq!(says("Birds"), "there is no game 'Birds', only birds, gaps, connect4 and yavalath");
    assert_eq!(says("birds:"), "birds, option 1: '' is not of the form name=value");
    assert_eq!(says("birds:rows=5,"), "birds, option 2: '' is not of the form name=value");
    assert_eq!(says("birds:rows=5,size=4"), "birds, option 2: there is no 'size', only rows and cols");
    assert_eq!(says("birds:rows=5,rows=5"), "birds, option 2: 'rows' is given a second time");
    assert_eq!(says("birds:rows=8"), "birds, option 'rows': '8' is not a whole number from 1 to 7");
    assert_eq!(says("birds:rows=+5"), "birds, option 'rows': '+5' is not a whole number from 1 to 7");
    assert_eq!(says("birds:cols="), "birds, option 'cols': '' is not a whole number from 1 to 7");
    assert_eq!(says("yavalath:side=6"), "yavalath, option 'side': '6' is not a whole number from 3 to 5");
    assert_eq!(says("yavalath:swap=yes"), "yavalath, option 'swap': 'yes' is not off or on");
    assert_eq!(says("yavalath:size=4"), "yavalath, option 1: there is no 'size', only side and swap");
    let tiny = "birds: a board of 1 x 1 cells is not between 1 x 2 and 7 x 7";
    assert_eq!(says("birds:rows=1,cols=1"), tiny);
}

#[test]
fn searches_are_written_in_full() {
    assert_eq!(search("exact"), Ok("exact".into()));
    assert_eq!(search("dfs"), Ok("dfs:closed=on,prune=none".into()));
    assert_eq!(search("dfs:prune=graphs"), Ok("dfs:closed=on,prune=graphs".into()));
    assert_eq!(search("best-first:moves=3"), Ok("best-first:score=1,moves=3".into()));
    assert_eq!(search("best-first:moves=-0"), Ok("best-first:score=1,moves=0".into()));
}

#[test]
fn mistakes_in_searches_are_named() {
    let says = |text: &str| search(text).unwrap_err();
    let known = "exact, dfs, sorted-dfs, pairs-dfs, best-first, greedy, a-star, ida-star, lr, lr+dfs, lr8+dfs, lr16+dfs, \
        learned-dfs, mcts, uct, roberson and planner";
    assert_eq!(says("magic"), format!("there is no algorithm 'magic', only {known}"));
    assert_eq!(says("exact:fast=on"), "exact, option 1: there is no 'fast', exact has no options");
    assert_eq!(says("dfs:closed=maybe"), "dfs, option 'closed': 'maybe' is not on or off");
    for bad in ["NaN", "inf", "-1", "1001", "x", ""] {
        let expected = format!("best-first, option 'moves': '{bad}' is not a number from 0 to 1000");
        assert_eq!(says(&format!("best-first:moves={bad}")), expected);
    }
}

/// Names, options and values that exist, in random order and number, with an odd one among them.
fn near_miss() -> impl Strategy<Value = String> {
    let name =
        prop_oneof![Just("birds"), Just("yavalath"), Just("dfs"), Just("best-first"), Just("sorted-dfs"), Just("x")];
    let option = prop_oneof![
        Just("rows"),
        Just("cols"),
        Just("side"),
        Just("swap"),
        Just("closed"),
        Just("score"),
        Just("moves"),
        Just("")
    ];
    let value = prop_oneof![Just("on"), Just("off"), Just("=")].prop_map(String::from);
    let value = prop_oneof![value, (0_u32..9).prop_map(|n| n.to_string()), any::<f64>().prop_map(|x| x.to_string())];
    let setting = (option, value).prop_map(|(option, value)| format!("{option}={value}"));
    (name, proptest::collection::vec(setting, 0..4)).prop_map(|(name, settings)| {
        format!("{name}{}{}", if settings.is_empty() { "" } else { ":" }, settings.join(","))
    })
}

proptest! {
    #[test]
    fn no_text_breaks_the_parsers(text in "(?s).{0,40}") {
        let _ = game(&text);
        let _ = search(&text);
    }

    #[test]
    fn what_is_written_reads_back(text in near_miss()) {
        if let Ok(game) = text.parse::<GameSpec>() {
            prop_assert_eq!(game.to_string().parse::<GameSpec>(), Ok(game));
        }
        let room = GameSpec::Birds { size: None }.puzzle().unwrap();
        if let Ok(spec) = room.algorithm(&text) {
            prop_assert_eq!(room.algorithm(&spec.to_string()), Ok(spec));
        }
    }

    #[test]
    fn any_weight_reads_back(score in 0.0..=1000.0_f64, moves in 0.0..=1000.0_f64) {
        let text = format!("best-first:score={score},moves={moves}");
        prop_assert_eq!(search(&text), Ok(text));
    }
}
