//! `kibitzer` alone: the first screen.

use kibitzer_catalog::GameSpec;

use crate::output::print;

/// Says what this is and what to try first.
pub(crate) fn welcome() -> anyhow::Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    let games: Vec<_> = GameSpec::GAMES.iter().map(|game| format!("  {:<8} {}\n", game.name, game.help)).collect();
    let title = format!("kibitzer {version}: fast, exact and honest search for games");
    print(format!("{title}\n\nGames\n{}{TRY}", games.concat()))
}

const TRY: &str = "
Try
  kibitzer serve                               play and watch in a browser
  kibitzer play connect4                       against an engine, with hints
  kibitzer play yavalath                       on a board of hexagons
  kibitzer analyze connect4 4453               every move of a position, ranked
  kibitzer deal gaps --solvable                a deal that can be won
  kibitzer solve birds --seed 80431            decide it, with a proof
  kibitzer solve birds \"8C 7S / 2D 8D\"         a position of your own
  kibitzer solve birds --with help             the searches to choose from

All commands: kibitzer --help
One of them:  kibitzer solve --help
";
