//! `kibitzer train`: examples, ways to learn, and models for searches.

use anyhow::Context;
use kibitzer_catalog::{GameSpec, LearnerSpec};
use kibitzer_lab::measure::trails;
use kibitzer_lab::progress::Progress;
use kibitzer_lab::train::{Judged, Training, search_models, table};
use kibitzer_lab::{examples, files};

use crate::args::{TableFormat, TrainArgs, checked_seed};
use crate::failure::misuse;
use crate::json::Object;
use crate::output;

use super::algorithms;
use super::table::{check_into, print, write_into};

/// Makes or reads the examples, learns from them, and writes what was asked for.
pub(crate) fn run(args: &TrainArgs) -> anyhow::Result<()> {
    if !matches!(args.game, GameSpec::Birds { size: None }) {
        return Err(misuse(format!("models are learned for birds alone, not for {}", args.game)));
    }
    if args.with.iter().any(|name| name == "help") {
        return algorithms::show_learners(args.game, LearnerSpec::listings());
    }
    check_into(&args.table)?;
    let read = |text: &String| LearnerSpec::read(text).map_err(|problem| misuse(format!("--with: {problem}")));
    let learners = args.with.iter().map(read).collect::<anyhow::Result<Vec<_>>>()?;
    if learners.is_empty() && args.out.is_none() && args.keep.is_none() {
        return Err(misuse(
            "nothing is asked for: name a model --with, or a file to --keep examples or to write --out",
        ));
    }
    let threads = args.threads.threads();
    let numbered = match (&args.examples, args.seeds) {
        (Some(path), _) => examples::read(path).map_err(|problem| misuse(format!("--examples: {problem:#}")))?,
        (None, Some(seeds)) => {
            checked_seed(args.game.puzzle()?.as_ref(), "--seeds", seeds.last())?;
            let seeds: Vec<u64> = seeds.range().collect();
            let progress = Progress::of(seeds.len() as u64, "deals");
            let found = trails(&seeds, threads, &progress)?;
            progress.finish();
            seeds.into_iter().zip(found).collect()
        }
        (None, None) => {
            return Err(misuse("say which deals to learn from: --seeds, or --examples with a file of them"));
        }
    };
    if let Some(path) = &args.keep {
        examples::write(path, &numbered)?;
    }
    let trails: Vec<_> = numbered.into_iter().map(|(_, trail)| trail).collect();
    if let Some(path) = &args.out {
        let models = search_models(&trails);
        let few = |problem| anyhow::anyhow!("the examples are too few for models of searches: {problem}");
        args.game.puzzle()?.use_models(&path.display().to_string(), &models).map_err(few)?;
        files::write_atomically(path, models.as_bytes()).context("the models are not kept")?;
    }
    if learners.is_empty() {
        return Ok(());
    }
    let training =
        Training { trails: &trails, learners: &learners, folds: args.folds.into(), threads, is_watched: true };
    let judged = training.run().map_err(|problem| misuse(format!("--folds: {problem:#}")))?;
    let written = write_into(&table(&judged), "", &args.table);
    let printed = match args.table.format {
        TableFormat::Json => output::print(judged.iter().map(|one| json(one) + "\n").collect::<String>()),
        format => print(&table(&judged), "", format),
    };
    written.and(printed)
}

fn json(judged: &Judged) -> String {
    let accuracy = judged.accuracy();
    Object::new()
        .text("learned", &judged.learner)
        .plain("examples", judged.examples())
        .real("accuracy", accuracy.map(|found| found.value))
        .real("accuracy_low", accuracy.map(|found| found.low))
        .real("accuracy_high", accuracy.map(|found| found.high))
        .line()
}
