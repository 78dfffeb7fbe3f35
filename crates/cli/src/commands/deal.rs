//! `kibitzer deal`: prints a position.

use std::hash::{BuildHasher, RandomState};
use std::io::{Write, stderr};

use anyhow::{Context, bail};
use kibitzer_catalog::{Budget, PuzzleRoom, Verdict};

use crate::args::{DealArgs, Format, checked_seed};
use crate::interrupt::cancel_on_interrupt;
use crate::json::Object;
use crate::output::print;

/// Random deals are picked below this, so that their numbers are short enough to note down.
const RANDOM_SEEDS: u64 = 1_000_000;

/// Prints a deal, and on standard error which one it is where that was not asked for.
pub(crate) fn run(args: &DealArgs) -> anyhow::Result<()> {
    let room = args.game.room();
    let asked = match args.seed {
        Some(seed) => checked_seed(room.as_ref(), "--seed", seed)?,
        None => RandomState::new().hash_one(()) % RANDOM_SEEDS,
    };
    let seed = if args.solvable { first_solvable(room.as_ref(), asked)? } else { asked };
    let position = room.deal(seed)?;
    match args.format {
        Format::Json => {
            let object = Object::new().text("game", room.game()).plain("seed", seed).text("position", position);
            print(object.line() + "\n")?;
        }
        Format::Text => {
            print(position + "\n")?;
            if let Some(note) = note(args, asked, seed) {
                writeln!(stderr(), "{note}")?;
            }
        }
    }
    Ok(())
}

fn note(args: &DealArgs, asked: u64, seed: u64) -> Option<String> {
    match seed - asked {
        0 if args.seed.is_some() => None,
        0 => Some(format!("deal {seed}")),
        1 => Some(format!("deal {seed} (deal {asked} cannot be won)")),
        _ => Some(format!("deal {seed} (deals {asked} to {} cannot be won)", seed - 1)),
    }
}

/// The first deal from `first` on that is proved solvable.
fn first_solvable(room: &dyn PuzzleRoom, first: u64) -> anyhow::Result<u64> {
    let cancel = cancel_on_interrupt()?;
    let default = room.algorithms()[0].name;
    let mut solver = room.solver(&room.algorithm(default)?);
    for seed in first..=room.last_seed() {
        let answer = solver.solve(&room.deal(seed)?, Budget::default(), &cancel);
        match answer.context("internal error, please report it")?.verdict {
            Verdict::Solved(_) => return Ok(seed),
            Verdict::Unsolvable => {}
            Verdict::Unknown(_) => bail!("interrupted at deal {seed}"),
        }
    }
    bail!("no deal from {first} on can be won")
}
