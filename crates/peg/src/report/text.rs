//! The analysis as text.

use std::fmt::Write;

use super::{Known, Measure};
use crate::Pegs;
use crate::text::{Grid, side_by_side};

impl Known<'_> {
    pub(super) fn text(&self) -> String {
        let mut out = format!("{}\n", self.instance);
        for (what, value) in self.facts() {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{what:11} {value}");
        }
        out += "\ntype   holes  pegs  most that a move takes\n";
        for facts in &self.analysis.types {
            let (holes, name) = (facts.holes.count_ones(), facts.peg_type.to_string());
            let _ = writeln!(out, "{name:5} {holes:>6} {:>5} {:>5}", facts.start, facts.cap);
        }
        out += "\nCorners (#), whose pegs no jump takes, and Merson regions (letters)\n\n";
        out += &self.places();
        out += &self.pagodas();
        // A grid has an empty line below it.
        out.truncate(out.trim_end().len());
        out + "\n"
    }

    fn facts(&self) -> [(&'static str, String); 7] {
        let analysis = &self.analysis;
        let images = match analysis.images.len() {
            0 | 1 => "as they are in every symmetry".to_owned(),
            images => format!("{images} families by symmetry"),
        };
        let bound =
            if analysis.goals.is_empty() { "-".to_owned() } else { analysis.bound.to_string() };
        let symmetries = format!(
            "{} of the board, {} of the problem",
            analysis.board_symmetries, analysis.problem_symmetries
        );
        [
            ("outlook", self.prospect()),
            ("least moves", bound),
            ("class", analysis.class.to_string()),
            (
                "goals",
                format!("{} of {} possible", analysis.goals.len(), self.problem.goals().len()),
            ),
            ("symmetries", symmetries),
            ("corners", analysis.corners.count_ones().to_string()),
            ("regions", format!("{}, {images}", analysis.regions.len())),
        ]
    }

    /// The corners and the regions, once for every image of the regions.
    fn places(&self) -> String {
        let grid = |regions: &Vec<Pegs>| {
            let has = |set: Pegs, hole: u8| set >> hole & 1 == 1;
            Grid::new(self.problem.board(), |hole| {
                let of_region = ('a'..='z').chain('A'..).zip(regions);
                let letter =
                    of_region.filter(|(_, region)| has(**region, hole)).map(|it| it.0).next();
                let corner = has(self.analysis.corners, hole).then_some('#');
                corner.or(letter).unwrap_or('.').to_string()
            })
        };
        let grids: Vec<Grid> = match &self.analysis.images[..] {
            [] => vec![grid(&self.analysis.regions)],
            images => images.iter().map(grid).collect(),
        };
        side_by_side(&grids)
    }

    fn pagodas(&self) -> String {
        let forth = if self.is_alike_both_ways() {
            "Pagodas of the pegs in play from the start, and of the empty holes in play from the end"
        } else {
            "Pagodas of the pegs in play from the start"
        };
        let mut out = String::new();
        out += &self.section("Pagodas of the proof", &self.proofs());
        out += &self.section(forth, &self.forth());
        if !self.is_alike_both_ways() {
            out += &self.section("Pagodas of the empty holes in play from the end", &self.back());
        }
        out
    }

    fn section(&self, title: &str, measures: &[Measure<'_>]) -> String {
        if measures.is_empty() {
            return String::new();
        }
        let grids: Vec<Grid> = measures.iter().map(|measure| self.grid(measure)).collect();
        format!("{title}\n\n{}", side_by_side(&grids))
    }

    fn grid(&self, measure: &Measure<'_>) -> Grid {
        let weights = measure.pagoda.weights();
        Grid::new(self.problem.board(), |hole| weights[usize::from(hole)].to_string())
            .titled(format!("{} at first, {} needed", measure.begins, measure.ends))
    }
}
