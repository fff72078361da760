//! The job `enumerate rushhour`: every board of a size, in units of work that a file of results can continue.

use patience_core::{Cancel, Limits, SplitMix};
use patience_kit::{
    Fault, Gather, Job, JobAbout, Settings as _, Values, Work, choices, seed_of, settings,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::climb::{Climb, Start};
#[cfg(any(feature = "gpu", feature = "gpu-emulation"))]
use super::gpu::OnGpu;
use super::total::{Kind, Total};
use super::{MOST_NUMBERED, SIDES, Seen, Space};
use crate::kit::about::NAME;
use crate::rules::game::Metric;

settings! {
    /// The boards to enumerate.
    struct Wishes {
        /// Cells a side, from 3 to 6, 7 with --sample, and to 8 with --climbs
        side: u8 = 6;
        /// The metric of the difficulty of a position, and of whether a vehicle is needed
        metric: Metric = Metric::Slides;
        /// Walls, set up on the cells in all ways
        walls: u8 = 0, 0..=3;
        /// Walls at these cells only, each as ROW:COLUMN from 1, such as 1:4 or 1:4,6:2
        walls_at: Option<String> = None;
        /// Leave boards of shorter solutions out of the list
        at_least: Option<u16> = None;
        /// Explore this many units, drawn at random, and estimate the whole; with all of them, only their order is random. On 7×7, a unit is what may stand in all rows and columns, and each is drawn from all of them
        sample: Option<u64> = None;
        /// Climb this many hills instead, each from a random board to the hardest cluster that changes of vehicles and walls lead to; a climb is a unit
        climbs: Option<u32> = None;
        /// Clusters that a climb explores
        effort: u64 = 50_000, 1..=18_446_744_073_709_551_615;
        /// Positions of the largest cluster that a climb explores
        largest: u32 = 5_000, 1..=4_294_967_295;
        /// Where a climb begins
        start: Start = Start::Random;
        /// Seed of the sample, or of the climbs
        seed: u64 = 0;
        /// Where units are explored; the results are the same
        device: On = On::Cpu;
    }
}

choices! {
    /// Where units are explored.
    enum On {
        /// The threads of this machine
        Cpu = "cpu",
        /// An NVIDIA GPU, many units at once: needs the feature gpu
        Gpu = "gpu",
        /// The steps of the GPU one after the other: a slow test of them, which needs the feature gpu or gpu-emulation
        Emulation = "emulation",
    }
}

/// Cells a side of boards that are climbed.
const CLIMBED: std::ops::RangeInclusive<u8> = 3..=8;

/// The job.
pub(crate) struct Enumerate;

impl Job for Enumerate {
    fn about(&self) -> JobAbout {
        JobAbout {
            verb: "enumerate",
            name: NAME,
            summary: "Rush Hour boards, without walls or with some: every minimal board that is the hardest of its cluster. A unit of \
                      work is the boards with the same walls and the same vehicles in all rows, and on 7×7 also in all columns; the list has a line NAME LETTERS SLIDES STEPS POSITIONS for each board, \
                      the hardest first",
            settings: Wishes::fields(),
            unrecorded: &["device"],
            journal: Some("out"),
            list: Some("boards"),
            pictures: false,
            limits: false,
        }
    }

    fn start(&self, settings: &Values) -> Result<(Box<dyn Work>, Box<dyn Gather>), Fault> {
        let wishes = Wishes::read(settings)?;
        let Wishes { side, metric, at_least, seed, .. } = wishes;
        let (task, kind, walls) = match wishes.climbs {
            Some(climbs) => {
                let climb = climb(&wishes)?;
                let walls = in_words(wishes.walls, "up to ");
                (Task::Climbs { climb, seed, climbs: climbs.into() }, Kind::Climbs, walls)
            }
            None => {
                let space = space(&wishes)?;
                let all = space.units();
                let order = match wishes.sample {
                    None => Order::All,
                    Some(count) if space.is_by_family() => Order::Drawn { seed, count },
                    Some(count) => Order::Shuffled(drawn(all, count, seed)),
                };
                let kind = match order {
                    Order::All => Kind::All,
                    Order::Shuffled(_) => Kind::Sample(all as u64),
                    Order::Drawn { .. } => Kind::Families(all as u64),
                };
                let walls = match &wishes.walls_at {
                    Some(cells) => format!("with walls at {cells}"),
                    None => in_words(wishes.walls, ""),
                };
                let on_gpu = on_gpu(wishes.device, &space)?;
                (Task::Units { space, order, on_gpu }, kind, walls)
            }
        };
        let work = Exploring { task, side, metric };
        let units = work.count();
        Ok((Box::new(work), Box::new(Total::new(side, metric, walls, at_least, units, kind))))
    }
}

/// The walls of boards.
fn in_words(walls: u8, at_most: &str) -> String {
    match walls {
        0 => "without walls".to_owned(),
        1 => format!("with {at_most}1 wall"),
        walls => format!("with {at_most}{walls} walls"),
    }
}

/// Units in random order.
fn drawn(units: usize, count: u64, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..units).collect();
    SplitMix::new(seed).shuffle(&mut order);
    order.truncate(usize::try_from(count).unwrap_or(usize::MAX));
    order
}

/// The climb of the settings.
fn climb(wishes: &Wishes) -> Result<Climb, Fault> {
    let Wishes { side, metric, walls, effort, largest, start, .. } = *wishes;
    if !CLIMBED.contains(&side) {
        return Err(Fault::input(format_args!(
            "boards of 3 to 8 cells a side can be climbed, not {side}"
        )));
    }
    if start == Start::Listed && side < 6 {
        return Err(Fault::input("--start listed: expected boards of at least 6 cells a side"));
    }
    if wishes.walls_at.is_some() || wishes.sample.is_some() {
        return Err(Fault::input("--climbs takes neither --walls-at nor --sample"));
    }
    if wishes.device != On::Cpu {
        return Err(Fault::input("--climbs takes no --device: a climb runs on the CPU"));
    }
    let largest = usize::try_from(largest).unwrap_or(usize::MAX);
    Ok(Climb { side, metric, walls: walls.into(), effort, largest, start })
}

/// The device that explores units, if the CPU does not.
#[cfg(any(feature = "gpu", feature = "gpu-emulation"))]
fn on_gpu(device: On, space: &Space) -> Result<Option<OnGpu>, Fault> {
    let device = match device {
        On::Cpu => return Ok(None),
        On::Gpu => patience_gpu::Device::Cuda,
        On::Emulation => patience_gpu::Device::Emulation,
    };
    OnGpu::open(space, device).map(Some).map_err(Fault::environment)
}

/// The same in a program without kernels.
#[cfg(not(any(feature = "gpu", feature = "gpu-emulation")))]
fn on_gpu(device: On, _: &Space) -> Result<Option<OnGpu>, Fault> {
    let feature = match device {
        On::Cpu => return Ok(None),
        On::Gpu => "gpu",
        On::Emulation => "gpu-emulation",
    };
    Err(Fault::input(format_args!(
        "--device: this program was built without the feature `{feature}`; \
         build it with `cargo build --release -p patience-cli --features {feature}`"
    )))
}

/// A device that no program without kernels has.
#[cfg(not(any(feature = "gpu", feature = "gpu-emulation")))]
enum OnGpu {}

#[cfg(not(any(feature = "gpu", feature = "gpu-emulation")))]
impl OnGpu {
    fn plan(&self, _: impl Iterator<Item = usize>) {
        match *self {}
    }

    fn explore(&self, _: &Space, _: usize, _: &Cancel) -> Result<Option<Seen>, Fault> {
        match *self {}
    }
}

/// The boards of the settings.
fn space(wishes: &Wishes) -> Result<Space, Fault> {
    let Wishes { side, metric, walls, .. } = *wishes;
    if !SIDES.contains(&side) {
        return Err(Fault::input(format_args!(
            "boards of 3 to 6 cells a side can be enumerated, and of 7 with --sample, not {side}"
        )));
    }
    if MOST_NUMBERED < side && wishes.sample.is_none() {
        return Err(Fault::input(format_args!(
            "boards of {side}×{side} cells are too many to enumerate all; explore some families with --sample"
        )));
    }
    if MOST_NUMBERED < side && wishes.device != On::Cpu {
        return Err(Fault::input(format_args!(
            "--device: boards of {side}×{side} cells are explored on the CPU only"
        )));
    }
    let space = match &wishes.walls_at {
        None => Space::with_walls(side, metric, walls),
        Some(_) if walls != 0 => {
            return Err(Fault::input("--walls and --walls-at cannot be used together"));
        }
        Some(text) => Space::with_walls_at(side, metric, &cells(text)?),
    };
    space.ok_or_else(|| {
        Fault::input(format_args!(
            "no board of {side}×{side} cells has these walls: they must be different cells, none between the target and the exit"
        ))
    })
}

/// Reads cells, each as `ROW:COLUMN` from 1.
fn cells(text: &str) -> Result<Vec<(u8, u8)>, Fault> {
    let cell = |text: &str| {
        let (row, column) = text.trim().split_once(':')?;
        let number = |text: &str| text.trim().parse::<u8>().ok()?.checked_sub(1);
        Some((number(row)?, number(column)?))
    };
    let wrong = || {
        Fault::input(format_args!(
            "--walls-at: expected cells such as 1:4 or 1:4,6:2, a row and a column from 1, found `{}`",
            text.escape_debug()
        ))
    };
    text.split(',').map(|text| cell(text).ok_or_else(wrong)).collect()
}

/// A line of the file that an enumeration continues from. Its fields are file format.
#[derive(Serialize, Deserialize)]
pub(super) struct Line {
    pub(super) side: u8,
    pub(super) metric: String,
    pub(super) unit: usize,
    #[serde(flatten)]
    pub(super) seen: Seen,
}

/// Explores the units.
struct Exploring {
    task: Task,
    side: u8,
    metric: Metric,
}

/// The units.
enum Task {
    /// Those of a space.
    Units {
        space: Space,
        order: Order,
        on_gpu: Option<OnGpu>,
    },
    Climbs {
        climb: Climb,
        seed: u64,
        climbs: u64,
    },
}

impl Exploring {
    fn count(&self) -> u64 {
        match &self.task {
            Task::Units { space, order, .. } => match order {
                Order::All => space.units() as u64,
                Order::Shuffled(order) => order.len() as u64,
                Order::Drawn { count, .. } => *count,
            },
            Task::Climbs { climbs, .. } => *climbs,
        }
    }
}

/// Which units of a space are explored, one after the other.
enum Order {
    /// All in their order.
    All,
    /// Different ones in random order.
    Shuffled(Vec<usize>),
    /// So many, each drawn from all of them.
    Drawn { seed: u64, count: u64 },
}

impl Order {
    /// The unit that has a number in this order.
    fn unit(&self, space: &Space, number: usize) -> usize {
        match self {
            Self::All => number,
            Self::Shuffled(order) => order[number],
            Self::Drawn { seed, .. } => {
                SplitMix::new(seed_of(*seed, number as u64)).below(space.units())
            }
        }
    }
}

impl Work for Exploring {
    fn units(&self) -> Option<u64> {
        Some(self.count())
    }

    fn plan(&self, units: &mut dyn Iterator<Item = u64>) {
        if let Task::Units { space, order, on_gpu: Some(on_gpu) } = &self.task {
            let units = units.filter_map(|number| usize::try_from(number).ok());
            on_gpu.plan(units.map(|number| order.unit(space, number)));
        }
    }

    fn work(&self, number: u64, _: &Limits, cancel: &Cancel) -> Result<Option<Value>, Fault> {
        let unit = usize::try_from(number).map_err(Fault::input)?;
        let seen = match &self.task {
            Task::Units { space, order, on_gpu } => {
                let unit = order.unit(space, unit);
                match on_gpu {
                    None => space.explore(unit, cancel),
                    Some(on_gpu) => {
                        on_gpu.explore(space, unit, cancel).map_err(Fault::environment)?
                    }
                }
            }
            Task::Climbs { climb, seed, .. } => climb.climb(seed_of(*seed, number), cancel),
        };
        let metric = self.metric.name().to_owned();
        let line = seen.map(|seen| Line { side: self.side, metric, unit, seen });
        line.map(serde_json::to_value).transpose().map_err(Fault::environment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_rows_and_columns_from_one() {
        assert_eq!(cells("1:4").unwrap(), [(0, 3)]);
        assert_eq!(cells("1:4, 6:2").unwrap(), [(0, 3), (5, 1)]);
        for bad in ["", "4", "1:", "0:1", "1:4,", "1:300", "a:b", "1:2:3"] {
            let message = cells(bad).unwrap_err().to_string();
            assert!(message.contains("expected cells such as 1:4"), "{bad}: {message}");
        }
    }

    #[test]
    fn a_sample_has_different_units_and_never_more_than_there_are() {
        let mut few = drawn(100, 10, 3);
        assert_eq!(few.len(), 10);
        few.sort_unstable();
        few.dedup();
        assert_eq!(few.len(), 10);
        let mut all = drawn(100, 1000, 3);
        assert_ne!(all, (0..100).collect::<Vec<_>>());
        all.sort_unstable();
        assert_eq!(all, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn drawn_families_estimate_the_known_counts() {
        let units = Space::new(5, Metric::Slides).unwrap();
        let mut known = [0; 4];
        let cancel = Cancel::new();
        for unit in 0..units.units() {
            let counts = units.explore(unit, &cancel).unwrap().counts();
            known.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        let space = units.by_family().unwrap();
        let kind = Kind::Families(space.units() as u64);
        let count = 20_000;
        let mut total = Total::new(5, Metric::Slides, String::new(), None, count, kind);
        let order = Order::Drawn { seed: 1, count };
        for number in 0..20_000 {
            let seen = space.explore(order.unit(&space, number), &cancel).unwrap();
            let metric = Metric::Slides.name().to_owned();
            let line = Line { side: 5, metric, unit: number, seen };
            total.take(number as u64, serde_json::to_value(line).unwrap()).unwrap();
        }
        for (known, (estimate, error)) in known.into_iter().zip(total.estimates()) {
            let known = known as f64;
            assert!(error < known / 5.0, "{error} is too large for {known}");
            assert!((estimate - known).abs() < 3.0 * error, "{estimate} ± {error}, not {known}");
        }
    }
}
