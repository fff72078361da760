//! Line, step and area charts, and heat maps, as SVG figures of an HTML page.
//!
//! A [`Chart`] has axes with ticks, one or more [`Series`] and a legend; pointing at it shows the values there. Its colours are classes
//! `c0` to `c7` of the style sheet of [`html::page`](crate::html::page).
//!
//! ```
//! use patience_draw::chart::{Chart, ScaleKind, Series};
//!
//! let chart = Chart {
//!     title: "Fitness",
//!     x: "generation",
//!     y: "fitness",
//!     scale: ScaleKind::Linear,
//!     series: vec![Series::line("best", 0, vec![(0.0, 0.2), (1.0, 0.5)])],
//!     notes: Vec::new(),
//! };
//! assert!(chart.figure().contains("<svg"));
//! ```

mod heat;
mod number;
mod scale;

use std::collections::HashMap;
use std::fmt::Write as _;

pub use heat::{HeatCell, HeatMap};
pub use number::{readable, tick_labels};
pub use scale::{Scale, ScaleKind};

use crate::escape;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 330.0;
const LEFT: f64 = 66.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 50.0;

/// An upper bound on the places that show their values when pointed at.
const MOST_PLACES: usize = 240;

/// The number of colours in the style sheet; the last is grey.
pub const COLOURS: usize = 8;

/// A chart of one or more series.
///
/// ```
/// use patience_draw::chart::{Chart, ScaleKind, Series};
///
/// let points = |name, colour| Series::line(name, colour, vec![(0.0, 1.0), (1.0, 100.0)]);
/// let (title, x, y, scale) = ("Nodes", "generation", "nodes", ScaleKind::Log);
/// let chart = Chart { title, x, y, scale, series: vec![points("best", 0), points("mean", 1)], notes: Vec::new() };
/// // Several series have a legend.
/// assert!(chart.figure().contains("<li class=\"c0\">best</li><li class=\"c1\">mean</li>"));
/// ```
#[derive(Clone, Debug)]
pub struct Chart<'a> {
    /// The heading.
    pub title: &'a str,
    /// The label of the horizontal axis, in the singular; its values are whole numbers.
    pub x: &'a str,
    /// The label of the vertical axis, with its unit.
    pub y: &'a str,
    /// The kind of the vertical axis.
    pub scale: ScaleKind,
    /// The data.
    pub series: Vec<Series>,
    /// Texts that are shown with the values of an x.
    pub notes: Vec<(f64, String)>,
}

/// A series of points.
///
/// ```
/// use patience_draw::chart::{Series, Shape};
///
/// // The median of some runs, and their quartiles behind it.
/// let median = Series::line("median", 0, vec![(0.0, 5.0), (1.0, 7.0)]);
/// let series = median.with_band(vec![(0.0, 4.0, 6.0), (1.0, 5.0, 9.0)]);
/// assert_eq!((series.shape, series.points.len(), series.band.len()), (Shape::Line, 2, 2));
/// ```
#[derive(Clone, Debug)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// A colour of the style sheet, below [`COLOURS`].
    pub colour: usize,
    /// How it is drawn.
    pub shape: Shape,
    /// The points, in ascending order of x.
    pub points: Vec<(f64, f64)>,
    /// A band behind the line, such as quartiles: x, low, high.
    pub band: Vec<(f64, f64, f64)>,
}

/// How a series is drawn.
///
/// ```
/// use patience_draw::chart::{Series, Shape};
///
/// let points = || vec![(0.0, 1.0), (1.0, 2.0)];
/// let shapes = [Series::line("", 0, points()), Series::steps("", 0, points()), Series::area("", 0, points())];
/// assert_eq!(shapes.map(|series| series.shape), [Shape::Line, Shape::Steps, Shape::Area]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A line through the points.
    Line,
    /// A line that keeps each value until the next point.
    Steps,
    /// A band on top of the bands before it.
    Area,
}

impl Series {
    /// A series drawn as a line.
    ///
    /// ```
    /// use patience_draw::chart::{Chart, ScaleKind, Series};
    ///
    /// # let (title, x, y, scale) = ("Fitness", "generation", "fitness", ScaleKind::Linear);
    /// let best = Series::line("best", 0, vec![(0.0, 0.2), (1.0, 0.5)]);
    /// let chart = Chart { title, x, y, scale, series: vec![best], notes: Vec::new() };
    /// assert!(chart.figure().contains("<path class=\"line c0\""));
    /// ```
    #[must_use]
    pub fn line(name: &str, colour: usize, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.to_owned(), colour, shape: Shape::Line, points, band: Vec::new() }
    }

    /// The same with a band behind it: x, low, high.
    ///
    /// ```
    /// use patience_draw::chart::{Chart, ScaleKind, Series};
    ///
    /// # let (title, x, y, scale) = ("Fitness", "generation", "fitness", ScaleKind::Linear);
    /// let median = Series::line("median", 0, vec![(0.0, 0.2), (1.0, 0.5)]);
    /// let series = vec![median.with_band(vec![(0.0, 0.1, 0.3), (1.0, 0.4, 0.7)])];
    /// let chart = Chart { title, x, y, scale, series, notes: Vec::new() };
    /// assert!(chart.figure().contains("<path class=\"band c0\""));
    /// ```
    #[must_use]
    pub fn with_band(self, band: Vec<(f64, f64, f64)>) -> Self {
        Self { band, ..self }
    }

    /// A series drawn as steps.
    ///
    /// ```
    /// use patience_draw::chart::{Chart, ScaleKind, Series};
    ///
    /// # let (title, x, y, scale) = ("Size", "generation", "genomes", ScaleKind::Linear);
    /// let sizes = Series::steps("genomes", 2, vec![(0.0, 10.0), (5.0, 20.0)]);
    /// let chart = Chart { title, x, y, scale, series: vec![sizes], notes: Vec::new() };
    /// assert!(chart.figure().contains("<path class=\"line c2\""));
    /// ```
    #[must_use]
    pub fn steps(name: &str, colour: usize, points: Vec<(f64, f64)>) -> Self {
        Self { shape: Shape::Steps, ..Self::line(name, colour, points) }
    }

    /// A series drawn as a band.
    ///
    /// ```
    /// use patience_draw::chart::{Chart, ScaleKind, Series};
    ///
    /// # let (title, x, y, scale) = ("Outcomes", "generation", "searches", ScaleKind::Linear);
    /// // Bands lie on top of each other: all searches are the upper edge.
    /// let solved = Series::area("solved", 0, vec![(0.0, 6.0), (1.0, 8.0)]);
    /// let stopped = Series::area("stopped", 1, vec![(0.0, 4.0), (1.0, 2.0)]);
    /// let chart = Chart { title, x, y, scale, series: vec![solved, stopped], notes: Vec::new() };
    /// assert_eq!(chart.figure().matches("<path class=\"area").count(), 2);
    /// ```
    #[must_use]
    pub fn area(name: &str, colour: usize, points: Vec<(f64, f64)>) -> Self {
        Self { shape: Shape::Area, ..Self::line(name, colour, points) }
    }
}

/// The axes of a chart.
struct Axes {
    x: Scale,
    y: Scale,
}

impl Axes {
    fn x(&self, value: f64) -> Option<f64> {
        Some(LEFT + self.x.position(value)? * (WIDTH - LEFT - RIGHT))
    }

    fn y(&self, value: f64) -> Option<f64> {
        Some(HEIGHT - BOTTOM - self.y.position(value)? * (HEIGHT - TOP - BOTTOM))
    }

    fn point(&self, (x, y): (f64, f64)) -> Option<(f64, f64)> {
        Some((self.x(x)?, self.y(y)?))
    }
}

impl Chart<'_> {
    /// The chart with its title and legend, as an HTML figure.
    ///
    /// ```
    /// use patience_draw::chart::{Chart, ScaleKind};
    ///
    /// # let (x, y, scale) = ("generation", "fitness", ScaleKind::Linear);
    /// let chart = Chart { title: "Fitness", x, y, scale, series: Vec::new(), notes: Vec::new() };
    /// assert!(chart.figure().contains("There is nothing to plot yet."));
    /// ```
    #[must_use]
    pub fn figure(&self) -> String {
        let title = escape(self.title);
        let mut out = format!("<figure>\n<figcaption><h3>{title}</h3>");
        if 1 < self.series.len() {
            out += "<ul class=\"legend\">";
            for series in &self.series {
                let kind = if series.shape == Shape::Area { " area" } else { "" };
                let (colour, name) = (series.colour % COLOURS, escape(&series.name));
                let _ = write!(out, "<li class=\"c{colour}{kind}\">{name}</li>");
            }
            out += "</ul>";
        }
        out += "</figcaption>\n";
        let mut values = self.series.iter().flat_map(|series| &series.points);
        if values.any(|&(_, value)| self.scale.has(value)) {
            out += &self.svg();
        } else {
            out += "<p class=\"none\">There is nothing to plot yet.</p>\n";
        }
        out + "</figure>\n"
    }

    fn svg(&self) -> String {
        let levels = self.levels();
        let places =
            self.series.iter().flat_map(|series| series.points.iter().map(|point| point.0));
        let bands = self.series.iter().flat_map(|series| &series.band);
        let values = levels.iter().flatten().chain(bands).map(|&(_, _, value)| value);
        let axes = Axes {
            x: Scale::new(ScaleKind::Integer, places, 8),
            y: Scale::new(self.scale, values, 5),
        };
        let mut out = format!(
            "<div class=\"plot\"><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n<title>{}</title>\n",
            escape(self.title)
        );
        out += &self.frame(&axes);
        for series in self.series.iter().filter(|series| !series.band.is_empty()) {
            out += &band(series, &axes);
        }
        for (series, levels) in self.series.iter().zip(&levels) {
            out += &drawn(series, levels, &axes);
        }
        out += &self.places(&axes);
        out + "</svg></div>\n"
    }

    /// X, lower and upper value of all points; a band lies on the bands before it.
    fn levels(&self) -> Vec<Vec<(f64, f64, f64)>> {
        let mut ground: HashMap<u64, f64> = HashMap::new();
        let mut stacked = |&(x, y): &(f64, f64)| {
            let ground = ground.entry(x.to_bits()).or_default();
            let low = *ground;
            *ground += y;
            (x, low, *ground)
        };
        let mut levels = Vec::new();
        for series in &self.series {
            levels.push(match series.shape {
                Shape::Area => series.points.iter().map(&mut stacked).collect(),
                Shape::Line | Shape::Steps => {
                    series.points.iter().map(|&(x, y)| (x, y, y)).collect()
                }
            });
        }
        levels
    }

    /// The grid, the axes with their ticks, and the labels.
    fn frame(&self, axes: &Axes) -> String {
        let mut out = String::new();
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        for (&tick, text) in axes.y.ticks().iter().zip(tick_labels(axes.y.ticks())) {
            let Some(y) = axes.y(tick) else { continue };
            let x = LEFT - 8.0;
            let _ = writeln!(
                out,
                "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{right}\"/><text x=\"{x}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
                y + 4.5
            );
        }
        for (&tick, text) in axes.x.ticks().iter().zip(tick_labels(axes.x.ticks())) {
            let Some(x) = axes.x(tick) else { continue };
            let y = bottom + 18.0;
            let _ = writeln!(
                out,
                "<path class=\"axis\" d=\"M{x:.1} {bottom}v5\"/><text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{text}</text>"
            );
        }
        out += &axis_labels(self.x, self.y);
        out
    }

    /// Invisible rectangles with the values of each x as tooltips.
    fn places(&self, axes: &Axes) -> String {
        let mut places: Vec<f64> = self
            .series
            .iter()
            .flat_map(|series| series.points.iter().map(|point| point.0))
            .collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        let every = places.len().div_ceil(MOST_PLACES).max(1);
        let rendered: Vec<(f64, f64)> =
            places.iter().step_by(every).filter_map(|&x| Some((x, axes.x(x)?))).collect();
        let mut out = String::from("<g class=\"places\">\n");
        for (at, &(x, centre)) in rendered.iter().enumerate() {
            let edge = |other: Option<&(f64, f64)>, end: f64| {
                other.map_or(end, |&(_, other)| f64::midpoint(centre, other))
            };
            let left = edge(at.checked_sub(1).map(|before| &rendered[before]), LEFT);
            let right = edge(rendered.get(at + 1), WIDTH - RIGHT);
            let _ = write!(
                out,
                "<rect x=\"{left:.1}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{}\"><title>{}",
                right - left,
                HEIGHT - TOP - BOTTOM,
                escape(&format!("{} {}", self.x, readable(x))),
            );
            for series in &self.series {
                let here = series.points.binary_search_by(|point| point.0.total_cmp(&x));
                if let Ok(here) = here {
                    let (name, value) = (escape(&series.name), readable(series.points[here].1));
                    let _ = write!(out, "\n{name}: {value}");
                }
            }
            for (_, note) in self.notes.iter().filter(|(place, _)| place.total_cmp(&x).is_eq()) {
                let _ = write!(out, "\n{}", escape(note));
            }
            out += "</title></rect>\n";
        }
        out + "</g>\n"
    }
}

/// The horizontal axis, and the labels of both axes.
fn axis_labels(x: &str, y: &str) -> String {
    let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    let (centre, middle) = (f64::midpoint(LEFT, right), f64::midpoint(TOP, bottom));
    format!(
        "<path class=\"axis\" d=\"M{LEFT} {bottom}H{right}\"/>\n\
         <text class=\"label\" x=\"{centre}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n\
         <text class=\"label\" transform=\"translate(15 {middle}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
        HEIGHT - 8.0,
        escape(x),
        escape(y),
    )
}

/// The area between two lines.
fn closed(class: &str, colour: usize, levels: &[(f64, f64, f64)], axes: &Axes) -> String {
    let colour = colour % COLOURS;
    let upper = levels.iter().filter_map(|&(x, _, high)| axes.point((x, high)));
    let lower = levels.iter().rev().filter_map(|&(x, low, _)| axes.point((x, low)));
    let mut path = String::new();
    for (number, (x, y)) in upper.chain(lower).enumerate() {
        let _ = write!(path, "{}{x:.1} {y:.1}", if number == 0 { 'M' } else { 'L' });
    }
    format!("<path class=\"{class} c{colour}\" d=\"{path}Z\"/>\n")
}

/// The band of a series. That of a single point has no width: it is a bar from low to high.
fn band(series: &Series, axes: &Axes) -> String {
    let [(x, low, high)] = series.band[..] else {
        return closed("band", series.colour, &series.band, axes);
    };
    let colour = series.colour % COLOURS;
    match (axes.x(x), axes.y(low), axes.y(high)) {
        (Some(x), Some(low), Some(high)) => {
            format!("<path class=\"bar c{colour}\" d=\"M{x:.1} {low:.1}V{high:.1}\"/>\n")
        }
        _ => String::new(),
    }
}

/// A series as paths.
fn drawn(series: &Series, levels: &[(f64, f64, f64)], axes: &Axes) -> String {
    let colour = series.colour % COLOURS;
    let mut levels = levels.to_vec();
    // A single point lasts until the next would begin.
    if let [(x, low, high)] = levels[..]
        && series.shape != Shape::Line
    {
        levels.push((x + 1.0, low, high));
    }
    if series.shape == Shape::Area {
        return closed("area", series.colour, &levels, axes);
    }
    let mut path = String::new();
    let mut dots = String::new();
    let points: Vec<Option<(f64, f64)>> =
        levels.iter().map(|&(x, _, y)| axes.point((x, y))).collect();
    let is_there = |at: Option<usize>| at.is_some_and(|at| matches!(points.get(at), Some(Some(_))));
    for (at, point) in points.iter().enumerate() {
        let &Some((x, y)) = point else { continue };
        let _ = match (is_there(at.checked_sub(1)), series.shape) {
            (false, _) => write!(path, "M{x:.1} {y:.1}"),
            (true, Shape::Steps) => write!(path, "H{x:.1}V{y:.1}"),
            (true, _) => write!(path, "L{x:.1} {y:.1}"),
        };
        if !is_there(at.checked_sub(1)) && !is_there(Some(at + 1)) {
            let _ = writeln!(
                dots,
                "<circle class=\"dot c{colour}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\"/>"
            );
        }
    }
    format!("<path class=\"line c{colour}\" d=\"{path}\"/>\n{dots}")
}
