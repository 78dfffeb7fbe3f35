//! Gaps, counted.

use kibitzer_catalog::{GameSpec, GapsRules};
use kibitzer_core::{Game, Puzzle};
use kibitzer_exact::gaps::Exact;
use kibitzer_games::gaps::{Gaps, Size};
use kibitzer_search::Solver;

use super::subject::Subject;

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
}
