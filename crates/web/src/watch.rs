//! Searches that are watched: what they do becomes events, and orders become pauses and steps. The search is untouched.

mod tree;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use kibitzer_catalog::{Analysis, Answer, Budget, Insight, Report, Room, SolverSpec, Stats, Stop, Verdict, Watch};

use crate::advice::words::{answer_word, micros, stopped_by, value_word, weighed};
use crate::control::Control;
use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::wire::answers::StoppedBy;
use crate::wire::events::{Done, Job, Progress, WatchEvent};

/// The first events come sooner than the others.
const FIRST_GAP: Duration = Duration::from_millis(10);
const GAP: Duration = Duration::from_millis(250);

/// While it waits, a search says so, and so finds out whether somebody listens.
const SIGN_OF_LIFE: Duration = Duration::from_secs(1);

/// A search to be watched.
pub(crate) struct Watched {
    pub(crate) room: Room,
    pub(crate) spec: SolverSpec,
    pub(crate) position: String,
    /// How long, pauses aside.
    pub(crate) time: Duration,
    pub(crate) nodes: Option<u64>,
}

impl Watched {
    /// Searches, and tells.
    pub(crate) fn run(self, control: &Control, limits: &Limits) {
        control.send_surely(&WatchEvent::Job(Job {
            id: control.id.clone(),
            with: self.spec.to_string(),
            position: self.position.clone(),
            seconds: self.time.as_secs_f64(),
            bytes: limits.job_bytes as u64,
        }));
        // The watcher keeps the time, since pauses do not count.
        let budget = Budget { nodes: self.nodes, time: None, bytes: Some(limits.job_bytes) };
        let mut watcher = Watcher::new(control, self.time, limits.job_life);
        let done = match &self.room {
            Room::Puzzle(room) => {
                let answer = room.solver(&self.spec).solve_watched(&self.position, budget, &mut watcher);
                answer.map(|answer| watcher.solved(&answer)).map_err(|_| Refusal::broken())
            }
            Room::Duel(room) => {
                let report = room.thinker(&self.spec).think(&self.position, budget, &mut watcher);
                report.map(|report| watcher.thought(&report)).map_err(Refusal::bad)
            }
        };
        match done {
            Ok(done) => control.send_surely(&WatchEvent::Done(done)),
            Err(refusal) => control.fail(&refusal),
        }
    }
}

/// Sits beside a search.
struct Watcher<'a> {
    control: &'a Control,
    limit: Duration,
    life: Duration,
    started: Instant,
    /// How long it has waited.
    paused: Duration,
    /// Nodes of stages that ended: a search of several counts each from 0.
    before: u64,
    latest: Stats,
    /// Whether the last look was followed by one into a tree; then what there is to do is done there.
    has_tree: bool,
    /// When the next events are due, and how far those after them.
    due: Instant,
    gap: Duration,
    /// Nodes and time at the last progress.
    last: (u64, Duration),
    /// Nodes when steps were counted last.
    stepped: u64,
    is_out_of_time: bool,
}

impl<'a> Watcher<'a> {
    fn new(control: &'a Control, limit: Duration, life: Duration) -> Self {
        let started = Instant::now();
        Watcher {
            control,
            limit,
            life,
            started,
            paused: Duration::ZERO,
            before: 0,
            latest: Stats::default(),
            has_tree: false,
            due: started + FIRST_GAP,
            gap: FIRST_GAP,
            last: (0, Duration::ZERO),
            stepped: 0,
            is_out_of_time: false,
        }
    }

    fn nodes(&self) -> u64 {
        self.before + self.latest.expanded
    }

    /// The time spent searching.
    fn elapsed(&self) -> Duration {
        self.started.elapsed().saturating_sub(self.paused)
    }

    fn count(&mut self, stats: &Stats) -> ControlFlow<()> {
        if stats.expanded < self.latest.expanded {
            self.before += self.latest.expanded;
        }
        self.latest = Stats { peak_bytes: stats.peak_bytes.max(self.latest.peak_bytes), ..*stats };
        self.is_out_of_time |= self.elapsed() >= self.limit || self.started.elapsed() >= self.life;
        if self.is_out_of_time || self.control.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Does what there is to do, now that the search stands still.
    fn attend(
        &mut self,
        analysis: &dyn Fn() -> Analysis<String>,
        tree: Option<&dyn Insight<String>>,
    ) -> ControlFlow<()> {
        if Instant::now() >= self.due {
            self.gap = (self.gap * 2).min(GAP);
            self.due = Instant::now() + self.gap;
            self.show(&analysis(), tree);
        }
        self.wait(analysis, tree)
    }

    /// Waits while it is told to.
    fn wait(&mut self, analysis: &dyn Fn() -> Analysis<String>, tree: Option<&dyn Insight<String>>) -> ControlFlow<()> {
        let (began, mut shown) = (Instant::now(), None);
        loop {
            {
                let mut orders = self.control.orders();
                let made = self.nodes().saturating_sub(self.stepped);
                orders.steps = orders.steps.saturating_sub(made);
                self.stepped = self.nodes();
                if !orders.is_paused || orders.steps > 0 {
                    break;
                }
            }
            if self.control.is_over() || self.started.elapsed() >= self.life {
                self.paused += began.elapsed();
                self.is_out_of_time |= self.started.elapsed() >= self.life;
                return ControlFlow::Break(());
            }
            let version = self.control.orders().version;
            if shown.is_none_or(|(at, seen): (Instant, u64)| seen != version || at.elapsed() >= SIGN_OF_LIFE) {
                self.show(&analysis(), tree);
                shown = Some((Instant::now(), version));
            }
            self.control.wait(Duration::from_millis(100));
        }
        if shown.is_some() {
            self.paused += began.elapsed();
        }
        ControlFlow::Continue(())
    }

    /// Sends how far it is, and the tree if there is one.
    fn show(&mut self, analysis: &Analysis<String>, tree: Option<&dyn Insight<String>>) {
        let (nodes, elapsed) = (self.nodes(), self.elapsed());
        let state = self.control.state(&self.control.orders());
        self.control.send(&WatchEvent::Progress(Progress {
            state,
            nodes,
            nodes_per_second: rate(nodes - self.last.0.min(nodes), elapsed.saturating_sub(self.last.1)),
            micros: micros(elapsed),
            bytes: self.latest.peak_bytes as u64,
            depth: analysis.tree.depth.max(u32::try_from(analysis.variation.len()).unwrap_or(u32::MAX)),
            verdict: value_word(analysis.proved),
            line: analysis.variation.clone(),
            moves: weighed(analysis),
        }));
        self.last = (nodes, elapsed);
        if let Some(tree) = tree {
            let open = self.control.orders().open.clone();
            self.control.send(&WatchEvent::Tree(tree::grown(tree, analysis, &open)));
        }
    }

    fn stopped_by(&self, stop: Option<Stop>) -> Option<StoppedBy> {
        if self.is_out_of_time && stop == Some(Stop::Cancelled) { Some(StoppedBy::Time) } else { stop.map(stopped_by) }
    }

    fn solved(&self, answer: &Answer) -> Done {
        let line = if let Verdict::Solved(moves) = &answer.verdict { moves.clone() } else { Vec::new() };
        Done {
            verdict: answer_word(answer),
            line,
            shortest: answer.shortest,
            moves: Vec::new(),
            nodes: answer.stats.expanded,
            micros: micros(self.elapsed()),
            bytes: answer.stats.peak_bytes as u64,
            stopped_by: self.stopped_by(answer.stopped_by()),
        }
    }

    fn thought(&self, report: &Report<Analysis<String>>) -> Done {
        let analysis = &report.verdict;
        Done {
            verdict: value_word(analysis.proved),
            line: analysis.variation.clone(),
            shortest: false,
            moves: weighed(analysis),
            nodes: report.stats.expanded,
            micros: micros(self.elapsed()),
            bytes: report.stats.peak_bytes as u64,
            stopped_by: self.stopped_by(analysis.stopped_by),
        }
    }
}

/// A number a second.
#[expect(clippy::cast_precision_loss, reason = "a rate is good to a few digits")]
fn rate(count: u64, time: Duration) -> f64 {
    if time.is_zero() { 0.0 } else { count as f64 / time.as_secs_f64() }
}

impl Watch<String> for Watcher<'_> {
    fn look(&mut self, stats: &Stats, analysis: &dyn Fn() -> Analysis<String>) -> ControlFlow<()> {
        self.count(stats)?;
        if std::mem::take(&mut self.has_tree) {
            return ControlFlow::Continue(());
        }
        self.attend(analysis, None)
    }

    fn look_into(&mut self, stats: &Stats, tree: &dyn Insight<String>) -> ControlFlow<()> {
        self.count(stats)?;
        self.has_tree = true;
        self.attend(&|| tree.analysis(), Some(tree))
    }

    fn ended(&mut self, stats: &Stats, tree: &dyn Insight<String>) {
        let _ = self.count(stats);
        self.show(&tree.analysis(), Some(tree));
    }
}
