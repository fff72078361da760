//! The engine `gpu`: the fewest moves by a layered search on a GPU.

use patience_core::Meter;
use patience_gpu::{Device, GpuError, Memory, Rules, search};
use patience_kit::settings::Bytes;
use patience_kit::{End, EngineAbout, Fault, Settings as _, Setup, Values, settings};
use patience_search::layered::{LayerFolders, LayerStoreSettings};

use super::layered::{Options, jump_game_while, path_to_jumps};
use super::shortest::{Found, LayeredSettings, description_of, name_of};
use crate::{Metric, Problem};

settings! {
    /// Settings of the search on a GPU, beside those about the disk.
    pub(crate) struct GpuSettings {
        /// Make the steps of the GPU on the CPU instead, one after the other: a slow test of them
        emulate: bool = false;
        /// The most bytes that layers may take of the GPU's memory, such as 8G, all that are free without a limit; larger layers are made
        /// in partitions, in the memory of the host
        gpu_memory: Option<Bytes> = None;
    }
}

/// The settings that searches in layers have too. Here files only hold what the memory does not, and no search resumes from them.
const SHARED: [&str; 2] = ["disk", "disk_limit"];

/// The search with its settings.
pub(crate) struct GpuSearch {
    device: Device,
    gpu_memory: Option<u64>,
    folders: Option<LayerFolders>,
    disk_limit: Option<u64>,
}

impl GpuSearch {
    /// What the engine is.
    pub(crate) fn about() -> EngineAbout {
        let shared = LayeredSettings::fields().into_iter().filter(|it| SHARED.contains(&it.name));
        EngineAbout {
            name: super::GPU,
            summary: "fewest moves: the method of best on a GPU, with all Merson regions",
            complete: true,
            optimal: "yes",
            guided: false,
            parallel: true,
            default_nodes: None,
            settings: GpuSettings::fields().into_iter().chain(shared).collect(),
        }
    }

    /// The engine with its settings.
    pub(crate) fn prepare(metric: Metric, setup: &Setup<'_>) -> Result<Self, Fault> {
        if metric == Metric::Jumps {
            return Err(Fault::input("the engine gpu counts moves, not jumps"));
        }
        let values = setup.settings.cloned().unwrap_or_else(Values::default);
        let GpuSettings { emulate, gpu_memory } = GpuSettings::read(&values)?;
        let LayeredSettings { disk, disk_limit, .. } = LayeredSettings::read(&values)?;
        if disk.is_none() && disk_limit.is_some() {
            return Err(Fault::input("disk_limit needs a folder: disk"));
        }
        Ok(Self {
            device: if emulate { Device::Emulation } else { Device::Cuda },
            gpu_memory: gpu_memory.map(|it| it.0),
            folders: disk.map(|folder| LayerFolders::new(folder, false)),
            disk_limit: disk_limit.map(|it| it.0),
        })
    }

    /// What the layers of a search may take.
    fn memory(&self, problem: &Problem, meter: &Meter<'_>) -> Memory {
        let disk = self.folders.as_ref().map(|folders| LayerStoreSettings {
            folder: folders.place(&format!("{} gpu moves", name_of(problem))).folder().to_owned(),
            problem: format!("gpu {}", description_of(problem)),
            limit: self.disk_limit,
        });
        Memory { device: self.gpu_memory, host: meter.limits().memory, disk }
    }

    /// An error, and how to go on.
    fn trouble(&self, error: &GpuError) -> Fault {
        match error {
            GpuError::TooLarge { .. } => Fault::input(error),
            GpuError::HostFull(_) if self.folders.is_none() => Fault::environment(format_args!(
                "{error}: allow more with --memory or use a folder with --disk"
            )),
            _ => Fault::environment(error),
        }
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
        let trouble = |error: GpuError| self.trouble(&error);
        let memory = self.memory(problem, meter);
        let mut layers = self.device.open(&game, &memory).map_err(trouble)?;
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
