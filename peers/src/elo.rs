//! A difference in strength, and how sure it is.

/// The standard normal quantile of 97.5%: two-sided intervals of 95%.
const Z: f64 = 1.959_963_984_540_054;

/// How much stronger one player is than another, on the scale of Elo: 400 points are odds of ten to one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference; infinite where one side got all points.
    pub difference: f64,
    /// The low end of its 95% interval.
    pub low: f64,
    /// The high end.
    pub high: f64,
}

impl Elo {
    /// From the share of the points in each pair of games with one opening and colours swapped. The games of a pair are
    /// not independent, so pairs are the sample. The interval is Wilson's (1927), with as many trials as have the spread
    /// of the pairs; one trial of the widest spread is added, so that a few equal pairs do not look like certainty.
    ///
    /// # Panics
    /// If there are no pairs.
    #[must_use]
    pub fn of_pairs(scores: &[f64]) -> Elo {
        assert!(!scores.is_empty(), "nothing is known from no games");
        #[expect(clippy::cast_precision_loss, reason = "there are not so many pairs")]
        let count = scores.len() as f64;
        let mean = scores.iter().sum::<f64>() / count;
        // No spread is wider than that of pairs that are won or lost as a whole.
        let widest = mean * (1.0 - mean);
        let squares: f64 = scores.iter().map(|score| (score - mean).powi(2)).sum();
        let ratio = if widest > 0.0 { (squares / widest + 1.0) / (count + 1.0) } else { 1.0 };
        let (low, high) = wilson(mean, count / ratio);
        Elo { difference: points(mean), low: points(low), high: points(high) }
    }
}

fn wilson(share: f64, trials: f64) -> (f64, f64) {
    let centre = share + Z * Z / (2.0 * trials);
    let spread = Z * (share * (1.0 - share) / trials + Z * Z / (4.0 * trials * trials)).sqrt();
    let scale = 1.0 + Z * Z / trials;
    // The two ends that are exact by algebra may miss 0 and 1 by a rounding error.
    let low = if share <= 0.0 { 0.0 } else { (centre - spread) / scale };
    let high = if share >= 1.0 { 1.0 } else { (centre + spread) / scale };
    (low, high)
}

/// The difference in points that makes a score likely.
fn points(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_to_one_are_400_points() {
        assert!((points(10.0 / 11.0) - 400.0).abs() < 1e-9);
    }

    #[test]
    fn equal_players_may_be_apart_either_way() {
        let Elo { difference, low, high } = Elo::of_pairs(&[0.0, 0.5, 1.0, 0.5]);
        assert!(difference.abs() < 1e-9 && (low + high).abs() < 1e-9 && high > 100.0, "{low} to {high}");
    }

    #[test]
    fn all_points_set_no_bound_above() {
        let Elo { difference, low, high } = Elo::of_pairs(&[1.0; 50]);
        assert!(difference.is_infinite() && high.is_infinite());
        // Wilson's lower end for 50 of 50 is 0.9287.
        assert!((low - 446.0).abs() < 1.0, "{low}");
    }
}
