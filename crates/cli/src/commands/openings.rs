//! `kibitzer openings`: what the first moves of a game are worth.

use std::fmt::Write as _;

use kibitzer_catalog::Value;
use kibitzer_lab::openings::{Opening, Study, answers, table, values};
use kibitzer_lab::tables::replace_section;

use crate::args::{OpeningsArgs, TableFormat};
use crate::failure::misuse;
use crate::interrupt::cancel_on_interrupt;
use crate::json::Object;
use crate::output::print;

/// Decides the openings and tells what is known of them.
pub(crate) fn run(args: &OpeningsArgs) -> anyhow::Result<()> {
    let room = args.game.duel().map_err(misuse)?;
    let decider = room.decider_spec(&args.with).map_err(|problem| misuse(format!("--with: {problem}")))?;
    let study =
        Study { game: args.game, decider, only: args.only.clone(), budget: args.budget.budget(), is_watched: true };
    study.check().map_err(misuse)?;
    let openings = study.run(&cancel_on_interrupt()?)?;
    let written = match &args.table.into {
        Some(section) => {
            let lines: String = answers(&openings).iter().map(|line| format!("- {line}\n")).collect();
            let text = format!("{}\n{}\n{lines}", table(&openings).to_markdown(), summary(&openings));
            replace_section(&section.file, &section.name, &text)
        }
        None => Ok(()),
    };
    let shown = match args.table.format {
        TableFormat::Json => openings.iter().map(|opening| json(args, opening) + "\n").collect(),
        TableFormat::Markdown => format!("{}\n{}", table(&openings).to_markdown(), summary(&openings)),
        TableFormat::Text => {
            let lines = answers(&openings).join("\n");
            format!("{}\n{}{lines}\n", table(&openings).to_text(), summary(&openings))
        }
    };
    let printed = print(shown);
    written.and(printed)
}

/// What the openings say of the game.
fn summary(openings: &[Opening]) -> String {
    let mut text = String::new();
    for (value, rule) in values(openings).into_iter().zip(["Without swapping", "With swapping"]) {
        let says = match value {
            Some(Value::Win) => "the first player wins",
            Some(Value::Draw) => "the game is a draw",
            Some(Value::Loss) => "the second player wins",
            None => "it is open who wins",
        };
        let _ = writeln!(text, "{rule}, {says}, as far as these openings tell.");
    }
    text
}

fn json(args: &OpeningsArgs, opening: &Opening) -> String {
    let named = |value: Option<Value>| -> Vec<String> {
        let found = opening.replies.iter().filter(|(_, found)| *found == value);
        found.map(|(name, _)| name.clone()).collect()
    };
    Object::new()
        .text("game", args.game)
        .text("opening", &opening.name)
        .plain("images", opening.images)
        .text("first", opening.value.map_or("unknown", word))
        .texts("lose", &named(Some(Value::Win)))
        .texts("draw", &named(Some(Value::Draw)))
        .texts("win", &named(Some(Value::Loss)))
        .texts("open", &named(None))
        .plain("expanded", opening.expanded)
        .plain("cpu_micros", opening.time.as_micros())
        .line()
}

fn word(value: Value) -> &'static str {
    match value {
        Value::Win => "win",
        Value::Draw => "draw",
        Value::Loss => "loss",
    }
}
