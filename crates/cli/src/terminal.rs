//! The terminal as a screen for a game, and as it was before.

use std::io::{self, Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::terminal::{disable_raw_mode, enable_raw_mode};

/// Whether the screen is ours.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Another screen, without a cursor and without wrapping.
const TAKE: &str = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J";
const GIVE_BACK: &str = "\x1b[?7h\x1b[?25h\x1b[?1049l";

/// The screen, until this is dropped.
pub(crate) struct Screen(());

impl Screen {
    /// Takes the terminal: keys come one by one and unseen.
    pub(crate) fn take() -> io::Result<Screen> {
        enable_raw_mode()?;
        IS_TAKEN.store(true, Ordering::SeqCst);
        let screen = Screen(());
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
