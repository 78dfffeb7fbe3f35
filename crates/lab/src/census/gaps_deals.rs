//! Gaps, counted.

use kibitzer_catalog::{GameSpec, GapsRules};
use kibitzer_core::{Game, Puzzle};
use kibitzer_exact::gaps::Exact;
use kibitzer_exact::gaps::proof::{self, Unproved};
use kibitzer_games::gaps::{Gaps, Size};
use kibitzer_search::{Budget, Solver};

use super::subject::{Subject, by_plain_search};
use crate::Finding;

/// Deals of Gaps by one set of rules, on boards of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GapsDeals {
    rules: GapsRules,
}

impl GapsDeals {
    /// Deals by these rules. Whether whoever plays may deal anew does not matter.
    #[must_use]
    pub fn new(rules: GapsRules) -> GapsDeals {
        let size = rules.size.filter(|size| *size != Size::STANDARD);
        GapsDeals { rules: GapsRules { size, redeals: 0, ..rules } }
    }
}

impl Subject for GapsDeals {
    type Puzzle = Gaps;

    /// Of the deal: cards that lie in order from the left, legal moves, and gaps that no card may enter.
    const FEATURES: &'static [&'static str] = &["settled", "moves", "dead_gaps"];

    const PLAIN: &'static str = "no move at the start";

    fn game(&self) -> String {
        GameSpec::Gaps(self.rules).to_string()
    }

    fn seeds_end(&self) -> u64 {
        1 << 53
    }

    fn deal(&self, seed: u64) -> Gaps {
        self.rules.dealer().deal(seed)
    }

    fn solver(&self) -> impl Solver<Gaps> + Send {
        Exact::default()
    }

    fn features(&self, deal: &Gaps) -> impl IntoIterator<Item = Option<i64>> {
        let settled = (0..deal.size().rows()).map(|row| deal.settled(row)).sum();
        let closed = deal.gaps().filter(|(row, column)| deal.entrants(*row, *column) == 0).count();
        [settled, deal.moves().count(), closed].map(|count: usize| i64::try_from(count).ok())
    }

    fn is_plain(&self, deal: &Gaps) -> bool {
        deal.moves().next().is_none() && !deal.is_goal()
    }

    fn looks_plain(&self, features: impl Iterator<Item = Option<i64>>) -> bool {
        features.into_iter().nth(1).flatten() == Some(0)
    }

    /// Under `lowest` no plain search of a whole deck ends, but there are proofs.
    fn judge(&self, deal: &Gaps) -> Result<Finding, String> {
        match proof::prove(deal, Budget::default(), &mut ()) {
            Ok(file) => match proof::check(&file) {
                Ok(_) => Ok(Finding::Unsolvable),
                Err(refused) => Err(format!("its proof is refused: {refused}")),
            },
            Err(Unproved::Winnable) => Ok(Finding::Solved),
            Err(Unproved::Stopped(_)) => Ok(Finding::Unknown),
            Err(Unproved::Rule(_)) => Ok(by_plain_search(deal)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refutations_are_judged_by_proofs_or_by_plain_search() {
        for game in ["gaps:cols=5", "gaps:first=suit,cols=5", "gaps:first=any,cols=4"] {
            let Ok(GameSpec::Gaps(rules)) = game.parse() else { panic!("{game}") };
            let deals = GapsDeals::new(rules);
            let mut counts = [0; 2];
            for deal in (0..40).map(|seed| deals.deal(seed)) {
                let is_won = deals.judge(&deal).expect("no proof is refused") == Finding::Solved;
                assert_eq!(is_won, by_plain_search(&deal) == Finding::Solved, "{game} {deal}");
                counts[usize::from(is_won)] += 1;
            }
            assert!(counts[1] > 0 && (counts[0] > 0 || game.contains("any")), "{game}: {counts:?}");
        }
    }
}
