//! Grouped bars with their intervals.

use anyhow::Result;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use crate::stats::{Estimate, as_f64};

use super::axis::{Axis, Scale};
use super::head::{Entry, Head, Sign};
use super::text::{AXIS_TITLE, LABEL, anchored, line_height, prepare, shortened, style, width, wrapped};
use super::{
    Area, CHART_HEIGHT, Drawing, Drawn, EDGE, GRID, INK, MARGIN, Picture, RIGHT, UNIT, WIDTH, colour, picture, thick,
};

/// The share of its room that a group fills.
const FILLED: f64 = 0.8;
const BELOW_AXIS: i32 = 10 * UNIT;
/// Half the width of the bar across an end of an interval, where there is room.
const CAP: i32 = 8 * UNIT;
/// No name takes more of the height.
const LONGEST: i32 = 220 * UNIT;

type Plane = Cartesian2d<Scale, Scale>;

/// A group of bars.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What stands below it.
    pub name: String,
    /// One for each series, where there is one. An interval without width is not drawn.
    pub values: Vec<Option<Estimate>>,
}

/// Groups of bars that are drawn together.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// Above the chart.
    pub title: String,
    /// What the bars measure. The axis begins at 0, unless it is logarithmic or there are negative values.
    pub y: Axis,
    /// What the bars of a group are called, such as "paper" and "ours".
    pub series: Vec<String>,
    /// From left to right.
    pub bars: Vec<Bar>,
}

/// Draws bars. One series needs no legend.
///
/// # Errors
/// If they cannot be drawn.
pub fn bars(bars: &Bars) -> Result<Picture> {
    prepare();
    let estimates = bars.bars.iter().flat_map(|bar| bar.values.iter().flatten());
    let ends = estimates.flat_map(|estimate| [estimate.value, estimate.low, estimate.high]);
    let entry = |(index, name)| Entry { name, sign: Sign::Box(colour(index)) };
    let entries: Vec<Entry<'_>> = bars.series.iter().map(String::as_str).enumerate().map(entry).collect();
    let entries = if entries.len() > 1 { entries } else { Vec::new() };
    let y = Scale::holding(ends, bars.y.is_log, true);
    let head = Head::new(&bars.title, entries, y.left());
    // How much of the width a group has.
    let room = (WIDTH - y.left() - RIGHT) / i32::try_from(bars.bars.len().max(1))?;
    picture(&Grouped { bars, y, head, names: Names::new(bars, room), room })
}

struct Grouped<'a> {
    bars: &'a Bars,
    y: Scale,
    head: Head<'a>,
    names: Names,
    room: i32,
}

/// The names of the groups, in lines that fit between their neighbours, or upright if they do not.
enum Names {
    Flat(Vec<Vec<String>>),
    Upright(Vec<String>),
}

impl Names {
    fn new(bars: &Bars, room: i32) -> Names {
        let room = room - 8 * UNIT;
        let flat: Vec<_> = bars.bars.iter().map(|bar| wrapped(&bar.name, LABEL, room)).collect();
        if flat.iter().flatten().all(|line| width(line, LABEL) <= room) {
            Names::Flat(flat)
        } else {
            Names::Upright(bars.bars.iter().map(|bar| shortened(&bar.name, LABEL, LONGEST)).collect())
        }
    }

    fn height(&self) -> i32 {
        let text = match self {
            Names::Flat(names) => {
                let most = names.iter().map(Vec::len).max().unwrap_or(0);
                line_height(LABEL) * i32::try_from(most).unwrap_or(0)
            }
            Names::Upright(names) => names.iter().map(|name| width(name, LABEL)).max().unwrap_or(0),
        };
        BELOW_AXIS + text + MARGIN
    }

    /// Each below the point of the axis that is its own.
    fn draw<B: DrawingBackend<ErrorType: 'static>>(
        &self,
        area: &Area<B>,
        below: impl Fn(usize) -> (i32, i32),
    ) -> Drawn {
        match self {
            Names::Flat(names) => {
                for (index, lines) in names.iter().enumerate() {
                    let (x, mut y) = below(index);
                    for line in lines {
                        area.draw_text(line, &anchored(LABEL, HPos::Center, VPos::Top), (x, y))?;
                        y += line_height(LABEL);
                    }
                }
            }
            Names::Upright(names) => {
                let style = anchored(LABEL, HPos::Right, VPos::Center).transform(FontTransform::Rotate270);
                for (index, name) in names.iter().enumerate() {
                    area.draw_text(name, &style, below(index))?;
                }
            }
        }
        Ok(())
    }
}

impl Drawing for Grouped<'_> {
    fn height(&self) -> i32 {
        self.head.height() + CHART_HEIGHT + self.names.height()
    }

    fn draw<B: DrawingBackend<ErrorType: 'static>>(&self, area: &Area<B>) -> Drawn {
        let (top, bottom) = area.split_vertically(self.head.height());
        self.head.draw(&top)?;
        let groups = as_f64(self.bars.bars.len().max(1) as u64);
        let mut chart = ChartBuilder::on(&bottom)
            .margin_top(MARGIN)
            .margin_left(EDGE)
            .margin_right(RIGHT)
            .margin_bottom(self.names.height())
            .y_label_area_size(self.y.left() - EDGE)
            .build_cartesian_2d(Scale::plain(groups), self.y.clone())?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID.stroke_width(thick(1)))
            .axis_style(INK.stroke_width(thick(1)))
            .set_all_tick_mark_size(thick(5))
            .label_style(style(LABEL))
            .axis_desc_style(style(AXIS_TITLE))
            .y_desc(&self.bars.y.title)
            .draw()?;
        for (group, bar) in self.bars.bars.iter().enumerate() {
            self.group(&mut chart, group, bar)?;
        }
        let ends = [(0.0, self.y.base()), (groups, self.y.base())];
        chart.draw_series([PathElement::new(ends, INK.stroke_width(thick(1)))])?;
        let (_, start) = bottom.get_base_pixel();
        self.names.draw(&bottom, |index| {
            let (x, y) = chart.backend_coord(&(as_f64(index as u64) + 0.5, self.y.low()));
            (x, y - start + BELOW_AXIS)
        })
    }
}

impl Grouped<'_> {
    fn group<B: DrawingBackend<ErrorType: 'static>>(
        &self,
        chart: &mut ChartContext<'_, B, Plane>,
        group: usize,
        bar: &Bar,
    ) -> Drawn {
        let wide = FILLED / as_f64(self.bars.series.len().max(1) as u64);
        for (series, estimate) in bar.values.iter().enumerate() {
            let Some(estimate) = estimate else { continue };
            let left = as_f64(group as u64) + (1.0 - FILLED) / 2.0 + as_f64(series as u64) * wide;
            let corners = [(left, self.y.base()), (left + wide, self.y.clamped(estimate.value))];
            chart.draw_series([Rectangle::new(corners, colour(series).filled())])?;
            self.interval(chart, (left + wide / 2.0, wide), *estimate)?;
        }
        Ok(())
    }

    /// The line from one end of the interval to the other. An end that is beyond the axis has no bar across.
    fn interval<B: DrawingBackend<ErrorType: 'static>>(
        &self,
        chart: &mut ChartContext<'_, B, Plane>,
        (x, wide): (f64, f64),
        estimate: Estimate,
    ) -> Drawn {
        if estimate.low >= estimate.high {
            return Ok(());
        }
        let ends = [estimate.low, estimate.high];
        let half = (wide / 3.0).min(f64::from(CAP) / f64::from(self.room.max(1)));
        let stroke = INK.stroke_width(thick(2));
        chart.draw_series([PathElement::new(ends.map(|end| (x, self.y.clamped(end))), stroke)])?;
        for end in ends {
            let Some(place) = self.y.place(end) else { continue };
            if (self.y.low()..=self.y.high()).contains(&place) {
                let across = [(x - half, place), (x + half, place)];
                chart.draw_series([PathElement::new(across, stroke)])?;
            }
        }
        Ok(())
    }
}
