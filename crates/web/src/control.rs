//! The strings of a search that somebody watches: what it is told, and the channel by which it tells.

use std::collections::BTreeSet;
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll};
use std::thread::sleep;
use std::time::{Duration, Instant};

use axum::response::sse::Event;
use futures_core::Stream;
use kibitzer_catalog::Cancel;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::refusal::Refusal;
use crate::wire::events::{JobState, WatchEvent};
use crate::wire::requests::Action;
use crate::wire::{Answer, to_event};

/// Events that wait for a slow listener; more are left out.
const QUEUE: usize = 16;

/// How long the last event waits for a listener.
const FAREWELL: Duration = Duration::from_secs(2);

/// The most nodes of a tree that are kept open.
const MOST_OPEN: usize = 32;

/// A search that somebody watches.
pub(crate) struct Control {
    pub(crate) id: String,
    pub(crate) cancel: Cancel,
    orders: Mutex<Orders>,
    changed: Condvar,
    sender: Sender<(String, String)>,
}

/// What a search has been told.
#[derive(Clone, Debug, Default)]
pub(crate) struct Orders {
    pub(crate) is_paused: bool,
    /// Nodes to go before it waits again.
    pub(crate) steps: u64,
    /// Lines to nodes of the tree whose children are shown.
    pub(crate) open: BTreeSet<Vec<String>>,
    /// Counts orders that change what is shown.
    pub(crate) version: u64,
}

impl Control {
    /// The strings, and what comes out at their end.
    pub(crate) fn new(id: String, is_paused: bool) -> (Arc<Control>, Events) {
        let (sender, receiver) = channel(QUEUE);
        let orders = Mutex::new(Orders { is_paused, ..Orders::default() });
        let control = Arc::new(Control { id, cancel: Cancel::default(), orders, changed: Condvar::new(), sender });
        let events = Events { receiver, cancel: control.cancel.clone(), control: Arc::downgrade(&control) };
        (control, events)
    }

    pub(crate) fn orders(&self) -> MutexGuard<'_, Orders> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the search what to do.
    pub(crate) fn tell(&self, action: Action, steps: u64, line: Vec<String>) -> JobState {
        let mut orders = self.orders();
        match action {
            Action::Pause => (orders.is_paused, orders.steps) = (true, 0),
            Action::Resume => (orders.is_paused, orders.steps) = (false, 0),
            Action::Step => (orders.is_paused, orders.steps) = (true, orders.steps.saturating_add(steps)),
            Action::Stop => self.cancel.flag.store(true, Ordering::Relaxed),
            Action::Open => {
                if orders.open.len() < MOST_OPEN {
                    orders.open.insert(line);
                }
                orders.version += 1;
            }
            Action::Close => {
                orders.open.remove(&line);
                orders.version += 1;
            }
        }
        self.changed.notify_all();
        self.state(&orders)
    }

    /// Whether it runs.
    pub(crate) fn state(&self, orders: &Orders) -> JobState {
        if self.is_over() {
            JobState::Stopping
        } else if orders.is_paused && orders.steps == 0 {
            JobState::Paused
        } else {
            JobState::Running
        }
    }

    /// Whether it should end: it was told to, or nobody listens.
    pub(crate) fn is_over(&self) -> bool {
        self.cancel.flag.load(Ordering::Relaxed) || self.sender.is_closed()
    }

    /// Waits for an order, but not for long.
    pub(crate) fn wait(&self, time: Duration) {
        let orders = self.orders();
        drop(self.changed.wait_timeout(orders, time).unwrap_or_else(PoisonError::into_inner));
    }

    /// Has a search that waits look around.
    pub(crate) fn wake(&self) {
        self.changed.notify_all();
    }

    /// Sends an event, unless the listener is slow.
    pub(crate) fn send(&self, event: &impl Answer) {
        // There will be others.
        let _ = self.sender.try_send(to_event(event));
    }

    /// Sends an event that must not be lost as long as somebody listens.
    pub(crate) fn send_surely(&self, event: &impl Answer) {
        let (until, mut event) = (Instant::now() + FAREWELL, to_event(event));
        while !self.sender.is_closed() && Instant::now() < until {
            match self.sender.try_send(event) {
                Ok(()) => return,
                Err(refused) => event = refused.into_inner(),
            }
            sleep(Duration::from_millis(10));
        }
    }

    /// Tells that the search has failed.
    pub(crate) fn fail(&self, refusal: &Refusal) {
        self.send_surely(&WatchEvent::Problem(refusal.problem()));
    }
}

/// The events of a search. When they are dropped, because the listener has left, the search ends.
pub(crate) struct Events {
    receiver: Receiver<(String, String)>,
    cancel: Cancel,
    /// The search holds the sender, and the stream ends with it.
    control: Weak<Control>,
}

impl Stream for Events {
    type Item = Result<Event, std::convert::Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let event = |(name, data): (String, String)| Ok(Event::default().event(name).data(data));
        self.receiver.poll_recv(context).map(|received| received.map(event))
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.cancel.flag.store(true, Ordering::Relaxed);
        if let Some(control) = self.control.upgrade() {
            control.wake();
        }
    }
}
