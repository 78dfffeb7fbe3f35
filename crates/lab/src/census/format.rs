//! The layout of a part file: its columns, and what it says about itself.

use std::ops::Range;
use std::sync::Arc;

use parquet::basic::{Compression, Encoding};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::{ColumnPath, TypePtr};

/// The version of the layout of files with a row for each deal, and of lists of seeds. A reader refuses any other.
pub const FORMAT: u32 = 1;

/// The version of the layout of files without rows for solved deals.
const UNSOLVED_FORMAT: u32 = 2;

/// Which deals have rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// All of them.
    #[default]
    All,
    /// Those without a solution. The others are counted: files become a thousand times smaller.
    Unsolved,
}

impl Keep {
    /// The version of the layout of such files.
    #[must_use]
    pub const fn format(self) -> u32 {
        match self {
            Keep::All => FORMAT,
            Keep::Unsolved => UNSOLVED_FORMAT,
        }
    }

    /// The files that have this version, if any do.
    #[must_use]
    pub fn from_format(format: u32) -> Option<Keep> {
        [Keep::All, Keep::Unsolved].into_iter().find(|keep| keep.format() == format)
    }

    /// The word that options and messages use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Keep::All => "all",
            Keep::Unsolved => "unsolved",
        }
    }
}

/// The program that writes, for people who read.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(super) const GAME: &str = "kibitzer.game";
pub(super) const SEEDS: &str = "kibitzer.seeds";
pub(super) const LIMITS: &str = "kibitzer.limits";
pub(super) const FORMAT_KEY: &str = "kibitzer.format";
/// How many nodes the solved deals without a row took: `9:21,10:4` for 21 deals of 9 nodes and 4 of 10.
pub(super) const SOLVED_NODES: &str = "kibitzer.solved.nodes";
/// Of those the one that took the most.
pub(super) const SOLVED_HARDEST: &str = "kibitzer.solved.hardest";
const VERSION_KEY: &str = "kibitzer.version";
const SEAL_KEY: &str = "kibitzer.seal";

/// What every part of one census has in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The game as the command line writes it.
    pub game: String,
    /// The limits of each search, such as `max-nodes=1000`; empty where there are none.
    pub limits: String,
    /// The names of the columns that describe a deal.
    pub features: &'static [&'static str],
    /// Which deals have rows.
    pub keep: Keep,
}

impl Heading {
    /// The columns: seed, verdict, nodes, length, the features, solution.
    pub(super) fn schema(&self) -> TypePtr {
        let features: Vec<_> = self.features.iter().map(|name| format!("optional int64 {name};")).collect();
        let features = features.concat();
        let message = format!(
            "message census {{
                required int64 seed; required binary verdict (STRING); required int64 nodes; optional int32 length;
                {features} optional binary solution (STRING);
            }}"
        );
        Arc::new(parse_message_type(&message).expect("the message is well formed"))
    }

    /// How a file about these seeds is written, and what it says about itself beside what `more` has.
    pub(super) fn properties(&self, seeds: &Range<u64>, more: Vec<(&str, String)>) -> WriterPropertiesPtr {
        let entry = |key: &str, value: String| KeyValue::new(key.to_string(), value);
        let mut metadata = vec![
            entry(GAME, self.game.clone()),
            entry(SEEDS, format!("{}..{}", seeds.start, seeds.end)),
            entry(LIMITS, self.limits.clone()),
            entry(FORMAT_KEY, self.keep.format().to_string()),
            entry(VERSION_KEY, VERSION.to_string()),
            entry(SEAL_KEY, String::from_utf8_lossy(&seal::OPEN).into_owned()),
        ];
        metadata.extend(more.into_iter().map(|(key, value)| entry(key, value)));
        let (seed, solution) = (ColumnPath::from("seed"), ColumnPath::from("solution"));
        let properties = WriterProperties::builder()
            .set_created_by(format!("kibitzer {VERSION}"))
            .set_key_value_metadata(Some(metadata))
            .set_compression(Compression::LZ4_RAW)
            .set_offset_index_disabled(true)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            // Seeds follow each other, so their differences take no room; no two solutions are alike.
            .set_column_dictionary_enabled(seed.clone(), false)
            .set_column_encoding(seed, Encoding::DELTA_BINARY_PACKED)
            .set_column_dictionary_enabled(solution.clone(), false)
            .set_column_encoding(solution.clone(), Encoding::DELTA_LENGTH_BYTE_ARRAY)
            .set_column_statistics_enabled(solution, EnabledStatistics::None);
        Arc::new(properties.build())
    }
}

/// The one column of a file that lists seeds.
pub(super) fn seeds_schema() -> TypePtr {
    Arc::new(parse_message_type("message seeds { required int64 seed; }").expect("the message is well formed"))
}

/// A checksum of the whole file, kept inside it.
///
/// Parquet's own checksums cover pages, not the footer, and its Rust writer writes none. So the footer holds the text
/// `crc32=` and eight digits: the CRC-32 of the file with zeros in place of those digits.
pub(super) mod seal {
    const LABEL: &[u8; 6] = b"crc32=";
    const DIGITS: usize = 8;
    pub(crate) const OPEN: [u8; LABEL.len() + DIGITS] = *b"crc32=00000000";

    /// Fills in the digits.
    ///
    /// # Panics
    /// If the file holds no seal.
    pub(crate) fn close(file: &mut [u8]) {
        let digits = digits(file).expect("the footer holds a seal");
        let text = format!("{:08x}", crc32fast::hash(file));
        file[digits].copy_from_slice(text.as_bytes());
    }

    /// Whether the file is as it was when it was sealed.
    pub(crate) fn is_intact(file: &[u8]) -> bool {
        digits(file).is_some_and(|digits| {
            let mut hash = crc32fast::Hasher::new();
            hash.update(&file[..digits.start]);
            hash.update(&[b'0'; DIGITS]);
            hash.update(&file[digits.end..]);
            format!("{:08x}", hash.finalize()).as_bytes() == &file[digits]
        })
    }

    /// Where the digits are. Solutions come before the footer, so the last label is the seal's.
    fn digits(file: &[u8]) -> Option<std::ops::Range<usize>> {
        let label = file.windows(OPEN.len()).rposition(|window| window.starts_with(LABEL))?;
        Some(label + LABEL.len()..label + OPEN.len())
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn any_change_breaks_the_seal() {
            let mut file = b"some data crc32=00000000 and more".to_vec();
            close(&mut file);
            assert!(is_intact(&file));
            for index in 0..file.len() {
                for bit in 0..8 {
                    file[index] ^= 1 << bit;
                    assert!(!is_intact(&file), "bit {bit} of byte {index}");
                    file[index] ^= 1 << bit;
                }
                assert!(!is_intact(&file[..index]), "cut at {index}");
            }
        }
    }
}
