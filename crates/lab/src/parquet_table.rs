//! Plain tables as Parquet, for programs that read results.

use std::sync::Arc;

use anyhow::{Result, ensure};
use bytes::Bytes;
use parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

/// A column of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// Whole numbers: seeds and counts.
    Whole(Vec<u64>),
    /// Numbers, where there are any.
    Number(Vec<Option<f64>>),
    /// Text.
    Text(Vec<String>),
}

impl Column {
    fn len(&self) -> usize {
        match self {
            Column::Whole(values) => values.len(),
            Column::Number(values) => values.len(),
            Column::Text(values) => values.len(),
        }
    }

    fn field(&self, name: &str) -> Result<TypePtr> {
        let (kind, logical, repetition) = match self {
            Column::Whole(_) => (PhysicalType::INT64, Some(LogicalType::integer(64, false)), Repetition::REQUIRED),
            Column::Number(_) => (PhysicalType::DOUBLE, None, Repetition::OPTIONAL),
            Column::Text(_) => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String), Repetition::REQUIRED),
        };
        let field = Type::primitive_type_builder(name, kind).with_logical_type(logical).with_repetition(repetition);
        Ok(Arc::new(field.build()?))
    }

    fn write(&self, group: &mut SerializedRowGroupWriter<'_, Vec<u8>>) -> parquet::errors::Result<()> {
        match self {
            // The type says that the highest bit is no sign.
            Column::Whole(values) => {
                let values = values.iter().map(|value| value.cast_signed());
                write_column::<Int64Type>(group, [Batch::dense(values)])
            }
            Column::Number(values) => write_column::<DoubleType>(group, [Batch::sparse(values.iter().copied())]),
            Column::Text(values) => {
                let values = values.iter().map(|text| ByteArray::from(Bytes::copy_from_slice(text.as_bytes())));
                write_column::<ByteArrayType>(group, [Batch::dense(values)])
            }
        }
    }
}

/// The bytes of a file that holds these columns, each under its name. They depend on nothing else.
///
/// # Errors
/// If the columns are not equally long, or two have one name.
pub fn to_parquet(columns: &[(String, Column)]) -> Result<Vec<u8>> {
    let rows = columns.first().map_or(0, |(_, column)| column.len());
    let mut fields = Vec::new();
    for (index, (name, column)) in columns.iter().enumerate() {
        ensure!(column.len() == rows, "column {name} has {} rows, not {rows}", column.len());
        ensure!(columns[..index].iter().all(|(other, _)| other != name), "there are two columns {name}");
        fields.push(column.field(name)?);
    }
    let schema = Type::group_type_builder("table").with_fields(fields).build()?;
    let properties = WriterProperties::builder()
        .set_created_by(format!("kibitzer {}", env!("CARGO_PKG_VERSION")))
        .set_compression(Compression::LZ4_RAW);
    let mut file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties.build()))?;
    let mut group = file.next_row_group()?;
    for (_, column) in columns {
        column.write(&mut group)?;
    }
    group.close()?;
    Ok(file.into_inner()?)
}

/// Values, and where a column has holes a 1 for each row with a value and a 0 for each without.
pub(crate) struct Batch<T> {
    values: Vec<T>,
    levels: Option<Vec<i16>>,
}

impl<T> Batch<T> {
    /// Of a column that has a value in each row.
    pub(crate) fn dense(values: impl Iterator<Item = T>) -> Batch<T> {
        Batch { values: values.collect(), levels: None }
    }

    /// Of a column that may have holes.
    pub(crate) fn sparse(values: impl Iterator<Item = Option<T>> + Clone) -> Batch<T> {
        let levels = values.clone().map(|value| i16::from(value.is_some())).collect();
        Batch { values: values.flatten().collect(), levels: Some(levels) }
    }
}

/// Writes the next column, batch after batch.
pub(crate) fn write_column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    batches: impl IntoIterator<Item = Batch<T::T>>,
) -> parquet::errors::Result<()> {
    let mut column = group.next_column()?.expect("the schema has each column that is written");
    for Batch { values, levels } in batches {
        column.typed::<T>().write_batch(&values, levels.as_deref(), None)?;
    }
    column.close()
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    use super::*;

    fn sample() -> Vec<(String, Column)> {
        let texts = ["exact", "", "Zürich, \"quoted\"\n"].map(String::from).to_vec();
        vec![
            ("seed".to_string(), Column::Whole(vec![0, 7, u64::MAX])),
            ("time in seconds".to_string(), Column::Number(vec![Some(0.25), None, Some(f64::INFINITY)])),
            ("search".to_string(), Column::Text(texts)),
        ]
    }

    #[test]
    fn a_table_is_read_back() {
        let bytes = to_parquet(&sample()).expect("a table");
        let reader = SerializedFileReader::new(Bytes::from(bytes)).expect("a file");
        let rows: Vec<Vec<(String, Field)>> =
            reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row").into_columns()).collect();
        let row = |seed: u64, time: Field, search: &str| {
            let search = Field::Str(search.to_string());
            let names = ["seed", "time in seconds", "search"].map(String::from);
            names.into_iter().zip([Field::ULong(seed), time, search]).collect::<Vec<_>>()
        };
        let expected = [
            row(0, Field::Double(0.25), "exact"),
            row(7, Field::Null, ""),
            row(u64::MAX, Field::Double(f64::INFINITY), "Zürich, \"quoted\"\n"),
        ];
        assert_eq!(rows, expected);
    }

    #[test]
    fn a_table_without_rows_keeps_its_columns() {
        let empty = [("seed".to_string(), Column::Whole(vec![])), ("search".to_string(), Column::Text(vec![]))];
        let reader = SerializedFileReader::new(Bytes::from(to_parquet(&empty).expect("a table"))).expect("a file");
        let file = reader.metadata().file_metadata();
        let names: Vec<&str> = file.schema().get_fields().iter().map(|field| field.name()).collect();
        assert_eq!((file.num_rows(), names), (0, vec!["seed", "search"]));
    }

    #[test]
    fn columns_that_make_no_table_are_refused() {
        let mut columns = sample();
        columns.push(("short".to_string(), Column::Whole(vec![1])));
        let error = |columns: &[(String, Column)]| to_parquet(columns).expect_err("no table").to_string();
        assert_eq!(error(&columns), "column short has 1 rows, not 3");
        columns[3] = columns[0].clone();
        assert_eq!(error(&columns), "there are two columns seed");
    }
}
