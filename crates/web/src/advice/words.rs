//! What searches find, in the words that travel.

use std::time::Duration;

use kibitzer_catalog::{Analysis, Answer, Judgement, Player, Ranked, Stop, Value, Verdict};

use crate::wire::answers::{StoppedBy, Weighed, Word};

/// Moves that are told of one position; no game has more that matter.
const MOST_MOVES: usize = 400;

/// What is known of a puzzle.
pub(crate) fn answer_word(answer: &Answer) -> Word {
    match answer.verdict {
        Verdict::Solved(_) => Word::Solved,
        Verdict::Unsolvable => Word::Unsolvable,
        Verdict::Unknown(_) => Word::Unknown,
    }
}

/// What is known of a duel.
pub(crate) fn value_word(value: Option<Value>) -> Word {
    match value {
        Some(Value::Win) => Word::Win,
        Some(Value::Draw) => Word::Draw,
        Some(Value::Loss) => Word::Loss,
        None => Word::Unknown,
    }
}

/// The same of one that was decided.
pub(crate) fn judgement_word(judgement: &Judgement) -> Word {
    match judgement.word() {
        "win" => Word::Win,
        "draw" => Word::Draw,
        "loss" => Word::Loss,
        _ => Word::Unknown,
    }
}

/// A word seen by the other side.
pub(crate) fn reversed(word: Word) -> Word {
    match word {
        Word::Win => Word::Loss,
        Word::Loss => Word::Win,
        other => other,
    }
}

/// Why a search stopped.
pub(crate) fn stopped_by(stop: Stop) -> StoppedBy {
    match stop {
        Stop::Nodes => StoppedBy::Nodes,
        Stop::Time => StoppedBy::Time,
        Stop::Memory => StoppedBy::Memory,
        Stop::Cancelled => StoppedBy::Cancelled,
        Stop::GaveUp => StoppedBy::GaveUp,
    }
}

/// What a search thinks of the moves.
pub(crate) fn weighed(analysis: &Analysis<String>) -> Vec<Weighed> {
    let weighed = |ranked: &Ranked<String>| Weighed {
        mv: ranked.mv.clone(),
        verdict: value_word(ranked.proved),
        value: ranked.value.filter(|value| value.is_finite()),
        score: ranked.score,
        visits: ranked.visits,
    };
    analysis.moves.iter().take(MOST_MOVES).map(weighed).collect()
}

/// 1 or 2.
pub(crate) fn number(player: Player) -> u8 {
    match player {
        Player::One => 1,
        Player::Two => 2,
    }
}

/// A time in millionths of a second.
pub(crate) fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// `a`, `a or b`, `a, b or c`.
pub(crate) fn any_of(moves: &[String]) -> String {
    match moves {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
