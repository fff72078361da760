//! The layers of both sides of a game: on the device, on the host, or both.

use std::fs;
use std::time::Instant;

use patience_search::layered::{LayerStoreSettings, WordFolder};

use crate::backend::{Device, Found, Kernels, Made, Place, Rule};
use crate::error::GpuError;
use crate::game::JumpGame;
use crate::partitions;
use crate::runs::{Run, Store};
use crate::tables::NO_CUTOFF;

/// Bytes of an entry.
const ENTRY: u64 = 8;
/// A layer goes back to the device if it takes at most this fraction of the room there.
const SHARE: u64 = 8;

/// What the layers of a search may take.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/game.rs"));
/// # }
/// # use doc::game;
/// use patience_core::{Cancel, Limits, Meter};
/// use patience_gpu::{Device, Memory, Method, search};
///
/// # if !cfg!(feature = "emulation") {
/// #     return Ok(());
/// # }
/// let game = game();
/// let found = |memory: &Memory| {
///     let mut layers = Device::Emulation.open(&game, memory)?;
///     let mut observer = ();
///     let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
///     search(&game, &mut layers, Method::default(), &mut meter)
/// };
/// let little = Memory { device: Some(32 << 10), ..Memory::default() };
/// assert_eq!(found(&little)?, found(&Memory::default())?);
/// // Kernels need some memory to work in.
/// assert!(found(&Memory { device: Some(8), ..Memory::default() }).is_err());
/// # Ok::<(), patience_gpu::GpuError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Bytes of the device, all that are free if there is no limit.
    pub device: Option<u64>,
    /// Bytes of the host's memory, most of what it has if there is no limit.
    pub host: Option<u64>,
    /// A folder for what does not fit there.
    pub disk: Option<LayerStoreSettings>,
}

/// A layer: where it is, and how many entries it has.
#[derive(Debug)]
struct Layer {
    count: u64,
    is_on_device: bool,
    host: Option<Run>,
}

impl Layer {
    fn on_device(count: u64) -> Self {
        Self { count, is_on_device: true, host: None }
    }
}

/// The layers of both sides of a game.
///
/// On the device they are a stack: those of one side, then those of the other. Restarting a side whose layers are below drops both.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/game.rs"));
/// # }
/// # use doc::game;
/// use patience_gpu::{Device, Memory, NO_CUTOFF};
///
/// # if !cfg!(feature = "emulation") {
/// #     return Ok(());
/// # }
/// let mut layers = Device::Emulation.open(&game(), &Memory::default())?;
/// assert_eq!((layers.count(0), layers.count(1)), (1, 1));
/// layers.advance(0, NO_CUTOFF, None)?;
/// assert_eq!((layers.count(0), layers.count(1)), (2, 1));
/// // It fitted into the memory of the device.
/// assert_eq!(layers.partitioned(), 0);
/// layers.restart(0)?;
/// assert_eq!(layers.count(0), 1);
/// # Ok::<(), patience_gpu::GpuError>(())
/// ```
#[derive(Debug)]
pub struct Layers {
    kernels: Kernels,
    sides: [Vec<Layer>; 2],
    /// The roots of each side.
    roots: [u64; 2],
    /// The jumps from the start to an end.
    steps: usize,
    store: Store,
    /// How many layers were made in partitions.
    partitioned: u64,
}

impl Device {
    /// The layers of both sides of a game, with the roots only.
    pub fn open(self, game: &JumpGame, memory: &Memory) -> Result<Layers, GpuError> {
        let kernels = Kernels::open(self, game, memory.device)?;
        let folder = memory.disk.as_ref();
        let folder = folder.map(|disk| WordFolder::open(&disk.folder, &disk.problem, disk.limit));
        let limit = memory.host.unwrap_or_else(most_memory);
        let store = Store::new(limit, folder.transpose()?);
        let roots = game.sides.each_ref().map(|side| side.roots.len() as u64);
        let sides = [Vec::new(), Vec::new()];
        let mut layers = Layers { kernels, sides, roots, steps: game.steps, store, partitioned: 0 };
        layers.restart_both()?;
        Ok(layers)
    }
}

impl Layers {
    /// The name of the device and the bytes of its memory.
    #[must_use]
    pub fn device(&self) -> (String, u64) {
        self.kernels.device()
    }

    /// The number of layers of a side, its roots included.
    #[must_use]
    pub fn count(&self, side: usize) -> usize {
        self.sides[side].len()
    }

    /// How many layers were made in partitions so far.
    #[must_use]
    pub fn partitioned(&self) -> u64 {
        self.partitioned
    }

    /// The least bound of the roots of a side.
    #[must_use]
    pub fn estimate(&self, side: usize) -> u8 {
        self.kernels.estimate(side)
    }

    /// Drops all layers of both sides but the roots.
    pub fn restart_both(&mut self) -> Result<(), GpuError> {
        self.restart(0)?;
        self.restart(1)
    }

    /// Drops all layers of a side but the roots.
    pub fn restart(&mut self, side: usize) -> Result<(), GpuError> {
        if self.kernels.room().0 < self.roots.iter().sum() {
            self.evict(&[])?;
        }
        self.sides[side].clear();
        if self.sides[1 - side].len() <= 1 {
            self.sides[1 - side].clear();
        }
        self.kernels.restart(side)?;
        for (layers, &roots) in self.sides.iter_mut().zip(&self.roots) {
            if layers.is_empty() {
                layers.push(Layer::on_device(roots));
            }
        }
        Ok(())
    }

    /// Makes the next layer of a side: steps to states that may lead to its ends within `cutoff` moves. If `complete` is a cutoff that
    /// the other side has completed, states that cannot be on a solution of `cutoff` moves, given what that side knows, are dropped.
    pub fn advance(
        &mut self,
        side: usize,
        cutoff: u8,
        complete: Option<u8>,
    ) -> Result<Made, GpuError> {
        let complete = complete.unwrap_or(NO_CUTOFF).into();
        let rule = Rule { cutoff: cutoff.into(), complete };
        let number = self.sides[side].len();
        // The layer of the other side that the new one may meet.
        let opposite = self.steps.checked_sub(number);
        let opposite = opposite.filter(|&it| it < self.sides[1 - side].len());
        let needed = [Some((side, number - 1)), opposite.map(|it| (1 - side, it))];
        let needed: Vec<Place> = needed.into_iter().flatten().collect();
        let mut made = match self.advance_on_device(side, &rule, &needed)? {
            Some(made) => made,
            None => self.advance_in_partitions(side, &rule, &needed)?,
        };
        let (left, all) = self.kernels.room();
        made.device_bytes = (all - left) * ENTRY;
        (made.host_bytes, made.disk_bytes) = self.store.bytes();
        Ok(made)
    }

    /// Makes the next layer on the device, if it fits there when other layers make room.
    fn advance_on_device(
        &mut self,
        side: usize,
        rule: &Rule,
        needed: &[Place],
    ) -> Result<Option<Made>, GpuError> {
        let (left, all) = self.kernels.room();
        // Steps need more room than layers.
        if all / 4 < all - left && all / 20 < self.entries_on_device(needed) {
            self.evict(needed)?;
        }
        if !self.bring(needed)? {
            return Ok(None);
        }
        let mut made = self.kernels.advance(side, rule)?;
        if made.is_none() && self.evict(needed)? {
            made = self.kernels.advance(side, rule)?;
        }
        if let Some(made) = &made {
            self.sides[side].push(Layer::on_device(made.entries));
        }
        Ok(made)
    }

    /// Makes the next layer in partitions, with all others on the host.
    fn advance_in_partitions(
        &mut self,
        side: usize,
        rule: &Rule,
        needed: &[Place],
    ) -> Result<Made, GpuError> {
        let begin = Instant::now();
        self.evict(&[])?;
        let mut needed = needed.iter().map(|&(side, at)| self.sides[side][at].host.as_ref());
        let last = needed.next().flatten().ok_or(GpuError::Inconsistent)?;
        let theirs = needed.next().flatten().cloned().unwrap_or_default();
        let advance = (side, rule);
        let (mut made, run) =
            partitions::advance(&mut self.kernels, &self.store, advance, last, theirs)?;
        let number = self.sides[side].len();
        self.kernels.drop_layer((side, number))?;
        let layer = Layer { count: made.entries, is_on_device: false, host: Some(run) };
        self.sides[side].push(layer);
        self.partitioned += 1;
        made.seconds = begin.elapsed().as_secs_f64();
        Ok(made)
    }

    /// The entries of layers on the device except these.
    fn entries_on_device(&self, except: &[Place]) -> u64 {
        self.places(except).into_iter().map(|(side, at)| self.sides[side][at].count).sum()
    }

    /// The layers on the device except these.
    fn places(&self, except: &[Place]) -> Vec<Place> {
        let places = self.sides.iter().enumerate().flat_map(|(side, layers)| {
            let here = layers.iter().enumerate().filter(|(_, layer)| layer.is_on_device);
            here.map(move |(at, _)| (side, at))
        });
        places.filter(|place| !except.contains(place)).collect()
    }

    /// Moves the layers on the device to the host, except some, and returns whether that made room.
    fn evict(&mut self, except: &[Place]) -> Result<bool, GpuError> {
        let places = self.places(except);
        let mut has_room = false;
        for &(side, at) in places.iter().rev() {
            let layer = &mut self.sides[side][at];
            if layer.host.is_none() {
                let mut run = self.store.begin();
                let piece = partitions::piece_of(&self.kernels);
                run.push_all(layer.count, piece, |from, entries| {
                    self.kernels.fetch((side, at), from, entries)
                })?;
                layer.host = Some(run.finish()?);
            }
            self.kernels.drop_layer((side, at))?;
            layer.is_on_device = false;
            has_room |= 0 < layer.count;
        }
        Ok(has_room)
    }

    /// Copies layers to the device where they are not there, and returns whether they fit.
    fn bring(&mut self, places: &[Place]) -> Result<bool, GpuError> {
        for &(side, at) in places {
            let layer = &mut self.sides[side][at];
            if layer.is_on_device {
                continue;
            }
            let (left, _) = self.kernels.room();
            if left / SHARE < layer.count {
                return Ok(false);
            }
            let run = layer.host.as_ref().ok_or(GpuError::Inconsistent)?;
            let mut count = 0;
            for piece in 0..run.len() {
                let entries = run.piece(piece)?;
                self.kernels.put(count, &entries)?;
                count += entries.len() as u64;
            }
            self.kernels.keep((side, at), count)?;
            layer.is_on_device = true;
        }
        Ok(true)
    }

    /// The states of a layer with these keys, as far as it has them.
    pub(crate) fn find(
        &self,
        side: usize,
        layer: usize,
        keys: &[u64],
    ) -> Result<Vec<Found>, GpuError> {
        let it = &self.sides[side][layer];
        let mut found = match &it.host {
            Some(run) if !it.is_on_device => {
                keys.iter().map(|&key| run.find(key)).collect::<Result<_, _>>()?
            }
            _ => self.kernels.find((side, layer), keys)?,
        };
        found.retain(|it| it.cost != u32::from(NO_CUTOFF));
        Ok(found)
    }
}

/// Four fifths of the host's memory, where the system says how much it has.
fn most_memory() -> u64 {
    let about = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let total = about.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kibibytes = total.and_then(|it| it.trim().strip_suffix(" kB")?.trim().parse().ok());
    kibibytes.map_or(u64::MAX, |it: u64| it.saturating_mul(1024) / 5 * 4)
}
