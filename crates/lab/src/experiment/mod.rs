//! Experiments: deals x algorithms x numbers, read from a spec, run by one engine, and told as tables and plots.
//!
//! - `spec.rs` reads what a person wrote (`written.rs`), `shelf.rs` holds the experiments that come with the program;
//! - `run.rs` measures, with a journal (`journal.rs`) from which a run that was ended goes on;
//! - `show.rs` makes numbers with intervals of records, `report.rs` tables and plots of numbers, with what a paper
//!   printed (`paper.rs`) beside.

mod journal;
mod paper;
mod report;
mod run;
mod shelf;
mod show;
mod spec;
mod write;
mod written;

use kibitzer_catalog::{Budget, GameSpec};

use crate::measure::{Algorithm, Kind, ModelFile};
use crate::seeds::Seeds;

pub use journal::Journal;
pub use paper::Paper;
pub use report::{Cell, Report};
pub use run::{Ended, Record, Records, Run};
pub use shelf::{built_in, find, paper};
pub use show::{Show, Sums};
pub use spec::BadExperiment;
pub use write::{write_chapter, write_results};

/// An experiment that can be run.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// Its name, which is that of its folder, too.
    pub id: String,
    /// What the command line calls it: its name, or the path of its spec.
    pub call: String,
    /// What it is about, in a line.
    pub title: String,
    /// What is done, in a few sentences.
    pub about: String,
    /// What differs from the paper and why, in a sentence or two.
    pub differs: String,
    /// The game, unless a part of the deals has another.
    pub game: GameSpec,
    /// What is measured.
    pub measure: Kind,
    /// The deals.
    pub parts: Vec<Part>,
    /// Models that searches use in place of those that come along.
    pub models: Option<ModelFile>,
    /// The algorithms, each once.
    pub algorithms: Vec<Algorithm>,
    /// The rows of the table.
    pub rows: Vec<Row>,
    /// The columns of the table.
    pub columns: Vec<Column>,
    /// What is drawn.
    pub plots: Vec<Plot>,
    /// The paper that is redone, if there is one.
    pub paper: Option<Paper>,
    /// Another experiment that measures what is told here, if there is one: it has the same deals and algorithms.
    pub measured_by: Option<Box<Experiment>>,
    /// The text it was read from.
    pub source: String,
}

/// Some of the deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name.
    pub name: String,
    /// Of which game.
    pub game: GameSpec,
    /// The limits of each search on each deal.
    pub budget: Budget,
    /// From which deals.
    pub seeds: Seeds,
    /// Which of them count.
    pub which: Which,
    /// How often each search is let loose on a deal, with other luck each time.
    pub games: u64,
    /// So many deals make one record.
    pub group: u64,
    /// So many of the deals are drawn; all of them if `None`.
    pub draw: Option<u64>,
    /// The luck that they are drawn with.
    pub luck: u64,
    /// What is taken in a hurry.
    pub sample: Sample,
}

/// Which deals count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// All.
    All,
    /// Those that can be won.
    Solvable,
}

/// A part of the deals and games, for a quick look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// One deal in so many.
    pub every: u64,
    /// So many games on a deal.
    pub games: u64,
}

/// Parts of the deals that are taken together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// What they are called: the name of one, or a pattern with a star for many.
    pub name: String,
    /// Which; at least one.
    pub members: Vec<usize>,
}

impl Parts {
    /// Whether a part belongs to them.
    #[must_use]
    pub fn contains(&self, part: usize) -> bool {
        self.members.contains(&part)
    }
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What it is called.
    pub name: String,
    /// Which algorithm.
    pub algorithm: usize,
    /// On which deals.
    pub parts: Parts,
    /// What the paper calls it, where that is something else.
    pub paper: Option<String>,
    /// The curve that it is a point of, where it is one.
    pub series: Option<String>,
    /// Where it stands on the axis of a plot.
    pub x: Option<f64>,
    /// Whether it is left out in a hurry.
    pub is_slow: bool,
}

/// A column of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its head.
    pub title: String,
    /// What it shows.
    pub show: Show,
    /// On which deals; those of the row if `None`.
    pub parts: Option<Parts>,
    /// The digits after the point.
    pub digits: usize,
    /// Numbers are multiplied by this.
    pub scale: f64,
    /// Where the paper has the same numbers.
    pub paper: Option<String>,
}

/// Something to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// What.
    pub drawing: Drawing,
    /// Its title.
    pub title: String,
    /// The title of the axis to the right.
    pub x: String,
    /// The title of the axis upwards.
    pub y: String,
    /// Whether the axes have logarithms: to the right, upwards.
    pub is_log: [bool; 2],
}

/// Kinds of drawings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// A bar for each row, by a column.
    Bars(usize),
    /// A column over the places of the rows, a curve for each series.
    Sweep(usize),
    /// The running total of a metric over the deals, a curve for each row.
    Running(usize),
}

impl Experiment {
    /// Searches on all deals of a range: a row for each, and nothing to be shown of them.
    #[must_use]
    pub fn of_searches(
        id: &str,
        game: GameSpec,
        seeds: Seeds,
        algorithms: Vec<Algorithm>,
        budget: Budget,
    ) -> Experiment {
        let row = |(index, algorithm): (usize, &Algorithm)| Row {
            name: algorithm.with.clone(),
            algorithm: index,
            parts: Parts { name: "deals".to_string(), members: vec![0] },
            paper: None,
            series: None,
            x: None,
            is_slow: false,
        };
        let part = Part {
            name: "deals".to_string(),
            game,
            budget,
            seeds,
            which: Which::All,
            games: 1,
            group: 1,
            draw: None,
            luck: 0,
            sample: Sample { every: 1, games: 1 },
        };
        Experiment {
            id: id.to_string(),
            call: id.to_string(),
            title: String::new(),
            about: String::new(),
            differs: String::new(),
            game,
            measure: Kind::Searches,
            parts: vec![part],
            models: None,
            rows: algorithms.iter().enumerate().map(row).collect(),
            algorithms,
            columns: Vec::new(),
            plots: Vec::new(),
            paper: None,
            measured_by: None,
            source: String::new(),
        }
    }

    /// Which algorithms are measured on a part of the deals.
    #[must_use]
    pub fn wanted(&self, part: usize, is_quick: bool) -> Vec<usize> {
        let is_part = |row: &Row, column: &Column| column.parts.as_ref().unwrap_or(&row.parts).contains(part);
        let rows = self.rows.iter().filter(|row| !(is_quick && row.is_slow));
        let rows = rows.filter(|row| match &self.columns[..] {
            [] => row.parts.contains(part),
            columns => columns.iter().any(|column| is_part(row, column)),
        });
        let mut wanted: Vec<usize> = rows.map(|row| row.algorithm).collect();
        wanted.sort_unstable();
        wanted.dedup();
        wanted
    }

    /// Deals that the paper calls solvable, though they are not.
    pub(crate) fn mislabelled(&self) -> Vec<u64> {
        self.paper.as_ref().map(|paper| paper.list("labels.wrong")).unwrap_or_default()
    }

    /// All that records depend on, as text: two runs whose texts agree may share records. What is shown of them, and
    /// what it is called, may change.
    #[must_use]
    pub fn identity(&self) -> String {
        let Experiment { game, measure, parts, algorithms, models, .. } = self;
        let (version, wrong) = (env!("CARGO_PKG_VERSION"), self.mislabelled());
        let head = format!("kibitzer {version}\n{game}\n{measure:?}\n{models:?}\n{wrong:?}");
        // The limits have a line of their own, so that a difference in them is told in few words.
        let parts = parts.iter().map(|part| format!("{:?}\n{part:?}", part.budget));
        let algorithms = algorithms.iter().map(|algorithm| format!("{algorithm:?}"));
        [head].into_iter().chain(parts).chain(algorithms).collect::<Vec<_>>().join("\n") + "\n"
    }

    /// The experiment whose records are told here: another, or this one.
    #[must_use]
    pub fn measured(&self) -> &Experiment {
        self.measured_by.as_deref().unwrap_or(self)
    }

    /// What the paper has for a cell.
    #[must_use]
    pub fn printed(&self, row: &Row, column: &Column) -> Option<f64> {
        let paper = self.paper.as_ref()?;
        paper.number(column.paper.as_ref()?, row.paper.as_ref().unwrap_or(&row.name))
    }
}
