//! The published puzzles.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use kibitzer_core::Game;
use kibitzer_games::yavalath::{Yavalath, YavalathKey};

/// The positions of a published file by what tells them apart, where images of each other are one.
fn positions(name: &str) -> HashMap<YavalathKey, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/suites").join(name);
    let text = fs::read_to_string(path).expect("the suites are published");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let moves = lines.map(|line| line.split(';').next().unwrap_or_default());
    moves.map(|moves| (moves.parse::<Yavalath>().expect("a position").key(), moves.to_string())).collect()
}

#[test]
fn what_is_held_out_is_no_image_of_what_is_not() {
    for kind in ["mates", "traps"] {
        let known = positions(&format!("yavalath-{kind}.txt"));
        let held_out = positions(&format!("yavalath-{kind}-held-out.txt"));
        assert!(known.len() >= 500 && held_out.len() >= 500, "{} and {}", known.len(), held_out.len());
        for (key, moves) in held_out {
            assert_eq!(known.get(&key), None, "{moves} is held out");
        }
    }
}
