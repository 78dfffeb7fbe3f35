//! `kibitzer tune`: numeric options by trial.

use kibitzer_catalog::Room;
use kibitzer_lab::tune::{Goal, Tuned, Tuning};

use crate::args::{TableFormat, TuneArgs};
use crate::failure::misuse;
use crate::interrupt::cancel_on_interrupt;
use crate::json::Object;
use crate::output;

use super::table::{check_into, print, write_into};

/// Tunes, and tells what came of it.
pub(crate) fn run(args: &TuneArgs) -> anyhow::Result<()> {
    check_into(&args.table)?;
    let game = args.shuffle.game(args.game)?;
    let (base, goal) = match game.room() {
        Room::Puzzle(room) => (room.algorithm(&args.with), Goal::Nodes),
        Room::Duel(room) => (room.thinker_spec(&args.with), Goal::Score),
    };
    let tuning = Tuning {
        game,
        base: base.map_err(|problem| misuse(format!("--with: {problem}")))?,
        vary: args.vary.clone(),
        goal: args.goal.map_or(goal, Goal::from),
        trials: args.trials,
        train: args.train,
        test: args.test,
        budget: args.budget.budget(),
        seed: args.seed,
        threads: args.threads.threads(),
        is_watched: true,
    };
    tuning.check().map_err(|problem| misuse(format!("{problem:#}")))?;
    let tuned = tuning.run(&cancel_on_interrupt()?)?;
    let below = tuned.verdict() + "\n";
    let written = write_into(&tuned.table(), &below, &args.table);
    let printed = match args.table.format {
        TableFormat::Json => output::print(json(&tuned)),
        format => print(&tuned.table(), &below, format),
    };
    written.and(printed)
}

/// An object for each candidate, and one for the choice.
fn json(tuned: &Tuned) -> String {
    let mut lines = String::new();
    for trial in &tuned.trials {
        let mean = kibitzer_lab::stats::mean(&trial.costs);
        let object = Object::new()
            .text("game", tuned.game)
            .text("candidate", &trial.spec)
            .plain("deals", trial.costs.len())
            .real("cost", mean.map(|mean| mean.value));
        lines += &(object.line() + "\n");
    }
    let [before, after] = &tuned.specs;
    let object = Object::new()
        .text("game", tuned.game)
        .text("before", before)
        .text("tuned", after)
        .real("cost_before", Some(tuned.test[0].value))
        .real("cost_tuned", Some(tuned.test[1].value))
        .real("ratio", tuned.ratio.map(|ratio| ratio.value))
        .real("ratio_low", tuned.ratio.map(|ratio| ratio.low))
        .real("ratio_high", tuned.ratio.map(|ratio| ratio.high));
    lines + &object.line() + "\n"
}
