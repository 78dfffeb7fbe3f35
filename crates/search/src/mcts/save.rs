//! A search as bytes: everything that decides how it goes on.
//!
//! Numbers are little-endian. Eight bytes of magic, the version, then a text that names the settings, then for each tree
//! its position, its luck and its slots as they are, free lists included; at the end a checksum of all before it.

use std::sync::PoisonError;

use kibitzer_core::{Payoff, SplitMix};

use crate::BadSave;

use super::backup::Backup;
use super::playout::Playout;
use super::select::Select;
use super::share::Share;
use super::store::{Ledger, Store};
use super::thinker::MctsThinker;
use super::tree::Tree;

const MAGIC: &[u8; 8] = b"KIBITREE";
const VERSION: u32 = 1;

/// Bytes to read from.
pub(super) struct Source<'a>(&'a [u8]);

impl Source<'_> {
    pub(super) fn take(&mut self, count: usize) -> Result<&[u8], BadSave> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(BadSave::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    pub(super) fn number(&mut self) -> Result<u64, BadSave> {
        Ok(u64::from_le_bytes(self.take(8)?.try_into().expect("eight bytes were taken")))
    }

    pub(super) fn small(&mut self) -> Result<u32, BadSave> {
        u32::try_from(self.number()?).map_err(|_| BadSave::Damaged)
    }

    /// The bytes that are left.
    pub(super) fn left(&self) -> usize {
        self.0.len()
    }

    fn text(&mut self) -> Result<String, BadSave> {
        let length = self.small()? as usize;
        String::from_utf8(self.take(length)?.to_vec()).map_err(|_| BadSave::Damaged)
    }
}

pub(super) fn put(out: &mut Vec<u8>, number: u64) {
    out.extend_from_slice(&number.to_le_bytes());
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    put(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

/// FNV-1a (Fowler, Noll, Vo) over words of eight bytes: finds any cut and any flipped byte.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = 0xCBF2_9CE4_8422_2325_u64 ^ bytes.len() as u64;
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        sum = (sum ^ u64::from_le_bytes(*word)).wrapping_mul(0x0000_0100_0000_01B3);
        sum ^= sum >> 29;
    }
    for byte in rest {
        sum = (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }
    sum
}

impl<G, S, P, B, T> MctsThinker<G, S, P, B, T>
where
    G: Payoff<Move: Send + Sync> + Send + Sync,
    S: Select<G> + std::fmt::Debug,
    P: Playout<G> + std::fmt::Debug,
    B: Backup + std::fmt::Debug,
    T: Share<G> + std::fmt::Debug,
{
    /// The settings as a file knows them.
    fn settings_text(&self) -> String {
        format!("{:?}", self.mcts)
    }

    pub(super) fn to_bytes(&self) -> Option<Vec<u8>> {
        if self.trees.is_empty() {
            return None;
        }
        let mut out = MAGIC.to_vec();
        put(&mut out, u64::from(VERSION));
        put_text(&mut out, &self.settings_text());
        put(&mut out, self.trees.len() as u64);
        for (tree, stream) in self.trees.iter().zip(&self.streams) {
            put_text(&mut out, &tree.root.to_string());
            put(&mut out, stream.state());
            tree.write(&mut out);
        }
        let sum = checksum(&out);
        put(&mut out, sum);
        Some(out)
    }

    pub(super) fn read_bytes(&mut self, position: &G, saved: &[u8]) -> Result<(), BadSave> {
        if !saved.starts_with(MAGIC) {
            return Err(BadSave::Foreign);
        }
        let (body, sum) = saved.split_last_chunk::<8>().ok_or(BadSave::Damaged)?;
        let mut source = Source(body.get(MAGIC.len()..).ok_or(BadSave::Damaged)?);
        let version = source.small()?;
        if version != VERSION {
            return Err(BadSave::Version { found: version, expected: VERSION });
        }
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(BadSave::Damaged);
        }
        let settings = source.text()?;
        if settings != self.settings_text() {
            return Err(BadSave::Other { found: settings, expected: self.settings_text() });
        }
        let count = source.small()?;
        let (mut trees, mut streams) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let text = source.text()?;
            let root: G = text.parse().map_err(|_| BadSave::Damaged)?;
            if root != *position {
                return Err(BadSave::Other { found: text, expected: position.to_string() });
            }
            streams.push(SplitMix::new(source.number()?));
            trees.push(Tree::read(root, self.mcts.share, &mut source)?);
        }
        if trees.is_empty() || !source.0.is_empty() {
            return Err(BadSave::Damaged);
        }
        (self.trees, self.streams) = (trees, streams);
        Ok(())
    }
}

impl<G: Payoff, K: Copy + Eq + std::hash::Hash> Tree<G, K> {
    fn write(&self, out: &mut Vec<u8>) {
        put(out, u64::from(self.depth.load(std::sync::atomic::Ordering::Relaxed)));
        put(out, u64::from(self.is_full.load(std::sync::atomic::Ordering::Relaxed)));
        put(out, self.kept);
        put(out, self.known.lock().unwrap_or_else(PoisonError::into_inner).room() as u64);
        let solution = self.solution.lock().unwrap_or_else(PoisonError::into_inner);
        put(out, solution.as_ref().map_or(0, |moves| moves.len() as u64 + 1));
        solution.iter().flatten().for_each(|mv| put_text(out, &mv.to_string()));
        self.store.write(out);
    }

    fn read<T: Share<G, Key = K>>(root: G, share: T, source: &mut Source<'_>) -> Result<Self, BadSave> {
        let mut tree = Tree::new(root, 0);
        *tree.depth.get_mut() = source.small()?;
        *tree.is_full.get_mut() = source.number()? == 1;
        tree.kept = source.number()?;
        let places = usize::try_from(source.number()?).map_err(|_| BadSave::Damaged)?;
        let moves = source.number()?.checked_sub(1);
        let read = |source: &mut Source<'_>| source.text()?.parse().map_err(|_| BadSave::Damaged);
        let solution = moves.map(|count| (0..count).map(|_| read(source)).collect()).transpose()?;
        *tree.solution.get_mut().unwrap_or_else(PoisonError::into_inner) = solution;
        let ledger = Ledger::new(usize::MAX);
        tree.store = Store::read(source, &ledger)?;
        tree.ledger = ledger;
        if !tree.fits_its_game(T::SHARES) || places > 4 * tree.store.slots().max(1024) {
            return Err(BadSave::Damaged);
        }
        if T::SHARES {
            tree.list_again(share, places);
        }
        Ok(tree)
    }
}
