//! Tables for the terminal, for Markdown and for other programs, and the marked sections of documents that they are written into.

use std::fmt::Display;
use std::path::Path;

use anyhow::{Context, Result, bail};
use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{CellAlignment, ContentArrangement};

use crate::files;

/// A table of text. The first column is aligned left, the others right: they hold numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these column heads and no rows.
    #[must_use]
    pub fn new<S: Into<String>>(header: impl IntoIterator<Item = S>) -> Table {
        Table { header: header.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If it has not one cell for each column.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        let cells: Vec<String> = cells.into_iter().map(Into::into).collect();
        assert_eq!(cells.len(), self.header.len(), "a row has a cell for each column");
        self.rows.push(cells);
    }

    /// For a terminal: lines around the cells.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.to_text_within(None)
    }

    /// The same with long cells wrapped, so that a line has at most so many columns, if that can be.
    #[must_use]
    pub fn to_text_within(&self, width: Option<u16>) -> String {
        let mut table = comfy_table::Table::new();
        if let Some(width) = width {
            table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        }
        table.load_style(UTF8_FULL_CONDENSED).set_header(&self.header);
        for row in &self.rows {
            table.add_row(row);
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table.to_string()
    }

    /// For a document: a Markdown table whose source is aligned, too.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let escaped = |cells: &[String]| -> Vec<String> { cells.iter().map(|cell| cell.replace('|', "\\|")).collect() };
        let (header, rows) = (escaped(&self.header), self.rows.iter().map(|row| escaped(row)).collect::<Vec<_>>());
        let width = |column: usize| {
            let cells = rows.iter().chain([&header]).map(|row| row[column].chars().count());
            cells.max().unwrap_or(0).max(3)
        };
        let widths: Vec<usize> = (0..header.len()).map(width).collect();
        let line = |cells: &[String]| {
            let padded = cells.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
                0 => format!(" {cell:<width$} |"),
                _ => format!(" {cell:>width$} |"),
            });
            format!("|{}\n", padded.collect::<String>())
        };
        let rule = widths.iter().enumerate().map(|(column, &width)| match column {
            0 => format!("{}|", "-".repeat(width + 2)),
            _ => format!("{}:|", "-".repeat(width + 1)),
        });
        let body: String = rows.iter().map(|row| line(row)).collect();
        format!("{}|{}\n{body}", line(&header), rule.collect::<String>())
    }

    /// For other programs: comma-separated values as RFC 4180 has them, but for the end of a line, which is a line
    /// feed alone.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let is_plain = |cell: &str| !cell.contains([',', '"', '\n', '\r']);
        let quoted = |cell: &str| format!("\"{}\"", cell.replace('"', "\"\""));
        let quoted = |cell: &String| if is_plain(cell) { cell.clone() } else { quoted(cell) };
        let line = |row: &Vec<String>| row.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n";
        [&self.header].into_iter().chain(&self.rows).map(line).collect()
    }
}

/// Digits in groups of three: `1,000,001`.
#[must_use]
pub fn grouped(number: impl Display) -> String {
    let text = number.to_string();
    let (whole, fraction) = text.find('.').map_or((text.as_str(), ""), |point| text.split_at(point));
    let mut grouped = String::with_capacity(text.len() * 4 / 3);
    for (index, digit) in whole.char_indices() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) && !grouped.ends_with('-') {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + fraction
}

/// Writes text into a document, between the lines `<!-- name:begin -->` and `<!-- name:end -->`, in place of what is
/// there. The document changes as a whole or not at all.
///
/// # Errors
/// If the document cannot be read or written, or has not exactly one such section.
pub fn replace_section(document: &Path, name: &str, text: &str) -> Result<()> {
    let old = std::fs::read_to_string(document).with_context(|| format!("cannot read {}", document.display()))?;
    let new = with_section(&old, name, text).with_context(|| format!("in {}", document.display()))?;
    files::write_atomically(document, new.as_bytes())
}

/// Whether a document has a section, before the work is done that is to go there.
///
/// # Errors
/// If it has not, or cannot be read.
pub fn check_section(document: &Path, name: &str) -> Result<()> {
    let text = std::fs::read_to_string(document).with_context(|| format!("cannot read {}", document.display()))?;
    with_section(&text, name, "").map(drop).with_context(|| format!("in {}", document.display()))
}

pub(crate) fn with_section(document: &str, name: &str, text: &str) -> Result<String> {
    let [begin, end] = ["begin", "end"].map(|side| format!("<!-- {name}:{side} -->"));
    let mut found = [None; 2];
    for (marker, place) in [&begin, &end].into_iter().zip(&mut found) {
        let mut places = document.match_indices(marker.as_str());
        match (places.next(), places.next()) {
            (Some((only, _)), None) => *place = Some(only),
            (None, _) => bail!("there is no line {marker}"),
            (Some(_), Some(_)) => bail!("there is more than one {marker}"),
        }
    }
    match found {
        [Some(from), Some(to)] if from < to => {
            let head = &document[..from + begin.len()];
            Ok(format!("{head}\n{}\n{}", text.trim_end_matches('\n'), &document[to..]))
        }
        _ => bail!("{end} comes before {begin}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Table {
        let mut table = Table::new(["search", "solved", "nodes"]);
        table.row(["exact", "998", &grouped(12_345)]);
        table.row(["lr|8", "7", "1"]);
        table
    }

    #[test]
    fn a_terminal_sees_lines_and_numbers_to_the_right() {
        insta::assert_snapshot!(sample().to_text(), @r"
        ┌────────┬────────┬────────┐
        │ search ┆ solved ┆  nodes │
        ╞════════╪════════╪════════╡
        │ exact  ┆    998 ┆ 12,345 │
        │ lr|8   ┆      7 ┆      1 │
        └────────┴────────┴────────┘
        ");
    }

    #[test]
    fn a_document_gets_aligned_markdown() {
        insta::assert_snapshot!(sample().to_markdown(), @r"
        | search | solved |  nodes |
        |--------|-------:|-------:|
        | exact  |    998 | 12,345 |
        | lr\|8  |      7 |      1 |
        ");
    }

    #[test]
    fn cells_are_quoted_where_commas_and_quotes_would_mislead() {
        let mut table = Table::new(["search", "says"]);
        table.row(["dfs:closed=on,prune=none", "a \"word\""]);
        table.row(["two\nlines", ""]);
        let expected = "search,says\n\"dfs:closed=on,prune=none\",\"a \"\"word\"\"\"\n\"two\nlines\",\n";
        assert_eq!(table.to_csv(), expected);
    }

    #[test]
    fn digits_are_grouped_from_the_point() {
        let pairs = [("7", "7"), ("100", "100"), ("1000", "1,000"), ("1234567.891", "1,234,567.891"), ("-100", "-100")];
        assert!(pairs.iter().all(|(plain, text)| grouped(plain) == *text));
    }

    #[test]
    fn a_table_fits_a_narrow_terminal() {
        let mut table = Table::new(["search", "nodes expanded: paper", "ours"]);
        table.row(["best-first with a long name", "387.43", "397.5 (324.8 to 470.2)"]);
        let widest = |text: &str| text.lines().map(|line| line.chars().count()).max();
        assert!(widest(&table.to_text()) > Some(70));
        assert!(widest(&table.to_text_within(Some(50))) <= Some(50));
        assert_eq!(table.to_text_within(Some(200)), table.to_text());
    }

    #[test]
    fn a_section_is_replaced_and_the_rest_stays() {
        let document = "# A\n<!-- results:begin -->\nold\n<!-- results:end -->\nafter\n";
        let new = with_section(document, "results", "new\n").expect("the section is there");
        assert_eq!(new, "# A\n<!-- results:begin -->\nnew\n<!-- results:end -->\nafter\n");
        assert_eq!(with_section(&new, "results", "new").expect("still there"), new);
    }

    #[test]
    fn a_document_without_its_section_is_refused() {
        let error = |document: &str| with_section(document, "results", "").expect_err("no section").to_string();
        assert_eq!(error("text"), "there is no line <!-- results:begin -->");
        assert_eq!(error("<!-- results:begin -->"), "there is no line <!-- results:end -->");
        assert!(error("<!-- results:end --><!-- results:begin -->").contains("comes before"));
        assert!(error("<!-- results:begin --><!-- results:begin -->").contains("more than one"));
    }
}
