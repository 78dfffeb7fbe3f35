//! Slow twins that games for two share.

use kibitzer_core::{Game, Payoff, Value, perft};

/// Compares perft with a file of lines `depth count position`; the file says where its numbers come from.
pub(crate) fn check_perft<G: Game>(file: &str, read: impl Fn(&str) -> G) {
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let (depth, rest) = line.split_once(' ').expect("a depth");
        let (count, position) = rest.split_once(' ').expect("a count and a position");
        assert_eq!(perft(&read(position), depth.parse().unwrap()), count.parse().unwrap(), "{line}");
    }
}

/// What a decisive move may be, in plain words: those that win at once, else those that neither lose at once nor let the
/// other side win at once, else any.
pub(crate) fn decisive_moves<G: Payoff>(state: &G) -> Vec<G::Move> {
    let wins = |state: &G| -> Vec<G::Move> {
        state.moves().filter(|mv| state.after(*mv).ended() == Some(Value::Loss)).collect()
    };
    let is_safe = |mv: &G::Move| {
        let next = state.after(*mv);
        next.ended() != Some(Value::Win) && wins(&next).is_empty()
    };
    let safe = || state.moves().filter(is_safe).collect::<Vec<_>>();
    [wins(state), safe(), state.moves().collect()].into_iter().find(|kind| !kind.is_empty()).unwrap_or_default()
}
