//! `kibitzer suite`: test sets, and how engines do on them.

use std::fmt::Write as _;
use std::fs;
use std::time::Duration;

use anyhow::bail;
use kibitzer_catalog::{DuelRoom, Value};
use kibitzer_lab::files;
use kibitzer_lab::suite::{Check, Exam, Grade, Graded, Recipe, Suite};

use crate::args::{Count, SuiteArgs, TableFormat};
use crate::failure::misuse;
use crate::interrupt::cancel_on_interrupt;
use crate::json::Object;
use crate::output::{counted, print};

use super::table;

/// How long a move takes where nothing limits it.
const UNLIMITED: Duration = Duration::from_secs(1);

/// More mistakes than this are counted, not told.
const TOLD: usize = 10;

/// Makes, checks or uses a test set.
pub(crate) fn run(args: &SuiteArgs) -> anyhow::Result<()> {
    let room = args.game.duel().map_err(misuse)?;
    table::check_into(&args.table)?;
    match (&args.check, &args.with) {
        (Some(spec), _) => check(args, room.as_ref(), spec),
        (None, Some(spec)) => examine(args, room.as_ref(), spec),
        (None, None) => make(args),
    }
}

fn make(args: &SuiteArgs) -> anyhow::Result<()> {
    let Count(each) = args.each;
    if each == 0 {
        return Err(misuse("--each: at least one position of each length"));
    }
    let recipe = Recipe {
        game: args.game,
        plies: args.plies.clone(),
        each: usize::try_from(each).unwrap_or(usize::MAX),
        seed: args.seed,
        threads: args.threads.threads(),
        is_watched: true,
    };
    let suite = recipe.make(&cancel_on_interrupt()?)?;
    let (first, last) = (args.plies.start(), args.plies.end());
    let heading = format!(
        "positions and their scores for the side to move, made by\n\
         kibitzer suite {} FILE --make --plies {first}..={last} --each {each} --seed {}",
        args.game, args.seed
    );
    files::write_atomically(&args.file, suite.write(&heading).as_bytes())?;
    print(format!("{}: {}\n", args.file.display(), counted(suite.entries.len() as u64, "position")))
}

fn read(args: &SuiteArgs, room: &dyn DuelRoom) -> anyhow::Result<Suite> {
    let file = &args.file;
    let text = fs::read_to_string(file).map_err(|problem| misuse(format!("{}: {problem}", file.display())))?;
    let suite = Suite::read(args.game, room, &text);
    suite.map_err(|problem| misuse(format!("{}, {problem}", file.display())))
}

fn check(args: &SuiteArgs, room: &dyn DuelRoom, spec: &str) -> anyhow::Result<()> {
    let check = Check {
        decider: room.decider_spec(spec).map_err(|problem| misuse(format!("--check: {problem}")))?,
        from_ply: args.from_ply,
        budget: args.limits.budget(None)?,
        threads: args.threads.threads(),
        is_watched: true,
    };
    let checked = check.run(&read(args, room)?, &cancel_on_interrupt()?)?;
    let differ = checked.differ.len() as u64;
    print(format!(
        "{} decided again with {}: {} agree, {differ} differ, {} unknown\n",
        counted(checked.agree + differ + checked.unknown, "position"),
        check.decider.brief(),
        checked.agree,
        checked.unknown
    ))?;
    match checked.differ.first() {
        Some(entry) => bail!("the first that differs is {}", entry.position),
        None => Ok(()),
    }
}

fn examine(args: &SuiteArgs, room: &dyn DuelRoom, spec: &str) -> anyhow::Result<()> {
    let exam = Exam {
        thinker: room.thinker_spec(spec).map_err(|problem| misuse(format!("--with: {problem}")))?,
        from_ply: args.from_ply,
        budget: args.limits.budget(Some(UNLIMITED))?,
        threads: args.threads.threads(),
        is_watched: true,
    };
    let graded = exam.run(&read(args, room)?, &cancel_on_interrupt()?)?;
    // Whoever reads the table may leave; the document is written all the same.
    let kept = table::write_into(&graded.table(), "", &args.table);
    let printed = match args.table.format {
        TableFormat::Json => print(graded.grades.iter().map(|grade| json(room, grade) + "\n").collect::<String>()),
        TableFormat::Text | TableFormat::Markdown => {
            table::print(&graded.table(), &remarks(&graded), args.table.format)
        }
    };
    kept.and(printed)
}

fn remarks(graded: &Graded) -> String {
    let indifferent = counted(graded.indifferent, "position");
    let mut text = format!("{}; {indifferent} left out, where every move has the same value\n", graded.spec);
    for grade in graded.mistakes().take(TOLD) {
        let (value, kept) = (word(grade.value), word(grade.kept));
        let _ = writeln!(text, "{}: played {}, a {kept} instead of a {value}", grade.position, grade.mv);
    }
    if let more @ 1.. = graded.mistakes().count().saturating_sub(TOLD) {
        let _ = writeln!(text, "and {more} more");
    }
    text
}

fn json(room: &dyn DuelRoom, grade: &Grade) -> String {
    Object::new()
        .text("game", room.game())
        .text("position", &grade.position)
        .text("move", &grade.mv)
        .text("value", word(grade.value))
        .text("kept", word(grade.kept))
        .plain("cpu_micros", grade.cpu.as_micros())
        .line()
}

fn word(value: Value) -> &'static str {
    match value {
        Value::Win => "win",
        Value::Draw => "draw",
        Value::Loss => "loss",
    }
}
