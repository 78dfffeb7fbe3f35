//! What a room must refuse and must not claim, shown by a toy whose solutions differ in length and whose solvers lie.

use std::fmt::{self, Display};
use std::num::ParseIntError;
use std::ops::ControlFlow;
use std::str::FromStr;

use kibitzer_search::{Analysis, Branch, Insight, Stats, Stop};

use crate::certificate::Claim;
use crate::level::Level;

use super::*;

/// Take one or two until nothing is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Countdown(u32);

impl Display for Countdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Countdown {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Countdown, ParseIntError> {
        text.parse().map(Countdown)
    }
}

impl Game for Countdown {
    type Move = u32;
    type Key = u32;

    fn moves(&self) -> impl Iterator<Item = u32> {
        1..=self.0.min(2)
    }

    fn play(&mut self, taken: u32) {
        self.0 -= taken;
    }

    fn key(&self) -> u32 {
        self.0
    }
}

impl Puzzle for Countdown {
    fn is_goal(&self) -> bool {
        self.0 == 0
    }
}

/// Says the same whatever it is asked.
struct Parrot(&'static [u32]);

impl Solver<Countdown> for Parrot {
    fn solve(&mut self, _: &Countdown, _: Budget, _: &mut dyn Observer<Countdown>) -> Report<Verdict<u32>> {
        Report { verdict: Verdict::Solved(self.0.to_vec()), stats: Stats::default() }
    }
}

#[derive(Clone)]
struct ToyShelf;

impl Shelf for ToyShelf {
    type Puzzle = Countdown;
    type Leveler = ();

    const ALGORITHMS: &'static [Algorithm<Countdown>] = &[
        Algorithm {
            listing: listing("a-star"),
            proves_shortest: |_| true,
            build: |_, _| {
                let heuristic = |state: &Countdown| Some(state.0.div_ceil(2));
                Box::new(BestFirst { heuristic, weight: Weight::A_STAR })
            },
        },
        parrot("slow", |_, _| Box::new(Parrot(&[1, 1, 1, 1, 1]))),
        parrot("illegal", |_, _| Box::new(Parrot(&[2, 2, 2]))),
        parrot("early", |_, _| Box::new(Parrot(&[2]))),
    ];
    const LAST_SEED: u64 = 9;
    const SOLUTIONS_HAVE_ONE_LENGTH: bool = false;

    fn game(&self) -> GameSpec {
        GameSpec::Birds { size: None }
    }

    fn deal(&self, seed: u64) -> Countdown {
        Countdown(u32::try_from(seed).expect("at most 9"))
    }

    fn admit(&self, _: &Countdown) -> Result<(), String> {
        Ok(())
    }

    fn has_levels(&self) -> Result<(), String> {
        Ok(())
    }

    fn level(&self, (): &mut (), _: &Countdown, _: &mut dyn Observer<Countdown>) -> Result<Option<Level>, Stop> {
        Err(Stop::Cancelled)
    }

    fn certify(
        &self,
        _: &Countdown,
        _: &Verdict<u32>,
        _: Budget,
        _: &mut dyn Observer<Countdown>,
    ) -> Result<Vec<u8>, NoCertificate> {
        Err(NoCertificate::Wrong)
    }

    fn check_certificate(&self, _: &[u8]) -> Result<Proved, Refused> {
        Ok(Proved { position: "many".to_string(), claim: Claim::Unsolvable { positions: 0 } })
    }

    fn layout(&self, _: &Countdown) -> CardLayout {
        CardLayout { rows: Vec::new(), steps: Vec::new() }
    }

    fn objection(&self, position: &Countdown, taken: u32) -> String {
        format!("cannot take {taken} of {position}")
    }
}

const fn listing(name: &'static str) -> Listing {
    Listing { name, help: "", source: "", parameters: &[] }
}

const fn parrot(
    name: &'static str,
    build: fn(&crate::options::Options, &Library) -> Box<dyn Solver<Countdown> + Send>,
) -> Algorithm<Countdown> {
    Algorithm { listing: listing(name), proves_shortest: |_| false, build }
}

fn solve(name: &str) -> Result<Answer, SolveError> {
    let spec = ToyShelf.algorithm(name).expect("a toy search");
    ToyShelf.solver(&spec).solve("5", Budget::default(), &Cancel::default())
}

#[test]
fn a_solution_that_does_not_replay_is_an_error_and_no_answer() {
    let says = |name| solve(name).unwrap_err().to_string();
    assert_eq!(says("illegal"), "the solution of `5` does not replay: move 3 is illegal (moves: 2 2 2)");
    assert_eq!(says("early"), "the solution of `5` does not replay: it ends at `3` (moves: 2)");
}

#[test]
fn shortest_is_said_only_where_it_is_proved() {
    let answer = |name| solve(name).map(|answer| (answer.moves().len(), answer.shortest)).unwrap();
    assert_eq!(answer("a-star"), (3, true));
    assert_eq!(answer("slow"), (5, false));
    let proves = |name| ToyShelf.proves_shortest(&ToyShelf.algorithm(name).unwrap());
    assert!(proves("a-star"));
    assert!(!proves("slow"));
}

#[test]
fn a_certificate_of_a_position_that_is_none_is_refused() {
    let refused = PuzzleRoom::check_certificate(&ToyShelf, b"").unwrap_err();
    assert_eq!(refused.to_string(), "line 2: invalid digit found in string");
}

#[test]
fn a_measurement_that_was_stopped_is_no_level() {
    let says =
        |position| ToyShelf.leveler().expect("levels").level(position, &Cancel::default()).unwrap_err().to_string();
    assert_eq!(says("5"), "the measurement was stopped: cancelled");
    assert_eq!(says("five"), "invalid digit found in string");
}

/// Keeps what a search shows.
#[derive(Default)]
struct Spy {
    looks: Vec<u64>,
    ended: Option<Analysis<String>>,
    first: Vec<Branch<String>>,
    second: Vec<Branch<String>>,
    nowhere: Vec<Branch<String>>,
}

impl Watch<String> for Spy {
    fn look(&mut self, stats: &Stats, _: &dyn Fn() -> Analysis<String>) -> ControlFlow<()> {
        self.looks.push(stats.expanded);
        ControlFlow::Continue(())
    }

    fn ended(&mut self, _: &Stats, tree: &dyn Insight<String>) {
        self.ended = Some(tree.analysis());
        self.first = tree.branches(&[]);
        let busiest = self.first.iter().max_by_key(|branch| branch.visits).expect("the start has moves");
        self.second = tree.branches(std::slice::from_ref(&busiest.mv));
        self.nowhere = tree.branches(&["3".to_string()]);
    }
}

#[test]
fn a_solver_that_is_watched_shows_where_it_met_each_position_first() {
    let spec = ToyShelf.algorithm("a-star").expect("a toy search");
    let mut spy = Spy::default();
    let answer = ToyShelf.solver(&spec).solve_watched("5", Budget::default(), &mut spy).expect("a position");
    assert_eq!(answer, solve("a-star").map(|plain| Answer { stats: answer.stats, ..plain }).expect("a position"));
    let analysis = spy.ended.expect("it ended");
    let below: u64 = spy.first.iter().map(|branch| branch.visits).sum();
    assert_eq!(below + 1, answer.stats.expanded, "all expansions but that of the start are below it");
    assert!(spy.looks.is_sorted() && spy.looks.contains(&1));
    assert!(!spy.second.is_empty() && spy.nowhere.is_empty());
    assert_eq!(analysis.moves.len(), 2);
    assert!(analysis.variation.len() >= 2, "{analysis:?}");
}

#[test]
fn a_watcher_stops_a_solver() {
    struct Impatient;
    impl Watch<String> for Impatient {
        fn look(&mut self, _: &Stats, _: &dyn Fn() -> Analysis<String>) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }
    let spec = ToyShelf.algorithm("a-star").expect("a toy search");
    let answer = ToyShelf.solver(&spec).solve_watched("5", Budget::default(), &mut Impatient).expect("a position");
    assert_eq!(answer.stopped_by(), Some(Stop::Cancelled));
}

#[test]
fn a_guess_from_outside_guides_best_first_search() {
    // Half of what is left, rounded up, never overestimates.
    let half = |text: &str| text.parse::<u32>().ok().map(|left| left.div_ceil(2));
    let mut solver = ToyShelf.best_first(Weight::A_STAR, Box::new(half));
    let answer = solver.solve("5", Budget::default(), &Cancel::default()).expect("a position");
    assert_eq!((answer.moves().len(), answer.shortest), (3, false), "nobody knows that the guess can be trusted");
    let hopeless = ToyShelf.best_first(Weight::Greedy, Box::new(|_| None));
    let answer = { hopeless }.solve("5", Budget::default(), &Cancel::default()).expect("a position");
    assert_eq!(answer.word(), "unsolvable");
}
