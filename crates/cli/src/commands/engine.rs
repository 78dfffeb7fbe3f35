//! `kibitzer engine`: the line protocol.

use std::io::{BufRead, Write, stdin, stdout};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use kibitzer_catalog::{Analysis, Budget, Cancel, DuelRoom, Stats, TextThinker, Value, Watch};

use crate::args::{Bytes, Count, EngineArgs, Span, With};
use crate::failure::misuse;
use crate::output::FAILED;

use super::algorithms;

/// How often a search tells how it goes.
const INTERVAL: Duration = Duration::from_millis(150);

/// Answers until the input ends.
pub(crate) fn run(args: &EngineArgs) -> anyhow::Result<()> {
    let room = args.game.duel().map_err(misuse)?;
    let name = match &args.with {
        Some(With::Help) => return algorithms::show(room.game(), &room.thinkers()),
        Some(With::Search(name)) => name.clone(),
        None => room.thinkers()[0].name.to_string(),
    };
    let spec = room.thinker_spec(&name).map_err(|problem| misuse(format!("--with: {problem}")))?;
    let bytes = args.memory.map(|Bytes(bytes)| bytes);
    if bytes == Some(0) {
        return Err(misuse("--max-memory: nothing can be said without any memory; allow more than 0"));
    }
    let thinker = room.thinker(&spec);
    let (orders, receiver) = mpsc::channel();
    let is_thinking = Arc::new(AtomicBool::new(false));
    let flag = is_thinking.clone();
    let worker = thread::spawn(move || think(thinker, &receiver, &flag));
    let position = Some(room.start().to_string());
    let mut desk = Desk { room, position, bytes, orders, is_thinking, search: None };
    let outcome = desk.listen();
    let is_over = outcome.is_err() || matches!(outcome, Ok(End::Quit));
    if matches!(outcome, Ok(End::Quit)) {
        // A script that asks and quits wants its answer; nobody waits long for one that takes long.
        desk.wait_for_limited(Some(GRACE));
    }
    if is_over || desk.search.as_ref().is_some_and(|search| !search.is_limited) {
        desk.stop();
    }
    drop(desk);
    let spoken = worker.join().unwrap_or(Ok(()));
    outcome.map(|_| ()).and(spoken)
}

/// How long `quit` waits for a search that ends by itself.
const GRACE: Duration = Duration::from_secs(1);

/// What a search was asked.
struct Order {
    position: String,
    budget: Budget,
    cancel: Cancel,
}

/// The search that was started last.
struct Search {
    cancel: Cancel,
    is_limited: bool,
}

/// Who reads the words, while another thread thinks.
struct Desk {
    room: Box<dyn DuelRoom>,
    /// What to think about; nothing after text that was not a position, until one is.
    position: Option<String>,
    bytes: Option<usize>,
    orders: mpsc::Sender<Order>,
    is_thinking: Arc<AtomicBool>,
    search: Option<Search>,
}

/// Why there is nothing more to read.
enum End {
    Quit,
    Input,
}

impl Desk {
    fn listen(&mut self) -> anyhow::Result<End> {
        let mut input = stdin().lock();
        loop {
            let mut line = Vec::new();
            if input.read_until(b'\n', &mut line).context("cannot read standard input")? == 0 {
                return Ok(End::Input);
            }
            let line = String::from_utf8_lossy(&line);
            let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
            let done = match word {
                "" => Ok(()),
                "quit" => return Ok(End::Quit),
                "isready" => {
                    say("readyok")?;
                    Ok(())
                }
                "stop" => {
                    self.stop();
                    Ok(())
                }
                "position" => self.set(rest),
                "go" => self.go(rest),
                other => Err(format!("there is no word '{other}', only position, go, stop, isready and quit")),
            };
            if let Err(problem) = done {
                say(&format!("error {problem}"))?;
            }
        }
    }

    fn is_thinking(&self) -> bool {
        self.is_thinking.load(Ordering::Acquire)
    }

    /// Waits until a search that ends by itself has ended, or the patience has.
    fn wait_for_limited(&self, patience: Option<Duration>) {
        let started = Instant::now();
        let is_limited = self.search.as_ref().is_some_and(|search| search.is_limited);
        while is_limited && self.is_thinking() && patience.is_none_or(|patience| started.elapsed() < patience) {
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn stop(&mut self) {
        if let Some(search) = &self.search {
            search.cancel.flag.store(true, Ordering::Relaxed);
        }
    }

    fn set(&mut self, text: &str) -> Result<(), String> {
        self.wait_for_limited(None);
        // Whoever wrote it, even if it is refused, has another game in mind than the one before.
        self.position = None;
        if self.is_thinking() {
            return Err("it is thinking: stop it before another position".to_string());
        }
        self.position = Some(self.room.read(text).map_err(|problem| format!("position: {problem}"))?);
        Ok(())
    }

    fn go(&mut self, text: &str) -> Result<(), String> {
        self.wait_for_limited(None);
        if self.is_thinking() {
            return Err("it is thinking already".to_string());
        }
        let limits = limits(text)?;
        let position = self.position.clone().ok_or("go: the last position was refused; name another")?;
        let cancel = Cancel::default();
        self.search = Some(Search { cancel: cancel.clone(), is_limited: limits != Budget::default() });
        self.is_thinking.store(true, Ordering::Release);
        let budget = Budget { bytes: self.bytes, ..limits };
        let order = Order { position, budget, cancel };
        self.orders.send(order).map_err(|_| "the search has ended".to_string())
    }
}

/// What follows `go`: names and values in turn.
fn limits(text: &str) -> Result<Budget, String> {
    let mut budget = Budget::default();
    let mut words = text.split_whitespace();
    while let Some(name) = words.next() {
        let value = words.next().ok_or_else(|| format!("go: there is no value after '{name}'"))?;
        let bad = |problem: &dyn std::fmt::Display| format!("go {name}: {problem}");
        match name {
            "playouts" | "nodes" => {
                let Count(nodes) = value.parse().map_err(|problem| bad(&problem))?;
                budget.nodes = Some(nodes);
            }
            "time" => {
                let Span(time) = value.parse().map_err(|problem| bad(&problem))?;
                budget.time = Some(time);
            }
            _ => return Err(format!("go: there is no '{name}', only playouts, nodes and time")),
        }
        if budget.nodes == Some(0) || budget.time == Some(Duration::ZERO) {
            return Err(bad(&"nothing can be said without any thought; allow more than 0"));
        }
    }
    Ok(budget)
}

/// Thinks about one order after the other, until there are no more.
fn think(
    mut thinker: Box<dyn TextThinker>,
    orders: &mpsc::Receiver<Order>,
    is_thinking: &AtomicBool,
) -> anyhow::Result<()> {
    for Order { position, budget, cancel } in orders {
        let mut speaker = Speaker { next: INTERVAL, failed: None };
        let report = thinker.think(&position, budget, &mut (cancel, &mut speaker))?;
        if let Some(problem) = speaker.failed {
            std::process::exit(i32::from(!crate::failure::is_closed_pipe(&problem)));
        }
        let best = report.verdict.moves.first().map_or("none", |ranked| ranked.mv.as_str()).to_string();
        let info = info(&report.stats, &report.verdict);
        // Whoever reads the move may ask again at once.
        is_thinking.store(false, Ordering::Release);
        if let Err(problem) = say(&format!("{info}\nbestmove {best}")) {
            std::process::exit(i32::from(!crate::failure::is_closed_pipe(&problem)));
        }
    }
    Ok(())
}

/// Tells how a search goes.
struct Speaker {
    next: Duration,
    failed: Option<anyhow::Error>,
}

impl Watch<String> for &mut Speaker {
    fn look(&mut self, stats: &Stats, analysis: &dyn Fn() -> Analysis<String>) -> ControlFlow<()> {
        if stats.elapsed < self.next {
            return ControlFlow::Continue(());
        }
        self.next = stats.elapsed + INTERVAL;
        match say(&info(stats, &analysis())) {
            Ok(()) => ControlFlow::Continue(()),
            Err(problem) => {
                self.failed = Some(problem);
                ControlFlow::Break(())
            }
        }
    }
}

fn info(stats: &Stats, analysis: &Analysis<String>) -> String {
    let playouts = if analysis.playouts > 0 { analysis.playouts } else { stats.expanded };
    let per_second = super::analyze::rate(stats.expanded, stats.elapsed.as_secs_f64());
    let best = analysis.moves.first();
    let proved = analysis.proved.or(best.and_then(|best| best.proved));
    let value = match proved {
        Some(Value::Win) => Some(1.0),
        Some(Value::Draw) => Some(0.0),
        Some(Value::Loss) => Some(-1.0),
        None => best.and_then(|best| best.value),
    };
    let value = value.map(|value| format!(" value {value:.3}")).unwrap_or_default();
    let proved = proved.map(|value| format!(" proved {}", super::analyze::word(value))).unwrap_or_default();
    let line: Vec<_> = analysis.variation.iter().map(|mv| format!(" {mv}")).collect();
    let tree = analysis.tree;
    let kept = if tree.kept > 0 { format!(" kept {}", tree.kept) } else { String::new() };
    let full = if tree.is_full { " full" } else { "" };
    format!(
        "info playouts {playouts} pps {per_second:.0}{value}{proved} depth {} nodes {}{kept}{full} pv{}",
        tree.depth,
        tree.nodes,
        line.concat()
    )
}

/// Writes lines, at once.
fn say(lines: &str) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    out.write_all(format!("{lines}\n").as_bytes()).and_then(|()| out.flush()).context(FAILED)
}
