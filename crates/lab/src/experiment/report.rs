//! What a run found, for people and for programs: tables, plots, and a chapter of a document.

use std::fmt::Write;

use anyhow::Result;

use super::run::Record;
use super::{Column, Drawing, Experiment, Part, Parts, Plot, Records, Row, Which};
use crate::parquet_table;
use crate::plot::{self, Axis, Bar, Bars, Chart, Curve, Picture};
use crate::record::{CellRecord, RowRecord};
use crate::stats::Estimate;
use crate::tables::{Table, grouped};

/// A cell of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// What the paper prints.
    pub paper: Option<f64>,
    /// What we measured, with its 95% interval.
    pub ours: Option<Estimate>,
}

/// An experiment and its records, ready to be told.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    experiment: &'a Experiment,
    records: &'a Records,
    is_quick: bool,
    rows: Vec<(&'a Row, Vec<Cell>)>,
}

impl<'a> Report<'a> {
    /// Makes the numbers of the table.
    #[must_use]
    pub fn new(experiment: &'a Experiment, records: &'a Records, is_quick: bool) -> Report<'a> {
        let rows = experiment.rows.iter().filter(|row| !(is_quick && row.is_slow));
        let cells = |row: &Row| {
            let cell = |column: &Column| {
                let own: Vec<_> =
                    of_parts(records, row, column.parts.as_ref().unwrap_or(&row.parts)).map(Record::sums).collect();
                let scaled = |found: Estimate| Estimate {
                    value: found.value * column.scale,
                    low: found.low * column.scale,
                    high: found.high * column.scale,
                };
                // The sum of a sample does not belong beside the sum of the whole.
                let paper = experiment.printed(row, column).filter(|_| !(is_quick && column.show.is_sum()));
                Cell { paper, ours: column.show.of(&own).map(scaled) }
            };
            experiment.columns.iter().map(cell).collect()
        };
        Report { experiment, records, is_quick, rows: rows.map(|row| (row, cells(row))).collect() }
    }

    /// The cells of all rows that were measured.
    pub fn cells(&self) -> impl Iterator<Item = (&str, &[Cell])> {
        self.rows.iter().map(|(row, cells)| (row.name.as_str(), cells.as_slice()))
    }

    /// The name of the experiment.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.experiment.id
    }

    /// The records, a column for each of their numbers.
    #[must_use]
    pub fn columns(&self) -> Vec<(String, parquet_table::Column)> {
        use parquet_table::Column::{Number, Text, Whole};
        let records = &self.records.records;
        let part = |record: &Record| self.experiment.parts[record.part].name.clone();
        let with = |record: &Record| self.experiment.algorithms[record.algorithm].with.clone();
        let mut columns = vec![
            ("part".to_string(), Text(records.iter().map(part).collect())),
            ("seed".to_string(), Whole(records.iter().map(|record| record.seed).collect())),
            ("deals".to_string(), Whole(records.iter().map(|record| record.deals).collect())),
            ("algorithm".to_string(), Text(records.iter().map(with).collect())),
        ];
        for (index, metric) in self.records.metrics.iter().enumerate() {
            let numbers = records.iter().map(|record| Some(record.numbers[index])).collect();
            columns.push(((*metric).to_string(), Number(numbers)));
        }
        columns
    }

    /// A row for each algorithm, the paper's numbers beside ours.
    #[must_use]
    pub fn table(&self) -> Table {
        let columns = &self.experiment.columns;
        let has_paper = |index: usize| self.rows.iter().any(|(_, cells)| cells[index].paper.is_some());
        let mut header = vec![self.experiment.id.clone()];
        for (index, column) in columns.iter().enumerate() {
            if has_paper(index) {
                header.extend([format!("{}: paper", column.title), "ours".to_string()]);
            } else {
                header.push(column.title.clone());
            }
        }
        let mut table = Table::new(header);
        for (row, cells) in &self.rows {
            let mut line = vec![row.name.clone()];
            for (index, (column, cell)) in columns.iter().zip(cells).enumerate() {
                if has_paper(index) {
                    line.push(cell.paper.map_or("-".to_string(), grouped));
                }
                line.push(cell.ours.map_or("-".to_string(), |ours| written(ours, column.digits)));
            }
            table.row(line);
        }
        table
    }

    /// A line for each cell, for spreadsheets.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut table = Table::new(["row", "with", "part", "column", "paper", "ours", "low", "high"]);
        for (row, cells) in &self.rows {
            for (column, cell) in self.experiment.columns.iter().zip(cells) {
                let number = |number: Option<f64>| number.map(|number| number.to_string()).unwrap_or_default();
                table.row([
                    row.name.clone(),
                    self.experiment.algorithms[row.algorithm].with.clone(),
                    row.parts.name.clone(),
                    column.title.clone(),
                    number(cell.paper),
                    number(cell.ours.map(|ours| ours.value)),
                    number(cell.ours.map(|ours| ours.low)),
                    number(cell.ours.map(|ours| ours.high)),
                ]);
            }
        }
        table.to_csv()
    }

    /// An object for each row.
    #[must_use]
    pub fn objects(&self) -> Vec<RowRecord> {
        let finite = |number: f64| number.is_finite().then_some(number);
        let cell = |(column, cell): (&Column, &Cell)| CellRecord {
            column: column.title.clone(),
            paper: cell.paper,
            ours: cell.ours.and_then(|ours| finite(ours.value)),
            low: cell.ours.and_then(|ours| finite(ours.low)),
            high: cell.ours.and_then(|ours| finite(ours.high)),
        };
        let object = |(row, cells): &(&Row, Vec<Cell>)| RowRecord {
            experiment: self.experiment.id.clone(),
            quick: self.is_quick,
            row: row.name.clone(),
            with: self.experiment.algorithms[row.algorithm].with.clone(),
            part: row.parts.name.clone(),
            deals: of_row(self.records, row).map(|record| record.deals).sum(),
            cells: self.experiment.columns.iter().zip(cells).map(cell).collect(),
        };
        self.rows.iter().map(object).collect()
    }

    /// Which deals were measured, in a sentence.
    #[must_use]
    pub fn deals(&self) -> String {
        let mut told: Vec<Told<'_>> = Vec::new();
        for (index, part) in self.experiment.parts.iter().enumerate() {
            let Some(&algorithm) = self.experiment.measured().wanted(index, self.is_quick).first() else { continue };
            let own = |record: &&Record| record.part == index && record.algorithm == algorithm;
            let deals = self.records.records.iter().filter(own).map(|record| record.deals).sum();
            let next = Told { deals, first: part, last: part, parts: 1 };
            match told.last_mut() {
                Some(before) if before.goes_on_with(&next) => (before.last, before.parts) = (part, before.parts + 1),
                _ => told.push(next),
            }
        }
        let has_names = self.experiment.parts.len() > 1;
        let sentences: Vec<String> = told.iter().map(|told| told.sentence(has_names, self.is_quick)).collect();
        let sample = if self.is_quick { "A sample: " } else { "" };
        let end = "; intervals of 95% in parentheses.";
        format!("{sample}{}{end}", sentences.join("; "))
    }

    /// The drawings.
    ///
    /// # Errors
    /// If one cannot be drawn.
    pub fn pictures(&self) -> Result<Vec<Picture>> {
        self.experiment.plots.iter().map(|plot| self.picture(plot)).collect()
    }

    fn picture(&self, plot: &Plot) -> Result<Picture> {
        let axis = |title: &str, is_log: bool| Axis { title: title.to_string(), is_log };
        let (x, y) = (axis(&plot.x, plot.is_log[0]), axis(&plot.y, plot.is_log[1]));
        let title = plot.title.clone();
        match plot.drawing {
            Drawing::Bars(column) => {
                let has_paper = self.rows.iter().any(|(_, cells)| cells[column].paper.is_some());
                let bar = |(row, cells): &(&Row, Vec<Cell>)| {
                    let paper = has_paper.then(|| cells[column].paper.map(Estimate::exact));
                    Bar { name: row.name.clone(), values: paper.into_iter().chain([cells[column].ours]).collect() }
                };
                let series = if has_paper { &["paper", "ours"][..] } else { &["ours"] };
                let series = series.iter().map(ToString::to_string).collect();
                plot::bars(&Bars { title, y, series, bars: self.rows.iter().map(bar).collect() })
            }
            Drawing::Sweep(column) => plot::curves(&Chart { title, x, y, curves: self.sweep(column) }),
            Drawing::Running(metric) => plot::curves(&Chart { title, x, y, curves: self.running(metric) }),
        }
    }

    /// A curve for each series, and one for the paper, or for each series of the paper.
    #[expect(clippy::float_cmp, reason = "numbers that were written alike are alike")]
    fn sweep(&self, column: usize) -> Vec<Curve> {
        let mut curves: Vec<Curve> = Vec::new();
        let mut add = |name: &str, point: Option<(f64, f64)>| {
            let Some(point) = point else { return };
            match curves.iter_mut().find(|curve| curve.name == name) {
                Some(curve) if curve.points.contains(&point) => {}
                Some(curve) => curve.points.push(point),
                None => curves.push(Curve { name: name.to_string(), points: vec![point] }),
            }
        };
        // The paper may have one curve for all series, or one for each.
        let printed: Vec<(f64, f64)> =
            self.rows.iter().filter_map(|(row, cells)| row.x.zip(cells[column].paper)).collect();
        let is_one = printed.iter().all(|(x, y)| printed.iter().all(|other| other.0 != *x || other.1 == *y));
        for (row, cells) in &self.rows {
            let Some(x) = row.x else { continue };
            let name = row.series.as_deref().unwrap_or("ours");
            let papers = if is_one { "paper".to_string() } else { format!("{name}, paper") };
            add(&papers, cells[column].paper.map(|paper| (x, paper)));
            add(name, cells[column].ours.map(|ours| (x, ours.value)));
        }
        curves
    }

    #[expect(clippy::cast_precision_loss, reason = "there are far fewer deals than 2^52")]
    fn running(&self, metric: usize) -> Vec<Curve> {
        let curve = |(row, _): &(&Row, Vec<Cell>)| {
            let (mut deals, mut total) = (0, 0.0);
            let counted = of_row(self.records, row).filter(|record| record.deals > 0);
            let points = counted.map(|record| {
                deals += record.deals;
                total += record.numbers[metric];
                (deals as f64, total)
            });
            Curve { name: row.name.clone(), points: points.collect() }
        };
        self.rows.iter().map(curve).collect()
    }

    /// A chapter of a document: what was done, the table, and what differs. `pictures` are the links to the drawings.
    #[must_use]
    pub fn chapter(&self, pictures: &[String]) -> String {
        let experiment = self.experiment;
        let quick = if self.is_quick { " --quick" } else { "" };
        let mut text = format!("{}\n", experiment.title);
        let mut paragraph = |words: &str| {
            if !words.is_empty() {
                write!(text, "\n{}\n", words.trim_end()).expect("a String takes any text");
            }
        };
        paragraph(&experiment.about);
        paragraph(&format!("```sh slow\nkibitzer reproduce {}{quick}\n```", experiment.call));
        paragraph(&self.table().to_markdown());
        paragraph(&self.deals());
        for (algorithm, learned) in &self.records.learned {
            let rows = self.rows.iter().filter(|(row, _)| row.algorithm == *algorithm);
            let Some((row, _)) = rows.min_by_key(|(row, _)| row.parts.members[0]) else { continue };
            paragraph(&format!("{}:\n\n```text\n{}```", row.name, learned));
        }
        for link in pictures {
            paragraph(&format!("![{}]({link})", experiment.title));
        }
        paragraph(&experiment.differs);
        text
    }
}

/// Parts that are told together: as many deals of each, from the same range or from one after the other.
struct Told<'a> {
    deals: u64,
    first: &'a Part,
    last: &'a Part,
    parts: usize,
}

impl Told<'_> {
    fn goes_on_with(&self, next: &Told<'_>) -> bool {
        let (a, b) = (self.last, next.first);
        let follows = (a.seeds == b.seeds && a.seeds == self.first.seeds) || a.seeds.last() + 1 == b.seeds.first();
        let is_alike = self.deals == next.deals && a.which == b.which && a.games == b.games && a.sample == b.sample;
        follows && is_alike && a.draw.is_none() && b.draw.is_none()
    }

    fn sentence(&self, has_names: bool, is_quick: bool) -> String {
        let Told { deals, first, last, parts } = self;
        let names = match parts {
            _ if !has_names => String::new(),
            1 => format!(" of the part \"{}\"", first.name),
            _ => format!(" of each of the {parts} parts \"{}\" to \"{}\"", first.name, last.name),
        };
        let which = if first.which == Which::Solvable { " that can be won" } else { "" };
        let seeds = format!("{}..={}", first.seeds.first(), last.seeds.last());
        let how = match first.draw {
            Some(_) => format!("drawn from {seeds}"),
            None if is_quick && first.sample.every > 1 => {
                format!("one in {} of {seeds}", grouped(first.sample.every))
            }
            None => seeds,
        };
        let games = if is_quick { first.sample.games } else { first.games };
        let games = if games > 1 { format!(", {games} games on each") } else { String::new() };
        format!("{} deals{names}{which} ({how}){games}", grouped(*deals))
    }
}

fn of_row<'a>(records: &'a Records, row: &'a Row) -> impl Iterator<Item = &'a Record> {
    of_parts(records, row, &row.parts)
}

fn of_parts<'a>(records: &'a Records, row: &'a Row, parts: &'a Parts) -> impl Iterator<Item = &'a Record> {
    records.records.iter().filter(move |record| parts.contains(record.part) && record.algorithm == row.algorithm)
}

/// `397.5 (388.1 to 406.9)`; without an interval where there is none.
fn written(found: Estimate, digits: usize) -> String {
    let number = |number: f64| grouped(format!("{number:.digits$}"));
    let value = number(found.value);
    let is_exact = (found.high - found.low).abs() < f64::EPSILON;
    if is_exact || !found.low.is_finite() || !found.high.is_finite() {
        return value;
    }
    format!("{value} ({} to {})", number(found.low), number(found.high))
}
