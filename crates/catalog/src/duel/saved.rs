//! Searches in files: a few lines that say whose they are, a checksum, then the bytes of the engine.
//!
//! ```text
//! kibitzer search 1
//! game connect4
//! position 4453
//! with mcts:iterations=1000
//! bytes 123456
//! checksum 0123456789abcdef
//! ... the bytes ...
//! ```
//!
//! The checksum is the 64-bit FNV-1a hash of all lines before it and of the bytes after it.

use kibitzer_search::BadSave;
use thiserror::Error;

use crate::algorithm::SolverSpec;

use super::TextThinker;

/// The word that such a file begins with.
const MAGIC: &str = "kibitzer search ";
/// The version of the format that is written and read.
const VERSION: u32 = 1;

/// A search taken up from a file.
pub struct Resumed {
    /// The position that it is about.
    pub position: String,
    /// The engine.
    pub spec: SolverSpec,
    /// The engine as it was.
    pub thinker: Box<dyn TextThinker>,
}

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadFile {
    /// It does not begin as a saved search does.
    #[error("it is not a saved search")]
    Foreign,
    /// Another version wrote it.
    #[error("it has version {0} of the format, and this program reads version {VERSION}")]
    Version(String),
    /// Bytes are missing, changed or too many.
    #[error("it is cut short or damaged")]
    Damaged,
    /// It is about something else.
    #[error("its {what} is {found}, not {expected}")]
    Other {
        /// What differs.
        what: &'static str,
        /// What the file says.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// What it says cannot be read, though it is whole.
    #[error("it cannot be read: {0}")]
    Content(String),
    /// The engine refuses its part.
    #[error(transparent)]
    Search(BadSave),
}

/// What a file says.
pub(super) struct Saved<'a> {
    pub(super) game: String,
    pub(super) position: String,
    pub(super) spec: String,
    pub(super) bytes: &'a [u8],
}

/// The file of a search.
pub(super) fn write(game: &str, position: &str, spec: &str, bytes: &[u8]) -> Vec<u8> {
    let length = bytes.len();
    let mut file =
        format!("{MAGIC}{VERSION}\ngame {game}\nposition {position}\nwith {spec}\nbytes {length}\n").into_bytes();
    let checksum = checksum(&[&file, bytes]);
    file.extend_from_slice(format!("checksum {checksum:016x}\n").as_bytes());
    file.extend_from_slice(bytes);
    file
}

/// Reads a file, all of it.
pub(super) fn read(file: &[u8]) -> Result<Saved<'_>, BadFile> {
    let (first, mut rest) = line(file).ok_or(BadFile::Foreign)?;
    let version = first.strip_prefix(MAGIC).ok_or(BadFile::Foreign)?;
    if version.parse() != Ok(VERSION) {
        return Err(BadFile::Version(version.to_string()));
    }
    let mut field = |name: &str| {
        let (text, after) = line(rest).ok_or(BadFile::Damaged)?;
        let value = text.strip_prefix(name).and_then(|value| value.strip_prefix(' ')).ok_or(BadFile::Damaged)?;
        let head = &file[..file.len() - rest.len()];
        rest = after;
        Ok::<_, BadFile>((value.to_string(), head, after))
    };
    let [(game, ..), (position, ..), (spec, ..)] = [field("game")?, field("position")?, field("with")?];
    let (length, ..) = field("bytes")?;
    let (sum, head, bytes) = field("checksum")?;
    let is_whole = length.parse() == Ok(bytes.len()) && sum == format!("{:016x}", checksum(&[head, bytes]));
    if is_whole { Ok(Saved { game, position, spec, bytes }) } else { Err(BadFile::Damaged) }
}

/// The first line, if it is whole and text, and what follows it.
fn line(file: &[u8]) -> Option<(&str, &[u8])> {
    let end = file.iter().take(10_000).position(|&byte| byte == b'\n')?;
    Some((str::from_utf8(&file[..end]).ok()?, &file[end + 1..]))
}

fn checksum(parts: &[&[u8]]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.iter());
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}
