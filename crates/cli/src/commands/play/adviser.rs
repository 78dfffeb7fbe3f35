//! Who answers and hints: engines and solvers, asked for one move.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use kibitzer_catalog::{Analysis, Budget, Cancel, PuzzleRoom, Stats, TextSolver, TextThinker, Value, Verdict, Watch};

use crate::output::counted;

use super::super::analyze::word;

/// What an adviser says.
#[derive(Clone, Debug, Default)]
pub(super) struct Advice {
    /// The move; none where there is nothing good to say.
    pub(super) best: Option<String>,
    /// The reason, as a sentence without a full stop.
    pub(super) says: String,
}

/// What an adviser thinks while it thinks.
pub(super) type Murmur = Mutex<String>;

/// Somebody to ask. The line is all positions from the start to the one at hand.
pub(super) trait Adviser: Send {
    fn advise(&mut self, line: &[String], cancel: &Cancel, murmur: &Murmur) -> anyhow::Result<Advice>;

    /// A new game begins.
    fn forget(&mut self) {}
}

/// An engine.
pub(super) struct DuelAdviser {
    pub(super) thinker: Box<dyn TextThinker>,
    pub(super) budget: Budget,
}

impl Adviser for DuelAdviser {
    fn advise(&mut self, line: &[String], cancel: &Cancel, murmur: &Murmur) -> anyhow::Result<Advice> {
        let position = line.last().map_or("", String::as_str);
        let mut watch = (cancel.clone(), Murmurer { murmur, next: Duration::ZERO });
        let analysis = self.thinker.think(position, self.budget, &mut watch)?.verdict;
        Ok(Advice { best: analysis.moves.first().map(|ranked| ranked.mv.clone()), says: thoughts(&analysis) })
    }

    fn forget(&mut self) {
        self.thinker.forget();
    }
}

/// Writes down what an engine thinks.
struct Murmurer<'a> {
    murmur: &'a Murmur,
    next: Duration,
}

impl Watch<String> for Murmurer<'_> {
    fn look(&mut self, stats: &Stats, analysis: &dyn Fn() -> Analysis<String>) -> ControlFlow<()> {
        if stats.elapsed >= self.next {
            self.next = stats.elapsed + Duration::from_millis(100);
            *self.murmur.lock().unwrap_or_else(PoisonError::into_inner) = thoughts(&analysis());
        }
        ControlFlow::Continue(())
    }
}

/// What an engine thinks of its position.
fn thoughts(analysis: &Analysis<String>) -> String {
    let Some(best) = analysis.moves.first() else { return "nothing".to_string() };
    let mut parts = Vec::new();
    match (best.proved, best.value) {
        // Whoever is lost should hear it plainly.
        (Some(Value::Loss), _) => parts.push("a proved loss, as every move is".to_string()),
        (Some(value), _) => parts.push(format!("a proved {}", word(value))),
        (None, Some(value)) => parts.push(format!("worth {value:+.2}")),
        (None, None) => {}
    }
    // A line of a single move says no more than the move.
    if analysis.variation.len() > 1 {
        parts.push(format!("expecting {}", analysis.variation.iter().take(8).cloned().collect::<Vec<_>>().join(" ")));
    }
    if analysis.playouts > 0 {
        parts.push(counted(analysis.playouts, "playout"));
    }
    parts.join(", ")
}

/// A solver.
pub(super) struct PuzzleAdviser {
    solver: Box<dyn TextSolver>,
    /// The rules, to see where a solution leads.
    room: Box<dyn PuzzleRoom>,
    budget: Budget,
    /// The last solution: positions on its way, each with the move from there and how many are left. Whoever follows it
    /// gets to the goal; solutions found anew at every step may lead in circles.
    way: HashMap<String, (String, u64)>,
}

impl PuzzleAdviser {
    pub(super) fn new(room: Box<dyn PuzzleRoom>, solver: Box<dyn TextSolver>, budget: Budget) -> PuzzleAdviser {
        PuzzleAdviser { solver, room, budget, way: HashMap::new() }
    }

    /// Keeps a solution of a position.
    fn keep(&mut self, position: &str, moves: Vec<String>) -> anyhow::Result<()> {
        self.way.clear();
        let mut position = position.to_string();
        for (left, mv) in (1..=moves.len() as u64).rev().zip(moves) {
            let next = self.room.replay(&position, &mv)?.position;
            self.way.insert(position, (mv, left));
            position = next;
        }
        Ok(())
    }

    /// What the kept solution says.
    fn next(&self, position: &str) -> Option<Advice> {
        let (mv, left) = self.way.get(position)?;
        Some(Advice { best: Some(mv.clone()), says: format!("{} to the goal", counted(*left, "move")) })
    }
}

impl Adviser for PuzzleAdviser {
    fn advise(&mut self, line: &[String], cancel: &Cancel, _: &Murmur) -> anyhow::Result<Advice> {
        if let Some(advice) = line.last().and_then(|position| self.next(position)) {
            return Ok(advice);
        }
        for (back, position) in line.iter().rev().enumerate() {
            match self.solver.solve(position, self.budget, cancel)?.verdict {
                Verdict::Solved(moves) if back == 0 => {
                    self.keep(position, moves)?;
                    let won = || Advice { best: None, says: "0 moves to the goal".to_string() };
                    return Ok(self.next(position).unwrap_or_else(won));
                }
                Verdict::Solved(_) => {
                    return Ok(Advice {
                        best: None,
                        says: format!("lost: take back {}", counted(back as u64, "move")),
                    });
                }
                Verdict::Unsolvable => {}
                Verdict::Unknown(stop) => {
                    let here = if back == 0 { "unknown" } else { "lost here, and before that unknown" };
                    return Ok(Advice { best: None, says: format!("{here}, stopped by: {stop}") });
                }
            }
        }
        Ok(Advice { best: None, says: "lost: it could not be won from the start".to_string() })
    }

    fn forget(&mut self) {
        self.way.clear();
    }
}
