//! Tables on standard output and in documents.

use kibitzer_lab::tables::{Table, check_section, replace_section};

use crate::args::{TableArgs, TableFormat};
use crate::failure::misuse;
use crate::output;

/// Prints a table, as Markdown if that was asked for.
pub(super) fn print(table: &Table, format: TableFormat) -> anyhow::Result<()> {
    let text = match format {
        TableFormat::Markdown => table.to_markdown(),
        TableFormat::Text | TableFormat::Json => table.to_text(),
    };
    output::print(format!("{}\n", text.trim_end()))
}

/// Whether the document that was named, if one was, has a place for a table.
pub(super) fn check_into(args: &TableArgs) -> anyhow::Result<()> {
    let Some(section) = &args.into else { return Ok(()) };
    check_section(&section.file, &section.name).map_err(|problem| misuse(format!("--into: {problem:#}")))
}

/// Writes a table into the document that was named, if one was.
pub(super) fn write_into(table: &Table, args: &TableArgs) -> anyhow::Result<()> {
    let Some(section) = &args.into else { return Ok(()) };
    replace_section(&section.file, &section.name, &table.to_markdown())
}
