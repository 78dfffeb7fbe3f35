//! What a larger census would cost, by a sample that was decided to measure it.

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use kibitzer_catalog::GameSpec;
use kibitzer_search::Budget;

use crate::stats::{Share, as_f64};
use crate::tables::{Table, grouped};

use super::parts::Shard;
use super::{Census, Damaged, Keep, limits, part_size, status};

/// What deciding some deals on one thread took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The game as the command line writes it.
    pub game: String,
    /// The limits of each search, such as `max-nodes=1000`; empty where there are none.
    pub limits: String,
    /// The deals.
    pub deals: u64,
    /// Those that the search gave up on.
    pub unknown: u64,
    /// Processor time.
    pub cpu: Duration,
    /// The bytes of the files.
    pub bytes: u64,
    /// The deals of a file.
    pub part_size: u64,
    /// Which deals have rows.
    pub keep: Keep,
}

/// What deciding more deals would take, at the same rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Of one core.
    pub hours: f64,
    /// On the disk.
    pub bytes: f64,
    /// In the folder.
    pub files: u64,
}

impl Cost {
    /// Decides a sample on one thread, into a folder that holds nothing yet. Whole parts tell the bytes best: each file has
    /// some beside its rows.
    ///
    /// # Errors
    /// If the game is no puzzle, or the folder cannot be used or holds some of the deals already.
    pub fn measure(game: GameSpec, keep: Keep, seeds: Range<u64>, budget: Budget, folder: &Path) -> Result<Cost> {
        let census = Census {
            subject: (),
            seeds,
            folder: folder.to_path_buf(),
            part_size: part_size(game, keep),
            keep,
            shard: Shard::WHOLE,
            threads: std::num::NonZeroUsize::MIN,
            budget,
            damaged: Damaged::Mend,
            is_watched: true,
        };
        let census = census.of(game)?;
        let done = census.run()?;
        ensure!(done.found == 0, "{} holds deals already: they take no time", folder.display());
        let (summary, _) = census.summarize()?;
        let bytes = status(folder, None).context("the census that was just made")?.bytes;
        Ok(Cost {
            game: summary.game,
            limits: limits::write(budget),
            deals: done.decided,
            unknown: summary.unknown.count,
            cpu: done.cpu,
            bytes,
            part_size: part_size(game, keep).get(),
            keep,
        })
    }

    /// What so many deals would take.
    #[must_use]
    pub fn of(&self, deals: u64) -> Estimate {
        let times = as_f64(deals) / as_f64(self.deals);
        Estimate {
            hours: self.cpu.as_secs_f64() / 3600.0 * times,
            bytes: as_f64(self.bytes) * times,
            files: deals.div_ceil(self.part_size),
        }
    }

    /// The game with its limits, and which deals have rows if not all of them have.
    fn name(&self) -> String {
        let limits = if self.limits.is_empty() { String::new() } else { format!(", {}", self.limits) };
        let keep = if self.keep == Keep::All { String::new() } else { format!(", keep={}", self.keep.word()) };
        format!("`{}`{limits}{keep}", self.game)
    }

    /// Samples as a table.
    #[must_use]
    pub fn samples(costs: &[Cost]) -> Table {
        let mut table = Table::new(["sample", "deals", "deals a CPU-second", "bytes a deal", "unknown, 95% interval"]);
        for cost in costs {
            let Cost { deals, unknown, cpu, bytes, .. } = cost;
            let share = Share { count: *unknown, of: *deals };
            let (low, high) = share.wilson();
            let percent = |share: f64| format!("{:.1}%", share * 100.0);
            let unknown = match unknown {
                0 => "none".to_string(),
                _ => format!("{} ({} to {})", percent(share.value()), percent(low), percent(high)),
            };
            let rate = as_f64(*deals) / cpu.as_secs_f64().max(1e-9);
            let bytes = as_f64(*bytes) / as_f64(*deals);
            table.row([cost.name(), grouped(deals), short(rate), short(bytes), unknown]);
        }
        table
    }

    /// What larger censuses would take, as a table.
    #[must_use]
    pub fn plan(larger: &[(&Cost, u64)]) -> Table {
        let mut table = Table::new(["census", "deals", "core-hours", "GB", "files"]);
        for (cost, deals) in larger {
            let Estimate { hours, bytes, files } = cost.of(*deals);
            table.row([cost.name(), grouped(deals), short(hours), short(bytes / 1e9), grouped(files)]);
        }
        table
    }
}

/// A number with two digits that mean something: samples tell no more.
fn short(number: f64) -> String {
    match number {
        number if number >= 100.0 => {
            let unit = 10_f64.powf(number.log10().floor() - 1.0);
            grouped(format!("{:.0}", (number / unit).round() * unit))
        }
        number if number >= 10.0 => format!("{number:.0}"),
        number if number >= 0.1 || number <= 0.0 => format!("{number:.1}"),
        // Numbers this small have zeros before the digits that mean something.
        number => format!("{number:.*}", zeros(number) + 2),
    }
}

/// How many zeros follow the point of a number below 1.
fn zeros(number: f64) -> usize {
    (1..300).take_while(|&digits| number < 0.1_f64.powi(digits)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_tells_what_more_deals_take() {
        let folder = tempfile::tempdir().expect("a folder");
        let small = "gaps:rows=2,cols=4".parse().expect("a game");
        let cost =
            Cost::measure(small, Keep::All, 0..512, Budget::default(), folder.path()).expect("a writable folder");
        assert_eq!((cost.deals, cost.unknown, cost.part_size), (512, 0, 256));
        let files = folder.path().read_dir().expect("a folder").map(|entry| entry.expect("an entry"));
        let parts = files.filter(|file| file.file_name().to_string_lossy().ends_with(".parquet"));
        assert_eq!(parts.map(|file| file.metadata().expect("a file").len()).sum::<u64>(), cost.bytes);
        let error =
            Cost::measure(small, Keep::All, 0..512, Budget::default(), folder.path()).expect_err("no time was taken");
        assert!(error.to_string().contains("holds deals already"), "{error}");
        let cost = Cost { cpu: Duration::from_secs(36), bytes: 1000, ..cost };
        assert_eq!(cost.of(5_120_000), Estimate { hours: 100.0, bytes: 1e7, files: 20_000 });
    }

    #[test]
    fn tables_have_two_digits() {
        assert_eq!([0.0, 0.26, 9.96, 10.4, 99.4, 61_640.0].map(short), ["0.0", "0.3", "10.0", "10", "99", "62,000"]);
        assert_eq!([0.0131, 0.0996, 0.000_52].map(short), ["0.013", "0.100", "0.00052"]);
        let cost = Cost {
            game: "gaps:first=any".to_string(),
            limits: "max-nodes=5".to_string(),
            deals: 32,
            unknown: 16,
            cpu: Duration::from_secs(2),
            bytes: 3200,
            part_size: 256,
            keep: Keep::All,
        };
        insta::assert_snapshot!(Cost::samples(std::slice::from_ref(&cost)).to_markdown(), @"
        | sample                        | deals | deals a CPU-second | bytes a deal |  unknown, 95% interval |
        |-------------------------------|------:|-------------------:|-------------:|-----------------------:|
        | `gaps:first=any`, max-nodes=5 |    32 |                 16 |          100 | 50.0% (33.6% to 66.4%) |
        ");
        insta::assert_snapshot!(Cost::plan(&[(&cost, 10_000_000)]).to_markdown(), @"
        | census                        |      deals | core-hours |  GB |  files |
        |-------------------------------|-----------:|-----------:|----:|-------:|
        | `gaps:first=any`, max-nodes=5 | 10,000,000 |        170 | 1.0 | 39,063 |
        ");
    }
}
