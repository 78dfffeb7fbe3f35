//! Memory that grows by blocks and never moves, so that what is held is what was granted.

use crate::{Meter, Stop};

/// A block is at most this big, unless a single item is bigger. Small enough to use a limit up to its last percent,
/// big enough that the allocator's own costs vanish.
const BLOCK_BYTES: usize = 32 * 1024;

/// The list of blocks is a plain `Vec`: it may double, holding the old and the new list for a moment.
const LISTING_BYTES: usize = 3 * size_of::<Vec<()>>();

/// A growing list in fixed blocks. Items count with their own size: what they own on the heap is not seen.
#[derive(Debug)]
pub struct Arena<T> {
    blocks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Self { blocks: Vec::new(), len: 0 }
    }
}

impl<T> Arena<T> {
    /// Items per block, as a power of two, so that an index splits by shifting.
    const SHIFT: u32 = {
        let size = if size_of::<T>() == 0 { 1 } else { size_of::<T>() };
        let fit = BLOCK_BYTES / size;
        if fit == 0 { 0 } else { fit.ilog2() }
    };
    const MASK: usize = (1 << Self::SHIFT) - 1;

    /// How many items there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds an item at the end and gives its index.
    ///
    /// # Errors
    /// If a block is needed and the meter does not grant it; the arena is then unchanged.
    pub fn push<G>(&mut self, item: T, meter: &mut Meter<'_, G>) -> Result<usize, Stop> {
        let index = self.len;
        let block = index >> Self::SHIFT;
        if block == self.blocks.len() {
            meter.hold((size_of::<T>() << Self::SHIFT) + LISTING_BYTES)?;
            self.blocks.push(Vec::with_capacity(1 << Self::SHIFT));
        }
        self.blocks[block].push(item);
        self.len += 1;
        Ok(index)
    }

    /// Takes the last item away. Its memory stays held, for the next push.
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        self.blocks[self.len >> Self::SHIFT].pop()
    }

    /// The item at an index that [`Arena::push`] gave.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn get(&self, index: usize) -> &T {
        &self.blocks[index >> Self::SHIFT][index & Self::MASK]
    }

    /// The item at an index that [`Arena::push`] gave, to change.
    ///
    /// # Panics
    /// If there is none.
    pub fn get_mut(&mut self, index: usize) -> &mut T {
        &mut self.blocks[index >> Self::SHIFT][index & Self::MASK]
    }

    /// The items in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.blocks.iter().flatten()
    }
}

/// Adds to a buffer that is reused from node to node and stays small: it may double, but asks first.
pub(crate) fn push_counted<T, G>(buffer: &mut Vec<T>, item: T, meter: &mut Meter<'_, G>) -> Result<(), Stop> {
    if buffer.len() == buffer.capacity() {
        let more = buffer.capacity().max(16);
        meter.hold(more * size_of::<T>())?;
        buffer.reserve_exact(more);
    }
    buffer.push(item);
    Ok(())
}
