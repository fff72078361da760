//! The engine `gpu`: the fewest moves by a layered search on a GPU.

use std::path::PathBuf;

use patience_core::Meter;
use patience_gpu::{Device, GpuError, Memory, Method, search};
use patience_kit::settings::Bytes;
use patience_kit::{End, EngineAbout, Fault, Settings as _, Setup, Values, settings};
use patience_search::layered::{LayerFolders, LayerStoreSettings};

use super::layered::{Options, jump_game_while, path_to_jumps};
use super::shortest::{Found, description_of, name_of};
use crate::{Metric, Problem};

settings! {
    /// Settings of the search on a GPU.
    pub(crate) struct GpuSettings {
        /// Search breadth-first from both ends without bounds and pagodas, as the engine brute does
        no_bounds: bool = false;
        /// Search from the start only; needs no_bounds
        one_way: bool = false;
        /// Make the steps of the GPU on the CPU instead, one after the other: a slow test of them
        emulate: bool = false;
        /// The most bytes that layers may take of the GPU's memory, such as 8G, all that are free without a limit; larger layers are made
        /// in partitions, in the memory of the host
        gpu_memory: Option<Bytes> = None;
        /// Keep layers that outgrow the memory of the host in this folder until the search ends; no search resumes from them
        disk: Option<PathBuf> = None;
        /// The most bytes that the layers of a search may take on disk, such as 50G; a search that needs more ends with an error
        disk_limit: Option<Bytes> = None;
    }
}

/// The search with its settings.
pub(crate) struct GpuSearch {
    device: Device,
    method: Method,
    /// What the two sides use.
    options: Options,
    gpu_memory: Option<u64>,
    folders: Option<LayerFolders>,
    disk_limit: Option<u64>,
}

impl GpuSearch {
    /// What the engine is.
    pub(crate) fn about() -> EngineAbout {
        EngineAbout {
            name: super::GPU,
            summary: "fewest moves: the method of best, or of brute, on a GPU; in jumps, any solution",
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
        let values = setup.settings.cloned().unwrap_or_else(Values::default);
        let GpuSettings { no_bounds, one_way, emulate, gpu_memory, disk, disk_limit } =
            GpuSettings::read(&values)?;
        if one_way && !no_bounds {
            return Err(Fault::input("one_way needs no_bounds"));
        }
        if disk.is_none() && disk_limit.is_some() {
            return Err(Fault::input("disk_limit needs a folder: disk"));
        }
        Ok(Self {
            method: match metric {
                _ if one_way => Method::Brute,
                // In jumps, all solutions are equally long: there is nothing to bound.
                Metric::Jumps => Method::BruteBoth,
                Metric::Moves if no_bounds => Method::BruteBoth,
                Metric::Moves => Method::default(),
            },
            options: if no_bounds {
                Options::brute(metric)
            } else {
                Options { metric, ..Options::default() }
            },
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
        let game = jump_game_while(problem, self.options, &mut goes_on);
        let trouble = |error: GpuError| self.trouble(&error);
        let memory = self.memory(problem, meter);
        let mut layers = self.device.open(&game, &memory).map_err(trouble)?;
        let proof = search(&game, &mut layers, self.method, meter).map_err(trouble)?;
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
