//! Proofs of verdicts on Gaps, in files.

use kibitzer_core::{Game, Puzzle};
use kibitzer_exact::gaps::proof::{self, Unproved};
use kibitzer_exact::gaps::solution;
use kibitzer_games::gaps::{First, Gaps, Shift};
use kibitzer_search::{Budget, Observer, Verdict};

use crate::certificate::{Claim, NoCertificate, Proved, Refused};
use crate::game::GameSpec;

use super::GapsRules;

/// The file that proves a verdict.
pub(super) fn certify(
    rules: GapsRules,
    position: &Gaps,
    verdict: &Verdict<Shift>,
    budget: Budget,
    observer: &mut dyn Observer<Gaps>,
) -> Result<Vec<u8>, NoCertificate> {
    match verdict {
        Verdict::Unknown(stop) => Err(NoCertificate::Stopped(*stop)),
        Verdict::Solved(moves) => {
            let mut end = *position;
            let wins = moves.iter().all(|shift| end.try_play(*shift).is_ok()) && end.is_goal();
            if wins { Ok(solution::write(position, moves)) } else { Err(NoCertificate::Wrong) }
        }
        Verdict::Unsolvable => proof::prove(position, budget, observer).map_err(|problem| match problem {
            Unproved::Stopped(stop) => NoCertificate::Stopped(stop),
            Unproved::Winnable => NoCertificate::Wrong,
            Unproved::Rule(_) => NoCertificate::NoFormat(GameSpec::Gaps(rules)),
        }),
    }
}

/// Checks such a file.
pub(super) fn check(rules: GapsRules, file: &[u8]) -> Result<Proved, Refused> {
    let is_of = |first: &str, line| {
        let reason = || format!("the proof is of first={first}, and the game here has first={}", rules.first);
        if rules.first.to_string() == first { Ok(()) } else { Err(Refused { line, reason: reason() }) }
    };
    if file.starts_with(solution::TITLE.as_bytes()) {
        let held = solution::check(file).map_err(|broken| Refused { line: broken.line, reason: broken.why })?;
        is_of(&held.first, 3)?;
        return Ok(Proved { position: held.position, claim: Claim::Solved { moves: held.moves } });
    }
    match proof::check(file) {
        Ok(proof::Accepted { position, steps }) => {
            is_of(&First::Lowest.to_string(), 1)?;
            Ok(Proved { position, claim: Claim::Unsolvable { positions: steps as u64 } })
        }
        Err(refused) => {
            // Two lines of text come before the steps.
            let before = file.get(..refused.byte).unwrap_or(file);
            let line = 1 + before.iter().filter(|byte| **byte == b'\n').take(2).count();
            Err(Refused { line, reason: refused.to_string() })
        }
    }
}
