//! What a report leaves behind: files in the folder of its results, and a chapter of a document.

use std::path::Path;

use anyhow::{Context, Result};

use super::Report;
use crate::files;
use crate::parquet_table::to_parquet;
use crate::record::to_json_line;
use crate::tables::with_section;

/// Writes the table as Markdown, CSV and JSON, the records as Parquet, and the plots as SVG and PNG.
///
/// # Errors
/// If a file cannot be written; each appears whole or not at all.
pub fn write_results(report: &Report<'_>, folder: &Path) -> Result<()> {
    files::make_folder(folder)?;
    let write = |name: &str, bytes: &[u8]| files::write_atomically(&folder.join(name), bytes);
    write("table.md", report.chapter(&[]).as_bytes())?;
    write("table.csv", report.csv().as_bytes())?;
    let objects: String = report.objects().iter().map(|object| to_json_line(object) + "\n").collect();
    write("table.json", objects.as_bytes())?;
    write("records.parquet", &to_parquet(&report.columns())?)?;
    for (index, picture) in report.pictures()?.iter().enumerate() {
        let name = picture_name(report.id(), index);
        write(&format!("{name}.svg"), picture.svg.as_bytes())?;
        write(&format!("{name}.png"), &picture.png)?;
    }
    Ok(())
}

/// Writes the chapter of an experiment into a document, in place of the one that is there or at the end, and its plots
/// into a folder beside it. A document that is not there is begun.
///
/// # Errors
/// If a file cannot be read or written.
pub fn write_chapter(report: &Report<'_>, document: &Path) -> Result<()> {
    let folder = document.with_extension("");
    let stem = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let pictures = report.pictures()?;
    let mut links = Vec::new();
    if !pictures.is_empty() {
        files::make_folder(&folder)?;
    }
    for (index, picture) in pictures.iter().enumerate() {
        let name = format!("{}.svg", picture_name(report.id(), index));
        files::write_atomically(&folder.join(&name), picture.svg.as_bytes())?;
        links.push(format!("{stem}/{name}"));
    }
    let old = match std::fs::read_to_string(document) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => BEGINNING.to_string(),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", document.display())),
    };
    let id = report.id();
    let old = if old.contains(&format!("<!-- {id}:begin -->")) {
        old
    } else {
        format!("{}\n\n## {id}\n\n<!-- {id}:begin -->\n<!-- {id}:end -->\n", old.trim_end())
    };
    let chapter = format!("\n{}\n", report.chapter(&links).trim_end());
    let new = with_section(&old, id, &chapter).with_context(|| format!("in {}", document.display()))?;
    files::write_atomically(document, new.as_bytes())
}

const BEGINNING: &str = "\
# Results

Each chapter is written by the command in it, followed by `--write`: what a paper printed, what we measure, and what
differs.
";

fn picture_name(id: &str, index: usize) -> String {
    match index {
        0 => id.to_string(),
        _ => format!("{id}-{}", index + 1),
    }
}
