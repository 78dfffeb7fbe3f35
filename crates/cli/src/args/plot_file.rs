//! Where a drawing goes. The name of the file says what kind it is.

use std::path::PathBuf;

use thiserror::Error;

/// A file for a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlotFile {
    /// Its name.
    pub(crate) path: PathBuf,
    /// What it will hold.
    pub(crate) kind: PlotKind,
}

/// The kinds of drawings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlotKind {
    /// Lines and text, sharp at any size.
    Svg,
    /// Pixels.
    Png,
}

/// A file of which nobody could say what it should hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a drawing is a file that ends in .svg or .png")]
pub(crate) struct NotADrawing;

impl PlotFile {
    pub(crate) fn new(path: PathBuf) -> Result<PlotFile, NotADrawing> {
        let is = |ending: &str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending));
        let kind = match (is("svg"), is("png")) {
            (true, _) => PlotKind::Svg,
            (_, true) => PlotKind::Png,
            _ => return Err(NotADrawing),
        };
        Ok(PlotFile { path, kind })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_tells_the_kind() {
        let kind = |path: &str| PlotFile::new(path.into()).map(|file| file.kind);
        assert_eq!((kind("a/race.svg"), kind("RACE.PNG")), (Ok(PlotKind::Svg), Ok(PlotKind::Png)));
        for path in ["race", "race.pdf", "png", ".svg", "race.svg.gz"] {
            assert_eq!(kind(path), Err(NotADrawing), "{path}");
        }
    }
}
