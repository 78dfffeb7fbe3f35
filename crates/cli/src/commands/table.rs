//! Tables on standard output and in documents.

use std::io::{IsTerminal, stdout};

use kibitzer_lab::tables::{Table, check_section, replace_section};

use crate::args::{TableArgs, TableFormat};
use crate::failure::misuse;
use crate::output;

/// Prints a table and the lines below it, if any, as Markdown if that was asked for.
pub(super) fn print(table: &Table, below: &str, format: TableFormat) -> anyhow::Result<()> {
    output::print(match format {
        TableFormat::Markdown => markdown(table, below),
        TableFormat::Text | TableFormat::Json => format!("{}\n{below}", text(table).trim_end()),
    })
}

/// A table for people, as wide as their terminal at most.
pub(super) fn text(table: &Table) -> String {
    let size = || crossterm::terminal::size().ok().filter(|(width, _)| *width > 0);
    table.to_text_within(stdout().is_terminal().then(size).flatten().map(|(width, _)| width))
}

/// Whether the document that was named, if one was, has a place for a table.
pub(super) fn check_into(args: &TableArgs) -> anyhow::Result<()> {
    let Some(section) = &args.into else { return Ok(()) };
    check_section(&section.file, &section.name).map_err(|problem| misuse(format!("--into: {problem:#}")))
}

/// Writes a table and the lines below it, if any, into the document that was named, if one was.
pub(super) fn write_into(table: &Table, below: &str, args: &TableArgs) -> anyhow::Result<()> {
    let Some(section) = &args.into else { return Ok(()) };
    replace_section(&section.file, &section.name, &markdown(table, below))
}

/// Without an empty line, the sentences would be a row of the table.
fn markdown(table: &Table, below: &str) -> String {
    let between = if below.is_empty() { "" } else { "\n" };
    format!("{}\n{between}{below}", table.to_markdown().trim_end())
}
