//! The analysis as a picture.

use std::fmt::Write;

use super::{Known, Measure};
use crate::analysis::TypeFacts;
use crate::picture::{Chart, Sheet};
use crate::{Pegs, members};

/// The tints of the four types: as far from each other as they can be.
const TINTS: [f64; 4] = [1.0, -0.35, 0.35, -1.0];

impl Known<'_> {
    pub(super) fn sheet(&self) -> Sheet {
        let analysis = &self.analysis;
        let lines = vec![capitalised(&self.prospect()), self.summary()];
        let mut charts = vec![self.start_and_goal(), self.types()];
        charts.extend(analysis.images.iter().zip(1..).map(|(it, number)| self.regions(it, number)));
        charts.extend(self.proofs().iter().map(|it| self.pagoda(it, "Proof", "start", "goal")));
        for (number, measure) in (1..).zip(&self.forth()) {
            let title = format!("Pagoda {number}");
            charts.push(self.pagoda(measure, &title, "start", "goal"));
        }
        if !self.is_alike_both_ways() {
            for (number, measure) in (1..).zip(&self.back()) {
                let title = format!("Pagoda {number} of empty holes, from the end");
                charts.push(self.pagoda(measure, &title, "goal", "start"));
            }
        }
        Sheet { title: format!("Peg solitaire: {}", self.instance), lines, charts }
    }

    /// The facts that have no chart.
    fn summary(&self) -> String {
        let analysis = &self.analysis;
        let [board, problem] = [analysis.board_symmetries, analysis.problem_symmetries];
        let mut out = format!("Class {}. ", analysis.class);
        if !analysis.goals.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(out, "No solution has fewer than {} moves. ", analysis.bound);
        }
        let _ = write!(out, "{problem} of {board} symmetries of the board keep start and goal.");
        if !analysis.forth.is_empty() && self.is_alike_both_ways() {
            out += " The pagodas are the same for the empty holes in play from the end.";
        }
        out
    }

    fn start_and_goal(&self) -> Chart {
        let start = self.problem.start();
        let caption = match self.analysis.goals.len() {
            0 => "Blue: pegs at the start. No goal is possible.",
            1 => "Blue: pegs at the start. Outlined: the goal.",
            _ => "Blue: pegs at the start. Outlined: possible holes of the last peg.",
        };
        Chart {
            title: "Start and goal".to_owned(),
            tints: self.by_hole(|hole| if start >> hole & 1 == 1 { -1.0 } else { 0.0 }),
            regions: self.analysis.goals.clone(),
            caption: caption.to_owned(),
            ..Chart::default()
        }
    }

    fn types(&self) -> Chart {
        let types = &self.analysis.types;
        let of = |hole: u8| types.iter().zip(TINTS).find(|(it, _)| it.holes >> hole & 1 == 1);
        let rendered = |it: &TypeFacts| format!("{} {}", it.peg_type, it.start);
        let counts: Vec<String> = types.iter().map(rendered).collect();
        let caption = format!(
            "A peg keeps its colour. A number is the most pegs of a colour that one move takes. Pegs: {}.",
            counts.join(", ")
        );
        Chart {
            title: "Types".to_owned(),
            caption,
            labels: self
                .by_hole(|hole| of(hole).map_or_else(String::new, |(it, _)| it.cap.to_string())),
            tints: self.by_hole(|hole| of(hole).map_or(0.0, |(_, tint)| tint)),
            ..Chart::default()
        }
    }

    fn regions(&self, regions: &[Pegs], number: usize) -> Chart {
        let corners = self.analysis.corners;
        let title = match self.analysis.images.len() {
            0 | 1 => "Corners and Merson regions".to_owned(),
            count => format!("Corners and Merson regions, {number} of {count}"),
        };
        let caption = "Red: no jump takes a peg here. A full region is opened only by a move that starts in it.";
        Chart {
            title,
            caption: caption.to_owned(),
            tints: self.by_hole(|hole| if corners >> hole & 1 == 1 { 1.0 } else { 0.0 }),
            regions: regions.to_vec(),
            ..Chart::default()
        }
    }

    fn pagoda(&self, measure: &Measure<'_>, title: &str, first: &str, last: &str) -> Chart {
        let weight = |hole: u8| measure.pagoda.weights()[usize::from(hole)];
        let heaviest =
            members(self.problem.board().all()).map(|hole| weight(hole).unsigned_abs()).max();
        let scale = f64::from(heaviest.unwrap_or(1).max(1));
        let caption =
            format!("Worth {} at the {first}, {} at the {last}", measure.begins, measure.ends);
        Chart {
            title: title.to_owned(),
            caption,
            labels: self.by_hole(|hole| weight(hole).to_string()),
            tints: self.by_hole(|hole| f64::from(weight(hole)) / scale),
            ..Chart::default()
        }
    }

    fn by_hole<T>(&self, value_of: impl Fn(u8) -> T) -> Vec<T> {
        members(self.problem.board().all()).map(value_of).collect()
    }
}

/// A sentence.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", letters.as_str())
}
