//! `kibitzer study`: how fair the openings are.

use std::time::Duration;

use kibitzer_catalog::DuelRoom;
use kibitzer_lab::fairness::{self, OpeningScore, SelfPlay, summary};
use kibitzer_lab::files;
use kibitzer_lab::heat_map::heat_map;

use crate::args::{Count, StudyArgs, TableFormat};
use crate::failure::misuse;
use crate::interrupt::cancel_on_interrupt;
use crate::json::Object;
use crate::output::print;

use super::table;

/// How long a move takes where nothing limits it.
const UNLIMITED: Duration = Duration::from_millis(100);

/// Plays the games and tells what came of them.
pub(crate) fn run(args: &StudyArgs) -> anyhow::Result<()> {
    let game = args.game.without_swap();
    let room = game.duel().map_err(misuse)?;
    table::check_into(&args.table)?;
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
    let (table, summary) = (fairness::table(&openings), summary(&openings));
    let written = table::write_into(&table, &summary, &args.table);
    let drawn = draw(args, room.as_ref(), &openings);
    let printed = match args.table.format {
        TableFormat::Json => {
            print(openings.iter().map(|opening| json(room.as_ref(), opening) + "\n").collect::<String>())
        }
        TableFormat::Text | TableFormat::Markdown => table::print(&table, &summary, args.table.format),
    };
    written.and(drawn).and(printed)
}

/// Draws the board, if that was asked for.
fn draw(args: &StudyArgs, room: &dyn DuelRoom, openings: &[OpeningScore]) -> anyhow::Result<()> {
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
