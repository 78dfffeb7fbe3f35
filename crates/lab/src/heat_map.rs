//! A board whose cells are coloured by numbers, as SVG.

use std::error::Error;

use anyhow::{Result, anyhow};
use kibitzer_catalog::Board;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// From the centre of a cell to a corner, in pixels.
const RADIUS: f64 = 42.0;
const MARGIN: f64 = 24.0;
const TITLE: f64 = 44.0;
const FONT: &str = "sans-serif";
const INK: RGBColor = RGBColor(40, 40, 40);

/// Shares far below one half are this colour, those far above the other (after Okabe and Ito 2008), and one half is white.
const LOW: RGBColor = RGBColor(0, 114, 178);
const HIGH: RGBColor = RGBColor(213, 94, 0);

/// The whole number nearest to a length in pixels.
#[expect(clippy::cast_possible_truncation, reason = "drawings are far smaller than 2^31 pixels")]
fn pixels(length: f64) -> i32 {
    length.round() as i32
}

/// Draws a board of hexagons. `share` tells the number of a cell, from 0 to 1, by the move that puts a stone there; cells
/// without one stay blank.
///
/// # Errors
/// If it cannot be drawn.
pub fn heat_map(title: &str, board: &Board, share: impl Fn(&str) -> Option<f64>) -> Result<String> {
    let mut svg = String::new();
    draw(&mut svg, title, board, share).map_err(|problem| anyhow!("cannot draw the board: {problem}"))?;
    Ok(svg)
}

fn draw(
    svg: &mut String,
    title: &str,
    board: &Board,
    share: impl Fn(&str) -> Option<f64>,
) -> Result<(), Box<dyn Error>> {
    let half = RADIUS * 3_f64.sqrt() / 2.0;
    let number = |count: usize| f64::from(u16::try_from(count).unwrap_or(u16::MAX));
    // Cells lie two halves apart in a row, and rows one and a half radii.
    let x = |indent: usize, column: usize| MARGIN + half * (1.0 + number(indent) + 2.0 * number(column));
    let y = |row: usize| TITLE + MARGIN + RADIUS * (1.0 + 1.5 * number(row));
    let width = board.rows.iter().map(|row| x(row.indent, row.squares.len())).fold(0.0, f64::max) - half + MARGIN;
    let height = y(board.rows.len()) - 0.5 * RADIUS + MARGIN;
    let size = (u32::try_from(pixels(width))?, u32::try_from(pixels(height))?);
    let area = SVGBackend::with_string(svg, size).into_drawing_area();
    area.fill(&WHITE)?;
    let centred = Pos::new(HPos::Center, VPos::Center);
    let text = |height: u32| TextStyle::from((FONT, height).into_font()).color(&INK).pos(centred);
    area.draw_text(title, &text(19), (pixels(width / 2.0), pixels(TITLE / 2.0 + 6.0)))?;
    for (row, cells) in board.rows.iter().enumerate() {
        for (column, square) in cells.squares.iter().enumerate() {
            let (x, y) = (x(cells.indent, column), y(row));
            let corners = [(0.0, -1.0), (1.0, -0.5), (1.0, 0.5), (0.0, 1.0), (-1.0, 0.5), (-1.0, -0.5)];
            let corners: Vec<_> =
                corners.iter().map(|(dx, dy)| (pixels(x + dx * half), pixels(y + dy * RADIUS))).collect();
            let name = square.target.as_deref().unwrap_or_default();
            let share = share(name);
            area.draw(&Polygon::new(corners.clone(), share.map_or(WHITE, colour).filled()))?;
            let outline = corners.iter().chain(&corners[..1]).copied().collect::<Vec<_>>();
            area.draw(&PathElement::new(outline, INK.stroke_width(1)))?;
            area.draw_text(name, &text(13), (pixels(x), pixels(y - 13.0)))?;
            if let Some(share) = share {
                area.draw_text(&format!("{:.0}%", 100.0 * share), &text(18), (pixels(x), pixels(y + 8.0)))?;
            }
        }
    }
    area.present()?;
    Ok(())
}

/// White at one half, and full colour at 0 and 1.
fn colour(share: f64) -> RGBColor {
    let end = if share < 0.5 { LOW } else { HIGH };
    let weight = (2.0 * share - 1.0).abs().min(1.0);
    // Dark ink must stay readable.
    let mixed = |part: u8| {
        let value = 255.0 + (f64::from(part) - 255.0) * weight * 0.8;
        u8::try_from(pixels(value)).unwrap_or(u8::MAX)
    };
    RGBColor(mixed(end.0), mixed(end.1), mixed(end.2))
}

#[cfg(test)]
mod tests {
    use kibitzer_catalog::GameSpec;

    use super::*;

    #[test]
    fn every_cell_has_its_hexagon_and_the_even_ones_are_white() {
        let room = "yavalath:side=3".parse::<GameSpec>().unwrap().duel().unwrap();
        let board = room.look(room.start()).unwrap().board;
        let svg = heat_map("a title", &board, |name| (name != "a1").then_some(0.25)).unwrap();
        assert_eq!(svg.matches("<polygon").count(), 19);
        assert_eq!((svg.matches("25%").count(), svg.matches("a title").count()), (18, 1));
        assert_eq!(colour(0.5), WHITE);
        assert!(colour(0.0).0 < colour(0.0).2 && colour(1.0).0 > colour(1.0).2, "blue is low, red is high");
    }
}
