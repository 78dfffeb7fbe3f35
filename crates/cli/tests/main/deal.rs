//! `kibitzer deal`.

use serde_json::Value;

use crate::run::kibitzer;

#[test]
fn a_seed_is_a_freecell_number() {
    let deal = kibitzer(&["deal", "birds", "--seed", "80431"]);
    assert_eq!(deal.err, "");
    assert_eq!(deal.good(), "8C 8H 8S 7S / 6H JH 5H 9H / 5C 7C KS 4S / 2D TS QS 3D\n");
    assert_eq!(kibitzer(&["deal", "birds:rows=1,cols=2", "--seed", "1"]).good(), "JD 2D\n");
}

#[test]
fn json_has_the_seed() {
    let out = kibitzer(&["deal", "birds:rows=1,cols=2", "--seed", "1", "--format", "json"]).good();
    assert_eq!(out, "{\"game\":\"birds:rows=1,cols=2\",\"seed\":1,\"position\":\"JD 2D\"}\n");
}

#[test]
fn without_a_seed_the_deal_is_random_and_its_number_is_told() {
    let deals: Vec<_> = (0..4).map(|_| kibitzer(&["deal", "birds"])).collect();
    assert!(deals.iter().any(|deal| deal.out != deals[0].out), "four equal deals of a million: {deals:?}");
    for deal in deals {
        let seed = deal.err.trim().strip_prefix("deal ").expect("the number").to_string();
        assert_eq!(kibitzer(&["deal", "birds", "--seed", &seed]).good(), deal.good());
    }
}

#[test]
fn solvable_skips_what_cannot_be_won() {
    let verdict = |seed: u64| {
        let out = kibitzer(&["solve", "birds:rows=2,cols=2", "--seed", &seed.to_string(), "--format", "json"]).good();
        serde_json::from_str::<Value>(&out).unwrap()["verdict"].clone()
    };
    let verdicts: Vec<_> = (0..80).map(|seed| verdict(seed) == "solved").collect();
    for (pattern, gap) in [(&[true][..], 0), (&[false, true], 1), (&[false, false, true], 2)] {
        let first = verdicts.windows(pattern.len()).position(|window| window == pattern).expect("such a run of deals");
        let won = first + gap;
        let args = ["deal", "birds:rows=2,cols=2", "--solvable", "--seed", &first.to_string()];
        let deal = kibitzer(&args);
        let note = match gap {
            0 => String::new(),
            1 => format!("deal {won} (deal {first} cannot be won)\n"),
            _ => format!("deal {won} (deals {first} to {} cannot be won)\n", won - 1),
        };
        assert_eq!(deal.err, note);
        let plain = kibitzer(&["deal", "birds:rows=2,cols=2", "--seed", &won.to_string()]);
        assert_eq!(deal.good(), plain.good());
        let json = kibitzer(&[&args[..], &["--format", "json"]].concat()).good();
        assert_eq!(serde_json::from_str::<Value>(&json).unwrap()["seed"], won);
    }
}

#[test]
fn a_level_is_found_from_a_seed_on() {
    let mut found = Vec::new();
    for level in ["easy", "medium", "hard", "expert"] {
        let deal = |args: &[&str]| kibitzer(&[&["deal", "birds", "--level", level], args].concat());
        let first = deal(&["--seed", "1", "--format", "json"]).good();
        let first: Value = serde_json::from_str(&first).unwrap();
        assert_eq!(first["level"], level);
        let seed = first["seed"].as_u64().unwrap();
        let again = deal(&["--seed", &seed.to_string()]);
        assert_eq!((again.err.as_str(), again.out.trim()), ("", first["position"].as_str().unwrap()));
        let next = deal(&["--seed", "1"]);
        let note = match seed {
            1 => String::new(),
            2 => format!("deal 2, {level} (deal 1 is not)\n"),
            _ => format!("deal {seed}, {level} (deals 1 to {} are not)\n", seed - 1),
        };
        assert_eq!(next.err, note);
        found.push(seed);
    }
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), 4, "a deal has one level");
    kibitzer(&["deal", "birds", "--level", "impossible"]).misused();
}

#[test]
fn levels_are_for_the_standard_board() {
    let message = kibitzer(&["deal", "birds:rows=1,cols=2", "--level", "expert", "--seed", "5"]).misused();
    assert!(message.contains("--level: levels are measured on boards of 4 x 4 cells only"), "{message}");
}
