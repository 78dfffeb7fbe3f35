//! Proofs in files: written by `solve`, checked by `verify`.

use insta::assert_snapshot;

use crate::run::kibitzer;

/// The deal without a move at the end of Hoshino and Kahn (2019).
const LATIN_SQUARE: &str = "2C 4S 6H 8D / 6D 8H 2S 4C / 8S 6C 4D 2H / 4H 2D 8C 6S";

#[test]
fn a_proof_that_was_written_is_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof");
    let file = path.to_str().unwrap();
    for (name, position) in [("solved", "8C 7S / 2D 8D"), ("unsolvable", LATIN_SQUARE), ("lost", "AC KD 2C / KH AS 2S")]
    {
        let solve = kibitzer(&["solve", "birds", position, "--with", "dfs", "--certificate", file]);
        assert_eq!(solve.err, format!("the proof is in {file}\n"));
        assert!(solve.good().starts_with(if name == "solved" { "solved" } else { "unsolvable" }));
        assert_snapshot!(format!("accepted_{name}"), kibitzer(&["verify", "birds", "--certificate", file]).good());
        let json = kibitzer(&["verify", "birds", position, "--certificate", file, "--format", "json"]).good();
        assert_snapshot!(format!("accepted_{name}_json"), json);
        let other = kibitzer(&["verify", "birds", "8C 7S", "--certificate", file]).good();
        assert_eq!(other, format!("refused: line 2: the proof is about {position}\n"));
    }
}

#[test]
fn a_proof_that_was_changed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof");
    let file = path.to_str().unwrap();
    kibitzer(&["solve", "birds", "--seed", "10", "--certificate", file]).good();
    let text = std::fs::read_to_string(&path).unwrap();
    let check = || kibitzer(&["verify", "birds", "--certificate", file]).good();
    assert!(check().starts_with("accepted: this position is unsolvable"));
    for changed in [text.replace("5S 5H", "5H 5S"), text[..text.len() / 2].to_string(), String::new()] {
        assert_ne!(changed, text);
        std::fs::write(&path, changed).unwrap();
        let said = check();
        assert!(said.starts_with("refused: line "), "{said}");
        let json = kibitzer(&["verify", "birds", "--certificate", file, "--format", "json"]).good();
        assert!(json.starts_with("{\"game\":\"birds\",\"accepted\":false,\"line\":"), "{json}");
    }
}

#[test]
fn without_a_verdict_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof");
    let file = path.to_str().unwrap();
    let run = kibitzer(&["solve", "birds", "--seed", "10", "--with", "dfs", "--max-nodes", "5", "--certificate", file]);
    assert_eq!(run.status, Some(1));
    assert!(run.out.contains("unknown: stopped by --max-nodes"), "{run:?}");
    assert!(run.err.starts_with(&format!("error: {file} was not written: there is no proof within")), "{run:?}");
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}

#[test]
fn a_proof_is_of_one_position() {
    kibitzer(&["solve", "birds", "--seeds", "0..9", "--certificate", "proof"]).misused();
    let stdin = kibitzer(&["solve", "birds", "-", "--certificate", "proof"]).misused();
    assert!(stdin.starts_with("error: --certificate: a proof is of one position"), "{stdin}");
    let missing = kibitzer(&["verify", "birds", "--certificate", "/nowhere/proof"]).misused();
    assert!(missing.starts_with("error: --certificate /nowhere/proof: "), "{missing}");
    kibitzer(&["verify", "birds", "8C 7S", "8C-7S", "--certificate", "proof"]).misused();
}
