//! Exact quantiles of counts.

use std::collections::BTreeMap;

use super::as_f64;

/// How often each number came. Quantiles are exact, and memory grows with the numbers that differ, not with how many
/// there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    counts: BTreeMap<u64, u64>,
    total: u64,
    sum: u128,
}

impl Histogram {
    /// Counts a number once more.
    pub fn add(&mut self, value: u64) {
        self.add_many(value, 1);
    }

    /// Counts a number so many times more.
    pub fn add_many(&mut self, value: u64, times: u64) {
        if times > 0 {
            *self.counts.entry(value).or_default() += times;
            self.total += times;
            self.sum += u128::from(value) * u128::from(times);
        }
    }

    /// Counts all that another histogram has counted.
    pub fn merge(&mut self, other: &Histogram) {
        for (value, count) in other.counts() {
            self.add_many(value, count);
        }
    }

    /// Each number that came, in ascending order, with how often it did.
    pub fn counts(&self) -> impl Iterator<Item = (u64, u64)> {
        self.counts.iter().map(|(&value, &count)| (value, count))
    }

    /// How many numbers were counted.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// The arithmetic mean, if there is any number.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        #[expect(clippy::cast_precision_loss, reason = "a mean is good to 15 digits")]
        (self.total > 0).then(|| self.sum as f64 / as_f64(self.total))
    }

    /// The smallest number that at least `percent` of 100 of the numbers do not exceed (the nearest rank): 50 is the
    /// median, of an even number of numbers the lower one.
    #[must_use]
    pub fn percentile(&self, percent: u32) -> Option<u64> {
        let rank = (u128::from(self.total) * u128::from(percent)).div_ceil(100).max(1);
        let mut seen = 0;
        self.counts.iter().find_map(|(&value, &count)| {
            seen += u128::from(count);
            (seen >= rank).then_some(value)
        })
    }

    /// The largest number, if there is any.
    #[must_use]
    pub fn max(&self) -> Option<u64> {
        self.counts.last_key_value().map(|(&value, _)| value)
    }

    /// Each number that came, in ascending order, with how many numbers are at most as large.
    pub fn running(&self) -> impl Iterator<Item = (u64, u64)> {
        self.counts.iter().scan(0, |seen, (&value, &count)| {
            *seen += count;
            Some((value, *seen))
        })
    }
}

#[cfg(test)]
mod tests {
    use kibitzer_core::SplitMix;

    use super::*;

    #[test]
    fn percentiles_agree_with_sorting() {
        let mut stream = SplitMix::new(3);
        for total in 1..250 {
            let mut sorted: Vec<u64> = (0..total).map(|_| stream.below(90) as u64).collect();
            let (left, right) = sorted.split_at(stream.below(total + 1));
            let [mut histogram, mut other] = [left, right].map(|values| {
                let mut histogram = Histogram::default();
                for &value in values {
                    histogram.add(value);
                }
                histogram
            });
            histogram.merge(&other);
            other.merge(&Histogram::default());
            sorted.sort_unstable();
            for percent in [0, 1, 25, 50, 75, 99, 100] {
                let rank = (total * percent).div_ceil(100).max(1);
                let percent = u32::try_from(percent).expect("at most 100");
                assert_eq!(histogram.percentile(percent), Some(sorted[rank - 1]), "{percent}% of {sorted:?}");
            }
            let mean = as_f64(sorted.iter().sum()) / as_f64(total as u64);
            assert!((histogram.mean().expect("not empty") - mean).abs() < 1e-9);
            assert_eq!(histogram.max(), sorted.last().copied());
            assert_eq!(histogram.running().last(), Some((sorted[total - 1], total as u64)));
        }
    }

    #[test]
    fn nothing_has_no_mean_and_no_percentile() {
        let nothing = Histogram::default();
        assert_eq!((nothing.mean(), nothing.percentile(50), nothing.max()), (None, None, None));
    }
}
