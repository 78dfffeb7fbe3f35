//! `kibitzer analyze`: ranks the moves of a position.

mod live;
mod puzzle;

use std::fmt::Write as _;
use std::fs;
use std::io::{Write, stderr};
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use kibitzer_catalog::{
    Analysis, BadFile, DuelRoom, Ranked, Report, Resumed, Room, Situation, SolverSpec, Stop, TextThinker, Value,
};
use kibitzer_lab::files::write_atomically;
use kibitzer_lab::tables::{Table, grouped};

use crate::args::{AnalyzeArgs, Format, With};
use crate::failure::misuse;
use crate::interrupt::cancel_on_interrupt;
use crate::json::Object;
use crate::output::{counted, print};

use super::algorithms;
use live::Live;

/// How long a search takes where nothing limits it.
const UNLIMITED: Duration = Duration::from_secs(5);

/// Ranks the moves, or lists the searches that can.
pub(crate) fn run(args: &AnalyzeArgs) -> anyhow::Result<()> {
    let room = args.game.room();
    if args.with == Some(With::Help) {
        return match &room {
            Room::Puzzle(room) => algorithms::show(room.game(), &room.algorithms()),
            Room::Duel(room) => algorithms::show(room.game(), &room.thinkers()),
        };
    }
    match &room {
        Room::Puzzle(room) => puzzle::run(room.as_ref(), args),
        Room::Duel(room) => duel(room.as_ref(), args),
    }
}

/// The name that was written after `--with`.
fn name(args: &AnalyzeArgs) -> Option<&str> {
    match &args.with {
        Some(With::Search(name)) => Some(name),
        Some(With::Help) | None => None,
    }
}

fn duel(room: &dyn DuelRoom, args: &AnalyzeArgs) -> anyhow::Result<()> {
    let budget = args.limits.budget(Some(UNLIMITED))?;
    let Resumed { position, spec, mut thinker } = start(room, args)?;
    if args.save.is_some() && !room.saves(&spec) {
        return Err(misuse(format!("--save: {} keeps nothing that could be saved", spec.name())));
    }
    let cancel = cancel_on_interrupt()?;
    let live = Live::on_stderr();
    let report = thinker.think(&position, budget, &mut (cancel, live)).map_err(misuse)?;
    Live::clear();
    let text = match args.format {
        Format::Text => page(room, &position, &report, args.threats)?,
        Format::Json => json(room, &position, &spec, &report, args.threats)?,
    };
    // Whoever reads the answer may leave; the file is kept all the same.
    let kept = args.save.as_deref().map_or(Ok(()), |path| save(thinker.as_ref(), &position, path));
    let printed = print(text);
    kept.and(printed)
}

/// The position and the engine that were asked for, or those of a file.
fn start(room: &dyn DuelRoom, args: &AnalyzeArgs) -> anyhow::Result<Resumed> {
    let named = name(args)
        .map(|name| room.thinker_spec(name).map_err(|problem| misuse(format!("--with: {problem}"))))
        .transpose()?;
    let Some(path) = &args.resume else {
        let text = args.position.as_deref().ok_or_else(|| misuse("name a position, or a file with --resume"))?;
        let position = room.read(text).map_err(misuse)?;
        let spec = match named {
            Some(spec) => spec,
            None => room.thinker_spec(room.thinkers()[0].name)?,
        };
        return Ok(Resumed { position, thinker: room.thinker(&spec), spec });
    };
    let refuse = |problem: &dyn std::fmt::Display| misuse(format!("--resume {}: {problem}", path.display()));
    let file = fs::read(path).map_err(|problem| refuse(&problem))?;
    let resumed = room.resume(&file).map_err(|problem| refuse(&problem))?;
    match named {
        Some(spec) if spec != resumed.spec => {
            let (found, expected) = (resumed.spec.to_string(), spec.to_string());
            Err(refuse(&BadFile::Other { what: "search", found, expected }))
        }
        _ => Ok(resumed),
    }
}

fn save(thinker: &dyn TextThinker, position: &str, path: &Path) -> anyhow::Result<()> {
    let file = thinker.save(position).context("the search kept nothing that could be saved")?;
    write_atomically(path, &file)?;
    writeln!(stderr(), "the search is in {}", path.display())?;
    Ok(())
}

/// The board, a table of the moves, and what the search did.
fn page(
    room: &dyn DuelRoom,
    position: &str,
    report: &Report<Analysis<String>>,
    shows_threats: bool,
) -> anyhow::Result<String> {
    let Report { verdict: analysis, stats } = report;
    let Situation { picture, board, to_move, .. } = room.look(position)?;
    let mut text = if shows_threats {
        let marks = room.sides().map(String::from);
        let threats = board.threats(marks.each_ref().map(String::as_str), to_move);
        format!("{}\n\n{threats}\n\n", board.text_with_threats(room.sides(), to_move))
    } else {
        format!("{picture}\n\n")
    };
    if analysis.moves.is_empty() {
        return Ok(text + "the game is over\n");
    }
    text.push_str(table(&analysis.moves).to_text().trim_end());
    let line = analysis.variation.join(" ");
    let proved = analysis.proved.map(|value| format!("proved: {}\n", word(value))).unwrap_or_default();
    let best = &analysis.moves[0].mv;
    let why = room.explain(position, best)?.map(|why| format!("why:  {why}\n")).unwrap_or_default();
    write!(text, "\nbest: {best}\n{why}line: {line}\n{proved}")?;
    let seconds = stats.elapsed.as_secs_f64();
    let mut work = Vec::new();
    if analysis.playouts > 0 {
        work.push(counted(analysis.playouts, "playout"));
    } else {
        work.push(counted(stats.expanded, "position"));
    }
    work.push(format!("{} a second", grouped(format!("{:.0}", rate(stats.expanded, seconds)))));
    let tree = analysis.tree;
    if tree.nodes > 0 {
        work.push(format!("{} of {} bytes", counted(tree.nodes, "node"), tree.node_bytes));
    }
    if tree.kept > 0 {
        work.push(format!("{} kept", grouped(tree.kept)));
    }
    if tree.depth > 0 {
        work.push(format!("depth {}", tree.depth));
    }
    if tree.is_full {
        work.push("the tree is full".to_string());
    }
    let stopped = analysis.stopped_by.map_or("all is known that it looks for", reason);
    Ok(format!("{text}{}; {stopped} after {:.1?}\n", work.join(", "), stats.elapsed))
}

/// Per second, of work that may have taken no time.
#[expect(clippy::cast_precision_loss, reason = "a rate is good to a few digits")]
pub(super) fn rate(count: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { count as f64 / seconds } else { 0.0 }
}

fn reason(stop: Stop) -> &'static str {
    match stop {
        Stop::Nodes => "stopped by the limit on playouts or nodes",
        Stop::Time => "stopped by the limit on time",
        Stop::Memory => "stopped by the limit on memory",
        Stop::Cancelled => "stopped by Ctrl-C",
        Stop::GaveUp => "given up",
    }
}

/// What a column says of a move.
type Cell = fn(&Ranked<String>) -> Option<String>;

/// One row a move, one column for each thing that is known of any.
fn table(moves: &[Ranked<String>]) -> Table {
    let columns: [(&str, Cell); 4] = [
        ("visits", |ranked| ranked.visits.map(grouped)),
        ("value", |ranked| ranked.value.map(|value| format!("{value:+.3}"))),
        ("score", |ranked| ranked.score.map(|score| format!("{score:+}"))),
        ("proved", |ranked| ranked.proved.map(|value| word(value).to_string())),
    ];
    let shown: Vec<_> = columns.iter().filter(|(_, cell)| moves.iter().any(|ranked| cell(ranked).is_some())).collect();
    let mut table = Table::new(["move"].into_iter().chain(shown.iter().map(|(name, _)| *name)));
    for ranked in moves {
        let cells = shown.iter().map(|(_, cell)| cell(ranked).unwrap_or_default());
        table.row([ranked.mv.clone()].into_iter().chain(cells));
    }
    table
}

/// `win`, `draw` or `loss`.
pub(super) fn word(value: Value) -> &'static str {
    match value {
        Value::Win => "win",
        Value::Draw => "draw",
        Value::Loss => "loss",
    }
}

/// The object of the contract, fields in its order; then what else is known.
fn json(
    room: &dyn DuelRoom,
    position: &str,
    spec: &SolverSpec,
    report: &Report<Analysis<String>>,
    shows_threats: bool,
) -> anyhow::Result<String> {
    let Report { verdict: analysis, stats } = report;
    let object = Object::new().text("game", room.game()).text("position", position);
    let object = match analysis.moves.first() {
        Some(best) => object.text("best", &best.mv),
        None => object.plain("best", "null"),
    };
    let moves = analysis.moves.iter().map(|ranked| {
        Object::new()
            .text("move", &ranked.mv)
            .maybe(ranked.visits, |object, visits| object.plain("visits", visits))
            .maybe(ranked.value, |object, value| object.plain("value", format!("{value:.4}")))
            .maybe(ranked.score, |object, score| object.plain("score", score))
            .maybe(ranked.proved, |object, value| object.text("proved", word(value)))
    });
    let why = match analysis.moves.first() {
        Some(best) => room.explain(position, &best.mv)?,
        None => None,
    };
    let threats = if shows_threats { Some(threats(&room.look(position)?)) } else { None };
    let (playouts, tree) = ((analysis.playouts > 0).then_some(analysis.playouts), analysis.tree);
    let object = object
        .objects("moves", moves)
        .maybe(playouts, |object, playouts| object.plain("playouts", playouts))
        .plain("micros", stats.elapsed.as_micros())
        .text("with", spec)
        .maybe(analysis.proved, |object, value| object.text("proved", word(value)))
        .maybe(analysis.score, |object, score| object.plain("score", score))
        .texts("variation", &analysis.variation)
        .plain("expanded", stats.expanded)
        .plain("nodes", tree.nodes)
        .maybe((tree.kept > 0).then_some(tree.kept), |object, kept| object.plain("kept", kept))
        .maybe(tree.is_full.then_some(true), |object, is_full| object.plain("full", is_full))
        .maybe(analysis.stopped_by, |object, stop| object.text("stopped_by", stop))
        .maybe(why, |object, why| object.text("why", why))
        .maybe(threats, |object, threats| object.objects("threats", threats));
    Ok(object.line() + "\n")
}

/// The moves that would end the game at once, of either side.
fn threats(situation: &Situation) -> Vec<Object> {
    let squares = situation.board.rows.iter().flat_map(|row| &row.squares);
    let ends = squares.flat_map(|square| {
        let mv = square.target.as_deref();
        let ends = square.at_once.into_iter().zip(1..);
        ends.filter_map(move |(value, player)| {
            Some(Object::new().text("move", mv?).plain("player", player).text("ends", word(value?)))
        })
    });
    ends.collect()
}
