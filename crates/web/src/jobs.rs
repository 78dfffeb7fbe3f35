//! Searches at work: each on a thread of its own, never on those that answer, and never more than the limits allow.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use kibitzer_catalog::Cancel;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::timeout;

use crate::control::Control;
use crate::limits::Limits;
use crate::refusal::Refusal;

/// All searches at work.
pub(crate) struct Jobs {
    pub(crate) limits: Limits,
    asks: Arc<Semaphore>,
    watched: Arc<Semaphore>,
    /// Those that run, with what ends them, and how they are told what to do where they can be.
    running: Mutex<HashMap<String, Running>>,
    is_closing: AtomicBool,
    count: AtomicU64,
    names: RandomState,
}

#[derive(Clone)]
struct Running {
    cancel: Cancel,
    control: Option<Arc<Control>>,
}

/// Ends a search when nobody waits for it any more.
pub(crate) struct EndOnDrop(pub(crate) Cancel);

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        self.0.flag.store(true, Ordering::Relaxed);
    }
}

impl Jobs {
    pub(crate) fn new(limits: Limits) -> Arc<Jobs> {
        Arc::new(Jobs {
            limits,
            asks: Arc::new(Semaphore::new(limits.asks)),
            watched: Arc::new(Semaphore::new(limits.jobs)),
            running: Mutex::new(HashMap::new()),
            is_closing: AtomicBool::new(false),
            count: AtomicU64::new(0),
            names: RandomState::new(),
        })
    }

    /// Runs a search that answers a request. It ends when the request is dropped.
    pub(crate) async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Cancel) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let permit = timeout(self.limits.wait, self.asks.clone().acquire_owned()).await;
        let permit = permit.ok().and_then(Result::ok).ok_or_else(Refusal::busy)?;
        let cancel = Cancel::default();
        let end = EndOnDrop(cancel.clone());
        let (sender, mut answer) = oneshot::channel();
        self.run(permit, &self.name(), Running { cancel: cancel.clone(), control: None }, move || {
            let outcome = catch_unwind(AssertUnwindSafe(|| work(&cancel)));
            // Nobody may be waiting any more.
            let _ = sender.send(outcome.unwrap_or_else(|_| Err(Refusal::broken())));
        })?;
        let answered = if let Ok(answered) = timeout(self.limits.ask_life, &mut answer).await {
            answered
        } else {
            // Not all work keeps the time that it is given; this tells it to end.
            drop(end);
            answer.await
        };
        answered.unwrap_or_else(|_| Err(Refusal::broken()))
    }

    /// Starts a search that tells what it does as long as somebody listens.
    pub(crate) fn start(
        self: &Arc<Self>,
        control: Arc<Control>,
        work: impl FnOnce(&Control) + Send + 'static,
    ) -> Result<(), Refusal> {
        let permit = self.watched.clone().try_acquire_owned().map_err(|_| Refusal::busy())?;
        let running = Running { cancel: control.cancel.clone(), control: Some(control.clone()) };
        let id = control.id.clone();
        self.run(permit, &id, running, move || {
            if catch_unwind(AssertUnwindSafe(|| work(&control))).is_err() {
                control.fail(&Refusal::broken());
            }
        })
    }

    fn run(
        self: &Arc<Self>,
        permit: OwnedSemaphorePermit,
        id: &str,
        running: Running,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<(), Refusal> {
        let cancel = running.cancel.clone();
        self.running().insert(id.to_string(), running);
        if self.is_closing.load(Ordering::Relaxed) {
            cancel.flag.store(true, Ordering::Relaxed);
        }
        let jobs = self.clone();
        let name = id.to_string();
        let body = move || {
            yield_to_others();
            work();
            // Whoever sees that it is gone may have its place.
            drop(permit);
            jobs.running().remove(&name);
        };
        let started = thread::Builder::new().name("search".to_string()).spawn(body);
        started.map(drop).map_err(|_| {
            self.running().remove(id);
            Refusal::busy()
        })
    }

    /// A name that nobody guesses.
    pub(crate) fn name(&self) -> String {
        format!("{:016x}", self.names.hash_one(self.count.fetch_add(1, Ordering::Relaxed)))
    }

    /// A running search by its name.
    pub(crate) fn control(&self, id: &str) -> Option<Arc<Control>> {
        self.running().get(id)?.control.clone()
    }

    /// How many searches run.
    pub(crate) fn count(&self) -> usize {
        self.running().len()
    }

    /// Ends all searches, and those that begin later.
    pub(crate) fn close(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
        for running in self.running().values() {
            running.cancel.flag.store(true, Ordering::Relaxed);
            if let Some(control) = &running.control {
                control.wake();
            }
        }
    }

    fn running(&self) -> MutexGuard<'_, HashMap<String, Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whatever answers requests goes first.
#[cfg(target_os = "linux")]
fn yield_to_others() {
    // On Linux, 0 is the thread that asks. If it cannot yield, it competes.
    let _ = rustix::process::setpriority_process(None, 10);
}

#[cfg(not(target_os = "linux"))]
fn yield_to_others() {}
