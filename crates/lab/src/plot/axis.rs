//! Axes: what they reach over, and where their ticks are.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

use crate::tables::grouped;

use super::{EDGE, LEFT, UNIT, text};

/// One axis of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// What it measures, and in what.
    pub title: String,
    /// Whether equal steps are equal ratios. What is not above 0 has no place on such an axis.
    pub is_log: bool,
}

/// About so many ticks fit.
const TICKS: f64 = 8.0;

/// An axis that knows how far it reaches. What it places are numbers, or their logarithms to the base of ten.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    is_log: bool,
    low: f64,
    high: f64,
    /// In ascending order, as places.
    ticks: Vec<f64>,
    /// Digits after the point of each label.
    decimals: usize,
}

impl Scale {
    /// An axis that holds all of these values that it can, and ends at ticks where it should: a linear axis begins at
    /// 0 unless values are negative, or differ little from each other and `from_zero` is not asked for.
    pub(super) fn holding(values: impl Iterator<Item = f64>, is_log: bool, from_zero: bool) -> Scale {
        let (low, high) = values
            .filter(|value| value.is_finite() && (!is_log || *value > 0.0))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        // Without values, any axis will do.
        let (low, high) = if low <= high { (low, high) } else { (1.0, 1.0) };
        if is_log { Scale::log(low, high) } else { Scale::linear(low, high, from_zero) }
    }

    /// From one number to another, neither more nor less.
    pub(super) fn between(low: f64, high: f64, is_log: bool) -> Scale {
        let scale = if is_log { Scale::log(low, high) } else { Scale::linear(low, high, true) };
        let (low, high) = (scale.place(low).unwrap_or(0.0), scale.place(high).unwrap_or(1.0));
        let ticks = scale.ticks.iter().copied().filter(|tick| (low..=high).contains(tick)).collect();
        Scale { low, high, ticks, ..scale }
    }

    /// An axis without a tick, from 0.
    pub(super) fn plain(high: f64) -> Scale {
        Scale { is_log: false, low: 0.0, high, ticks: Vec::new(), decimals: 0 }
    }

    fn linear(low: f64, high: f64, from_zero: bool) -> Scale {
        let is_near_zero =
            from_zero || low >= high || (low >= 0.0 && low <= high / 2.0) || (high <= 0.0 && high >= low / 2.0);
        let (low, high) = if is_near_zero { (low.min(0.0), high.max(0.0)) } else { (low, high) };
        // Where all is 0, any length will do.
        let high = if high > low { high } else { low + 1.0 };
        let step = round_step((high - low) / TICKS);
        let (first, last) = ((low / step).floor(), (high / step).ceil());
        let ticks: Vec<f64> = whole(first, last).map(|index| index * step).collect();
        // A step of 0.02 or 0.05 needs two digits, one of 20 none.
        let decimals = (0..12).find(|&digits| is_whole(step * 10_f64.powi(digits))).unwrap_or(12);
        Scale {
            is_log: false,
            low: first * step,
            high: last * step,
            ticks,
            decimals: usize::try_from(decimals).unwrap_or(0),
        }
    }

    fn log(low: f64, high: f64) -> Scale {
        let (first, mut last) = (low.log10().floor(), high.log10().ceil());
        if last <= first {
            last = first + 1.0;
        }
        let step = ((last - first) / TICKS).ceil();
        let decades = whole(0.0, ((last - first) / step).floor()).map(|index| first + index * step);
        // Few decades leave room between them.
        let ticks = if last - first <= 2.0 {
            decades.flat_map(|decade| [1_f64, 2.0, 5.0].map(|digit| decade + digit.log10())).collect()
        } else {
            decades.collect::<Vec<_>>()
        };
        let ticks = ticks.into_iter().filter(|&tick| tick <= last + 1e-9).collect();
        Scale { is_log: true, low: first, high: last, ticks, decimals: 0 }
    }

    /// How far a chart begins from the left edge if this is its axis there.
    pub(super) fn left(&self) -> i32 {
        let widest = self.ticks.iter().map(|&tick| text::width(&self.label(tick), text::LABEL)).max().unwrap_or(0);
        LEFT.max(EDGE + 2 * text::AXIS_TITLE * UNIT + widest)
    }

    /// Where a value goes, if the axis has a place for it.
    pub(super) fn place(&self, value: f64) -> Option<f64> {
        let place = if self.is_log { value.log10() } else { value };
        place.is_finite().then_some(place)
    }

    /// The same, at an end of the axis if it lies beyond.
    pub(super) fn clamped(&self, value: f64) -> f64 {
        let place = if self.is_log { value.max(0.0).log10() } else { value };
        place.clamp(self.low, self.high)
    }

    /// Where bars begin: 0, or the lower end where there is no 0.
    pub(super) fn base(&self) -> f64 {
        if self.is_log { self.low } else { 0.0 }
    }

    pub(super) fn low(&self) -> f64 {
        self.low
    }

    pub(super) fn high(&self) -> f64 {
        self.high
    }

    /// What a tick is called.
    fn label(&self, place: f64) -> String {
        if !self.is_log {
            let text = grouped(format!("{place:.*}", self.decimals));
            // A rounding error below 0 is no number of its own.
            return if text.trim_start_matches('-').chars().all(|sign| "0.".contains(sign)) {
                text.trim_start_matches('-').to_string()
            } else {
                text
            };
        }
        if is_whole(place) && !(-4.0..7.0).contains(&place) {
            return format!("10{}", raised(place));
        }
        let value = 10_f64.powf(place);
        let decimals = if place > -1e-9 { 0.0 } else { -(place + 1e-9).floor() };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few digits")]
        grouped(format!("{value:.*}", decimals as usize))
    }
}

impl Ranged for Scale {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, place: &f64, (first, last): (i32, i32)) -> i32 {
        let share = (place - self.low) / (self.high - self.low);
        #[expect(clippy::cast_possible_truncation, reason = "a cast that ends at the ends")]
        let pixel = (f64::from(first) + share * f64::from(last - first)).round() as i32;
        pixel
    }

    fn key_points<H: KeyPointHint>(&self, hint: H) -> Vec<f64> {
        if hint.weight().allow_light_points() { Vec::new() } else { self.ticks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for Scale {
    fn format_ext(&self, place: &f64) -> String {
        self.label(*place)
    }
}

/// The smallest of 1, 2 and 5 times a power of ten that is not below this.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= least * (1.0 - 1e-9));
    factor.unwrap_or(10.0) * power
}

fn is_whole(number: f64) -> bool {
    (number - number.round()).abs() < 1e-6
}

fn whole(first: f64, last: f64) -> impl Iterator<Item = f64> {
    std::iter::successors(Some(first), |number| Some(number + 1.0)).take_while(move |&number| number <= last + 0.5)
}

/// An exponent in small raised digits.
fn raised(exponent: f64) -> String {
    let digit = |sign: char| match sign {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        _ => sign.to_digit(10).and_then(|digit| char::from_u32(0x2070 + digit)).unwrap_or(sign),
    };
    format!("{exponent:.0}").chars().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(values: &[f64], is_log: bool) -> Vec<String> {
        let scale = Scale::holding(values.iter().copied(), is_log, false);
        scale.ticks.iter().map(|&tick| scale.label(tick)).collect()
    }

    #[test]
    fn linear_ticks_are_round_and_hold_the_values() {
        assert_eq!(labels(&[0.0, 1000.0], false), ["0", "200", "400", "600", "800", "1,000"]);
        assert_eq!(labels(&[0.31, 0.34], false), ["0.310", "0.315", "0.320", "0.325", "0.330", "0.335", "0.340"]);
        assert_eq!(labels(&[-3.0, 3.0], false), ["-3", "-2", "-1", "0", "1", "2", "3"]);
        assert_eq!(labels(&[7.0], false), ["0", "1", "2", "3", "4", "5", "6", "7"]);
        assert_eq!(labels(&[0.0], false), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
    }

    #[test]
    fn logarithms_have_decades_and_what_is_between_where_there_is_room() {
        assert_eq!(labels(&[3.0, 80.0], true), ["1", "2", "5", "10", "20", "50", "100"]);
        assert_eq!(labels(&[0.02, 150.0], true), ["0.01", "0.1", "1", "10", "100", "1,000"]);
        assert_eq!(labels(&[1.0, 1e9], true), ["1", "100", "10,000", "1,000,000", "10⁸"]);
        assert_eq!(labels(&[2e-6, 9e-6], true), ["10⁻⁶", "0.000002", "0.000005", "10⁻⁵"]);
        assert_eq!(labels(&[1.0, 1.0], true), ["1", "2", "5", "10"]);
    }

    #[test]
    fn what_has_no_place_on_an_axis_is_left_out() {
        let scale = Scale::holding([0.0, -5.0, f64::INFINITY, 10.0, 1000.0].into_iter(), true, false);
        assert_eq!((scale.low, scale.high), (1.0, 3.0));
        assert_eq!((scale.place(0.0), scale.place(-1.0), scale.place(f64::NAN)), (None, None, None));
        assert_eq!((scale.clamped(0.0), scale.clamped(-1.0), scale.clamped(f64::INFINITY)), (1.0, 1.0, 3.0));
    }

    #[test]
    fn an_axis_between_two_numbers_ends_there() {
        let scale = Scale::between(0.0, 130.0, false);
        assert_eq!((scale.low, scale.high, scale.ticks.last()), (0.0, 130.0, Some(&120.0)));
        let scale = Scale::between(1.0, 5000.0, true);
        assert_eq!(scale.ticks, [0.0, 1.0, 2.0, 3.0]);
        assert!((scale.high - 5000_f64.log10()).abs() < 1e-12);
    }
}
