//! Part files back into rows, trusting none of them.

use std::fs::{self, File};
use std::io;
use std::ops::Range;
use std::path::Path;

use bytes::Bytes;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl, get_typed_column_reader};
use parquet::data_type::{ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::FileMetaData;
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use thiserror::Error;

use crate::Finding;

use super::format::{FORMAT_KEY, GAME, Heading, Keep, LIMITS, SEEDS, SOLVED_HARDEST, SOLVED_NODES, seal};
use super::rest::Rest;
use super::rows::Rows;

/// Why a part file is not taken for what its name says.
#[derive(Debug, Error)]
pub enum Damage {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// Bytes are missing or changed.
    #[error("its checksum does not match: it was cut short or damaged")]
    Seal,
    /// The checksum is right and the contents are not; some other program made it.
    #[error("it is not a part file: {0}")]
    Parquet(#[from] ParquetError),
    /// It belongs to another census.
    #[error("its {key} is '{found}', not '{expected}'")]
    Foreign {
        /// Which entry of the metadata.
        key: &'static str,
        /// The entry.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// It is another part.
    #[error("its rows are those of the seeds {}..{}, not of part {number}", seeds.start, seeds.end)]
    Elsewhere {
        /// The seeds that it holds.
        seeds: Range<u64>,
        /// The part that its name promises.
        number: u64,
    },
    /// It has too few or too many rows, or they are not in order.
    #[error("its rows are not those of the seeds {}..{}", seeds.start, seeds.end)]
    Rows {
        /// The seeds that it should hold.
        seeds: Range<u64>,
    },
}

/// How much to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// All but the solutions.
    Counts,
    /// Everything.
    All,
}

/// A part file whose checksum and metadata are right.
pub struct PartFile {
    reader: SerializedFileReader<Bytes>,
    seeds: Range<u64>,
    /// The deals without a row.
    rest: Rest,
    keep: Keep,
    features: usize,
}

impl PartFile {
    /// Reads a file that should belong to the census with this heading.
    ///
    /// # Errors
    /// If it does not.
    pub fn open(path: &Path, heading: &Heading) -> Result<PartFile, Damage> {
        let bytes = fs::read(path)?;
        if !seal::is_intact(&bytes) {
            return Err(Damage::Seal);
        }
        let reader = SerializedFileReader::new(Bytes::from(bytes))?;
        let file = reader.metadata().file_metadata();
        let entry = |key: &str| entry(file, key);
        let format = heading.keep.format().to_string();
        let expected = [(FORMAT_KEY, format), (GAME, heading.game.clone()), (LIMITS, heading.limits.clone())];
        for (key, expected) in expected {
            let found = entry(key);
            if found != expected {
                return Err(Damage::Foreign { key, found, expected });
            }
        }
        if file.schema() != heading.schema().as_ref() {
            return Err(ParquetError::General("its columns are others".to_string()).into());
        }
        let seeds = seeds(&entry(SEEDS))?;
        let rest = match heading.keep {
            Keep::All => Some(Rest::default()),
            Keep::Unsolved => Rest::from_text(&[SOLVED_NODES, SOLVED_HARDEST].map(entry)),
        };
        let deals = |rest: &Rest| u64::try_from(file.num_rows()).ok()?.checked_add(rest.nodes.total());
        match rest {
            Some(rest)
                if !seeds.is_empty()
                    && deals(&rest) == Some(seeds.end - seeds.start)
                    && reader.num_row_groups() == 1 =>
            {
                Ok(PartFile { reader, seeds, rest, keep: heading.keep, features: heading.features.len() })
            }
            _ => Err(Damage::Rows { seeds }),
        }
    }

    /// The seeds that a file says it holds, by its footer alone. Nothing else is checked.
    ///
    /// # Errors
    /// If it has no such footer.
    pub fn glance(path: &Path) -> Result<Range<u64>, Damage> {
        let reader = SerializedFileReader::new(File::open(path)?)?;
        Ok(seeds(&entry(reader.metadata().file_metadata(), SEEDS))?)
    }

    /// The seeds that it says it holds.
    #[must_use]
    pub const fn seeds(&self) -> &Range<u64> {
        &self.seeds
    }

    /// Its rows, once they have been checked: one for each seed that is not counted among the others, in order, each with a
    /// known verdict. Where some have none, no solved deal has one.
    ///
    /// # Errors
    /// If they are not so.
    pub fn rows(&self, columns: Columns) -> Result<Rows, Damage> {
        let wrong = || Damage::Rows { seeds: self.seeds.clone() };
        let group = &*self.reader.get_row_group(0)?;
        let listed = dense::<Int64Type>(group, 0)?;
        let listed: Option<Vec<u64>> = listed.into_iter().map(|seed| u64::try_from(seed).ok()).collect();
        let is_ours = |listed: &Vec<u64>| {
            listed.is_sorted_by(|a, b| a < b) && listed.iter().all(|seed| self.seeds.contains(seed))
        };
        let listed = listed.filter(is_ours).ok_or_else(wrong)?;
        let count = listed.len();
        let is_unlisted = |seed: u64| self.seeds.contains(&seed) && listed.binary_search(&seed).is_err();
        if count as u64 + self.rest.nodes.total() != self.seeds.end - self.seeds.start
            || self.rest.hardest.is_some_and(|(_, seed)| !is_unlisted(seed))
        {
            return Err(wrong());
        }
        let findings = dense::<ByteArrayType>(group, 1)?;
        let findings: Option<Vec<_>> = findings.iter().map(|word| Finding::from_word(word.data())).collect();
        let nodes = dense::<Int64Type>(group, 2)?;
        let nodes: Option<Vec<_>> = nodes.into_iter().map(|count| u64::try_from(count).ok()).collect();
        let lengths = sparse::<Int32Type>(group, 3)?;
        let mut rows = Rows {
            seeds: self.seeds.clone(),
            listed,
            rest: self.rest.clone(),
            findings: findings.ok_or_else(wrong)?,
            nodes: nodes.ok_or_else(wrong)?,
            lengths: lengths.into_iter().map(|length| length.and_then(|length| u32::try_from(length).ok())).collect(),
            features: (4..4 + self.features)
                .map(|index| sparse::<Int64Type>(group, index))
                .collect::<Result<_, _>>()?,
            ..Rows::default()
        };
        if columns == Columns::All {
            for solution in sparse::<ByteArrayType>(group, 4 + self.features)? {
                if let Some(text) = solution {
                    rows.solutions.open().push_str(text.as_utf8()?);
                }
                rows.solutions.end();
            }
        }
        let rectangular = [rows.findings.len(), rows.nodes.len(), rows.lengths.len()].iter().all(|&n| n == count)
            && rows.features.iter().all(|column| column.len() == count);
        let solved =
            rows.findings.iter().zip(&rows.lengths).all(|(&f, length)| (f == Finding::Solved) == length.is_some());
        let kept = self.keep == Keep::All || !rows.findings.contains(&Finding::Solved);
        if rectangular && solved && kept { Ok(rows) } else { Err(wrong()) }
    }
}

/// What a file says about itself under this key.
pub(super) fn entry(file: &FileMetaData, key: &str) -> String {
    let entries = file.key_value_metadata().into_iter().flatten();
    entries.filter(|entry| entry.key == key).find_map(|entry| entry.value.clone()).unwrap_or_default()
}

fn seeds(text: &str) -> Result<Range<u64>, ParquetError> {
    let read = || {
        let (start, end) = text.split_once("..")?;
        Some(start.parse().ok()?..end.parse().ok()?)
    };
    read().ok_or_else(|| ParquetError::General(format!("'{text}' is not a range of seeds")))
}

/// All values of a column that has one in each row.
pub(super) fn dense<T: DataType>(group: &dyn RowGroupReader, index: usize) -> Result<Vec<T::T>, ParquetError> {
    let mut values = Vec::new();
    read_all(&mut typed::<T>(group, index)?, None, &mut values)?;
    Ok(values)
}

fn sparse<T: DataType>(group: &dyn RowGroupReader, index: usize) -> Result<Vec<Option<T::T>>, ParquetError> {
    let (mut levels, mut values) = (Vec::new(), Vec::new());
    read_all(&mut typed::<T>(group, index)?, Some(&mut levels), &mut values)?;
    let mut values = values.into_iter();
    Ok(levels.into_iter().map(|level| if level == 1 { values.next() } else { None }).collect())
}

fn typed<T: DataType>(group: &dyn RowGroupReader, index: usize) -> Result<ColumnReaderImpl<T>, ParquetError> {
    // The schema was compared with ours, so the type is right.
    group.get_column_reader(index).map(|reader: ColumnReader| get_typed_column_reader::<T>(reader))
}

fn read_all<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    mut levels: Option<&mut Vec<i16>>,
    values: &mut Vec<T::T>,
) -> Result<(), ParquetError> {
    while reader.read_records(usize::MAX >> 1, levels.as_deref_mut(), None, values)?.0 > 0 {}
    Ok(())
}
