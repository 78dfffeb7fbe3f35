//! The drawing of a race.

use anyhow::Result;

use crate::race::{Contender, Finish};
use crate::stats::as_f64;
use crate::tables::grouped;

use super::Picture;
use super::axis::{Axis, Scale};
use super::curves::{Chart, Curve, Look, draw};

/// How many deals each search of a race has decided within so many nodes a deal. Higher and further left is better.
///
/// # Errors
/// If it cannot be drawn.
pub fn race(finish: &Finish) -> Result<Picture> {
    let most = finish.contenders.iter().filter_map(|contender| contender.nodes.max()).max().unwrap_or(1);
    let (deals, last) = (finish.seeds.end - finish.seeds.start, most.max(10));
    let curve = |contender: &Contender| Curve {
        name: format!("{}: {} of {} decided", contender.search, grouped(contender.decided.total()), grouped(deals)),
        points: steps(contender.decided.running(), last),
    };
    let chart = Chart {
        title: format!("{}, seeds {}..={}", finish.game, finish.seeds.start, finish.seeds.end - 1),
        x: Axis { title: "nodes expanded on a deal, at most".to_string(), is_log: true },
        y: Axis { title: "deals decided".to_string(), is_log: false },
        curves: finish.contenders.iter().map(curve).collect(),
    };
    draw(&chart, Scale::between(1.0, as_f64(last), true), Scale::between(0.0, as_f64(deals), false), Look::Steps)
}

/// The corners of a staircase from the left edge to the right one. A deal without a node counts as one of a single
/// node: a logarithm has no place for 0.
fn steps(running: impl Iterator<Item = (u64, u64)>, last: u64) -> Vec<(f64, f64)> {
    let mut corners = vec![(1, 0)];
    for (nodes, count) in running {
        let before = corners.last().map_or(0, |&(_, count)| count);
        corners.extend([(nodes.max(1), before), (nodes.max(1), count)]);
    }
    let total = corners.last().map_or(0, |&(_, count)| count);
    corners.push((last, total));
    corners.into_iter().map(|(nodes, count)| (as_f64(nodes), as_f64(count))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_rise_at_each_number_and_reach_the_edge() {
        let corners = steps([(0, 2), (5, 3)].into_iter(), 9);
        assert_eq!(corners, [(1.0, 0.0), (1.0, 0.0), (1.0, 2.0), (5.0, 2.0), (5.0, 3.0), (9.0, 3.0)]);
    }
}
