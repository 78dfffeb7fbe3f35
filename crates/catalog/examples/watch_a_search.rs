//! Watch a search while it thinks, and stop it when you have seen enough.
//!
//! `cargo run --release -p kibitzer-catalog --example watch_a_search`

use std::error::Error;
use std::ops::ControlFlow;

use kibitzer_catalog::{Analysis, Budget, GameSpec, Stats, Watch};

/// Tells whenever another move looks best, and stops at 20,000 playouts.
#[derive(Default)]
struct Commentator {
    best: Option<String>,
}

impl Watch<String> for Commentator {
    // Called every few milliseconds; the analysis is made only because it is asked for.
    fn look(&mut self, stats: &Stats, analysis: &dyn Fn() -> Analysis<String>) -> ControlFlow<()> {
        let found = analysis();
        if let Some(best) = found.moves.first().filter(|best| self.best.as_ref() != Some(&best.mv)) {
            println!("after {:>6} playouts: {}, expecting {}", found.playouts, best.mv, found.variation.join(" "));
            self.best = Some(best.mv.clone());
        }
        if stats.expanded < 20_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let room = "yavalath".parse::<GameSpec>()?.duel()?;
    let mut engine = room.thinker(&room.thinker_spec("mcts")?);
    let report = engine.think("e5 d4", Budget::default(), &mut Commentator::default())?;
    let stopped = report.verdict.stopped_by.map_or("it is decided".to_string(), |stop| format!("stopped: {stop}"));
    println!("{stopped} after {} playouts", report.verdict.playouts);
    Ok(())
}
