//! The open list of best-first searches: lines of waiting nodes, one line for each rank.
//!
//! Ranks are few and nodes are many, so a small ordered map of lines costs 4 bytes a node where a heap of
//! (priority, depth, arrival, node) costs 24, and first come, first served needs no counter.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::num::NonZeroU32;

use crate::arena::Arena;
use crate::{Meter, Stop};

/// Nodes per piece of a line: with its link they fill a cache line of 64 bytes.
const PIECE: usize = 15;

/// What a line costs in the map, with the map's own nodes little more than half full.
const LINE_BYTES: usize = 64;

/// Lowest priority first; among equals the deepest, then the first come.
#[derive(Debug, Default)]
pub struct Queue {
    lines: BTreeMap<(u64, Reverse<u32>), Line>,
    pieces: Arena<Piece>,
    free: Option<NonZeroU32>,
}

/// A line from the node at `start` of piece `head` to the node before `end` of piece `tail`; never empty.
#[derive(Debug)]
struct Line {
    head: NonZeroU32,
    tail: NonZeroU32,
    start: u8,
    end: u8,
}

#[derive(Debug, Default)]
struct Piece {
    nodes: [u32; PIECE],
    next: Option<NonZeroU32>,
}

/// Links count from 1, so that the empty link costs no room.
fn place_of(link: NonZeroU32) -> usize {
    link.get() as usize - 1
}

impl Queue {
    /// Lets a node wait.
    ///
    /// # Errors
    /// If the meter does not grant the memory; the node is then not in the queue.
    pub fn push<G>(&mut self, priority: u64, depth: u32, node: u32, meter: &mut Meter<'_, G>) -> Result<(), Stop> {
        let (pieces, free) = (&mut self.pieces, &mut self.free);
        match self.lines.entry((priority, Reverse(depth))) {
            Entry::Vacant(entry) => {
                meter.hold(LINE_BYTES)?;
                match fresh_piece(pieces, free, node, meter) {
                    Ok(piece) => {
                        entry.insert(Line { head: piece, tail: piece, start: 0, end: 1 });
                    }
                    Err(stop) => {
                        meter.release(LINE_BYTES);
                        return Err(stop);
                    }
                }
            }
            Entry::Occupied(entry) => {
                let line = entry.into_mut();
                if usize::from(line.end) < PIECE {
                    pieces.get_mut(place_of(line.tail)).nodes[usize::from(line.end)] = node;
                    line.end += 1;
                } else {
                    let piece = fresh_piece(pieces, free, node, meter)?;
                    pieces.get_mut(place_of(line.tail)).next = Some(piece);
                    (line.tail, line.end) = (piece, 1);
                }
            }
        }
        Ok(())
    }

    /// Takes the next node, with the depth it was given.
    pub fn pop<G>(&mut self, meter: &mut Meter<'_, G>) -> Option<(u32, u32)> {
        let mut entry = self.lines.first_entry()?;
        let (_, Reverse(depth)) = *entry.key();
        let line = entry.get_mut();
        let head = line.head;
        let piece = self.pieces.get_mut(place_of(head));
        let node = piece.nodes[usize::from(line.start)];
        line.start += 1;
        let last = line.head == line.tail && line.start == line.end;
        if last || usize::from(line.start) == PIECE {
            let next = std::mem::replace(&mut piece.next, self.free);
            self.free = Some(head);
            match next {
                Some(next) if !last => (line.head, line.start) = (next, 0),
                _ => {
                    entry.remove();
                    meter.release(LINE_BYTES);
                }
            }
        }
        Some((node, depth))
    }
}

/// A piece that holds one node.
fn fresh_piece<G>(
    pieces: &mut Arena<Piece>,
    free: &mut Option<NonZeroU32>,
    node: u32,
    meter: &mut Meter<'_, G>,
) -> Result<NonZeroU32, Stop> {
    let link = if let Some(link) = *free {
        *free = pieces.get(place_of(link)).next;
        link
    } else {
        let place = pieces.push(Piece::default(), meter)?;
        u32::try_from(place + 1).ok().and_then(NonZeroU32::new).ok_or(Stop::Memory)?
    };
    let piece = pieces.get_mut(place_of(link));
    piece.next = None;
    piece.nodes[0] = node;
    Ok(link)
}
