//! Drawings, as SVG and as PNG.
//!
//! Both come from the same code and have the same shape. Text is as wide as in the font that is drawn into the PNG; who
//! looks at the SVG may have another sans-serif.

mod axis;
mod bars;
mod bitmap;
mod curves;
mod head;
mod race;
mod text;

use std::error::Error;

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;

pub use axis::Axis;
pub use bars::{Bar, Bars, bars};
pub use curves::{Chart, Curve, curves};
pub use race::race;

/// A drawing, twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// As text.
    pub svg: String,
    /// As the bytes of a file, with twice as many pixels to a side.
    pub png: Vec<u8>,
}

type Drawn = Result<(), Box<dyn Error>>;
type Area<B> = DrawingArea<B, Shift>;

/// The colours of Okabe and Ito (2008), which people see apart however they see colours; the yellow, too pale for a
/// line, is left out.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(0, 0, 0),
];

/// Plotters places everything at whole numbers, so it is given numbers so many times as large as those below.
const UNIT: i32 = 4;

const WIDTH: i32 = 960 * UNIT;
const CHART_HEIGHT: i32 = 500 * UNIT;
const LEFT: i32 = 110 * UNIT;
const EDGE: i32 = 25 * UNIT;
const RIGHT: i32 = 30 * UNIT;
const BELOW: i32 = 65 * UNIT;
const MARGIN: i32 = 12 * UNIT;
const INK: RGBColor = RGBColor(60, 60, 60);
const GRID: RGBColor = RGBColor(225, 225, 225);

/// What can be drawn on either ground.
trait Drawing {
    /// How high it is; all are equally wide.
    fn height(&self) -> i32;

    fn draw<B: DrawingBackend<ErrorType: 'static>>(&self, area: &Area<B>) -> Drawn;
}

fn picture(drawing: &impl Drawing) -> Result<Picture> {
    text::prepare();
    let problem = |problem: Box<dyn Error>| anyhow!("cannot draw: {problem}");
    // A whole number of pixels, whatever the scale.
    let height = (drawing.height() + UNIT - 1) / UNIT * UNIT;
    Ok(Picture { svg: vectors(drawing, height).map_err(problem)?, png: bitmap::png(drawing, height).map_err(problem)? })
}

fn vectors(drawing: &impl Drawing, height: i32) -> Result<String, Box<dyn Error>> {
    let mut svg = String::new();
    paint(drawing, SVGBackend::with_string(&mut svg, (pixels(WIDTH), pixels(height))))?;
    // The size on the page is that of the constants; the numbers inside stay as fine as they are.
    let size = |scale: i32| format!(r#"width="{}" height="{}""#, WIDTH / scale, height / scale);
    Ok(svg.replacen(&size(1), &size(UNIT), 1))
}

fn paint<B: DrawingBackend<ErrorType: 'static>>(drawing: &impl Drawing, ground: B) -> Drawn {
    let area = ground.into_drawing_area();
    area.fill(&WHITE)?;
    drawing.draw(&area)?;
    area.present()?;
    Ok(())
}

fn pixels(length: i32) -> u32 {
    length.unsigned_abs()
}

fn colour(index: usize) -> RGBColor {
    COLOURS[index % COLOURS.len()]
}

fn thick(width: i32) -> u32 {
    pixels(width * UNIT)
}
