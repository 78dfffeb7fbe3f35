//! The solved deals that have no row of their own, counted.

use crate::stats::Histogram;

/// How many nodes each of some solved deals took, and which took the most.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rest {
    pub(super) nodes: Histogram,
    /// Nodes and seed of the one that took the most; of equals the smallest seed.
    pub(super) hardest: Option<(u64, u64)>,
}

impl Rest {
    /// Adds those of other seeds.
    pub(super) fn merge(&mut self, other: &Rest) {
        self.nodes.merge(&other.nodes);
        self.hardest = harder(self.hardest, other.hardest);
    }

    /// As the footer of a file has it: how many deals took how many nodes, and the seed that took the most.
    pub(super) fn to_text(&self) -> [String; 2] {
        let counts: Vec<_> = self.nodes.counts().map(|(nodes, count)| format!("{nodes}:{count}")).collect();
        [counts.join(","), self.hardest.map_or_else(String::new, |(_, seed)| seed.to_string())]
    }

    /// Reads what [`Rest::to_text`] has written, and nothing else.
    pub(super) fn from_text(text: &[String; 2]) -> Option<Rest> {
        let [counts, hardest] = text;
        let (mut nodes, mut total) = (Histogram::default(), 0_u64);
        for count in counts.split(',').filter(|count| !count.is_empty()) {
            let (value, count) = count.split_once(':')?;
            let count = count.parse().ok()?;
            total = total.checked_add(count)?;
            nodes.add_many(value.parse().ok()?, count);
        }
        let hardest = match nodes.max() {
            Some(most) => Some((most, hardest.parse().ok()?)),
            None => None,
        };
        let rest = Rest { nodes, hardest };
        (rest.to_text() == *text).then_some(rest)
    }
}

/// Of two deals, each with its nodes, the one that took more.
pub(super) fn harder(a: Option<(u64, u64)>, b: Option<(u64, u64)>) -> Option<(u64, u64)> {
    let order = |&(nodes, seed): &(u64, u64)| (nodes, std::cmp::Reverse(seed));
    a.into_iter().chain(b).max_by_key(order)
}

/// A [`Rest`] in the making. Most deals take a dozen nodes: those are counted in an array, ten times as fast as in a tree.
pub(super) struct Counting {
    few: [u64; 256],
    rest: Rest,
}

impl Default for Counting {
    fn default() -> Self {
        Self { few: [0; 256], rest: Rest::default() }
    }
}

impl Counting {
    /// Counts a deal; its seed is larger than those before.
    pub(super) fn add(&mut self, nodes: u64, seed: u64) {
        match usize::try_from(nodes).ok().and_then(|nodes| self.few.get_mut(nodes)) {
            Some(count) => *count += 1,
            None => self.rest.nodes.add(nodes),
        }
        if self.rest.hardest.is_none_or(|(most, _)| nodes > most) {
            self.rest.hardest = Some((nodes, seed));
        }
    }

    /// What was counted.
    pub(super) fn finish(mut self) -> Rest {
        for (nodes, count) in (0..).zip(self.few) {
            self.rest.nodes.add_many(nodes, count);
        }
        self.rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(deals: &[(u64, u64)]) -> Rest {
        let mut counting = Counting::default();
        for &(nodes, seed) in deals {
            counting.add(nodes, seed);
        }
        counting.finish()
    }

    #[test]
    fn reading_undoes_writing() {
        for deals in [&[][..], &[(9, 4)], &[(9, 4), (300, 5), (9, 6), (300, 7), (0, 8)]] {
            let rest = counted(deals);
            assert_eq!(Rest::from_text(&rest.to_text()), Some(rest));
        }
        let rest = counted(&[(9, 4), (300, 5), (9, 6), (300, 7)]);
        assert_eq!(rest.to_text(), ["9:2,300:2", "5"], "of equals the first is the hardest");
    }

    #[test]
    fn other_text_is_refused() {
        let texts = ["9", "9:0", "09:1", "9:1,", "9:1,9:2", "10:1,9:1", "9:-1", "9:18446744073709551615,10:1", "x"];
        for counts in texts {
            assert_eq!(Rest::from_text(&[counts.to_string(), "5".to_string()]), None, "{counts}");
        }
        assert_eq!(Rest::from_text(&["9:1".to_string(), String::new()]), None, "the hardest has a seed");
        assert_eq!(Rest::from_text(&[String::new(), "5".to_string()]), None, "of none, none is the hardest");
    }

    #[test]
    fn runs_of_seeds_are_added_up() {
        let deals: Vec<(u64, u64)> = (0..600).map(|seed| (seed * 7919 % 521, seed)).collect();
        let (left, right) = deals.split_at(217);
        let mut sum = counted(right);
        sum.merge(&counted(left));
        assert_eq!(sum, counted(&deals));
    }
}
