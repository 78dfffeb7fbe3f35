//! Drawings as SVG.

use std::error::Error;

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;

use crate::race::Finish;
use crate::tables::grouped;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

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

const WIDTH: u32 = 960;
const CHART_HEIGHT: u32 = 500;
const TITLE_HEIGHT: u32 = 50;
const LEGEND_ROW: u32 = 26;
const LEFT: u32 = 110;
const EDGE: u32 = 25;
const FONT: &str = "sans-serif";
const INK: RGBColor = RGBColor(60, 60, 60);
const GRID: RGBColor = RGBColor(225, 225, 225);

/// How many deals each search of a race has decided within so many nodes a deal. Higher and further left is better.
///
/// # Errors
/// If it cannot be drawn.
pub fn race(finish: &Finish) -> Result<String> {
    let mut svg = String::new();
    draw(finish, &mut svg).map_err(|problem| anyhow!("cannot draw the race: {problem}"))?;
    Ok(svg)
}

fn draw(finish: &Finish, svg: &mut String) -> Result<(), Box<dyn Error>> {
    let rows = u32::try_from(finish.contenders.len())?;
    let head = TITLE_HEIGHT + rows * LEGEND_ROW;
    let area = SVGBackend::with_string(svg, (WIDTH, head + CHART_HEIGHT)).into_drawing_area();
    area.fill(&WHITE)?;
    let (top, bottom) = area.split_vertically(head);
    legend(finish, &top)?;
    chart(finish, &bottom)?;
    area.present()?;
    Ok(())
}

/// The title, and a line for each search above the chart, where it hides nothing.
fn legend(finish: &Finish, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
    let (deals, left) = (finish.seeds.end - finish.seeds.start, i32::try_from(LEFT)?);
    let text = |size: u32| TextStyle::from((FONT, size).into_font()).color(&INK);
    let title = format!("{}, seeds {}..={}", finish.game, finish.seeds.start, finish.seeds.end - 1);
    area.draw_text(&title, &text(22), (left, 20))?;
    for (index, contender) in finish.contenders.iter().enumerate() {
        let y = i32::try_from(TITLE_HEIGHT + LEGEND_ROW / 2)? + i32::try_from(LEGEND_ROW)? * i32::try_from(index)?;
        area.draw(&PathElement::new([(left, y), (left + 40, y)], stroke(index, finish.contenders.len())))?;
        let decided = grouped(contender.decided.total());
        let label = format!("{}: {decided} of {} decided", contender.search, grouped(deals));
        area.draw_text(&label, &text(16), (left + 55, y - 8))?;
    }
    Ok(())
}

fn chart(finish: &Finish, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
    let most = finish.contenders.iter().filter_map(|contender| contender.nodes.max()).max().unwrap_or(1);
    let (deals, last) = (finish.seeds.end - finish.seeds.start, most.max(10));
    let mut chart = ChartBuilder::on(area)
        .margin_top(15)
        .margin_left(EDGE)
        .margin_right(30)
        .margin_bottom(10)
        .x_label_area_size(65)
        .y_label_area_size(LEFT - EDGE)
        .build_cartesian_2d((1..last).log_scale(), 0..deals)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(INK)
        .label_style((FONT, 16).into_font().color(&INK))
        .axis_desc_style((FONT, 18).into_font().color(&INK))
        .x_desc("nodes expanded on a deal, at most")
        .y_desc("deals decided")
        .x_label_formatter(&|nodes| grouped(nodes))
        .y_label_formatter(&|count| grouped(count))
        .draw()?;
    for (index, contender) in finish.contenders.iter().enumerate() {
        let steps = steps(contender.decided.running(), last);
        chart.draw_series(LineSeries::new(steps, stroke(index, finish.contenders.len())))?;
    }
    Ok(())
}

/// Later lines are thinner, so that those below show where two agree.
fn stroke(index: usize, lines: usize) -> ShapeStyle {
    let above = u32::try_from((lines - 1 - index).min(3)).expect("at most 3");
    COLOURS[index % COLOURS.len()].stroke_width(2 + 2 * above)
}

/// The corners of a staircase from the left edge to the right one. A deal without a node counts as one of a single
/// node: a logarithm has no place for 0.
fn steps(running: impl Iterator<Item = (u64, u64)>, last: u64) -> Vec<(u64, u64)> {
    let mut corners = vec![(1, 0)];
    for (nodes, count) in running {
        let before = corners.last().map_or(0, |&(_, count)| count);
        corners.extend([(nodes.max(1), before), (nodes.max(1), count)]);
    }
    let total = corners.last().map_or(0, |&(_, count)| count);
    corners.push((last, total));
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_rise_at_each_number_and_reach_the_edge() {
        let corners = steps([(0, 2), (5, 3)].into_iter(), 9);
        assert_eq!(corners, [(1, 0), (1, 0), (1, 2), (5, 2), (5, 3), (9, 3)]);
    }
}
