//! Where a table goes: the terminal, another program, or a marked section of a document.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use thiserror::Error;

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
    /// For documents.
    Markdown,
}

/// How and where a table is written.
#[derive(Clone, Debug, Args)]
pub(crate) struct TableArgs {
    /// How to write the table.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(crate) format: TableFormat,
    /// Write the table as Markdown into a document, too: README.md#results is the section of README.md between the
    /// lines <!-- results:begin --> and <!-- results:end -->.
    #[arg(long, value_name = "FILE#NAME")]
    pub(crate) into: Option<Section>,
}

/// A marked section of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Section {
    /// The document.
    pub(crate) file: PathBuf,
    /// The name in its markers.
    pub(crate) name: String,
}

/// Text that names no section.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a section: write the file, a # and the name of the section, as in README.md#results")]
pub(crate) struct NotASection(String);

impl FromStr for Section {
    type Err = NotASection;

    fn from_str(text: &str) -> Result<Section, NotASection> {
        match text.rsplit_once('#') {
            Some((file, name)) if !file.is_empty() && !name.is_empty() => {
                Ok(Section { file: file.into(), name: name.to_string() })
            }
            _ => Err(NotASection(text.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_a_file_and_a_name() {
        let section = |file: &str, name: &str| Ok(Section { file: file.into(), name: name.to_string() });
        assert_eq!("README.md#results".parse(), section("README.md", "results"));
        assert_eq!("a#b/c.md#d".parse(), section("a#b/c.md", "d"));
        for text in ["README.md", "README.md#", "#results", ""] {
            assert_eq!(text.parse::<Section>(), Err(NotASection(text.to_string())));
        }
    }
}
