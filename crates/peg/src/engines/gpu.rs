//! The engine `gpu`: the fewest moves by a layered search on a GPU.

use patience_core::Meter;
use patience_gpu::{Device, GpuError, Rules, search};
use patience_kit::{End, EngineAbout, Fault, Settings as _, Setup, Values, settings};

use super::layered::{Options, jump_game_while, path_to_jumps};
use super::shortest::Found;
use crate::{Metric, Problem};

settings! {
    /// Settings of the search on a GPU.
    pub(crate) struct GpuSettings {
        /// Make the steps of the GPU on the CPU instead, one after the other: a slow test of them
        emulate: bool = false;
    }
}

/// The search with its settings.
pub(crate) struct GpuSearch {
    device: Device,
}

impl GpuSearch {
    /// What the engine is.
    pub(crate) fn about() -> EngineAbout {
        EngineAbout {
            name: super::GPU,
            summary: "fewest moves: the method of best on a GPU, with all Merson regions",
            complete: true,
            optimal: "yes",
            guided: false,
            parallel: true,
            default_nodes: None,
            settings: GpuSettings::fields(),
        }
    }

    /// The engine with its settings.
    pub(crate) fn prepare(metric: Metric, setup: &Setup<'_>) -> Result<Self, Fault> {
        if metric == Metric::Jumps {
            return Err(Fault::input("the engine gpu counts moves, not jumps"));
        }
        let values = setup.settings.cloned().unwrap_or_else(Values::default);
        let GpuSettings { emulate } = GpuSettings::read(&values)?;
        Ok(Self { device: if emulate { Device::Emulation } else { Device::Cuda } })
    }

    /// Searches for the fewest moves.
    pub(crate) fn solve(&self, problem: &Problem, meter: &mut Meter<'_>) -> Result<Found, Fault> {
        if problem.jumps_to_play() == 0 {
            return Ok(if problem.is_solved(problem.start()) {
                let end = End::Solved { cost: 0, optimal: true };
                Found { end, jumps: Vec::new(), solutions: None }
            } else {
                Found::exhausted()
            });
        }
        let mut goes_on = || meter.expand_many(0).is_ok();
        let game = jump_game_while(problem, Options::default(), &mut goes_on);
        let trouble = |error: GpuError| match error {
            GpuError::TooLarge { .. } => Fault::input(error),
            _ => Fault::environment(error),
        };
        let mut layers = self.device.open(&game, meter.limits().memory).map_err(trouble)?;
        let proof = search(&game, &mut layers, &Rules::default(), meter).map_err(trouble)?;
        let end = match (proof.stop, &proof.path) {
            (None, None) => return Ok(Found::exhausted()),
            (Some(stop), None) => return Ok(Found::ended(End::Limit(stop))),
            (stop, Some(path)) => End::Solved {
                cost: path.cost.into(),
                optimal: stop.is_none() || path.cost <= proof.lower,
            },
        };
        let keys = proof.path.map_or(Vec::new(), |path| path.keys);
        let jumps = path_to_jumps(problem, &keys).expect("jumps lead along the way");
        Ok(Found { end, jumps, solutions: None })
    }
}
