//! Studies of openings by games of an engine against itself.

use std::fs;

use crate::run::shell;

#[test]
fn a_study_repeats_and_draws_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let document = folder.path().join("notes.md");
    fs::write(&document, "# Notes\n<!-- openings:begin -->\n<!-- openings:end -->\n").unwrap();
    let study = "kibitzer study yavalath:side=3,swap=on --games 6 --playouts 30 --seed 5 --format json";
    let told = shell(&format!("{study} --svg board.svg --into notes.md#openings --threads 2"), folder.path()).good();
    assert_eq!(told, shell(&format!("{study} --threads 1"), folder.path()).good());
    let mut images = 0;
    for line in told.lines() {
        let opening: serde_json::Value = serde_json::from_str(line).unwrap();
        let number = |name: &str| opening[name].as_f64().unwrap();
        assert!((number("won") + number("drawn") + number("lost") - 6.0).abs() < 1e-9, "{line}");
        assert!(number("low") <= number("score") && number("score") <= number("high"), "{line}");
        assert!(number("with_swap") <= 0.5, "{line}");
        images += opening["images"].as_array().unwrap().len();
    }
    assert_eq!((told.lines().count(), images), (4, 19));
    let svg = fs::read_to_string(folder.path().join("board.svg")).unwrap();
    assert_eq!(svg.matches("<polygon").count(), 19);
    let notes = fs::read_to_string(&document).unwrap();
    assert!(notes.contains("| first player |") && notes.contains("With swapping, the fairest opening is "), "{notes}");
}

#[test]
fn an_engine_without_luck_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let said = |arguments: &str| shell(&format!("kibitzer study {arguments}"), folder.path()).misused();
    let refused = said("yavalath:side=3 --with exact");
    assert!(refused.starts_with("error: --with: exact has no seed"), "{refused}");
    let none = said("yavalath:side=3 --games 0");
    assert!(none.starts_with("error: --games: "), "{none}");
    let puzzle = said("birds");
    assert!(puzzle.starts_with("error: birds is a puzzle"), "{puzzle}");
}
