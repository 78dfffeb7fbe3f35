//! The quantile of Student's t that an interval of 95% needs.

use std::f64::consts::{FRAC_2_PI, FRAC_PI_2};

use super::{Z, as_f64};

/// From so many degrees of freedom on, the series is as good as the sum.
const MANY: u64 = 100;

/// How far to either side of 0 t stays with a probability of 95%: its quantile of 97.5%. Infinite with no degree of
/// freedom.
///
/// The formulas are those of Abramowitz and Stegun (1964), "Handbook of Mathematical Functions", section 26.7.
pub(super) fn quantile(freedom: u64) -> f64 {
    match freedom {
        0 => f64::INFINITY,
        1..MANY => exact(freedom),
        _ => series(as_f64(freedom)),
    }
}

/// Looks for the angle whose tangent is t over the root of the degrees of freedom.
fn exact(freedom: u64) -> f64 {
    let (mut low, mut high) = (0.0, FRAC_PI_2);
    // Each turn halves the gap, and a number has 53 bits.
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if within(middle, freedom) < 0.95 {
            low = middle;
        } else {
            high = middle;
        }
    }
    as_f64(freedom).sqrt() * low.tan()
}

/// The probability that t is between the two values of this angle, by 26.7.3 and 26.7.4: finite sums.
fn within(angle: f64, freedom: u64) -> f64 {
    let (sine, cosine) = angle.sin_cos();
    let is_odd = freedom % 2 == 1;
    let mut term = if is_odd { cosine } else { 1.0 };
    let mut sum = 0.0;
    for index in 0..freedom / 2 {
        sum += term;
        let step = 2.0 * as_f64(index) + if is_odd { 2.0 } else { 1.0 };
        term *= cosine * cosine * step / (step + 1.0);
    }
    if is_odd { FRAC_2_PI * (angle + sine * sum) } else { sine * sum }
}

/// The quantile of the normal distribution and its corrections, 26.7.5.
fn series(freedom: f64) -> f64 {
    let square = Z * Z;
    let first = (square + 1.0) / 4.0;
    let second = ((5.0 * square + 16.0) * square + 3.0) / 96.0;
    let third = (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0;
    let fourth = ((((79.0 * square + 776.0) * square + 1482.0) * square - 1920.0) * square - 945.0) / 92_160.0;
    Z * (1.0 + (first + (second + (third + fourth / freedom) / freedom) / freedom) / freedom)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.6.7.2, column 0.975.
    #[test]
    fn quantiles_are_those_of_the_handbook() {
        let table = [
            (1, "12.706"),
            (2, "4.303"),
            (3, "3.182"),
            (4, "2.776"),
            (5, "2.571"),
            (6, "2.447"),
            (9, "2.262"),
            (10, "2.228"),
            (19, "2.093"),
            (30, "2.042"),
            (60, "2.000"),
            (100, "1.984"),
        ];
        for (freedom, published) in table {
            assert_eq!(format!("{:.3}", quantile(freedom)), published, "{freedom} degrees");
        }
        assert!(quantile(0).is_infinite());
    }

    #[test]
    fn the_sum_and_the_series_meet() {
        for freedom in [50, 51, 99, 100, 301] {
            assert!((exact(freedom) - series(as_f64(freedom))).abs() < 1e-7, "{freedom} degrees");
        }
        assert!((quantile(1_000_000_000) - Z).abs() < 1e-8);
    }
}
