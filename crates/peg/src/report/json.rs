//! The analysis as JSON. The fields are file format.

use serde_json::{Value, json};

use super::{Known, Measure};
use crate::kit::{NAME, places};
use crate::{Hole, Pegs};

impl Known<'_> {
    pub(super) fn json(&self) -> Value {
        let (board, analysis) = (self.problem.board(), &self.analysis);
        let sets = |sets: &Vec<Pegs>| -> Vec<Vec<[u8; 2]>> {
            sets.iter().map(|&set| places(board, set)).collect()
        };
        // The types come in the order of their parities.
        let types = (0_u8..).zip(&analysis.types).map(|(number, facts)| {
            json!({
                "parity": [number / 2, number % 2],
                "holes": facts.holes.count_ones(),
                "pegs": facts.start,
                "cap": facts.cap,
            })
        });
        json!({
            "puzzle": NAME,
            "instance": self.instance,
            "class": analysis.class.to_string(),
            "bound": analysis.bound,
            "unsolvable": analysis.unsolvable.as_ref().map(ToString::to_string),
            "goals": sets(&analysis.goals),
            "board_symmetries": analysis.board_symmetries,
            "problem_symmetries": analysis.problem_symmetries,
            "types": types.collect::<Vec<_>>(),
            "corners": places(board, analysis.corners),
            "regions": sets(&analysis.regions),
            "images": analysis.images.iter().map(sets).collect::<Vec<_>>(),
            "pagodas": self.pagodas_json(&self.forth()),
            "backward_pagodas": self.pagodas_json(&self.back()),
            "proof_pagodas": self.pagodas_json(&self.proofs()),
        })
    }

    /// The weights are a list a row, with `null` where there is no hole.
    fn pagodas_json(&self, measures: &[Measure<'_>]) -> Vec<Value> {
        let board = self.problem.board();
        let rendered = |measure: &Measure<'_>| {
            let weight = |row, column| {
                let hole = board.number(Hole { row, column })?;
                measure.pagoda.weights().get(usize::from(hole)).copied()
            };
            let row = |row| (0..board.columns()).map(|column| weight(row, column)).collect();
            let weights: Vec<Vec<Option<i8>>> = (0..board.rows()).map(row).collect();
            json!({ "begins": measure.begins, "ends": measure.ends, "weights": weights })
        };
        measures.iter().map(rendered).collect()
    }
}
