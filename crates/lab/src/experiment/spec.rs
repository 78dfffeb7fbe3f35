//! Experiments as text: what a person writes, and every mistake named with its line.
//!
//! The format is described in `docs/experiments.md`.

use std::ops::Range;
use std::time::Duration;

use kibitzer_catalog::{Budget, GameSpec, PuzzleRoom};
use thiserror::Error;
use toml::Spanned;

use super::paper::Paper;
use super::shelf::find;
use super::show::Show;
use super::written::{Written, WrittenColumn, WrittenLimits, WrittenPart, WrittenPlot, WrittenRow};
use super::{Column, Drawing, Experiment, Part, Parts, Plot, Row, Sample, Which};
use crate::measure::{Algorithm, Kind};
use crate::seeds::Seeds;

/// A spec that cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}, line {line}: {problem}")]
pub struct BadExperiment {
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: String,
}

/// The text that is read, for the places of mistakes.
struct Reader<'a> {
    file: &'a str,
    text: &'a str,
}

impl Experiment {
    /// Reads a spec; `file` is what mistakes call the text. `papers` finds what a paper printed.
    ///
    /// # Errors
    /// The first mistake, with its line.
    pub fn read(
        file: &str,
        text: &str,
        papers: impl Fn(&str) -> Option<Result<Paper, BadExperiment>>,
    ) -> Result<Experiment, BadExperiment> {
        let reader = Reader { file, text };
        let written: Written = toml::from_str(text).map_err(|problem| reader.syntax(&problem))?;
        reader.experiment(written, papers)
    }
}

impl Reader<'_> {
    fn bad(&self, place: Range<usize>, problem: impl Into<String>) -> BadExperiment {
        let before = self.text.get(..place.start).unwrap_or(self.text);
        let line = 1 + before.bytes().filter(|&byte| byte == b'\n').count();
        BadExperiment { file: self.file.to_string(), line, problem: problem.into() }
    }

    fn syntax(&self, problem: &toml::de::Error) -> BadExperiment {
        self.bad(problem.span().unwrap_or(0..0), problem.message())
    }

    fn experiment(
        &self,
        written: Written,
        papers: impl Fn(&str) -> Option<Result<Paper, BadExperiment>>,
    ) -> Result<Experiment, BadExperiment> {
        let id = self.word(&written.id)?;
        let paper = written.paper.as_ref().map(|name| match papers(name.get_ref()) {
            Some(paper) => paper,
            None => Err(self.bad(name.span(), format!("there is no paper '{}'", name.get_ref()))),
        });
        let paper = paper.transpose()?;
        let ground = match &written.records {
            Some(name) => self.of_another(name, &written)?,
            None => self.of_its_own(&written)?,
        };
        let mut experiment = Experiment {
            call: self.file.to_string(),
            id,
            title: written.title,
            about: written.about.trim().to_string(),
            differs: written.differs.trim().to_string(),
            rows: Vec::new(),
            columns: Vec::new(),
            plots: Vec::new(),
            paper,
            source: self.text.to_string(),
            ..ground
        };
        for row in &written.rows {
            self.row(row, &mut experiment)?;
        }
        for column in &written.columns {
            let column = self.column(column, &experiment)?;
            experiment.columns.push(column);
        }
        for plot in &written.plots {
            let plot = self.plot(plot, &experiment)?;
            experiment.plots.push(plot);
        }
        if experiment.rows.is_empty() || experiment.columns.is_empty() {
            return Err(self.bad(0..0, "an experiment has at least one of [[rows]] and one of [[columns]]"));
        }
        Ok(experiment)
    }

    /// An experiment without anything to tell: what is measured, on which deals.
    fn of_its_own(&self, written: &Written) -> Result<Experiment, BadExperiment> {
        let missing = |key: &str| self.bad(0..0, format!("missing field `{key}`"));
        let game = written.game.as_ref().ok_or_else(|| missing("game"))?;
        let measure = written.measure.as_ref().ok_or_else(|| missing("measure"))?;
        let (game, room) = self.game(game)?;
        let measure = self.one_of(measure, "measure", &Kind::ALL)?;
        let budget = self.limits(&written.limits)?;
        let part = |part: &WrittenPart| {
            let own = part.game.as_ref().map(|game| self.game(game)).transpose()?;
            let (game, room) = own.as_ref().map_or((game, &*room), |(game, room)| (*game, &**room));
            let limits = self.limits(&part.limits)?;
            let budget = Budget {
                nodes: limits.nodes.or(budget.nodes),
                time: limits.time.or(budget.time),
                bytes: limits.bytes.or(budget.bytes),
            };
            Ok(Part { budget, ..self.part(part, game, room, measure)? })
        };
        let parts = written.deals.iter().map(part).collect::<Result<Vec<_>, _>>()?;
        if parts.is_empty() {
            return Err(missing("deals"));
        }
        if let Some((index, twice)) =
            parts.iter().enumerate().find(|(index, part)| parts[..*index].iter().any(|other| other.name == part.name))
        {
            let place = written.deals[index].seeds.span();
            return Err(self.bad(place, format!("there are two parts called '{}'", twice.name)));
        }
        let seeds = parts[0].seeds;
        let empty = Experiment::of_searches("", game, seeds, Vec::new(), budget);
        Ok(Experiment { measure, parts, ..empty })
    }

    /// The same of another experiment, which measures for this one.
    fn of_another(&self, name: &Spanned<String>, written: &Written) -> Result<Experiment, BadExperiment> {
        let own = [("game", written.game.is_some()), ("measure", written.measure.is_some())];
        let own = own.into_iter().chain([("deals", !written.deals.is_empty()), ("limits", written.limits.is_some())]);
        if let Some((key, _)) = own.into_iter().find(|(_, is_written)| *is_written) {
            let problem = format!("it has the records of '{}', and no {key} of its own", name.get_ref());
            return Err(self.bad(name.span(), problem));
        }
        let other = find(name.get_ref()).map_err(|problem| self.bad(name.span(), format!("{problem:#}")))?;
        if other.measured_by.is_some() {
            return Err(self.bad(name.span(), format!("'{}' has no records of its own", name.get_ref())));
        }
        Ok(Experiment { measured_by: Some(Box::new(other.clone())), ..other })
    }

    fn game(&self, text: &Spanned<String>) -> Result<(GameSpec, Box<dyn PuzzleRoom>), BadExperiment> {
        let game: GameSpec = self.parse(text)?;
        let room = game.puzzle().map_err(|problem| self.bad(text.span(), problem.to_string()))?;
        Ok((game, room))
    }

    /// A word that may name a folder and a section of a document.
    fn word(&self, text: &Spanned<String>) -> Result<String, BadExperiment> {
        let is_word = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let word = text.get_ref();
        if word.is_empty() || word.starts_with('.') || !word.chars().all(is_word) {
            return Err(self.bad(text.span(), format!("'{word}' is not a name of letters, digits, -, _ and .")));
        }
        Ok(word.clone())
    }

    fn parse<T: std::str::FromStr<Err: ToString>>(&self, text: &Spanned<String>) -> Result<T, BadExperiment> {
        text.get_ref().parse().map_err(|problem: T::Err| self.bad(text.span(), problem.to_string()))
    }

    fn one_of<T: Copy>(
        &self,
        text: &Spanned<String>,
        what: &str,
        choices: &[(&'static str, T)],
    ) -> Result<T, BadExperiment> {
        let found = choices.iter().find(|(word, _)| word == text.get_ref());
        found.map(|(_, choice)| *choice).ok_or_else(|| {
            let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
            self.bad(text.span(), format!("there is no {what} '{}', only {}", text.get_ref(), words.join(", ")))
        })
    }

    fn at_least_one(&self, number: Option<&Spanned<u64>>, what: &str) -> Result<u64, BadExperiment> {
        match number {
            None => Ok(1),
            Some(number) if *number.get_ref() == 0 => Err(self.bad(number.span(), format!("{what} is at least 1"))),
            Some(number) => Ok(*number.get_ref()),
        }
    }

    fn part(
        &self,
        written: &WrittenPart,
        game: GameSpec,
        room: &dyn PuzzleRoom,
        measure: Kind,
    ) -> Result<Part, BadExperiment> {
        let seeds: Seeds = self.parse(&written.seeds)?;
        if seeds.last() > room.last_seed() {
            let problem = format!("{} has no deal {}, only up to {}", room.game(), seeds.last(), room.last_seed());
            return Err(self.bad(written.seeds.span(), problem));
        }
        let which = match &written.which {
            Some(which) => {
                self.one_of(which, "choice of deals", &[("all", Which::All), ("solvable", Which::Solvable)])?
            }
            None => Which::All,
        };
        let games = self.at_least_one(written.games.as_ref(), "games")?;
        if let (Some(which), Kind::Checks | Kind::Models | Kind::Predictors) = (&written.which, measure) {
            return Err(self.bad(which.span(), "which is for searches alone"));
        }
        if let (Some(game), Kind::Checks | Kind::Models | Kind::Predictors) = (&written.game, measure) {
            return Err(self.bad(game.span(), "a game of its own is for searches alone"));
        }
        if let (Some(games), Kind::Checks | Kind::Models | Kind::Predictors) = (&written.games, measure) {
            return Err(self.bad(games.span(), "games are for searches alone"));
        }
        let draw = written.draw.as_ref().map(|draw| match *draw.get_ref() {
            0 => Err(self.bad(draw.span(), "draw is at least 1")),
            count if count > seeds.last() - seeds.first() + 1 => {
                Err(self.bad(draw.span(), "there are fewer deals than that"))
            }
            count => Ok(count),
        });
        let sample = match &written.quick {
            Some(quick) => Sample {
                every: self.at_least_one(quick.every.as_ref(), "every")?,
                games: quick.games.as_ref().map_or(Ok(games), |games| self.at_least_one(Some(games), "games"))?,
            },
            None => Sample { every: 1, games },
        };
        Ok(Part {
            name: written.part.clone(),
            game,
            budget: Budget::default(),
            seeds,
            which,
            games,
            group: self.at_least_one(written.group.as_ref(), "group")?,
            draw: draw.transpose()?,
            luck: written.luck,
            sample,
        })
    }

    fn limits(&self, written: &WrittenLimits) -> Result<Budget, BadExperiment> {
        let time = written.seconds.as_ref().map(|seconds| {
            Duration::try_from_secs_f64(*seconds.get_ref())
                .map_err(|problem| self.bad(seconds.span(), problem.to_string()))
        });
        let bytes = written.mebibytes.map(|mebibytes| mebibytes.saturating_mul(1 << 20));
        Ok(Budget { nodes: written.nodes, time: time.transpose()?, bytes })
    }

    fn part_named(&self, name: &Spanned<String>, experiment: &Experiment) -> Result<usize, BadExperiment> {
        match self.parts_named(name, experiment)?.members[..] {
            [part] => Ok(part),
            _ => Err(self.bad(name.span(), "one part is wanted here")),
        }
    }

    /// The part of this name, or all that fit a name with a star: `4x5 *`.
    fn parts_named(&self, name: &Spanned<String>, experiment: &Experiment) -> Result<Parts, BadExperiment> {
        let wanted = name.get_ref();
        let fits = |part: &str| match wanted.split_once('*') {
            Some((before, after)) => {
                part.len() >= before.len() + after.len() && part.starts_with(before) && part.ends_with(after)
            }
            None => part == wanted,
        };
        let names: Vec<&str> = experiment.parts.iter().map(|part| part.name.as_str()).collect();
        let members: Vec<usize> = (0..names.len()).filter(|index| fits(names[*index])).collect();
        if members.is_empty() {
            return Err(self.bad(name.span(), format!("there is no part '{wanted}', only {}", names.join(", "))));
        }
        Ok(Parts { name: wanted.clone(), members })
    }

    fn row(&self, written: &WrittenRow, experiment: &mut Experiment) -> Result<(), BadExperiment> {
        let first = || Parts { name: experiment.parts[0].name.clone(), members: vec![0] };
        let parts = written.part.as_ref().map(|part| self.parts_named(part, experiment));
        let parts = parts.transpose()?.unwrap_or_else(first);
        let mut with = String::new();
        for part in &parts.members {
            let checked = experiment.measure.check(experiment.parts[*part].game, written.with.get_ref());
            with = checked.map_err(|problem| self.bad(written.with.span(), format!("{problem:#}")))?;
        }
        let learns_from = match &written.learn {
            Some(learn) if !experiment.measure.learns() => {
                return Err(self.bad(learn.span(), "nothing is learned in this experiment"));
            }
            Some(learn) => Some(self.part_named(learn, experiment)?),
            None => experiment.measure.learns().then_some(0),
        };
        let algorithm = Algorithm { with, learns_from };
        let known = experiment.algorithms.iter().position(|other| *other == algorithm);
        if let (Some(other), None) = (&experiment.measured_by, known) {
            return Err(self.bad(written.with.span(), format!("{} does not measure {}", other.id, algorithm.with)));
        }
        let index = known.unwrap_or_else(|| {
            experiment.algorithms.push(algorithm);
            experiment.algorithms.len() - 1
        });
        let has_games = experiment.parts.iter().any(|part| part.games.max(part.sample.games) > 1);
        if has_games && !has_luck(experiment, index) {
            return Err(self.bad(written.with.span(), "it needs no luck, so several games on a deal are all the same"));
        }
        experiment.rows.push(Row {
            name: written.name.clone(),
            algorithm: index,
            parts,
            paper: written.paper.clone(),
            series: written.series.clone(),
            x: written.x,
            is_slow: written.slow,
        });
        Ok(())
    }

    fn column(&self, written: &WrittenColumn, experiment: &Experiment) -> Result<Column, BadExperiment> {
        let show = Show::read(written.show.get_ref(), experiment.measure.metrics());
        let show = show.map_err(|problem| self.bad(written.show.span(), problem))?;
        if show.needs_single_deals() && experiment.parts.iter().any(|part| part.group > 1) {
            return Err(self.bad(written.show.span(), "deals in groups have no median, deviation or most"));
        }
        if let Some(path) = &written.paper {
            let missing = |problem| self.bad(path.span(), problem);
            let paper =
                experiment.paper.as_ref().ok_or_else(|| missing("the experiment names no paper".to_string()))?;
            paper.check(path.get_ref()).map_err(missing)?;
        }
        Ok(Column {
            title: written.title.clone(),
            show,
            parts: written.part.as_ref().map(|part| self.parts_named(part, experiment)).transpose()?,
            digits: written.digits.unwrap_or(1),
            scale: written.scale.unwrap_or(1.0),
            paper: written.paper.as_ref().map(|path| path.get_ref().clone()),
        })
    }

    fn plot(&self, written: &WrittenPlot, experiment: &Experiment) -> Result<Plot, BadExperiment> {
        const KINDS: [(&str, &str); 3] = [("bars", "column"), ("sweep", "column"), ("running", "metric")];
        let wants = self.one_of(&written.kind, "plot", &KINDS)?;
        let (given, other) = match wants {
            "column" => (&written.column, &written.metric),
            _ => (&written.metric, &written.column),
        };
        if let Some(other) = other {
            return Err(self.bad(other.span(), format!("a plot of this kind is told a {wants}")));
        }
        let Some(given) = given else {
            return Err(self.bad(written.kind.span(), format!("a plot of this kind needs a {wants}")));
        };
        let unknown = |names: Vec<&str>| {
            self.bad(given.span(), format!("there is no {wants} '{}', only {}", given.get_ref(), names.join(", ")))
        };
        let drawing = if wants == "metric" {
            let metrics = experiment.measure.metrics();
            let metric = metrics.iter().position(|metric| metric == given.get_ref());
            Drawing::Running(metric.ok_or_else(|| unknown(metrics.to_vec()))?)
        } else {
            let titles: Vec<&str> = experiment.columns.iter().map(|column| column.title.as_str()).collect();
            let column = titles.iter().position(|title| title == given.get_ref()).ok_or_else(|| unknown(titles))?;
            if written.kind.get_ref() == "sweep" { Drawing::Sweep(column) } else { Drawing::Bars(column) }
        };
        Ok(Plot {
            drawing,
            title: written.title.clone().unwrap_or_else(|| experiment.title.clone()),
            x: written.x.clone().unwrap_or_default(),
            y: written.y.clone().unwrap_or_else(|| given.get_ref().clone()),
            is_log: [written.log_x, written.log_y],
        })
    }
}

/// Whether a search plays otherwise with another seed.
fn has_luck(experiment: &Experiment, algorithm: usize) -> bool {
    let read = |room: Box<dyn PuzzleRoom>| room.algorithm(&experiment.algorithms[algorithm].with).ok();
    experiment.game.puzzle().ok().and_then(read).is_some_and(|spec| spec.with_seed(0).is_some())
}
