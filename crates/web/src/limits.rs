//! What searches may take, all together and each.

use std::thread::available_parallelism;
use std::time::Duration;

use kibitzer_catalog::Budget;

/// The limits of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Searches that answer a request, at the same time.
    pub asks: usize,
    /// Searches that are watched and races, at the same time.
    pub jobs: usize,
    /// How long a request waits for others to end before it is refused.
    pub wait: Duration,
    /// How long an answer may take before whatever makes it is ended.
    pub ask_life: Duration,
    /// The memory of a search that answers a request.
    pub ask_bytes: usize,
    /// The memory of a search that is watched.
    pub job_bytes: usize,
    /// The largest table that a search may be asked to keep.
    pub table_bytes: usize,
    /// How long a job may live, pauses included.
    pub job_life: Duration,
    /// The most bytes of a request.
    pub body: usize,
    /// Connections at the same time.
    pub connections: usize,
    /// How long requests may take to end when the service does.
    pub farewell: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        let cores = cores();
        Limits {
            asks: (2 * cores).max(4),
            jobs: cores.max(4),
            wait: Duration::from_secs(2),
            ask_life: Duration::from_secs(6),
            ask_bytes: 128 << 20,
            job_bytes: 256 << 20,
            table_bytes: 512 << 20,
            job_life: Duration::from_secs(600),
            body: 64 << 10,
            connections: 512,
            farewell: Duration::from_secs(3),
        }
    }
}

fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

impl Limits {
    /// The budget of a search that answers a request.
    pub(crate) fn ask(&self, time: Duration) -> Budget {
        Budget { nodes: None, time: Some(time), bytes: Some(self.ask_bytes) }
    }

    /// The largest values of options that take threads and memory.
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    pub(crate) fn options(&self) -> [(&'static str, f64); 3] {
        let cores = cores() as f64;
        [("threads", cores), ("trees", 4.0 * cores), ("table", (self.table_bytes >> 20) as f64)]
    }
}
