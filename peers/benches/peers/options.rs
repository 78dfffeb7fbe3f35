//! What can be typed after `--`.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use kibitzer_peers::{Limit, Section};

/// How much to measure, and where to write it.
pub(crate) struct Options {
    pub(crate) playouts: u64,
    pub(crate) games: u64,
    pub(crate) limit: Limit,
    pub(crate) seed: u64,
    pub(crate) into: Option<Section>,
}

impl Options {
    pub(crate) fn from_args(mut args: impl Iterator<Item = String>) -> Result<Options> {
        let milliseconds = |number| Limit::Time(Duration::from_millis(number));
        let mut options = Options { playouts: 500_000, games: 100, limit: milliseconds(20), seed: 1, into: None };
        while let Some(arg) = args.next() {
            match arg.as_str() {
                // What `cargo bench` adds.
                "--bench" => {}
                "--quick" => (options.playouts, options.games, options.limit) = (100_000, 20, milliseconds(5)),
                "--into" => options.into = Some(value(&arg, &mut args)?.parse()?),
                "--games" => options.games = number(&arg, &mut args)?,
                "--milliseconds" => options.limit = milliseconds(number(&arg, &mut args)?),
                "--playouts-a-move" => options.limit = Limit::Playouts(number(&arg, &mut args)?.max(1)),
                "--seed" => options.seed = number(&arg, &mut args)?,
                _ => bail!("'{arg}' is none of --quick, --games, --seed, --milliseconds, --playouts-a-move and --into"),
            }
        }
        if options.games == 0 {
            bail!("nothing is known from no games");
        }
        Ok(options)
    }

    /// What the numbers rest on.
    pub(crate) fn terms(&self) -> String {
        let Options { playouts, games, seed, .. } = self;
        let cost = match self.limit {
            Limit::Time(time) => format!("{} ms of CPU time", time.as_millis()),
            Limit::Playouts(playouts) => format!("{playouts} playouts"),
        };
        format!(
            "Medians of 3 runs of {playouts} playouts; memory after {playouts} playouts from the empty board; {games} games \
             a match with {cost} a move, seed {seed}.\nStrength is wins, draws and losses, and the \
             difference in Elo with its 95% interval.\n"
        )
    }
}

fn value(option: &str, args: &mut impl Iterator<Item = String>) -> Result<String> {
    args.next().with_context(|| format!("{option} needs a value"))
}

fn number(option: &str, args: &mut impl Iterator<Item = String>) -> Result<u64> {
    let text = value(option, args)?;
    text.replace('_', "").parse().with_context(|| format!("{option}: '{text}' is not a whole number"))
}
