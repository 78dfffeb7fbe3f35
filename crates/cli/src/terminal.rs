//! The terminal as a screen for a game, and as it was before.

use std::io::{self, Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use kibitzer_catalog::Cancel;

/// Whether the screen is ours.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Another screen, without a cursor and without wrapping.
const TAKE: &str = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J";
const GIVE_BACK: &str = "\x1b[?7h\x1b[?25h\x1b[?1049l";

/// How often the watchdog looks.
const GLANCE: Duration = Duration::from_millis(100);

/// Whoever is interrupted gives the screen back within this time.
const GRACE: Duration = Duration::from_secs(1);

/// The screen, until this is dropped.
pub(crate) struct Screen {
    /// The watchdog leaves when it is dropped.
    _leash: Sender<()>,
}

impl Screen {
    /// Takes the terminal: keys come one by one and unseen. The program ends if the terminal closes, or if the screen is
    /// not given back soon after an interrupt.
    pub(crate) fn take(interrupt: &Cancel) -> io::Result<Screen> {
        enable_raw_mode()?;
        IS_TAKEN.store(true, Ordering::SeqCst);
        let (leash, hand) = channel();
        let screen = Screen { _leash: leash };
        let interrupt = interrupt.clone();
        thread::spawn(move || watch(&interrupt, &hand));
        stdout().write_all(TAKE.as_bytes()).and_then(|()| stdout().flush())?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Makes the terminal what it was; nothing to do if it is.
pub(crate) fn restore() {
    if IS_TAKEN.swap(false, Ordering::SeqCst) {
        // There is nobody left to complain to.
        let _ = stdout().write_all(GIVE_BACK.as_bytes()).and_then(|()| stdout().flush());
        let _ = disable_raw_mode();
    }
}

/// Ends the program where whoever has the screen cannot: the wait for a key never returns once the terminal is closed.
fn watch(interrupt: &Cancel, hand: &Receiver<()>) {
    let mut interrupted: Option<Instant> = None;
    while hand.recv_timeout(GLANCE) == Err(RecvTimeoutError::Timeout) {
        if interrupt.flag.load(Ordering::Relaxed) {
            interrupted.get_or_insert_with(Instant::now);
        }
        if is_closed() || interrupted.is_some_and(|since| since.elapsed() >= GRACE) {
            restore();
            std::process::exit(1);
        }
    }
}

/// Whether nobody is left at the other end of the terminal.
#[cfg(unix)]
fn is_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let stdin = io::stdin();
    let mut terminal = [PollFd::new(&stdin, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
    poll(&mut terminal, Some(&at_once)).is_ok() && terminal[0].revents().intersects(gone)
}

/// Elsewhere the end of a terminal is an interrupt.
#[cfg(not(unix))]
fn is_closed() -> bool {
    false
}
