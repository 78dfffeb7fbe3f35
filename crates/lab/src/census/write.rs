//! Rows into a part file.

use std::ops::Range;

use bytes::Bytes;
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::Result;
use parquet::file::writer::SerializedFileWriter;

use crate::Finding;
use crate::parquet_table::{Batch, write_column as column};

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
    column::<Int64Type>(&mut group, chunks.iter().map(|rows| Batch::dense(rows.seeds.clone().map(signed))))?;
    column::<ByteArrayType>(
        &mut group,
        chunks.iter().map(|rows| Batch::dense(rows.findings.iter().map(|&f| word(f)))),
    )?;
    column::<Int64Type>(&mut group, chunks.iter().map(|rows| Batch::dense(rows.nodes.iter().copied().map(signed))))?;
    column::<Int32Type>(
        &mut group,
        chunks.iter().map(|rows| Batch::sparse(rows.lengths.iter().map(|length| length.map(short)))),
    )?;
    for feature in 0..heading.features.len() {
        column::<Int64Type>(
            &mut group,
            chunks.iter().map(|rows| Batch::sparse(rows.features[feature].iter().copied())),
        )?;
    }
    column::<ByteArrayType>(&mut group, chunks.iter().map(solutions))?;
    group.close()?;
    let mut bytes = file.into_inner()?;
    seal::close(&mut bytes);
    Ok(bytes)
}

/// All solutions share one buffer.
fn solutions(rows: &Rows) -> Batch<ByteArray> {
    let buffer = Bytes::copy_from_slice(rows.solutions.buffer().as_bytes());
    let spans = rows.solutions.spans().zip(&rows.lengths);
    Batch::sparse(spans.map(|((start, end), length)| length.map(|_| ByteArray::from(buffer.slice(start..end)))))
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
