//! A marked section of a document, written as a whole or not at all.

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Error, Result, bail};

/// A section: `peers.md#results` is what stands in `peers.md` between the lines `<!-- results:begin -->` and
/// `<!-- results:end -->`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The document.
    pub file: PathBuf,
    /// The name in its markers.
    pub name: String,
}

impl FromStr for Section {
    type Err = Error;

    fn from_str(text: &str) -> Result<Section> {
        match text.rsplit_once('#') {
            Some((file, name)) if !file.is_empty() && !name.is_empty() => {
                Ok(Section { file: file.into(), name: name.to_string() })
            }
            _ => bail!("'{text}' is not a section: write the file, a # and the name, as in ../docs/peers.md#peers"),
        }
    }
}

/// Writes text into a section in place of what is there.
///
/// # Errors
/// If the document cannot be read or written, or has not exactly one such section.
pub fn replace_section(section: &Section, text: &str) -> Result<()> {
    let Section { file, name } = section;
    let old = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let new = with_section(&old, name, text).with_context(|| format!("in {}", file.display()))?;
    let temporary = temporary(file);
    fs::write(&temporary, new)
        .and_then(|()| fs::rename(&temporary, file))
        .with_context(|| format!("cannot write {}", file.display()))
}

/// Beside the document, so that a rename puts it in place.
fn temporary(file: &Path) -> PathBuf {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    file.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

fn with_section(document: &str, name: &str, text: &str) -> Result<String> {
    let [begin, end] = ["begin", "end"].map(|side| format!("<!-- {name}:{side} -->"));
    let parts: Vec<_> = document.split(&begin).collect();
    let [head, rest] = parts[..] else { bail!("there should be one line {begin}, and there are {}", parts.len() - 1) };
    let parts: Vec<_> = rest.split(&end).collect();
    let [_, tail] = parts[..] else { bail!("there should be one line {end} after {begin}") };
    Ok(format!("{head}{begin}\n{}\n{end}{tail}", text.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_section_changes() {
        let document = "# A\n<!-- a:begin -->\nold\n<!-- a:end -->\nafter\n";
        let new = with_section(document, "a", "new\n").expect("there is one section");
        assert_eq!(new, "# A\n<!-- a:begin -->\nnew\n<!-- a:end -->\nafter\n");
        for bad in ["", "<!-- a:begin -->", "<!-- a:end --><!-- a:begin -->"] {
            assert!(with_section(bad, "a", "new").is_err(), "{bad}");
        }
    }

    #[test]
    fn a_section_is_a_file_and_a_name() {
        let section: Section = "a#b/c.md#d".parse().expect("a section");
        assert_eq!((section.file, section.name.as_str()), (PathBuf::from("a#b/c.md"), "d"));
        assert!(["c.md", "c.md#", "#d"].iter().all(|text| text.parse::<Section>().is_err()));
    }
}
