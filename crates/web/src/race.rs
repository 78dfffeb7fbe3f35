//! Searches on the same deals, one after the other, told deal by deal.

use std::time::{Duration, Instant};

use kibitzer_catalog::{Budget, PuzzleRoom, SolverSpec};
use kibitzer_lab::plot::{Axis, Chart, Curve, curves};

use crate::advice::words::{answer_word, micros};
use crate::control::Control;
use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::wire::answers::Word;
use crate::wire::events::{RaceDeal, RaceDone, RaceEvent, RaceLane, RaceStart};

/// A race to be run.
pub(crate) struct Race {
    pub(crate) room: Box<dyn PuzzleRoom>,
    pub(crate) searches: Vec<SolverSpec>,
    pub(crate) first_seed: u64,
    pub(crate) deals: u64,
    /// Of each search on each deal.
    pub(crate) nodes: u64,
    /// Of the whole race.
    pub(crate) time: Duration,
}

impl Race {
    /// Runs, and tells.
    pub(crate) fn run(self, control: &Control, limits: &Limits) {
        control.send_surely(&RaceEvent::Start(RaceStart {
            id: control.id.clone(),
            searches: self.searches.iter().map(ToString::to_string).collect(),
            first_seed: self.first_seed,
            deals: self.deals,
        }));
        match self.all(control, limits) {
            Ok(found) => control.send_surely(&RaceEvent::Done(self.done(&found))),
            Err(refusal) => control.fail(&refusal),
        }
    }

    fn all(&self, control: &Control, limits: &Limits) -> Result<Vec<RaceDeal>, Refusal> {
        let until = Instant::now() + self.time;
        let mut solvers: Vec<_> = self.searches.iter().map(|spec| self.room.solver(spec)).collect();
        let mut found = Vec::new();
        for seed in self.first_seed..self.first_seed + self.deals {
            let position = self.room.deal(seed).map_err(Refusal::bad)?;
            for (search, solver) in solvers.iter_mut().enumerate() {
                let left = until.saturating_duration_since(Instant::now());
                if control.is_over() || left.is_zero() {
                    return Ok(found);
                }
                let budget = Budget { nodes: Some(self.nodes), time: Some(left), bytes: Some(limits.job_bytes) };
                let answer = solver.solve(&position, budget, &control.cancel).map_err(|_| Refusal::broken())?;
                let verdict = answer_word(&answer);
                let deal = RaceDeal {
                    seed,
                    search,
                    verdict,
                    nodes: answer.stats.expanded,
                    length: (verdict == Word::Solved).then(|| answer.moves().len()),
                    micros: micros(answer.stats.elapsed),
                };
                control.send_surely(&RaceEvent::Deal(deal.clone()));
                found.push(deal);
            }
        }
        Ok(found)
    }

    fn done(&self, found: &[RaceDeal]) -> RaceDone {
        let lane = |(index, spec): (usize, &SolverSpec)| {
            let own: Vec<&RaceDeal> = found.iter().filter(|deal| deal.search == index).collect();
            lane(spec.to_string(), &own)
        };
        let with: Vec<String> = self.searches.iter().map(|spec| format!("--with {}", spec.brief())).collect();
        let (game, first, last) = (self.room.game(), self.first_seed, self.first_seed + self.deals);
        RaceDone {
            lanes: self.searches.iter().enumerate().map(lane).collect(),
            plot: self.plot(found),
            complete: found.len() as u64 == self.deals * self.searches.len() as u64,
            command: format!(
                "kibitzer race {game} --seeds {first}..{last} {} --max-nodes {}",
                with.join(" "),
                self.nodes
            ),
        }
    }

    /// How many deals each search decided within so many nodes; nothing where it cannot be drawn.
    fn plot(&self, found: &[RaceDeal]) -> String {
        let curve = |(index, spec): (usize, &SolverSpec)| {
            let own = found.iter().filter(|deal| deal.search == index && deal.verdict != Word::Unknown);
            let mut nodes: Vec<u64> = own.map(|deal| deal.nodes.max(1)).collect();
            nodes.sort_unstable();
            Curve { name: spec.brief(), points: steps(&nodes) }
        };
        let axis = |title: &str, is_log| Axis { title: title.to_string(), is_log };
        let last = self.first_seed + self.deals - 1;
        let chart = Chart {
            title: format!("{}, seeds {}..={last}", self.room.game(), self.first_seed),
            x: axis("nodes expanded on a deal, at most", true),
            y: axis("deals decided", false),
            curves: self.searches.iter().enumerate().map(curve).collect(),
        };
        curves(&chart).map(|picture| picture.svg).unwrap_or_default()
    }
}

/// The corners of a staircase: how many deals were decided within so many nodes.
#[expect(clippy::cast_precision_loss, reason = "a drawing is good to a few digits")]
fn steps(nodes: &[u64]) -> Vec<(f64, f64)> {
    let corners = nodes.iter().enumerate().flat_map(|(count, &nodes)| [(nodes, count), (nodes, count + 1)]);
    corners.map(|(nodes, count)| (nodes as f64, count as f64)).collect()
}

#[expect(clippy::cast_precision_loss, reason = "means are good to a few digits")]
fn lane(with: String, deals: &[&RaceDeal]) -> RaceLane {
    let count = |word: Word| deals.iter().filter(|deal| deal.verdict == word).count() as u64;
    let mean = |numbers: &[u64]| match numbers {
        [] => None,
        _ => Some(numbers.iter().sum::<u64>() as f64 / numbers.len() as f64),
    };
    let mut nodes: Vec<u64> = deals.iter().map(|deal| deal.nodes).collect();
    nodes.sort_unstable();
    let times: Vec<u64> = deals.iter().map(|deal| deal.micros).collect();
    let lengths: Vec<u64> = deals.iter().filter_map(|deal| deal.length).map(|length| length as u64).collect();
    RaceLane {
        with,
        solved: count(Word::Solved),
        unsolvable: count(Word::Unsolvable),
        unknown: count(Word::Unknown),
        mean_nodes: mean(&nodes).unwrap_or(0.0),
        median_nodes: nodes.get(nodes.len().saturating_sub(1) / 2).copied().unwrap_or(0),
        most_nodes: nodes.last().copied().unwrap_or(0),
        mean_length: mean(&lengths),
        mean_micros: mean(&times).unwrap_or(0.0),
    }
}
