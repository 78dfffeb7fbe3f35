//! `kibitzer study`: how fair the openings are.

use std::time::Duration;

use kibitzer_catalog::DuelRoom;
use kibitzer_lab::fairness::{OpeningScore, SelfPlay, summary, table};
use kibitzer_lab::files;
use kibitzer_lab::heat_map::heat_map;
use kibitzer_lab::tables::replace_section;

use crate::args::{Count, StudyArgs, TableFormat};
use crate::failure::misuse;
use crate::interrupt::cancel_on_interrupt;
use crate::json::Object;
use crate::output::print;

use super::table::check_into;

/// How long a move takes where nothing limits it.
const UNLIMITED: Duration = Duration::from_millis(100);

/// Plays the games and tells what came of them.
pub(crate) fn run(args: &StudyArgs) -> anyhow::Result<()> {
    let game = args.game.without_swap();
    let room = game.duel().map_err(misuse)?;
    check_into(&args.table)?;
    let Count(games) = args.games;
    if games == 0 {
        return Err(misuse("--games: at least one game from each opening"));
    }
    let study = SelfPlay {
        game,
        engine: room.thinker_spec(&args.with).map_err(|problem| misuse(format!("--with: {problem}")))?,
        games,
        seed: args.seed,
        budget: args.limits.budget(Some(UNLIMITED))?,
        threads: args.threads.threads(),
        is_watched: true,
    };
    study.check().map_err(|problem| misuse(format!("--with: {problem}")))?;
    let openings = study.run(&cancel_on_interrupt()?)?;
    // Whoever reads the table may leave; the files are written all the same.
    let kept = keep(args, room.as_ref(), &openings);
    let shown = match args.table.format {
        TableFormat::Json => openings.iter().map(|opening| json(room.as_ref(), opening) + "\n").collect(),
        TableFormat::Markdown => format!("{}\n{}", table(&openings).to_markdown(), summary(&openings)),
        TableFormat::Text => format!("{}\n{}", table(&openings).to_text(), summary(&openings)),
    };
    kept.and(print(shown))
}

/// Writes the document and the drawing that were asked for.
fn keep(args: &StudyArgs, room: &dyn DuelRoom, openings: &[OpeningScore]) -> anyhow::Result<()> {
    if let Some(section) = &args.table.into {
        let text = format!("{}\n{}", table(openings).to_markdown(), summary(openings));
        replace_section(&section.file, &section.name, &text)?;
    }
    let Some(path) = &args.svg else { return Ok(()) };
    let of_move = |name: &str| openings.iter().find(|opening| opening.moves.iter().any(|mv| mv == name));
    let board = room.look(room.start())?.board;
    let title = format!("{}: score of the first player after each opening", room.game());
    let svg = heat_map(&title, &board, |name| of_move(name).map(|opening| opening.score.value()))?;
    files::write_atomically(path, svg.as_bytes())
}

fn json(room: &dyn DuelRoom, opening: &OpeningScore) -> String {
    let (low, high) = opening.score.wilson();
    Object::new()
        .text("game", room.game())
        .text("opening", opening.name())
        .texts("images", &opening.moves)
        .plain("won", opening.score.won)
        .plain("drawn", opening.score.drawn)
        .plain("lost", opening.score.lost)
        .plain("score", opening.score.value())
        .plain("low", low)
        .plain("high", high)
        .plain("with_swap", opening.with_swap())
        .line()
}
