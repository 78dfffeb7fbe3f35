//! The memory of a tree, as the allocator sees it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering::Relaxed};

use kibitzer_games::connect4::Connect4;

use crate::Contender;

/// Whether anybody wants to know. Where nobody does, counting would only slow down those who allocate often.
static IS_COUNTING: AtomicBool = AtomicBool::new(false);
/// Bytes taken less bytes given back while counting.
static GROWTH: AtomicIsize = AtomicIsize::new(0);

/// The allocator of the system, with a count of the bytes that were asked of it.
#[derive(Clone, Copy, Debug)]
pub struct CountingAllocator;

fn count(taken: usize, given_back: usize) {
    if IS_COUNTING.load(Relaxed) {
        GROWTH.fetch_add(taken.cast_signed() - given_back.cast_signed(), Relaxed);
    }
}

#[expect(unsafe_code, reason = "an allocator cannot be written without; all work is left to the system's")]
// SAFETY: each call goes to the allocator of the system unchanged, and counting neither allocates nor panics.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller keeps the promises of this function, which are those of the system's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(0, layout.size());
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count(new_size, layout.size());
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

/// The memory of a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footprint {
    /// For each node, as the engine counts nodes.
    pub bytes_a_node: f64,
    /// For each playout.
    pub bytes_a_playout: f64,
}

/// What a contender holds after so many playouts from a position, beside what it held before. What the system's
/// allocator adds to each block for itself is not in it.
///
/// # Panics
/// If [`CountingAllocator`] is not the allocator of the program.
#[must_use]
pub fn footprint(contender: &dyn Contender, position: &Connect4, playouts: u64) -> Footprint {
    GROWTH.store(0, Relaxed);
    IS_COUNTING.store(true, Relaxed);
    let mut search = contender.search(position, 0);
    search.grow(playouts);
    IS_COUNTING.store(false, Relaxed);
    let bytes = GROWTH.load(Relaxed);
    assert!(bytes > 0, "nobody counts: the allocator of the program is another");
    #[expect(clippy::cast_precision_loss, reason = "a mean is good to three digits")]
    let share = |of: u64| bytes as f64 / of as f64;
    Footprint { bytes_a_node: share(search.nodes()), bytes_a_playout: share(playouts) }
}
