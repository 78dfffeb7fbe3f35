//! Standard input.

use std::io::{self, BufRead, stdin};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use kibitzer_catalog::Cancel;

/// How often a wait for a line looks whether it was cancelled.
const GLANCE: Duration = Duration::from_millis(50);

/// The lines of standard input without their ends, until `cancel` is set. They are read by a thread of their own, since
/// nothing else can wait for a line and for `cancel` at the same time.
pub(crate) fn lines(cancel: Cancel) -> impl Iterator<Item = io::Result<Vec<u8>>> + Send {
    let (sender, receiver) = sync_channel(256);
    thread::spawn(move || stdin().lock().split(b'\n').try_for_each(|line| sender.send(line)));
    std::iter::from_fn(move || {
        while !cancel.flag.load(Ordering::Relaxed) {
            match receiver.recv_timeout(GLANCE) {
                Ok(line) => return Some(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        None
    })
}
