//! What a search may spend.

use std::time::Duration;

/// The limits of a search. All hold at once; the default has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// At most this many positions are expanded.
    pub nodes: Option<u64>,
    /// At most this long, up to the time of the node at hand.
    pub time: Option<Duration>,
    /// At most this much memory is held, in bytes. It is taken in blocks of 32 KiB, and no search gets far with a few.
    pub bytes: Option<usize>,
}
