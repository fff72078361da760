//! What is known of a problem, in JSON.

use patience_catalog::peg::NAME;
use patience_peg::Hole;
use patience_peg::analysis::TypeFacts;
use serde::Serialize;

use super::{Known, Measure};
use crate::peg::show::places;

/// A hole: its row and column, from 0.
type Place = [u8; 2];

/// What is known. Its fields are file format.
#[derive(Serialize)]
pub(super) struct AnalysisJson {
    puzzle: &'static str,
    instance: String,
    class: String,
    /// No solution has fewer moves.
    bound: u8,
    /// Why there is no solution, if that is known.
    unsolvable: Option<String>,
    /// The goals that are possible.
    goals: Vec<Vec<Place>>,
    board_symmetries: usize,
    problem_symmetries: usize,
    types: Vec<ToldType>,
    corners: Vec<Place>,
    regions: Vec<Vec<Place>>,
    /// What the symmetries make of the regions.
    images: Vec<Vec<Vec<Place>>>,
    /// Of the pegs, in play from the start.
    pagodas: Vec<ToldPagoda>,
    /// Of the empty holes, in play from the end.
    backward_pagodas: Vec<ToldPagoda>,
    /// Those that prove that there is no solution.
    proof_pagodas: Vec<ToldPagoda>,
}

#[derive(Serialize)]
struct ToldType {
    /// The parities of row and column.
    parity: Place,
    holes: u32,
    pegs: u32,
    /// The most that one move takes.
    cap: u32,
}

#[derive(Serialize)]
struct ToldPagoda {
    /// What play begins with, at most.
    begins: i32,
    /// What play ends with, at least.
    ends: i32,
    /// A list a row, with nothing where there is no hole.
    weights: Vec<Vec<Option<i8>>>,
}

impl Known<'_> {
    pub(super) fn json(&self) -> AnalysisJson {
        let (board, analysis) = (self.problem.board(), &self.analysis);
        let sets = |sets: &Vec<u64>| sets.iter().map(|&set| places(board, set)).collect::<Vec<_>>();
        AnalysisJson {
            puzzle: NAME,
            instance: self.instance.to_owned(),
            class: analysis.class.to_string(),
            bound: analysis.bound,
            unsolvable: analysis.unsolvable.as_ref().map(ToString::to_string),
            goals: sets(&analysis.goals),
            board_symmetries: analysis.board_symmetries,
            problem_symmetries: analysis.problem_symmetries,
            types: (0..)
                .zip(&analysis.types)
                .map(|(number, facts)| told_type(number, facts))
                .collect(),
            corners: places(board, analysis.corners),
            regions: sets(&analysis.regions),
            images: analysis.images.iter().map(sets).collect(),
            pagodas: self.told_pagodas(&self.forth()),
            backward_pagodas: self.told_pagodas(&self.back()),
            proof_pagodas: self.told_pagodas(&self.proofs()),
        }
    }

    fn told_pagodas(&self, measures: &[Measure<'_>]) -> Vec<ToldPagoda> {
        let board = self.problem.board();
        let rendered = |measure: &Measure<'_>| {
            let weight = |row, column| {
                let hole = board.number(Hole { row, column })?;
                measure.pagoda.weights().get(usize::from(hole)).copied()
            };
            let row = |row| (0..board.columns()).map(|column| weight(row, column)).collect();
            let weights = (0..board.rows()).map(row).collect();
            ToldPagoda { begins: measure.begins, ends: measure.ends, weights }
        };
        measures.iter().map(rendered).collect()
    }
}

/// The types come in the order of their parities.
fn told_type(number: u8, facts: &TypeFacts) -> ToldType {
    ToldType {
        parity: [number / 2, number % 2],
        holes: facts.holes.count_ones(),
        pegs: facts.start,
        cap: facts.cap,
    }
}
