//! What a column shows of many records: `mean expanded`, `percent solved/games`.

use crate::stats::{self, Estimate, Share};

/// A number made of the records of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Show {
    statistic: Statistic,
    metric: usize,
    over: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Statistic {
    Mean,
    Median,
    Deviation,
    Most,
    Sum,
    Percent,
}

const STATISTICS: [(&str, Statistic); 6] = [
    ("mean", Statistic::Mean),
    ("median", Statistic::Median),
    ("deviation", Statistic::Deviation),
    ("most", Statistic::Most),
    ("sum", Statistic::Sum),
    ("percent", Statistic::Percent),
];

/// The numbers of one record: how many deals were added up, and their sums.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sums<'a> {
    /// How many deals count.
    pub deals: f64,
    /// One sum for each metric.
    pub numbers: &'a [f64],
}

impl Show {
    /// Reads `mean expanded`, or `percent right/examples` for the quotient of two sums.
    ///
    /// # Errors
    /// If there is no such statistic or metric; what there is instead.
    pub fn read(text: &str, metrics: &[&str]) -> Result<Show, String> {
        let Some((word, rest)) = text.split_once(' ') else {
            return Err(format!("'{text}' is not a statistic and a number, such as 'mean {}'", metrics[0]));
        };
        let statistic = STATISTICS.iter().find(|(other, _)| *other == word).ok_or_else(|| {
            format!("there is no statistic '{word}', only {}", STATISTICS.map(|(word, _)| word).join(", "))
        })?;
        let metric = |name: &str| {
            let found = metrics.iter().position(|metric| *metric == name);
            found.ok_or_else(|| format!("there is no number '{name}', only {}", metrics.join(", ")))
        };
        let (first, over) = rest.split_once('/').map_or((rest, None), |(first, over)| (first, Some(over)));
        let show = Show { statistic: statistic.1, metric: metric(first)?, over: over.map(metric).transpose()? };
        match show.statistic {
            Statistic::Mean | Statistic::Percent => Ok(show),
            _ if show.over.is_some() => Err(format!("{word} is of one number, not of a quotient")),
            _ => Ok(show),
        }
    }

    /// Whether deals must not be added up before.
    #[must_use]
    pub fn needs_single_deals(self) -> bool {
        matches!(self.statistic, Statistic::Median | Statistic::Deviation | Statistic::Most)
    }

    /// Whether it adds up, so that a sample has not the sum of the whole.
    #[must_use]
    pub fn is_sum(self) -> bool {
        self.statistic == Statistic::Sum
    }

    /// The number with its 95% interval; `None` of nothing. What is counted, not estimated, has no width.
    #[must_use]
    pub fn of(self, records: &[Sums<'_>]) -> Option<Estimate> {
        let values = || records.iter().filter(|record| record.deals > 0.0).map(|record| record.numbers[self.metric]);
        match self.statistic {
            Statistic::Mean => self.quotient(records),
            Statistic::Percent => self.quotient(records).map(|share| Estimate {
                value: 100.0 * share.value,
                low: 100.0 * share.low,
                high: 100.0 * share.high,
            }),
            Statistic::Median => stats::median(&values().collect::<Vec<_>>()),
            Statistic::Deviation => deviation(&values().collect::<Vec<_>>()).map(Estimate::exact),
            Statistic::Most => values().reduce(f64::max).map(Estimate::exact),
            Statistic::Sum => Some(Estimate::exact(values().sum())),
        }
    }

    fn quotient(self, records: &[Sums<'_>]) -> Option<Estimate> {
        let over = |record: &Sums<'_>| self.over.map_or(record.deals, |over| record.numbers[over]);
        let pairs: Vec<(f64, f64)> = records
            .iter()
            .filter(|record| record.deals > 0.0)
            .map(|record| (record.numbers[self.metric], over(record)))
            .collect();
        let is_plain = self.over.is_none() && pairs.iter().all(|(_, deals)| (deals - 1.0).abs() < 1e-9);
        let clustered = if is_plain {
            stats::mean(&pairs.iter().map(|(number, _)| *number).collect::<Vec<_>>())?
        } else {
            stats::ratio(&pairs)?
        };
        // A few large numbers among small ones: a normal law would reach below zero, where there is nothing.
        let clustered = if clustered.low < 0.0 { stats::resampled_ratio(&pairs)? } else { clustered };
        if self.statistic != Statistic::Percent || pairs.iter().any(|(part, whole)| part > whole) {
            return Some(clustered);
        }
        // Examples of one deal are alike, so deals are the sample; but where all came out alike, counts know better.
        let sum = |number: fn(&(f64, f64)) -> f64| whole(pairs.iter().map(number).sum());
        let counted = stats::share(Share { count: sum(|pair| pair.0), of: sum(|pair| pair.1) })?;
        Some(Estimate {
            value: clustered.value,
            low: clustered.low.min(counted.low).max(0.0),
            high: clustered.high.max(counted.high).min(1.0),
        })
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sums of counts are whole and small")]
fn whole(number: f64) -> u64 {
    number.round() as u64
}

/// The standard deviation of the sample.
#[expect(clippy::cast_precision_loss, reason = "there are far fewer numbers than 2^52")]
fn deviation(values: &[f64]) -> Option<f64> {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (values.len() > 1).then(|| (squares / (count - 1.0)).sqrt())
}
