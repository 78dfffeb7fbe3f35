//! Numbers, spans of time and amounts of memory, as people write them.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use kibitzer_lab::seeds::{BadNumber, plain_number};
use thiserror::Error;

/// A number of nodes: `1000000`, `1_000_000`, `10k`, `5M`, `1G`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Count(pub(crate) u64);

/// A span of time: `10s`, `500ms`, `1.5m`, `1h`; a bare number is seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span(pub(crate) Duration);

/// An amount of memory: `2GiB`, `512MiB`, `1GB`; a bare number is bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bytes(pub(crate) usize);

/// Text that is not a quantity.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum BadQuantity {
    #[error(transparent)]
    Number(#[from] BadNumber),
    #[error("'{found}' is not {expected}")]
    Shape { found: String, expected: &'static str },
    #[error("'{found}': there is no unit '{unit}', use {known}")]
    Unit { found: String, unit: String, known: &'static str },
    #[error("{0} is too large")]
    TooLarge(String),
}

/// Splits `1.5GiB` into a decimal number and its unit.
fn split_unit<'a>(text: &'a str, expected: &'static str) -> Result<(Decimal, &'a str), BadQuantity> {
    let bad = || BadQuantity::Shape { found: text.to_string(), expected };
    let is_part = |c: char| c.is_ascii_digit() || c == '_' || c == '.';
    let (number, unit) = text.split_at(text.find(|c| !is_part(c)).unwrap_or(text.len()));
    let (whole, fraction) = number.split_once('.').map_or((number, None), |(whole, rest)| (whole, Some(rest)));
    let whole = plain_number(whole).map_err(|problem| match problem {
        BadNumber::Shape(_) => bad(),
        BadNumber::TooLarge(_) => BadQuantity::TooLarge(text.to_string()),
    })?;
    let thousandths = match fraction {
        None => 0,
        Some(digits) if (1..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("{digits:0<3}").parse().map_err(|_| bad())?
        }
        Some(_) => return Err(bad()),
    };
    Ok((Decimal { whole, thousandths }, unit.trim_start()))
}

/// A number with at most three decimals.
#[derive(Clone, Copy)]
struct Decimal {
    whole: u64,
    thousandths: u64,
}

impl Decimal {
    /// This many times `unit`, rounded down.
    fn times(self, unit: u64) -> Option<u64> {
        let exact = u128::from(self.whole) * u128::from(unit) + u128::from(self.thousandths) * u128::from(unit) / 1000;
        u64::try_from(exact).ok()
    }
}

const COUNT: &str = "a number such as 1_000_000, 10k or 5M";

impl FromStr for Count {
    type Err = BadQuantity;

    fn from_str(text: &str) -> Result<Count, BadQuantity> {
        let (number, unit) = split_unit(text, COUNT)?;
        let unit = match unit {
            "" if number.thousandths == 0 => 1,
            "" => return Err(BadQuantity::Shape { found: text.to_string(), expected: COUNT }),
            "k" | "K" => 1_000,
            "M" => 1_000_000,
            "G" => 1_000_000_000,
            _ => return Err(unknown_unit(text, unit, "k, M or G")),
        };
        number.times(unit).map(Count).ok_or_else(too_large(text))
    }
}

impl FromStr for Span {
    type Err = BadQuantity;

    fn from_str(text: &str) -> Result<Span, BadQuantity> {
        let (number, unit) = split_unit(text, "a time such as 10s, 500ms or 2m")?;
        let nanoseconds = match unit {
            "ns" => 1,
            "us" | "µs" => 1_000,
            "ms" => 1_000_000,
            "" | "s" => 1_000_000_000,
            "m" | "min" => 60_000_000_000,
            "h" => 3_600_000_000_000,
            _ => return Err(unknown_unit(text, unit, "ms, s, m or h")),
        };
        number.times(nanoseconds).map(Duration::from_nanos).map(Span).ok_or_else(too_large(text))
    }
}

impl FromStr for Bytes {
    type Err = BadQuantity;

    fn from_str(text: &str) -> Result<Bytes, BadQuantity> {
        let (number, unit) = split_unit(text, "an amount of memory such as 2GiB, 512MiB or 1GB")?;
        let bytes = match unit {
            "" | "B" => 1,
            "kB" | "KB" => 1_000,
            "MB" => 1_000_000,
            "GB" => 1_000_000_000,
            "TB" => 1_000_000_000_000,
            "KiB" | "k" | "K" => 1 << 10,
            "MiB" | "M" => 1 << 20,
            "GiB" | "G" => 1 << 30,
            "TiB" | "T" => 1 << 40,
            _ => return Err(unknown_unit(text, unit, "KiB, MiB, GiB, kB, MB or GB")),
        };
        let bytes = number.times(bytes).and_then(|bytes| usize::try_from(bytes).ok());
        bytes.map(Bytes).ok_or_else(too_large(text))
    }
}

fn unknown_unit(found: &str, unit: &str, known: &'static str) -> BadQuantity {
    BadQuantity::Unit { found: found.to_string(), unit: unit.to_string(), known }
}

fn too_large(text: &str) -> impl FnOnce() -> BadQuantity {
    || BadQuantity::TooLarge(text.to_string())
}

impl Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_in_units(f, self.0.as_nanos(), &[(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "us"), (1, "ns")])
    }
}

impl Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_in_units(f, self.0 as u128, &[(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"), (1, "B")])
    }
}

/// In the largest unit that divides it; the last unit is 1.
fn write_in_units(f: &mut fmt::Formatter<'_>, number: u128, units: &[(u128, &str)]) -> fmt::Result {
    let unit = units.iter().find(|(unit, _)| number.is_multiple_of(*unit) && number > 0);
    let (unit, name) = unit.or(units.last()).expect("there is a unit");
    write!(f, "{}{name}", number / unit)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn counts_are_read_as_people_write_them() {
        let read = |text: &str| text.parse().map(|Count(number)| number);
        assert_eq!(read("1_000_000"), Ok(1_000_000));
        assert_eq!(read("10k"), Ok(10_000));
        assert_eq!(read("1.5M"), Ok(1_500_000));
        assert_eq!(read("0"), Ok(0));
    }

    #[test]
    fn spans_are_read_as_people_write_them() {
        let read = |text: &str| text.parse().map(|Span(time)| time);
        assert_eq!(read("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(read("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(read("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(read("0.5 s"), Ok(Duration::from_millis(500)));
        assert_eq!(read("3"), Ok(Duration::from_secs(3)));
    }

    #[test]
    fn memory_is_read_as_people_write_it() {
        let read = |text: &str| text.parse().map(|Bytes(bytes)| bytes);
        assert_eq!(read("2GiB"), Ok(2 << 30));
        assert_eq!(read("512MiB"), Ok(512 << 20));
        assert_eq!(read("1GB"), Ok(1_000_000_000));
        assert_eq!(read("1.5KiB"), Ok(1536));
        assert_eq!(read("4096"), Ok(4096));
    }

    #[test]
    fn mistakes_are_named() {
        fn says<T: FromStr<Err = BadQuantity>>(text: &str) -> String {
            text.parse::<T>().err().expect("not a quantity").to_string()
        }
        assert_eq!(says::<Count>("many"), "'many' is not a number such as 1_000_000, 10k or 5M");
        assert_eq!(says::<Count>("-1"), "'-1' is not a number such as 1_000_000, 10k or 5M");
        assert_eq!(says::<Count>("1.5"), "'1.5' is not a number such as 1_000_000, 10k or 5M");
        assert_eq!(says::<Count>("5x"), "'5x': there is no unit 'x', use k, M or G");
        assert_eq!(says::<Count>("99999999999G"), "99999999999G is too large");
        assert_eq!(says::<Span>("10 parsecs"), "'10 parsecs': there is no unit 'parsecs', use ms, s, m or h");
        assert_eq!(says::<Span>(""), "'' is not a time such as 10s, 500ms or 2m");
        assert_eq!(says::<Span>("999999999999h"), "999999999999h is too large");
        assert_eq!(says::<Bytes>("2gb"), "'2gb': there is no unit 'gb', use KiB, MiB, GiB, kB, MB or GB");
        assert_eq!(says::<Bytes>("1.2345GiB"), "'1.2345GiB' is not an amount of memory such as 2GiB, 512MiB or 1GB");
        assert_eq!(says::<Bytes>("99999999999GiB"), "99999999999GiB is too large");
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_parsers(text in "(?s).{0,20}|[0-9_.]{0,22}[a-zA-Zµ]{0,3}") {
            if let Ok(count) = text.parse::<Count>() {
                prop_assert_eq!(count.to_string().parse::<Count>(), Ok(count));
            }
            if let Ok(span) = text.parse::<Span>() {
                prop_assert_eq!(span.to_string().parse::<Span>(), Ok(span));
            }
            if let Ok(bytes) = text.parse::<Bytes>() {
                prop_assert_eq!(bytes.to_string().parse::<Bytes>(), Ok(bytes));
            }
        }

        #[test]
        fn any_quantity_reads_back(number in any::<u64>(), unit in 0_u32..12) {
            let number = number >> (unit * 5);
            prop_assert_eq!(Count(number).to_string().parse(), Ok(Count(number)));
            let span = Span(Duration::from_nanos(number));
            prop_assert_eq!(span.to_string().parse(), Ok(span));
            let bytes = Bytes(usize::try_from(number).unwrap_or(0));
            prop_assert_eq!(bytes.to_string().parse(), Ok(bytes));
        }
    }
}
