//! Rows into a part file.

use std::ops::Range;

use bytes::Bytes;
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::Result;
use parquet::file::writer::SerializedFileWriter;

use crate::Finding;
use crate::parquet_table::{Batch, write_column as column};

use super::format::{Heading, Keep, SOLVED_HARDEST, SOLVED_NODES, seal};
use super::rest::Rest;
use super::rows::Rows;

/// The bytes of the file that holds these runs, which follow each other. They depend on nothing but the arguments.
///
/// # Panics
/// If the runs are not those of `seeds`.
pub(super) fn encode(heading: &Heading, seeds: &Range<u64>, chunks: &[Rows]) -> Result<Vec<u8>> {
    let deals: u64 = chunks.iter().map(|rows| rows.len() as u64 + rows.rest.nodes.total()).sum();
    assert_eq!(deals, seeds.end - seeds.start, "each seed has a row or is counted");
    let properties = heading.properties(seeds, rest(heading, chunks));
    let mut file = SerializedFileWriter::new(Vec::new(), heading.schema(), properties)?;
    let mut group = file.next_row_group()?;
    column::<Int64Type>(&mut group, chunks.iter().map(|rows| Batch::dense(rows.listed.iter().copied().map(signed))))?;
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

/// What the footer says of the deals without a row.
fn rest(heading: &Heading, chunks: &[Rows]) -> Vec<(&'static str, String)> {
    match heading.keep {
        Keep::All => Vec::new(),
        Keep::Unsolved => {
            let mut rest = Rest::default();
            for rows in chunks {
                rest.merge(&rows.rest);
            }
            [SOLVED_NODES, SOLVED_HARDEST].into_iter().zip(rest.to_text()).collect()
        }
    }
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
