//! Plots as SVG. Axes and coordinates are plotters'; the marks are ours, with classes instead of colours, so that a
//! page has it in light, in dark and on paper.

mod axis;
mod backend;
mod bars;
mod boxes;
mod cactus;
mod critical;
mod data;
mod mark;
mod phase;
mod scatter;

use plotters::element::BackendCoordOnly;
use plotters::prelude::*;

use super::escape::escaped;
use axis::Axis;
use backend::Svg;
use mark::Mark;

pub(super) use bars::bars;
pub(super) use boxes::boxes;
pub(super) use cactus::cactus;
pub(super) use critical::critical_difference;
pub(super) use data::{Data, LINES, Measure, Series};
pub(super) use mark::symbol;
pub(super) use phase::phase;
pub(super) use scatter::{SCATTERED, scatter};

/// How many steps a pixel has: coordinates of plotters are integers.
const FINE: u32 = 10;

/// The colours of plotters stand for classes.
const GRID: RGBColor = RGBColor(1, 0, 0);
const AXIS: RGBColor = RGBColor(2, 0, 0);
const TEXT: RGBColor = RGBColor(3, 0, 0);
const TITLE: RGBColor = RGBColor(4, 0, 0);

/// A plot.
pub(super) struct Plot {
    /// A description for those who cannot see it.
    pub(super) title: String,
    width: u32,
    height: u32,
    /// How wide the labels to the left are.
    left: u32,
    x: Axis,
    y: Axis,
    marks: Vec<Mark>,
}

impl Plot {
    /// The plot as an element `svg` with these attributes, and where its frame lies: left, top, right and bottom.
    pub(super) fn svg(&self, attributes: &str) -> (String, [f64; 4]) {
        let mut out = format!(
            "<svg class=\"plot\" role=\"img\" viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\"{attributes}><title>{}</title>\n",
            self.width,
            self.height,
            self.width,
            self.height,
            escaped(&self.title)
        );
        let frame = self.draw(Svg::new(&mut out, (self.width, self.height))).expect("a text takes all that is written");
        out.push_str("</svg>\n");
        (out, frame)
    }

    fn draw(&self, svg: Svg) -> Result<[f64; 4], DrawingAreaErrorKind<std::convert::Infallible>> {
        let area = svg.into_drawing_area();
        let font = |size: u32, colour: &RGBColor| ("sans-serif", size * FINE).into_font().color(colour);
        let mut chart = ChartBuilder::on(&area)
            .margin(12 * FINE)
            .margin_right(32 * FINE)
            .x_label_area_size(44 * FINE)
            .y_label_area_size(self.left * FINE)
            .build_cartesian_2d(self.x.clone(), self.y.clone())?;
        chart
            .configure_mesh()
            .bold_line_style(GRID)
            .light_line_style(TRANSPARENT)
            .axis_style(AXIS)
            .set_all_tick_mark_size(6 * FINE)
            .x_labels(self.x.ticks.len().max(1))
            .y_labels(self.y.ticks.len().max(1))
            .x_desc(&self.x.title)
            .y_desc(&self.y.title)
            .label_style(font(12, &TEXT))
            .axis_desc_style(font(13, &TITLE))
            .draw()?;
        chart.draw_series::<BackendCoordOnly, Mark, &Mark, _>(&self.marks)?;
        let (columns, rows) = chart.plotting_area().get_pixel_range();
        Ok([columns.start, rows.start, columns.end, rows.end].map(|at| f64::from(at) / f64::from(FINE)))
    }
}
