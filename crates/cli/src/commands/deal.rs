//! `kibitzer deal`: prints a position.

use std::hash::{BuildHasher, RandomState};
use std::io::{Write, stderr};
use std::sync::atomic::Ordering;

use anyhow::{Context, bail};
use kibitzer_catalog::{Level, NoLevel, PuzzleRoom, Stop, Verdict};

use crate::args::{DealArgs, Format, checked_seed};
use crate::failure::misuse;
use crate::interrupt::cancel_on_interrupt;
use crate::json::Object;
use crate::output::print;

/// Random deals are picked below this, so that their numbers are short enough to note down.
const RANDOM_SEEDS: u64 = 1_000_000;

/// How many deals are looked at before giving up; far more than it takes where there are such deals at all.
const PATIENCE: u64 = 10_000;

/// Which deals will do.
#[derive(Clone, Copy)]
pub(super) enum Wish {
    Any,
    Solvable,
    Level(Level),
}

/// Prints a deal, and on standard error which one it is where that was not asked for.
pub(crate) fn run(args: &DealArgs) -> anyhow::Result<()> {
    let room = args.shuffle.game(args.game)?.puzzle().map_err(misuse)?;
    let first = match args.seed {
        Some(seed) => checked_seed(room.as_ref(), "--seed", seed)?,
        None => random_seed(),
    };
    let wish = match args.level {
        Some(word) => Wish::Level(word.into()),
        None if args.solvable => Wish::Solvable,
        None => Wish::Any,
    };
    let Dealt { seed, unknown } = find(room.as_ref(), first, wish)?;
    let position = room.deal(seed)?;
    match args.format {
        Format::Json => {
            let object = Object::new().text("game", room.game()).plain("seed", seed);
            let object = match wish {
                Wish::Level(level) => object.text("level", level),
                Wish::Any | Wish::Solvable => object,
            };
            print(object.text("position", position).line() + "\n")?;
        }
        Format::Text => {
            print(position + "\n")?;
            if seed > first || args.seed.is_none() {
                writeln!(stderr(), "deal {seed}{}", skipped(first, seed, unknown, wish))?;
            }
        }
    }
    Ok(())
}

/// A deal that nobody chose.
pub(super) fn random_seed() -> u64 {
    RandomState::new().hash_one(()) % RANDOM_SEEDS
}

/// What is said of the deals that would not do.
fn skipped(first: u64, seed: u64, unknown: u64, wish: Wish) -> String {
    let deals = match seed - first {
        0 => return String::new(),
        1 => format!("deal {first}"),
        _ => format!("deals {first} to {}", seed - 1),
    };
    match wish {
        Wish::Level(level) => format!(", {level} ({deals} {} not)", if seed - first == 1 { "is" } else { "are" }),
        Wish::Any | Wish::Solvable => format!(" ({deals} {})", cannot_be_won(unknown)),
    }
}

/// What is known of deals that will not do, some of which are not known to be lost.
fn cannot_be_won(unknown: u64) -> String {
    match unknown {
        0 => "cannot be won".to_string(),
        1 => "cannot be won, or 1 of them is not known to be".to_string(),
        _ => format!("cannot be won, or {unknown} of them are not known to be"),
    }
}

/// A deal that will do.
pub(super) struct Dealt {
    pub(super) seed: u64,
    /// How many of those before it are neither known to be lost nor to be won.
    unknown: u64,
}

/// The first deal from `first` on that will do.
pub(super) fn find(room: &dyn PuzzleRoom, first: u64, wish: Wish) -> anyhow::Result<Dealt> {
    let mut unknown = 0;
    if matches!(wish, Wish::Any) {
        return Ok(Dealt { seed: first, unknown });
    }
    let cancel = cancel_on_interrupt()?;
    let mut solver = room.solver(&room.algorithm(room.algorithms()[0].name)?);
    let mut leveler = None;
    let last = room.last_seed().min(first.saturating_add(PATIENCE - 1));
    for seed in first..=last {
        if cancel.flag.load(Ordering::Relaxed) {
            bail!("interrupted at deal {seed}");
        }
        let position = room.deal(seed)?;
        let will_do = match wish {
            Wish::Any => true,
            Wish::Solvable => {
                let answer = solver.solve(&position, room.patience(), &cancel);
                match answer.context("internal error, please report it")?.verdict {
                    Verdict::Solved(_) => true,
                    Verdict::Unsolvable => false,
                    Verdict::Unknown(Stop::Cancelled) => bail!("interrupted at deal {seed}"),
                    Verdict::Unknown(_) => {
                        unknown += 1;
                        false
                    }
                }
            }
            Wish::Level(level) => {
                let leveler = match &mut leveler {
                    Some(leveler) => leveler,
                    None => leveler.insert(room.leveler().map_err(|why| misuse(format!("--level: {why}")))?),
                };
                match leveler.has_level(&position, level, &cancel) {
                    Ok(found) => found,
                    Err(NoLevel::Stopped(_)) => bail!("interrupted at deal {seed}"),
                    Err(problem) => return Err(problem.into()),
                }
            }
        };
        if will_do {
            return Ok(Dealt { seed, unknown });
        }
    }
    match wish {
        Wish::Level(level) => bail!("none of the deals {first} to {last} is {level}; try another --seed or --level"),
        Wish::Any | Wish::Solvable => {
            bail!("none of the deals {first} to {last} is known to be winnable; try another --seed")
        }
    }
}
