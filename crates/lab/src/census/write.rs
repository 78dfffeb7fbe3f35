//! Rows into a part file.

use std::ops::Range;

use bytes::Bytes;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::Result;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};

use crate::Finding;

use super::format::{Heading, seal};
use super::rows::Rows;

/// The bytes of the file that holds these rows, which follow each other. They depend on nothing but the arguments.
///
/// # Panics
/// If the rows are not those of `seeds`.
pub(super) fn encode(heading: &Heading, seeds: &Range<u64>, chunks: &[Rows]) -> Result<Vec<u8>> {
    let rows: usize = chunks.iter().map(Rows::len).sum();
    assert_eq!(rows as u64, seeds.end - seeds.start, "a row for each seed");
    let mut file = SerializedFileWriter::new(Vec::new(), heading.schema(), heading.properties(seeds))?;
    let mut group = file.next_row_group()?;
    column::<Int64Type>(&mut group, chunks.iter().map(|rows| dense(rows.seeds.clone().map(signed))))?;
    column::<ByteArrayType>(&mut group, chunks.iter().map(|rows| dense(rows.findings.iter().map(|&f| word(f)))))?;
    column::<Int64Type>(&mut group, chunks.iter().map(|rows| dense(rows.nodes.iter().copied().map(signed))))?;
    column::<Int32Type>(
        &mut group,
        chunks.iter().map(|rows| sparse(rows.lengths.iter().map(|length| length.map(short)))),
    )?;
    for feature in 0..heading.features.len() {
        column::<Int64Type>(&mut group, chunks.iter().map(|rows| sparse(rows.features[feature].iter().copied())))?;
    }
    column::<ByteArrayType>(&mut group, chunks.iter().map(solutions))?;
    group.close()?;
    let mut bytes = file.into_inner()?;
    seal::close(&mut bytes);
    Ok(bytes)
}

/// Values, and where a column has holes a 1 for each row with a value and a 0 for each without.
struct Batch<T> {
    values: Vec<T>,
    levels: Option<Vec<i16>>,
}

fn dense<T>(values: impl Iterator<Item = T>) -> Batch<T> {
    Batch { values: values.collect(), levels: None }
}

fn sparse<T>(values: impl Iterator<Item = Option<T>> + Clone) -> Batch<T> {
    let levels = values.clone().map(|value| i16::from(value.is_some())).collect();
    Batch { values: values.flatten().collect(), levels: Some(levels) }
}

fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    batches: impl Iterator<Item = Batch<T::T>>,
) -> Result<()> {
    let mut column = group.next_column()?.expect("the schema has each column that is written");
    for Batch { values, levels } in batches {
        column.typed::<T>().write_batch(&values, levels.as_deref(), None)?;
    }
    column.close()
}

/// All solutions share one buffer.
fn solutions(rows: &Rows) -> Batch<ByteArray> {
    let buffer = Bytes::copy_from_slice(rows.solutions.buffer().as_bytes());
    let spans = rows.solutions.spans().zip(&rows.lengths);
    sparse(spans.map(|((start, end), length)| length.map(|_| ByteArray::from(buffer.slice(start..end)))))
}

fn word(finding: Finding) -> ByteArray {
    ByteArray::from(Bytes::from_static(finding.word().as_bytes()))
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).expect("seeds and counts stay below 2^63")
}

fn short(length: u32) -> i32 {
    i32::try_from(length).expect("a solution has fewer than 2^31 moves")
}
