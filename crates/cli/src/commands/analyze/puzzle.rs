//! The moves of a puzzle, ranked by solving what each leads to.

use std::time::Instant;

use anyhow::{Context, anyhow};
use kibitzer_catalog::{Budget, Cancel, PuzzleRoom, SolverSpec, Verdict};
use kibitzer_lab::tables::{Table, grouped};

use crate::args::{AnalyzeArgs, Format};
use crate::failure::misuse;
use crate::interrupt::cancel_on_interrupt;
use crate::json::Object;
use crate::output::{counted, print};

use super::{UNLIMITED, name};

/// What a move leads to. The order is that of preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Prospect {
    Solvable,
    Unknown,
    Unsolvable,
}

impl Prospect {
    fn word(self) -> &'static str {
        match self {
            Prospect::Solvable => "solvable",
            Prospect::Unknown => "unknown",
            Prospect::Unsolvable => "unsolvable",
        }
    }
}

/// A move and what it leads to.
struct Branch {
    mv: String,
    prospect: Prospect,
    expanded: u64,
}

pub(super) fn run(room: &dyn PuzzleRoom, args: &AnalyzeArgs) -> anyhow::Result<()> {
    for (option, is_given) in [("--save", args.save.is_some()), ("--resume", args.resume.is_some())] {
        if is_given {
            return Err(misuse(format!("{option}: searches of puzzles keep nothing that could be saved")));
        }
    }
    if args.threats {
        return Err(misuse("--threats: nobody threatens anything in a puzzle"));
    }
    let budget = args.limits.budget(Some(UNLIMITED))?;
    let spec = room.algorithm(name(args).unwrap_or(room.algorithms()[0].name));
    let spec = spec.map_err(|problem| misuse(format!("--with: {problem}")))?;
    let text = args.position.as_deref().ok_or_else(|| misuse("name a position"))?;
    let position = room.read(text).map_err(misuse)?;
    let started = Instant::now();
    let cancel = cancel_on_interrupt()?;
    let moves = rank(room, &spec, &position, budget, &cancel)?;
    match args.format {
        Format::Text => print(page(room, &position, &moves)?),
        Format::Json => {
            let object = Object::new().text("game", room.game()).text("position", &position);
            let object = match moves.first() {
                Some(best) => object.text("best", &best.mv),
                None => object.plain("best", "null"),
            };
            let object = object.objects(
                "moves",
                moves.iter().map(|found| {
                    let proved = (found.prospect != Prospect::Unknown).then(|| found.prospect.word());
                    Object::new().text("move", &found.mv).maybe(proved, |object, word| object.text("proved", word))
                }),
            );
            print(object.plain("micros", started.elapsed().as_micros()).text("with", spec).line() + "\n")
        }
    }
}

/// Solves what each move leads to, the best first.
fn rank(
    room: &dyn PuzzleRoom,
    spec: &SolverSpec,
    position: &str,
    budget: Budget,
    cancel: &Cancel,
) -> anyhow::Result<Vec<Branch>> {
    let mut solver = room.solver(spec);
    let mut moves = Vec::new();
    for mv in room.legal_moves(position)? {
        let next = room.replay(position, &mv)?.position;
        let answer = solver.solve(&next, budget, cancel).map_err(|problem| anyhow!(problem));
        let answer = answer.context("internal error, please report it")?;
        let prospect = match answer.verdict {
            Verdict::Solved(_) => Prospect::Solvable,
            Verdict::Unsolvable => Prospect::Unsolvable,
            Verdict::Unknown(_) => Prospect::Unknown,
        };
        moves.push(Branch { mv, prospect, expanded: answer.stats.expanded });
    }
    // The order of the board among equals.
    moves.sort_by_key(|found| found.prospect);
    Ok(moves)
}

fn page(room: &dyn PuzzleRoom, position: &str, moves: &[Branch]) -> anyhow::Result<String> {
    let picture = room.picture(position)?;
    if moves.is_empty() {
        let is_won = room.replay(position, "").is_ok_and(|replay| replay.ending == kibitzer_catalog::Ending::Goal);
        let says = if is_won { "it is solved" } else { "there is no move" };
        return Ok(format!("{picture}\n\n{says}\n"));
    }
    let mut table = Table::new(["move", "then", "expanded"]);
    for found in moves {
        table.row([found.mv.clone(), found.prospect.word().to_string(), grouped(found.expanded)]);
    }
    let good = moves.iter().filter(|found| found.prospect == Prospect::Solvable).count() as u64;
    let of = counted(moves.len() as u64, "legal move");
    let text = table.to_text();
    Ok(format!(
        "{picture}\n\n{}\n{of}, {} to a solution\n",
        text.trim_end(),
        if good == 1 { "1 leads".to_string() } else { format!("{good} lead") }
    ))
}
