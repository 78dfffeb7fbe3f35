//! `kibitzer` alone: the first screen.

use std::io::{Write, stdout};

use kibitzer_catalog::GameSpec;

/// Says what this is and what to try first.
pub(crate) fn welcome() -> anyhow::Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "kibitzer {}: fast, exact and honest search for games\n", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "Games")?;
    for game in GameSpec::GAMES {
        writeln!(out, "  {:<8} {}", game.name, game.help)?;
    }
    out.write_all(TRY.as_bytes())?;
    Ok(())
}

const TRY: &str = "
Try
  kibitzer deal birds --solvable               a deal that can be won
  kibitzer solve birds --seed 80431            decide it, with a proof
  kibitzer solve birds \"8C 7S / 2D 8D\"         a position of your own
  kibitzer solve birds --seeds 0..1000         a thousand deals
  kibitzer solve birds --with help             the searches to choose from

All commands: kibitzer --help
One of them:  kibitzer solve --help
";
