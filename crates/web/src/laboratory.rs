//! The experiments of the lab, with the results that `kibitzer reproduce --write` left in the documents.

use kibitzer_lab::experiment::{self, Experiment, built_in};

use crate::refusal::Refusal;
use crate::wire::laboratory::{self as wire, ExperimentEntry, Experiments, Paper, Table, TableColumn};

/// The chapters, one for each experiment.
const RESULTS: &str = include_str!("../../../docs/results.md");

/// The drawings beside them, by the names of their files.
const PLOTS: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/plots.rs"));

/// All experiments.
pub(crate) fn list() -> Experiments {
    let entry = |id: &'static str| {
        let experiment = experiment::find(id).ok()?;
        Some(ExperimentEntry {
            id: id.to_string(),
            title: experiment.title.clone(),
            game: experiment.game.to_string(),
            paper: experiment.paper.as_ref().map(|paper| format!("{} {}", names(&paper.authors), paper.year)),
            has_results: chapter(id).is_some(),
        })
    };
    Experiments { experiments: built_in().filter_map(entry).collect() }
}

/// `Roberson & Sperduto`.
fn names(authors: &[String]) -> String {
    let surnames: Vec<&str> = authors.iter().map(|author| author.rsplit(' ').next().unwrap_or(author)).collect();
    match surnames.as_slice() {
        [] => String::new(),
        [only] => (*only).to_string(),
        [first @ .., last] => format!("{} & {last}", first.join(", ")),
    }
}

/// One experiment.
pub(crate) fn show(id: &str) -> Result<wire::Experiment, Refusal> {
    let found = find(id)?;
    let chapter = chapter(id).unwrap_or_default();
    let command = chapter.lines().find(|line| line.starts_with("kibitzer reproduce"));
    let plots = links(chapter).enumerate().map(|(index, _)| format!("/api/experiments/{id}/plots/{}", index + 1));
    Ok(wire::Experiment {
        id: id.to_string(),
        title: found.title,
        game: found.game.to_string(),
        paper: found.paper.map(|paper| Paper { title: paper.title, authors: paper.authors, year: paper.year }),
        about: found.about.trim().to_string(),
        command: command.map_or_else(|| format!("kibitzer reproduce {id}"), str::to_string),
        table: table(chapter),
        deals: chapter.lines().find(|line| line.ends_with("in parentheses.")).map(str::to_string),
        plots: plots.collect(),
        differs: found.differs.trim().to_string(),
    })
}

/// A drawing, counted from 1.
pub(crate) fn plot(id: &str, number: &str) -> Result<&'static [u8], Refusal> {
    find(id)?;
    let name = number.parse().ok().and_then(|number: usize| links(chapter(id)?).nth(number.checked_sub(1)?));
    let drawing = name.and_then(|name| PLOTS.iter().find(|(other, _)| *other == name));
    drawing.map(|(_, svg)| *svg).ok_or_else(|| Refusal::missing(format!("{id} has no plot '{number}'")))
}

/// Only those that come along: others would be files of whoever runs the service.
fn find(id: &str) -> Result<Experiment, Refusal> {
    let known = built_in().any(|name| name == id);
    let found = known.then(|| experiment::find(id).ok()).flatten();
    found.ok_or_else(|| Refusal::missing(format!("there is no experiment '{id}'; /api/experiments lists them")))
}

/// What was written about an experiment.
fn chapter(id: &str) -> Option<&'static str> {
    let (_, rest) = RESULTS.split_once(&format!("<!-- {id}:begin -->"))?;
    rest.split_once(&format!("<!-- {id}:end -->")).map(|(chapter, _)| chapter)
}

/// The files of the drawings of a chapter.
fn links(chapter: &'static str) -> impl Iterator<Item = &'static str> {
    chapter.lines().filter_map(|line| line.strip_prefix("![")?.split_once("](results/")?.1.strip_suffix(')'))
}

/// The first table of a chapter.
fn table(chapter: &str) -> Option<Table> {
    let mut lines = chapter.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cells = |line: &str| -> Vec<String> {
        line.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect()
    };
    let column = |title: String| TableColumn { is_paper: title.ends_with("paper"), title };
    let columns: Vec<TableColumn> = cells(lines.next()?).into_iter().map(column).collect();
    let rows = lines.skip(1).map(cells).filter(|row| row.len() == columns.len());
    Some(Table { rows: rows.collect(), columns })
}
