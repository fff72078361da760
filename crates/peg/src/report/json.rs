//! What is known of a problem, in JSON.

use serde::Serialize;

use super::{Known, Measure};
use crate::Hole;
use crate::analysis::TypeFacts;
use crate::kit::{NAME, places};

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
    types: Vec<TypeJson>,
    corners: Vec<Place>,
    regions: Vec<Vec<Place>>,
    /// What the symmetries make of the regions.
    images: Vec<Vec<Vec<Place>>>,
    /// Of the pegs, in play from the start.
    pagodas: Vec<PagodaJson>,
    /// Of the empty holes, in play from the end.
    backward_pagodas: Vec<PagodaJson>,
    /// Those that prove that there is no solution.
    proof_pagodas: Vec<PagodaJson>,
}

#[derive(Serialize)]
struct TypeJson {
    /// The parities of row and column.
    parity: Place,
    holes: u32,
    pegs: u32,
    /// The most that one move takes.
    cap: u32,
}

#[derive(Serialize)]
struct PagodaJson {
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
                .map(|(number, facts)| type_json(number, facts))
                .collect(),
            corners: places(board, analysis.corners),
            regions: sets(&analysis.regions),
            images: analysis.images.iter().map(sets).collect(),
            pagodas: self.pagodas_json(&self.forth()),
            backward_pagodas: self.pagodas_json(&self.back()),
            proof_pagodas: self.pagodas_json(&self.proofs()),
        }
    }

    fn pagodas_json(&self, measures: &[Measure<'_>]) -> Vec<PagodaJson> {
        let board = self.problem.board();
        let rendered = |measure: &Measure<'_>| {
            let weight = |row, column| {
                let hole = board.number(Hole { row, column })?;
                measure.pagoda.weights().get(usize::from(hole)).copied()
            };
            let row = |row| (0..board.columns()).map(|column| weight(row, column)).collect();
            let weights = (0..board.rows()).map(row).collect();
            PagodaJson { begins: measure.begins, ends: measure.ends, weights }
        };
        measures.iter().map(rendered).collect()
    }
}

/// The types come in the order of their parities.
fn type_json(number: u8, facts: &TypeFacts) -> TypeJson {
    TypeJson {
        parity: [number / 2, number % 2],
        holes: facts.holes.count_ones(),
        pegs: facts.start,
        cap: facts.cap,
    }
}
