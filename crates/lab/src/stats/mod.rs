//! Numbers with their intervals, differences in strength, and exact quantiles of counts.

mod estimate;
mod histogram;
mod student;

pub use estimate::{Estimate, mean, median, ratio, resampled_ratio, share};
pub use histogram::Histogram;

/// The standard normal quantile of 97.5%: two-sided intervals of 95%.
const Z: f64 = 1.959_963_984_540_054;

/// So many out of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Those that count.
    pub count: u64,
    /// All of them.
    pub of: u64,
}

impl Share {
    /// The share itself, from 0 to 1; 0 of nothing.
    #[must_use]
    pub fn value(self) -> f64 {
        if self.of == 0 { 0.0 } else { as_f64(self.count) / as_f64(self.of) }
    }

    /// The 95% interval of Wilson (1927), "Probable inference, the law of succession, and statistical inference",
    /// without continuity correction. Nothing is known from no trials: then it is all of 0 to 1.
    #[must_use]
    pub fn wilson(self) -> (f64, f64) {
        if self.of == 0 {
            return (0.0, 1.0);
        }
        wilson(self.value(), as_f64(self.of))
    }
}

/// Games won, drawn and lost by one side; a draw is half a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Won.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
}

impl Score {
    /// All games.
    #[must_use]
    pub const fn games(self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The share of the points, from 0 to 1; a half without games.
    #[must_use]
    pub fn value(self) -> f64 {
        if self.games() == 0 { 0.5 } else { (as_f64(self.won) + as_f64(self.drawn) / 2.0) / as_f64(self.games()) }
    }

    /// Its 95% interval, by Wilson. Draws make the true interval narrower, never wider.
    #[must_use]
    pub fn wilson(self) -> (f64, f64) {
        if self.games() == 0 { (0.0, 1.0) } else { wilson(self.value(), as_f64(self.games())) }
    }

    /// Adds other games.
    #[must_use]
    pub const fn plus(self, other: Score) -> Score {
        Score { won: self.won + other.won, drawn: self.drawn + other.drawn, lost: self.lost + other.lost }
    }
}

/// The interval of Wilson for a share of `n` trials.
fn wilson(p: f64, n: f64) -> (f64, f64) {
    let centre = p + Z * Z / (2.0 * n);
    let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    // The two ends that are exact by algebra may miss 0 and 1 by a rounding error.
    let low = if p <= 0.0 { 0.0 } else { (centre - spread) / scale };
    let high = if p >= 1.0 { 1.0 } else { (centre + spread) / scale };
    (low, high)
}

/// How much stronger one player is than another, on the scale of Elo: 400 points are odds of ten to one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The share of the points; none without a game.
    pub score: Option<f64>,
    /// Its 95% interval; all of 0 to 1 where nothing is known.
    pub score_interval: (f64, f64),
    /// The difference; infinite where one side got all points.
    pub difference: Option<f64>,
    /// Its 95% interval; an end is infinite where the games set no bound.
    pub interval: (f64, f64),
}

impl Elo {
    /// From the share of the points in each pair of games with one opening and colours swapped. The games of a pair are
    /// not independent, so pairs are the sample: their spread decides the interval, by way of Wilson's interval with
    /// as many trials as would have that spread. One trial of the widest spread is added, so that a few equal pairs
    /// do not look like certainty.
    #[must_use]
    pub fn of_pairs(scores: impl IntoIterator<Item = f64>) -> Elo {
        let scores: Vec<f64> = scores.into_iter().collect();
        if scores.is_empty() {
            return Elo {
                score: None,
                score_interval: (0.0, 1.0),
                difference: None,
                interval: (f64::NEG_INFINITY, f64::INFINITY),
            };
        }
        let n = as_f64(scores.len() as u64);
        let mean = scores.iter().sum::<f64>() / n;
        // No spread is wider than that of pairs that are won or lost as a whole.
        let widest = mean * (1.0 - mean);
        let squares: f64 = scores.iter().map(|score| (score - mean).powi(2)).sum();
        let ratio = if widest > 0.0 { (squares / widest + 1.0) / (n + 1.0) } else { 1.0 };
        let (low, high) = wilson(mean, n / ratio);
        Elo {
            score: Some(mean),
            score_interval: (low, high),
            difference: Some(points(mean)),
            interval: (points(low), points(high)),
        }
    }
}

/// The difference in points that makes a score likely.
fn points(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

#[expect(clippy::cast_precision_loss, reason = "shares and means are good to 15 digits")]
pub(crate) fn as_f64(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use kibitzer_core::SplitMix;

    use super::*;

    /// Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I, method 3.
    #[test]
    fn intervals_are_those_of_newcombes_table() {
        let table = [
            (81, 263, "0.2553", "0.3662"),
            (15, 148, "0.0624", "0.1605"),
            (0, 20, "0.0000", "0.1611"),
            (1, 29, "0.0061", "0.1718"),
        ];
        for (count, of, low, high) in table {
            let interval = Share { count, of }.wilson();
            assert_eq!((format!("{:.4}", interval.0), format!("{:.4}", interval.1)), (low.into(), high.into()));
        }
    }

    #[test]
    fn an_interval_holds_its_share_and_mirrors() {
        for of in 0..60 {
            for count in 0..=of {
                let share = Share { count, of };
                let (low, high) = share.wilson();
                let (other_low, other_high) = Share { count: of - count, of }.wilson();
                assert!(0.0 <= low && low <= share.value() && (of == 0 || share.value() <= high) && high <= 1.0);
                assert!((low - (1.0 - other_high)).abs() < 1e-12 && (high - (1.0 - other_low)).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn points_follow_the_logistic_curve() {
        let close = |score: f64, expected: f64| (points(score) - expected).abs() < 0.05;
        assert!(close(0.5, 0.0) && close(10.0 / 11.0, 400.0) && close(0.64, 100.0) && close(0.36, -100.0));
        assert_eq!((points(0.0), points(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn an_interval_of_elo_holds_its_difference_and_shrinks() {
        let pattern = [1.0, 0.5, 0.75, 0.5, 0.25, 0.5, 1.0, 0.0];
        let mut last = f64::INFINITY;
        for repeat in [1, 4, 16, 64] {
            let elo = Elo::of_pairs(pattern.repeat(repeat));
            let (low, high) = elo.interval;
            assert!(low < elo.difference.unwrap() && elo.difference.unwrap() < high && high - low < last, "{elo:?}");
            last = high - low;
            let mirror = Elo::of_pairs(pattern.repeat(repeat).iter().map(|score| 1.0 - score));
            assert!((mirror.interval.0 + high).abs() < 1e-6 && (mirror.interval.1 + low).abs() < 1e-6);
        }
        // 512 pairs of deviation 0.325 and mean 0.5625: the usual normal interval is all but the same.
        let elo = Elo::of_pairs(pattern.repeat(64));
        let spread = Z * (0.324_76_f64 / 512_f64.sqrt());
        assert!((elo.interval.0 - points(0.5625 - spread)).abs() < 1.0, "{elo:?}");
        assert!((elo.interval.1 - points(0.5625 + spread)).abs() < 1.0, "{elo:?}");
    }

    #[test]
    fn few_games_are_no_certainty() {
        let won = Elo::of_pairs([1.0; 4]);
        assert_eq!((won.score, won.difference, won.interval.1), (Some(1.0), Some(f64::INFINITY), f64::INFINITY));
        assert!(won.interval.0.is_finite() && won.interval.0 < 50.0, "{won:?}");
        let split = Elo::of_pairs([0.5; 4]);
        assert!(split.interval.0 < -50.0 && split.interval.1 > 50.0, "{split:?}");
        assert_eq!(Elo::of_pairs([]).interval, (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn intervals_of_elo_hold_what_they_promise() {
        let mut stream = SplitMix::new(11);
        let mut misses = 0;
        for _ in 0..1000 {
            // Pairs with shares 0, 1/4, 1/2, 3/4, 1 as likely as 1, 2, 4, 2, 3 of 12: the mean is 7/12.
            let pairs =
                (0..60).map(|_| [0.0, 0.25, 0.25, 0.5, 0.5, 0.5, 0.5, 0.75, 0.75, 1.0, 1.0, 1.0][stream.below(12)]);
            let (low, high) = Elo::of_pairs(pairs).interval;
            let truth = points(7.0 / 12.0);
            misses += u32::from(truth < low || truth > high);
        }
        // 50 of 1000 are expected to miss, with a deviation of 7.
        assert!((22..=78).contains(&misses), "{misses}");
    }
}
