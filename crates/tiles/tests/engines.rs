//! Engines: every one agrees with the reference search, also where parity would make the search unnecessary.

use patience_core::{Limits, Meter, Outcome, Search, Solver};
use patience_kit::{Generic, Kit, Setup, Values};
use patience_laws::{agreement, soundness};
use patience_tiles::{Board, KIT, SlidingTiles, Tile};

use crate::boards::every_board;

/// A generic engine as a solver.
struct Engine {
    engine: Generic,
    complete: bool,
}

impl Engine {
    fn new(name: &str, settings: &Values) -> Self {
        let about = KIT.engines().into_iter().find(|engine| engine.name == name).unwrap();
        let setup = Setup { settings: Some(settings), ..Setup::default() };
        let engine = Generic::prepare::<SlidingTiles>(name, &setup).unwrap().unwrap();
        Self { engine, complete: about.complete }
    }

    fn check(&self, puzzle: &SlidingTiles, name: &str) {
        if self.complete {
            agreement(puzzle, self, name);
        } else {
            // One that forgets states may never end.
            let limits = Limits { nodes: Some(10_000), ..Limits::default() };
            soundness(puzzle, self, &limits, name);
        }
    }
}

impl Solver<SlidingTiles> for Engine {
    fn search(&self, puzzle: &SlidingTiles, root: &Board, meter: &mut Meter<'_>) -> Search<Tile> {
        match self.engine.solve(puzzle, root, meter).unwrap() {
            Outcome::Solved(solution) => Ok(Some(solution)),
            Outcome::ProvenUnsolvable | Outcome::Exhausted => Ok(None),
            Outcome::LimitReached(stop) => Err(stop),
        }
    }

    fn is_complete(&self) -> bool {
        self.complete
    }
}

#[test]
fn engines_agree_with_the_reference() {
    for about in KIT.engines() {
        let engine = Engine::new(about.name, &Values::default());
        for puzzle in every_board(2, 2).chain(every_board(3, 2).step_by(7)) {
            engine.check(&puzzle, about.name);
        }
    }
}

#[test]
fn engines_agree_with_the_reference_under_every_heuristic_and_odd_settings() {
    let heuristics: Vec<_> =
        KIT.features(None).into_iter().filter(|feature| feature.kind == "heuristic").collect();
    assert_eq!(heuristics.len(), 5);
    for about in KIT.engines().into_iter().filter(|engine| engine.guided) {
        for heuristic in &heuristics {
            let mut values = Values::from_iter([("heuristic", heuristic.name)]);
            for (name, odd) in [("table", 50), ("width", 2), ("horizon", 1)] {
                if about.settings.iter().any(|field| field.name == name) {
                    values.set(name, odd);
                }
            }
            let engine = Engine::new(about.name, &values);
            // Without room for the states of an unsolvable board, a complete search of it takes forever.
            for puzzle in every_board(3, 2).filter(SlidingTiles::is_solvable).step_by(17) {
                engine.check(&puzzle, &format!("{} by {}", about.name, heuristic.name));
            }
        }
    }
}

#[test]
fn the_default_engine_is_ida_star_by_an_admissible_heuristic() {
    let engines = KIT.engines();
    assert_eq!((engines[0].name, engines.len()), ("ida-star", 7));
    let default = KIT.features(None).into_iter().find(|feature| feature.name == "LinearConflict");
    assert!(default.unwrap().admissible);
}
