//! Letters: the font, how wide text is, and where it may break.

use std::sync::OnceLock;

use plotters::prelude::*;
use plotters::style::register_font;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{INK, UNIT};

const FONT: &str = "sans-serif";
pub(super) const TITLE: i32 = 22;
pub(super) const AXIS_TITLE: i32 = 18;
pub(super) const LABEL: i32 = 16;

/// Makes the font known, once. No font of the machine is ever looked for.
pub(super) fn prepare() {
    static READY: OnceLock<bool> = OnceLock::new();
    let is_ready = READY.get_or_init(|| register_font(FONT, FontStyle::Normal, dejavu::sans::regular()).is_ok());
    assert!(is_ready, "the font that is built in can be read");
}

pub(super) fn style(size: i32) -> TextStyle<'static> {
    (FONT, size * UNIT).into_font().color(&INK)
}

pub(super) fn anchored(size: i32, horizontal: HPos, vertical: VPos) -> TextStyle<'static> {
    style(size).pos(Pos::new(horizontal, vertical))
}

/// How wide a line of text is. Nothing that can be drawn is wider than a font that cannot be measured.
pub(super) fn width(text: &str, size: i32) -> i32 {
    let measured = (FONT, size * UNIT).into_font().box_size(text);
    measured.map_or(0, |(width, _)| i32::try_from(width).unwrap_or(i32::MAX))
}

/// How far lines of text are apart.
pub(super) const fn line_height(size: i32) -> i32 {
    size * UNIT * 5 / 4
}

/// Breaks text into lines of at most this width, after spaces and the signs between options. A word that is too wide
/// stays whole.
pub(super) fn wrapped(text: &str, size: i32, most: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for piece in text.split_inclusive([' ', ':', ',', '-', '/', '_']) {
        match lines.last_mut() {
            Some(line) if width((line.clone() + piece).trim_end(), size) <= most => line.push_str(piece),
            _ => lines.push(piece.to_string()),
        }
    }
    lines.iter().map(|line| line.trim_end().to_string()).collect()
}

/// The text, or as much of it as fits, with a sign that there was more.
pub(super) fn shortened(text: &str, size: i32, most: i32) -> String {
    let fits = |text: &str| width(text, size) <= most;
    if fits(text) {
        return text.to_string();
    }
    let cuts = text.char_indices().rev().map(|(end, _)| format!("{}…", text[..end].trim_end()));
    cuts.into_iter().find(|cut| fits(cut)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_after_signs_and_lose_nothing_but_spaces() {
        prepare();
        let text = "tree search:playouts=1000,select=ucb1";
        let lines = wrapped(text, LABEL, width("tree search:playouts", LABEL));
        assert_eq!(lines, ["tree search:", "playouts=1000,", "select=ucb1"]);
        assert_eq!(wrapped("unbreakable", LABEL, 1), ["unbreakable"]);
        assert_eq!(wrapped(text, LABEL, i32::MAX), [text]);
    }

    #[test]
    fn a_cut_shows() {
        prepare();
        let most = width("abcdef", LABEL);
        assert_eq!(shortened("abcdef", LABEL, most), "abcdef");
        let cut = shortened("abcdefghij", LABEL, most);
        assert!(cut.ends_with('…') && cut.len() > 5 && width(&cut, LABEL) <= most, "{cut}");
    }
}
