//! The experiments and papers that come with the program.

use std::path::Path;

use anyhow::{Context, Result};

use super::spec::BadExperiment;
use super::{Experiment, Paper};

macro_rules! embedded {
    ($folder:literal: $($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../data/", $folder, "/", $name, ".toml")))),*]
    };
}

const EXPERIMENTS: &[(&str, &str)] = embedded!("experiments":
    "roberson2019-table1",
    "roberson2019-table2",
    "roberson2019-table3",
    "kucharski2019-table1",
    "kucharski2019-table2",
    "kucharski2019-table3",
    "kucharski2019-table4",
    "kucharski2019-table5",
    "kucharski2019-table6",
    "kucharski2019-figure1",
    "kucharski2019-mcts",
    "hoshino2019-tree",
    "hoshino2019-million",
    "birds-planner",
    "birds-orders",
    "birds-models",
    "darmanger2024-table7.1",
    "darmanger2024-table7.2",
    "darmanger2024-nodes",
    "gaps-further",
    "gaps-exact",
    "gaps-lowest",
    "gaps-shortest",
);

const PAPERS: &[(&str, &str)] = embedded!("papers": "roberson2019", "kucharski2019", "hoshino2019", "darmanger2024");

/// The names of the experiments that come with the program.
pub fn built_in() -> impl Iterator<Item = &'static str> {
    EXPERIMENTS.iter().map(|(name, _)| *name)
}

/// What a paper printed, by its short name, if we have it.
#[must_use]
pub fn paper(name: &str) -> Option<Result<Paper, BadExperiment>> {
    let (_, text) = PAPERS.iter().find(|(other, _)| *other == name)?;
    Some(Paper::read(&format!("data/papers/{name}.toml"), text))
}

/// An experiment by its name, or by the path of its spec, which ends in `.toml`. A spec in a file may name a paper in
/// a file beside it, too.
///
/// # Errors
/// If there is no such experiment, or its spec is wrong.
pub fn find(name: &str) -> Result<Experiment> {
    if let Some((_, text)) = EXPERIMENTS.iter().find(|(other, _)| *other == name) {
        let experiment = Experiment::read(&format!("data/experiments/{name}.toml"), text, paper)?;
        return Ok(Experiment { call: name.to_string(), ..experiment });
    }
    let path = Path::new(name);
    if path.extension().is_none_or(|ending| ending != "toml") {
        anyhow::bail!(
            "there is no experiment '{name}': `kibitzer reproduce` lists them, and the path of a spec ends in .toml"
        );
    }
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let beside = |paper_name: &str| {
        let file = path.with_file_name(format!("{paper_name}.toml"));
        let text = std::fs::read_to_string(&file).ok()?;
        Some(Paper::read(&file.display().to_string(), &text))
    };
    Ok(Experiment::read(name, &text, |paper_name| paper(paper_name).or_else(|| beside(paper_name)))?)
}
