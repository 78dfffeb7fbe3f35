//! What stands above a chart: its title, and a legend where it hides nothing.

use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::text::{LABEL, TITLE, anchored, line_height, width, wrapped};
use super::{Area, Drawn, RIGHT, UNIT, WIDTH};

const ABOVE: i32 = 12 * UNIT;
const BELOW_TITLE: i32 = 8 * UNIT;
const ROW: i32 = 26 * UNIT;
const LINE: i32 = 40 * UNIT;
const SQUARE: i32 = 16 * UNIT;
const GAP: i32 = 12 * UNIT;
const BETWEEN: i32 = 30 * UNIT;

/// An entry of a legend.
pub(super) struct Entry<'a> {
    pub(super) name: &'a str,
    pub(super) sign: Sign,
}

/// How an entry is known in the chart.
#[derive(Clone, Copy)]
pub(super) enum Sign {
    Line { stroke: Stroke, is_marked: bool },
    Box(RGBColor),
}

impl Sign {
    fn width(self) -> i32 {
        match self {
            Sign::Line { .. } => LINE,
            Sign::Box(_) => SQUARE,
        }
    }
}

/// How a line is drawn. Where the colours begin again, lines are broken.
#[derive(Clone, Copy)]
pub(super) struct Stroke {
    pub(super) style: ShapeStyle,
    pub(super) is_dashed: bool,
}

impl Stroke {
    pub(super) const DASH: i32 = 8 * UNIT;
    pub(super) const SPACE: i32 = 5 * UNIT;
}

/// Title and legend, laid out.
pub(super) struct Head<'a> {
    title: Vec<String>,
    entries: Vec<(Entry<'a>, (i32, i32))>,
    rows: i32,
    left: i32,
}

impl<'a> Head<'a> {
    /// The entries stand in one row if they fit, or in columns if at least three fit, or else one below the other.
    pub(super) fn new(title: &str, entries: Vec<Entry<'a>>, left: i32) -> Head<'a> {
        let room = WIDTH - left - RIGHT + BETWEEN;
        let wide = |entry: &Entry<'_>| entry.sign.width() + GAP + width(entry.name, LABEL) + BETWEEN;
        let widths: Vec<i32> = entries.iter().map(wide).collect();
        let widest = widths.iter().copied().max().unwrap_or(room);
        let is_one_row = widths.iter().sum::<i32>() <= room;
        let columns = if room / widest < 3 { 1 } else { room / widest };
        let title = wrapped(title, TITLE, WIDTH - left - RIGHT);
        let top = ABOVE + lines(&title) + BELOW_TITLE + ROW / 2;
        let mut row_end = left;
        let mut placed = Vec::new();
        for ((index, entry), width) in (0..).zip(entries).zip(widths) {
            let (column, row) = if is_one_row { (0, 0) } else { (index % columns, index / columns) };
            let x = if is_one_row { row_end } else { left + column * (room / columns) };
            row_end += width;
            placed.push((entry, (x, top + row * ROW)));
        }
        let rows = placed.last().map_or(0, |(_, (_, y))| (y - top) / ROW + 1);
        Head { title, entries: placed, rows, left }
    }

    pub(super) fn height(&self) -> i32 {
        ABOVE + lines(&self.title) + BELOW_TITLE + self.rows * ROW
    }

    pub(super) fn draw<B: DrawingBackend<ErrorType: 'static>>(&self, area: &Area<B>) -> Drawn {
        let mut y = ABOVE;
        for line in &self.title {
            area.draw_text(line, &anchored(TITLE, HPos::Left, VPos::Top), (self.left, y))?;
            y += line_height(TITLE);
        }
        for (entry, (x, y)) in &self.entries {
            let end = x + entry.sign.width();
            match entry.sign {
                Sign::Line { stroke: Stroke { style, is_dashed }, is_marked } => {
                    let ends = [(*x, *y), (end, *y)];
                    if is_dashed {
                        area.draw(&DashedPathElement::new(ends, Stroke::DASH, Stroke::SPACE, style))?;
                    } else {
                        area.draw(&PathElement::new(ends, style))?;
                    }
                    if is_marked {
                        area.draw(&marker((x + LINE / 2, *y), style))?;
                    }
                }
                Sign::Box(colour) => {
                    let corners = [(*x, y - SQUARE / 2), (end, y + SQUARE / 2)];
                    area.draw(&Rectangle::new(corners, colour.filled()))?;
                }
            }
            area.draw_text(entry.name, &anchored(LABEL, HPos::Left, VPos::Center), (end + GAP, *y))?;
        }
        Ok(())
    }
}

/// A dot that shows on its own line.
pub(super) fn marker<C>(centre: C, line: ShapeStyle) -> Circle<C, u32> {
    Circle::new(centre, line.stroke_width / 2 + super::thick(3), line.filled())
}

fn lines(title: &[String]) -> i32 {
    line_height(TITLE) * i32::try_from(title.len()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::LEFT;
    use super::*;

    fn places(names: &[&str]) -> Vec<(i32, i32)> {
        super::super::text::prepare();
        let entries = names.iter().map(|name| Entry { name, sign: Sign::Box(BLACK) }).collect();
        let head = Head::new("title", entries, LEFT);
        let (_, last) = head.entries.last().expect("an entry").1;
        assert!(last < head.height(), "the legend ends at {last}");
        head.entries.iter().map(|(_, place)| *place).collect()
    }

    #[test]
    fn entries_stand_in_a_row_or_in_columns_or_in_rows_of_their_own() {
        let row = places(&["paper", "ours"]);
        assert!(row[0].0 < row[1].0 && row[0].1 == row[1].1);
        let columns = places(&["a name of some length"; 9]);
        assert!(
            columns[0].1 == columns[2].1
                && columns[0].1 < columns[8].1
                && columns[0].0 == columns[8].0 - 2 * (columns[1].0 - columns[0].0)
        );
        let rows = places(&["a name that is so long that no two of its kind could ever stand beside each other"; 2]);
        assert!(rows[0].0 == rows[1].0 && rows[0].1 < rows[1].1);
    }
}
