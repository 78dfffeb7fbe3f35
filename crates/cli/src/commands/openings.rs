//! `kibitzer openings`: what the first moves of a game are worth.

use std::fmt::Write as _;

use kibitzer_catalog::Value;
use kibitzer_lab::openings::{self, Opening, Studied, Study, answers, values};

use crate::args::{OpeningsArgs, TableFormat};
use crate::failure::misuse;
use crate::interrupt::cancel_on_interrupt;
use crate::json::Object;
use crate::output::print;

use super::table;

/// The default, where a game has it.
const KEEPING: &str = "exact:keep=on";

/// Decides the openings and tells what is known of them.
pub(crate) fn run(args: &OpeningsArgs) -> anyhow::Result<()> {
    let room = args.game.duel().map_err(misuse)?;
    table::check_into(&args.table)?;
    let decider = match &args.with {
        Some(name) => room.decider_spec(name),
        None => room.decider_spec(KEEPING).or_else(|_| room.decider_spec(room.deciders()[0].name)),
    };
    let decider = decider.map_err(|problem| misuse(format!("--with: {problem}")))?;
    let study = Study {
        game: args.game,
        decider,
        only: args.only.clone(),
        plies: args.plies.into(),
        budget: args.budget.budget(),
        notes: args.notes.clone(),
        is_watched: true,
    };
    study.check().map_err(|problem| misuse(format!("{problem:#}")))?;
    let Studied { openings, is_whole } = study.run(&cancel_on_interrupt()?)?;
    let (table, summary) = (openings::table(&openings), summary(&openings, is_whole));
    let mut below = format!("{summary}\n");
    for line in answers(&openings) {
        let _ = writeln!(below, "- {line}");
    }
    let written = table::write_into(&table, &below, &args.table);
    let printed = match args.table.format {
        TableFormat::Json => print(openings.iter().map(|opening| json(args, opening) + "\n").collect::<String>()),
        TableFormat::Markdown => table::print(&table, &summary, args.table.format),
        TableFormat::Text => {
            let lines = answers(&openings).join("\n");
            table::print(&table, &format!("{summary}{lines}\n"), args.table.format)
        }
    };
    written.and(printed)
}

/// What the openings say of the game.
fn summary(openings: &[Opening], is_whole: bool) -> String {
    let mut text = String::new();
    for (value, rule) in values(openings, is_whole).into_iter().zip(["Without swapping", "With swapping"]) {
        let says = match value {
            Some(Value::Win) => "the first player wins",
            Some(Value::Draw) => "the game is a draw",
            Some(Value::Loss) => "the second player wins",
            None => "these openings do not tell who wins",
        };
        let _ = writeln!(text, "{rule}, {says}.");
    }
    text
}

fn json(args: &OpeningsArgs, opening: &Opening) -> String {
    let named = |value: Option<Value>| -> Vec<String> {
        let found = opening.replies.iter().filter(|reply| reply.value == value);
        found.map(|reply| reply.name.clone()).collect()
    };
    let unknown = named(None);
    Object::new()
        .text("game", args.game)
        .text("opening", &opening.name)
        .plain("images", opening.images)
        .text("first", opening.value.map_or("unknown", word))
        .texts("lose", &named(Some(Value::Win)))
        .texts("draw", &named(Some(Value::Draw)))
        .texts("win", &named(Some(Value::Loss)))
        .texts("open", if opening.value.is_none() { &unknown } else { &[] })
        .texts("not_needed", if opening.value.is_some() { &unknown } else { &[] })
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
