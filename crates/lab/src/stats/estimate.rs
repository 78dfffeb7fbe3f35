//! Means, medians and ratios, each with its interval of 95%.

use kibitzer_core::SplitMix;

use super::student::quantile;
use super::{Share, Z, as_f64};

/// Up to so many values the ranks around a median are exact: the smallest probability, 2 to the power of minus this,
/// is still a number.
const FEW: usize = 1000;

/// A number, and between which two the truth is, 19 times of 20.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number itself.
    pub value: f64,
    /// The lower end of the 95% interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// A number that is known: its interval has no width.
    #[must_use]
    pub const fn exact(value: f64) -> Estimate {
        Estimate { value, low: value, high: value }
    }

    fn around(value: f64, spread: f64) -> Estimate {
        Estimate { value, low: value - spread, high: value + spread }
    }
}

/// The mean, with Student's interval (1908, "The probable error of a mean"). It rests on values that are independent,
/// and on many or normal ones. Of a single value the interval is without ends.
#[must_use]
pub fn mean(values: &[f64]) -> Option<Estimate> {
    let n = as_f64(values.len() as u64);
    let mean = values.iter().sum::<f64>() / n;
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum();
    (!values.is_empty()).then(|| Estimate::around(mean, spread(squares, values.len(), n)))
}

/// The sum of the first numbers over the sum of the second ones, where each pair is one cluster: the examples of one
/// deal, which are not independent, while the deals are. The interval is that of the delta method, Cochran (1977),
/// "Sampling Techniques", equation 6.13, with Student's quantile. None where the second numbers sum to 0.
#[must_use]
pub fn ratio(pairs: &[(f64, f64)]) -> Option<Estimate> {
    let [firsts, seconds] =
        [|pair: &(f64, f64)| pair.0, |pair: &(f64, f64)| pair.1].map(|part| pairs.iter().map(part).sum::<f64>());
    if pairs.is_empty() || seconds == 0.0 {
        return None;
    }
    let ratio = firsts / seconds;
    let squares = pairs.iter().map(|(first, second)| (first - ratio * second).powi(2)).sum();
    Some(Estimate::around(ratio, spread(squares, pairs.len(), seconds.abs())))
}

/// The same ratio with an interval from the data alone: the clusters are drawn anew with replacement, again and again, and
/// 95% of the ratios lie within it (Efron 1979, "Bootstrap methods"). It stays where the numbers can be, but is too narrow
/// where few clusters hold most of the sum. The luck is always the same.
#[must_use]
pub fn resampled_ratio(pairs: &[(f64, f64)]) -> Option<Estimate> {
    const TIMES: usize = 2000;
    let plain = ratio(pairs)?;
    if pairs.len() < 2 {
        return Some(plain);
    }
    let mut luck = SplitMix::new(pairs.len() as u64);
    let mut again = || {
        let mut sums = (0.0, 0.0);
        for _ in pairs {
            let (first, second) = pairs[luck.below(pairs.len())];
            sums = (sums.0 + first, sums.1 + second);
        }
        if sums.1 == 0.0 { plain.value } else { sums.0 / sums.1 }
    };
    let mut ratios: Vec<f64> = (0..TIMES).map(|_| again()).collect();
    ratios.sort_unstable_by(f64::total_cmp);
    Some(Estimate { value: plain.value, low: ratios[TIMES / 40], high: ratios[TIMES - 1 - TIMES / 40] })
}

/// Half the width of the interval of a sum over `scale`, from the squares of what its `count` terms miss it by.
fn spread(squares: f64, count: usize, scale: f64) -> f64 {
    let (n, freedom) = (as_f64(count as u64), count as u64 - 1);
    // No spread is seen in one value.
    if freedom == 0 { f64::INFINITY } else { quantile(freedom) * (n / as_f64(freedom) * squares).sqrt() / scale }
}

/// The median, of an even number of values the mean of the middle two. The interval reaches from one value to
/// another, so many ranks from either end that it holds at least 95% of the time, whatever the values come from
/// (Thompson 1936, "On confidence ranges for the median"). Fewer than six values set no ends.
#[must_use]
pub fn median(values: &[f64]) -> Option<Estimate> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let n = sorted.len();
    let [below, above] = [*sorted.get(n.checked_sub(1)? / 2)?, sorted[n / 2]];
    // The mean of two infinities is one of them; the mean of two equal numbers is to be that number.
    let value = if below < above { f64::midpoint(below, above) } else { below };
    Some(match rank(n).checked_sub(1) {
        Some(index) => Estimate { value, low: sorted[index], high: sorted[n - 1 - index] },
        None => Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY },
    })
}

/// The largest rank, counted from 1, whose value is above the median with a probability of at most 2.5%; 0 if there is
/// none. The values below the median are as many as heads of fair coins.
fn rank(n: usize) -> usize {
    if n > FEW {
        let (half, deviation) = (as_f64(n as u64) / 2.0, as_f64(n as u64).sqrt() / 2.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive, and below n")]
        return (half + 0.5 - Z * deviation).floor() as usize;
    }
    let mut heads = 0.5_f64.powf(as_f64(n as u64));
    let (mut below, mut rank) = (heads, 0);
    while below <= 0.025 && rank < n {
        rank += 1;
        heads *= as_f64((n + 1 - rank) as u64) / as_f64(rank as u64);
        below += heads;
    }
    rank
}

/// A share, with Wilson's interval; none of nothing.
#[must_use]
pub fn share(share: Share) -> Option<Estimate> {
    let (low, high) = share.wilson();
    (share.of > 0).then(|| Estimate { value: share.value(), low, high })
}

#[cfg(test)]
mod tests {
    use kibitzer_core::SplitMix;

    use super::*;

    fn near(estimate: Option<Estimate>, expected: [f64; 3]) {
        let Estimate { value, low, high } = estimate.expect("an estimate");
        let agree = [value, low, high].iter().zip(expected).all(|(found, wanted)| (found - wanted).abs() < 5e-4);
        assert!(agree, "{value} ({low} to {high}), not {expected:?}");
    }

    /// The extra sleep by the second of two drugs, in Student (1908). The mean of 2.33 and the deviation of 2.002
    /// (n - 1) are those of the table; 2.262 * 2.0022 / sqrt(10) = 1.4323.
    #[test]
    fn the_mean_is_that_of_students_sleepers() {
        let sleep = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        near(mean(&sleep), [2.33, 0.8977, 3.7623]);
    }

    #[test]
    fn one_value_has_no_ends_and_none_no_mean() {
        let endless = Some(Estimate { value: 3.0, low: f64::NEG_INFINITY, high: f64::INFINITY });
        assert_eq!((mean(&[3.0]), median(&[3.0]), ratio(&[(6.0, 2.0)])), (endless, endless, endless));
        assert_eq!((mean(&[]), median(&[]), ratio(&[])), (None, None, None));
        assert_eq!((ratio(&[(1.0, 0.0); 3]), share(Share::default())), (None, None));
    }

    #[test]
    fn equal_values_are_certain() {
        let three = Some(Estimate::exact(3.0));
        assert_eq!((mean(&[3.0; 8]), median(&[3.0; 8]), ratio(&[(6.0, 2.0); 8])), (three, three, three));
    }

    /// Of 10 coins at most one shows heads with a probability of 11 in 1024, at most two with 56 in 1024; and so on.
    #[test]
    fn ranks_are_those_of_fair_coins() {
        let table = [(1, 0), (5, 0), (6, 1), (8, 1), (9, 2), (10, 2), (20, 6), (25, 8), (100, 40)];
        for (n, expected) in table {
            assert_eq!(rank(n), expected, "of {n}");
        }
        // One value more never moves an end by more than a rank, also where the normal approximation takes over.
        for n in 6..1300 {
            assert!((0..=1).contains(&(rank(n + 1) - rank(n))), "of {n}");
        }
        assert_eq!(rank(1_000_000), 499_020);
    }

    #[test]
    fn a_median_is_between_two_of_its_values() {
        let values = [9.0, 1.0, 8.0, 2.0, 7.0, 3.0, 6.0, 4.0, 5.0, 10.0];
        assert_eq!(median(&values), Some(Estimate { value: 5.5, low: 2.0, high: 9.0 }));
        assert_eq!(median(&values[..9]), Some(Estimate { value: 5.0, low: 2.0, high: 8.0 }));
        let endless = [1.0, f64::INFINITY, f64::INFINITY];
        assert_eq!(median(&endless).map(|median| median.value), Some(f64::INFINITY));
    }

    /// By hand: the ratio is 6/10; what the pairs miss is 0.4, 0.2, -0.8, 0.2, whose squares sum to 0.88; then
    /// 3.1824 * sqrt(4/3 * 0.88) / 10 = 0.3447.
    #[test]
    fn a_ratio_is_computed_by_hand() {
        near(ratio(&[(1.0, 1.0), (2.0, 3.0), (1.0, 3.0), (2.0, 3.0)]), [0.6, 0.2553, 0.9447]);
        let values = [4.0, 9.0, 1.0, 7.5];
        assert_eq!(ratio(&values.map(|value| (value, 1.0))), mean(&values));
    }

    #[test]
    fn a_share_has_wilsons_interval() {
        near(share(Share { count: 81, of: 263 }), [0.3080, 0.2553, 0.3662]);
    }

    /// The share of 4,000 samples whose interval holds the truth.
    fn coverage(truth: f64, mut sample: impl FnMut() -> Option<Estimate>) -> f64 {
        let held = (0..4000).filter(|_| sample().is_some_and(|found| found.low <= truth && truth <= found.high));
        as_f64(held.count() as u64) / 4000.0
    }

    fn uniform(stream: &mut SplitMix) -> f64 {
        as_f64(stream.next_u64() >> 11) / as_f64(1 << 53)
    }

    /// Twelve uniform numbers make one that is all but normal, with mean 6 and deviation 1.
    fn normal(stream: &mut SplitMix) -> f64 {
        (0..12).map(|_| uniform(stream)).sum()
    }

    #[test]
    fn intervals_hold_what_they_promise() {
        let mut stream = SplitMix::new(5);
        let stream = &mut stream;
        let means = coverage(6.0, || mean(&[0; 7].map(|_| normal(stream))));
        // The square is skewed; its median is the square of the median. The ranks of 25 hold 95.7%.
        let medians = coverage(0.25, || median(&[0; 25].map(|_| uniform(stream).powi(2))));
        // Each deal has a difficulty of its own and between 1 and 20 examples: to treat examples as independent
        // would hold about 65%.
        let ratios = coverage(0.5, || {
            let deal = [0; 40].map(|_| {
                let (examples, difficulty) = (as_f64(1 + stream.below(20) as u64), uniform(stream));
                (examples * difficulty, examples)
            });
            ratio(&deal)
        });
        let shares = coverage(0.3, || {
            let count = (0..80).filter(|_| uniform(stream) < 0.3).count() as u64;
            share(Share { count, of: 80 })
        });
        for (found, name) in [(means, "means"), (medians, "medians"), (ratios, "ratios"), (shares, "shares")] {
            assert!((0.93..=0.97).contains(&found), "{name}: {found}");
        }
    }
}
