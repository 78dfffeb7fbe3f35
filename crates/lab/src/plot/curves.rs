//! Curves over a common axis: running totals, sweeps over a setting, and the like.

use anyhow::Result;
use plotters::prelude::*;

use super::axis::{Axis, Scale};
use super::head::{Entry, Head, Sign, Stroke, marker};
use super::text::{AXIS_TITLE, LABEL, style};
use super::{
    Area, BELOW, CHART_HEIGHT, COLOURS, Drawing, Drawn, EDGE, GRID, INK, MARGIN, Picture, RIGHT, colour, picture, thick,
};

/// A curve with at most so many points shows each.
const FEW: usize = 30;

/// A line through points.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What the legend says.
    pub name: String,
    /// In the order in which they are joined. Points that an axis has no place for are left out.
    pub points: Vec<(f64, f64)>,
}

/// Curves that are drawn together.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// Above the chart.
    pub title: String,
    /// What is on the axis below.
    pub x: Axis,
    /// What is on the axis at the left.
    pub y: Axis,
    /// In the order of the legend.
    pub curves: Vec<Curve>,
}

/// Draws curves, each with markers if its points are few.
///
/// # Errors
/// If they cannot be drawn.
pub fn curves(chart: &Chart) -> Result<Picture> {
    let values =
        |part: fn(&(f64, f64)) -> f64| chart.curves.iter().flat_map(move |curve| curve.points.iter().map(part));
    let x = Scale::holding(values(|point| point.0), chart.x.is_log, false);
    let y = Scale::holding(values(|point| point.1), chart.y.is_log, false);
    draw(chart, x, y, Look::Points)
}

/// What lines are like.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// Each point counts, and has a marker if there are few.
    Points,
    /// Steps: their corners are no points of their own. Later lines are thinner, so that those below show where two
    /// agree, as steps often do.
    Steps,
}

/// The same on axes that are given.
pub(super) fn draw(chart: &Chart, x: Scale, y: Scale, look: Look) -> Result<Picture> {
    super::text::prepare();
    let lines = chart.curves.len();
    let entry = |(index, curve): (usize, &'_ Curve)| Sign::Line {
        stroke: look.stroke(index, lines),
        is_marked: look.is_marked(curve),
    };
    let signs = chart.curves.iter().enumerate().map(entry);
    let entries = chart.curves.iter().zip(signs).map(|(curve, sign)| Entry { name: &curve.name, sign }).collect();
    let head = Head::new(&chart.title, entries, y.left());
    picture(&Curves { chart, x, y, look, head })
}

impl Look {
    fn is_marked(self, curve: &Curve) -> bool {
        self == Look::Points && curve.points.len() <= FEW
    }

    fn stroke(self, index: usize, lines: usize) -> Stroke {
        let width = match self {
            Look::Points => 3,
            Look::Steps => 2 + 2 * i32::try_from((lines - 1 - index).min(3)).expect("at most 3"),
        };
        Stroke { style: colour(index).stroke_width(thick(width)), is_dashed: index >= COLOURS.len() }
    }
}

struct Curves<'a> {
    chart: &'a Chart,
    x: Scale,
    y: Scale,
    look: Look,
    head: Head<'a>,
}

impl Drawing for Curves<'_> {
    fn height(&self) -> i32 {
        self.head.height() + CHART_HEIGHT
    }

    fn draw<B: DrawingBackend<ErrorType: 'static>>(&self, area: &Area<B>) -> Drawn {
        let (top, bottom) = area.split_vertically(self.head.height());
        self.head.draw(&top)?;
        let mut frame = ChartBuilder::on(&bottom)
            .margin_top(MARGIN)
            .margin_left(EDGE)
            .margin_right(RIGHT)
            .margin_bottom(MARGIN)
            .x_label_area_size(BELOW)
            .y_label_area_size(self.y.left() - EDGE)
            .build_cartesian_2d(self.x.clone(), self.y.clone())?;
        frame
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID.stroke_width(thick(1)))
            .axis_style(INK.stroke_width(thick(1)))
            .set_all_tick_mark_size(thick(5))
            .label_style(style(LABEL))
            .axis_desc_style(style(AXIS_TITLE))
            .x_desc(&self.chart.x.title)
            .y_desc(&self.chart.y.title)
            .draw()?;
        for (index, curve) in self.chart.curves.iter().enumerate() {
            let Stroke { style, is_dashed } = self.look.stroke(index, self.chart.curves.len());
            let places: Vec<(f64, f64)> =
                curve.points.iter().filter_map(|&(x, y)| Some((self.x.place(x)?, self.y.place(y)?))).collect();
            if self.look.is_marked(curve) {
                frame.draw_series(places.iter().map(|&place| marker(place, style)))?;
            }
            if is_dashed {
                frame.draw_series(DashedLineSeries::new(places, Stroke::DASH, Stroke::SPACE, style))?;
            } else {
                frame.draw_series(LineSeries::new(places, style))?;
            }
        }
        Ok(())
    }
}
