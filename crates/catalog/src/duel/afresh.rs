//! Solvers with large tables that start each position afresh.

use kibitzer_core::Duel;
use kibitzer_search::{Budget, Decider, Decision, Observer, Report, Stats, Stop};

/// A solver that keeps what it learns.
pub(crate) trait Forgets {
    /// Forgets it.
    fn forget(&mut self);
}

/// Decides each position as if it were the first, so that counts repeat whatever came before. Easy positions are
/// decided with small tables, which cost nothing to make.
pub(crate) struct Afresh<E> {
    /// Solvers with the most positions that each may look at, the smallest first.
    pub(crate) stages: Vec<(E, u64)>,
}

impl<D: Duel, E: Decider<D> + Forgets> Decider<D> for Afresh<E> {
    fn decide(&mut self, position: &D, budget: Budget, observer: &mut dyn Observer<D>) -> Report<Decision<D::Move>> {
        let mut spent = Stats::default();
        let last = self.stages.len().saturating_sub(1);
        for (index, (exact, most)) in self.stages.iter_mut().enumerate() {
            exact.forget();
            let left = budget.nodes.unwrap_or(u64::MAX).saturating_sub(spent.expanded);
            let nodes = left.min(*most);
            let part = Budget {
                nodes: (nodes < u64::MAX).then_some(nodes),
                time: budget.time.map(|time| time.saturating_sub(spent.elapsed)),
                bytes: budget.bytes,
            };
            let Report { verdict, stats } = exact.decide(position, part, observer);
            exact.forget();
            spent = Stats {
                expanded: spent.expanded + stats.expanded,
                peak_bytes: spent.peak_bytes.max(stats.peak_bytes),
                elapsed: spent.elapsed + stats.elapsed,
                ..spent
            };
            let goes_on = matches!(verdict, Decision::Unknown(Stop::Nodes)) && left > nodes && index < last;
            if !goes_on {
                return Report { verdict, stats: spent };
            }
        }
        Report { verdict: Decision::Unknown(Stop::Nodes), stats: spent }
    }
}
