//! Evolution of boards for surfaces: settings, runs, estimates.

use std::time::Instant;

use patience_core::{Cancel, Limits, Meter};
use patience_kit::{
    Estimate, Evaluate, Evolvable, EvolvableAbout, Fault, Field, RunReport, grouped,
};
use patience_learn::{Evolution, Folder, Run, RunSettings as _, Species as _, Table};

use super::report::report;
use super::{Grade, Grading, HardBoards, Settings};
use crate::engines::engine::Engine;
use crate::rules::board::Board;
use crate::rules::game::Metric;

/// The name on the command line.
pub(super) const NAME: &str = "rushhour-boards";

/// Boards that an estimate searches.
const SAMPLE: usize = 8;

/// The node limit of such a search.
const SAMPLE_NODES: u64 = 100_000;

const DESCRIPTION: &str = "A run begins with hard boards of 6×6 cells in the middle of a larger board. Every generation is graded by the nodes that the engine \
needs, by the fewest steps (grade=length) or by both, and mutants of hard boards, with a vehicle added, removed or replaced, take the places of others. The folder of a run has boards.txt (the \
hardest), archive.txt (all hard boards), log.jsonl (a line per generation), settings.toml and checkpoint.json. The same settings make the same \
files, with any number of threads.";

/// Evolution of boards.
pub(crate) struct EvolvableBoards;

fn species(settings: &str) -> Result<HardBoards, Fault> {
    Ok(HardBoards { settings: Settings::parse(settings)? })
}

impl Evolvable for EvolvableBoards {
    fn about(&self) -> EvolvableAbout {
        let examples = [
            "evolve rushhour-boards --out run8",
            "evolve rushhour-boards --out run8 --resume",
            "evolve rushhour-boards --out small --set nodes=1000000 --set generations=20 --set seed=7",
            "evolve rushhour-boards --dry-run > settings.toml",
            "evolve rushhour-boards --out wide --set engine=iterative --set filter=20 --set archive=300000",
            "evolve rushhour-boards --out long --set grade=both --set engine=hc --set farthest=100000 --set archive=90",
            "solve rushhour --file run8/boards.txt --engine ida-star --nodes 30M --summary",
        ];
        let size = Settings::default().size;
        EvolvableAbout {
            name: NAME,
            summary: "Rush Hour boards that take many nodes to solve",
            description: DESCRIPTION.to_owned(),
            examples: examples.map(str::to_owned).to_vec(),
            flags: vec![Field::new("size", "Cells a side: 6, 8, 10 or 12", &size)],
        }
    }

    fn check(&self, text: &str) -> Result<(), Fault> {
        species(text).map(drop)
    }

    fn settings(&self, changes: Table) -> Result<String, Fault> {
        Ok(Settings::default().changed(changes)?.to_text())
    }

    fn continued(&self, before: &str, changes: Table) -> Result<String, Fault> {
        Ok(Settings::continued(before, changes)?.to_text())
    }

    fn owns(&self, settings: &Table) -> bool {
        settings.contains_key("size")
    }

    fn default_folder(&self, settings: &str) -> Option<String> {
        let Settings { size, seed, .. } = Settings::parse(settings).ok()?;
        Some(format!("boards-{size}-seed-{seed}"))
    }

    fn begin(&self, settings: &str) -> Result<Box<dyn Run>, Fault> {
        Ok(Box::new(Evolution::begin(species(settings)?)))
    }

    fn resume(&self, settings: &str, folder: &Folder) -> Result<Box<dyn Run>, Fault> {
        Ok(Box::new(Evolution::open(species(settings)?, folder)?))
    }

    fn evaluator(&self, settings: &str) -> Result<Box<Evaluate>, Fault> {
        let HardBoards { settings } = species(settings)?;
        Ok(Box::new(move |board, cancel| {
            let letters: String = serde_json::from_str(board).map_err(Fault::environment)?;
            let board = Board::parse(&letters).map_err(Fault::environment)?;
            let grade = Grade::of(&board, &settings, cancel);
            serde_json::to_string(&grade).map_err(Fault::environment)
        }))
    }

    fn estimate(&self, settings: &str, cancel: &Cancel) -> Result<Option<Estimate>, Fault> {
        let species = species(settings)?;
        let Settings { population, generations, nodes: most, grade, engine, .. } = species.settings;
        let engine = match grade {
            Grading::Nodes | Grading::Both => engine.engine()?,
            Grading::Length => Engine::exact(Metric::Steps),
        };
        let limits = Limits { nodes: Some(SAMPLE_NODES), ..Limits::default() };
        let (begin, mut nodes) = (Instant::now(), 0);
        for board in species.begin().population.iter().take(SAMPLE) {
            let mut observer = ();
            let mut meter = Meter::start(&limits, cancel, &mut observer);
            engine.answer(board, &mut meter)?;
            nodes += meter.expanded();
            if cancel.is_cancelled() {
                return Ok(None);
            }
        }
        let each = begin.elapsed().as_secs_f64() / nodes.max(1) as f64;
        let measured = format!(
            "{population} boards a generation, at most {} nodes each at {:.0} ns a node",
            grouped(most),
            1e9 * each,
        );
        Ok(Some(Estimate {
            measured,
            seconds: each * population as f64 * most as f64,
            generations,
            is_bound: true,
            note: "Most boards take far fewer nodes, and no board is graded twice.",
        }))
    }

    fn report(&self, folder: &Folder) -> Result<Option<RunReport>, Fault> {
        report(folder).map(Some)
    }
}
