//! `kibitzer puzzles`: wins to find and traps to avoid.

use std::fmt::Write as _;
use std::fs;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::bail;
use clap::ValueEnum;
use kibitzer_catalog::DuelRoom;
use kibitzer_lab::files;
use kibitzer_lab::puzzles::{self, Answer, Answers, Puzzle, PuzzleExam, PuzzleRecipe};

use crate::args::{Count, PuzzleWord, PuzzlesArgs, TableFormat};
use crate::failure::misuse;
use crate::interrupt::cancel_on_interrupt;
use crate::json::Object;
use crate::output::{counted, print};

use super::table;

/// How long a move takes where nothing limits it.
const UNLIMITED: Duration = Duration::from_millis(50);

/// More mistakes than this are counted, not told.
const TOLD: usize = 10;

/// Makes, checks or uses puzzles.
pub(crate) fn run(args: &PuzzlesArgs) -> anyhow::Result<()> {
    let room = args.game.duel().map_err(misuse)?;
    table::check_into(&args.table)?;
    match (args.make, &args.with) {
        (Some(kind), _) => make(args, kind),
        (None, Some(spec)) => examine(args, room.as_ref(), spec),
        (None, None) => check(args, room.as_ref()),
    }
}

fn make(args: &PuzzlesArgs, kind: PuzzleWord) -> anyhow::Result<()> {
    let Count(each) = args.each;
    if each == 0 {
        return Err(misuse("--each: at least one puzzle of each length"));
    }
    puzzles::can_be_proved(args.game).map_err(misuse)?;
    let recipe = PuzzleRecipe {
        game: args.game,
        kind: kind.into(),
        each: usize::try_from(each).unwrap_or(usize::MAX),
        seed: args.seed,
        threads: args.threads.threads(),
        is_watched: true,
    };
    let made = recipe.make(&cancel_on_interrupt()?)?;
    let word = kind.to_possible_value().map(|value| value.get_name().to_string()).unwrap_or_default();
    let heading = format!(
        "puzzles, proved by plain exhaustive search, made by\n\
         kibitzer puzzles {} FILE --make {word} --each {each} --seed {}",
        args.game, args.seed
    );
    files::write_atomically(&args.file, puzzles::write(&made, &heading).as_bytes())?;
    print(format!("{}: {}\n", args.file.display(), counted(made.len() as u64, "puzzle")))
}

fn read(args: &PuzzlesArgs, room: &dyn DuelRoom) -> anyhow::Result<Vec<Puzzle>> {
    let file = &args.file;
    let text = fs::read_to_string(file).map_err(|problem| misuse(format!("{}: {problem}", file.display())))?;
    puzzles::read(room, &text).map_err(|problem| misuse(format!("{}, {problem}", file.display())))
}

fn check(args: &PuzzlesArgs, room: &dyn DuelRoom) -> anyhow::Result<()> {
    puzzles::can_be_proved(args.game).map_err(misuse)?;
    let entries = read(args, room)?;
    let cancel = cancel_on_interrupt()?;
    let mut wrong = None;
    for puzzle in &entries {
        if cancel.flag.load(Ordering::Relaxed) {
            bail!("cancelled");
        }
        if !puzzles::check(args.game, puzzle)? {
            wrong = wrong.or(Some(puzzle));
        }
    }
    match wrong {
        Some(puzzle) => bail!("the moves listed for {} are not those that the rules give", puzzle.position),
        None => print(format!("{} proved again\n", counted(entries.len() as u64, "puzzle"))),
    }
}

fn examine(args: &PuzzlesArgs, room: &dyn DuelRoom, spec: &str) -> anyhow::Result<()> {
    let exam = PuzzleExam {
        thinker: room.thinker_spec(spec).map_err(|problem| misuse(format!("--with: {problem}")))?,
        budget: args.limits.budget(Some(UNLIMITED))?,
        threads: args.threads.threads(),
        is_watched: true,
    };
    let answers = exam.run(room, &read(args, room)?, &cancel_on_interrupt()?)?;
    // Whoever reads the table may leave; the document is written all the same.
    let kept = table::write_into(&answers.table(), "", &args.table);
    let printed = match args.table.format {
        TableFormat::Json => print(answers.answers.iter().map(|answer| json(room, answer) + "\n").collect::<String>()),
        TableFormat::Text | TableFormat::Markdown => {
            table::print(&answers.table(), &remarks(&answers), args.table.format)
        }
    };
    kept.and(printed)
}

fn remarks(answers: &Answers) -> String {
    let mut text = format!("{}\n", answers.spec);
    for answer in answers.mistakes().take(TOLD) {
        let _ = writeln!(text, "{}: played {}, should {}", answer.position, answer.mv, answer.task);
    }
    if let more @ 1.. = answers.mistakes().count().saturating_sub(TOLD) {
        let _ = writeln!(text, "and {more} more");
    }
    text
}

fn json(room: &dyn DuelRoom, answer: &Answer) -> String {
    Object::new()
        .text("game", room.game())
        .text("position", &answer.position)
        .text("task", answer.task)
        .text("move", &answer.mv)
        .plain("is_right", answer.is_right)
        .plain("cpu_micros", answer.cpu.as_micros())
        .line()
}
