//! The search: it makes layers on the device, and the control of searches from two sides says which.

use patience_core::{Event, Meter, Stop};
use patience_search::layered::{
    BreadthFirstSides, Completed, CutoffSides, Cutoffs, Ending, Iteration, IterationLimits, Pace,
    TwoSides, meet_by_size,
};

use crate::backend::Made;
use crate::error::GpuError;
use crate::game::JumpGame;
use crate::layers::Layers;
use crate::path::join;
use crate::tables::NO_CUTOFF;

/// A path from the start to an end.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/game.rs"));
/// # }
/// # use doc::game;
/// use patience_core::{Cancel, Limits, Meter};
/// use patience_gpu::{Device, Memory, Method, ShortestPath, search};
///
/// # if !cfg!(feature = "emulation") {
/// #     return Ok(());
/// # }
/// let game = game(); // pegs in holes 0 and 1; one jump leaves a peg in hole 2
/// let mut layers = Device::Emulation.open(&game, &Memory::default())?;
/// let mut observer = ();
/// let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
/// let proof = search(&game, &mut layers, Method::Brute, &mut meter)?;
/// assert_eq!(proof.path, Some(ShortestPath { keys: vec![0b011, 0b100], cost: 1 }));
/// # Ok::<(), patience_gpu::GpuError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortestPath {
    /// The keys of its states, layer by layer from the start.
    pub keys: Vec<u64>,
    /// Its number of moves.
    pub cost: u8,
}

/// The search method.
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
/// let mut layers = Device::Emulation.open(&game, &Memory::default())?;
/// // All methods find paths of the same cost.
/// for method in [Method::Brute, Method::BruteBoth, Method::default()] {
///     let mut observer = ();
///     let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
///     layers.restart_both()?;
///     let proof = search(&game, &mut layers, method, &mut meter)?;
///     assert_eq!(proof.path.map(|path| path.cost), Some(1));
/// }
/// # Ok::<(), patience_gpu::GpuError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Breadth-first from the start.
    Brute,
    /// Breadth-first from both sides, the smaller layer first.
    BruteBoth,
    /// Growing cutoffs on the cheaper side, and probes from the other side for solutions of one more move.
    Best(Pace),
}

impl Default for Method {
    /// `Best`, at a pace for a device that makes small layers as quickly as tiny ones.
    fn default() -> Self {
        Self::Best(Pace { share: 0.3, least: 100_000, ..Pace::default() })
    }
}

/// Why a search ended early.
#[derive(Debug)]
enum Early {
    Stop(Stop),
    Error(GpuError),
}

impl From<Stop> for Early {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl From<GpuError> for Early {
    fn from(error: GpuError) -> Self {
        Self::Error(error)
    }
}

/// What a search has shown.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/game.rs"));
/// # }
/// # use doc::game;
/// use patience_core::{Cancel, Limits, Meter, Stop};
/// use patience_gpu::{Device, Memory, Method, search};
///
/// # if !cfg!(feature = "emulation") {
/// #     return Ok(());
/// # }
/// let game = game();
/// let mut layers = Device::Emulation.open(&game, &Memory::default())?;
/// let (mut observer, limits) = ((), Limits { nodes: Some(0), ..Limits::default() });
/// let mut meter = Meter::start(&limits, &Cancel::new(), &mut observer);
/// let proof = search(&game, &mut layers, Method::default(), &mut meter)?;
/// // It was not allowed to expand a state: nothing is found, and nothing is proven.
/// assert_eq!((proof.path, proof.lower), (None, 0));
/// assert_eq!(proof.stop, Some(Stop::Nodes));
/// # Ok::<(), patience_gpu::GpuError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The best path that it found.
    pub path: Option<ShortestPath>,
    /// No solution has fewer moves.
    pub lower: u8,
    /// The limit that ended it early; without one the path is a shortest one, or there is none.
    pub stop: Option<Stop>,
}

/// Searches for a shortest path.
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
/// let mut game = game();
/// game.sides[1].roots = vec![0b010]; // no jump leaves a peg in hole 1
/// let mut layers = Device::Emulation.open(&game, &Memory::default())?;
/// let mut observer = ();
/// let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
/// let proof = search(&game, &mut layers, Method::BruteBoth, &mut meter)?;
/// // No limit ended the search: there is no path.
/// assert_eq!((proof.path, proof.stop), (None, None));
/// # Ok::<(), patience_gpu::GpuError>(())
/// ```
pub fn search(
    game: &JumpGame,
    layers: &mut Layers,
    method: Method,
    meter: &mut Meter<'_>,
) -> Result<Proof, GpuError> {
    let estimate = layers.estimate(0).max(layers.estimate(1));
    let roots = game.sides.each_ref().map(|side| side.roots.len() as u64);
    let mut search = Search { game, layers, last: roots, best: None };
    let mut cutoffs = Cutoffs { pace: Pace::default(), lower: estimate };
    let ended = match method {
        Method::Brute => search.iterate(0, &Plan::default(), meter).map(|_| ()),
        Method::BruteBoth => meet_by_size(&mut search, meter),
        Method::Best(pace) => {
            cutoffs.pace = pace;
            cutoffs.run(&mut search, meter)
        }
    };
    let stop = match ended {
        Ok(()) => None,
        Err(Early::Stop(stop)) => Some(stop),
        Err(Early::Error(error)) => return Err(error),
    };
    Ok(Proof { path: search.best, lower: cutoffs.lower, stop })
}

struct Search<'a> {
    game: &'a JumpGame,
    layers: &'a mut Layers,
    /// The states of the last layer of each side.
    last: [u64; 2],
    best: Option<ShortestPath>,
}

/// How a side runs through its layers.
#[derive(Clone, Copy, Debug)]
struct Plan {
    cutoff: u8,
    /// The completed cutoff of the other side, if it is a probe.
    complete: Option<u8>,
    limits: Option<IterationLimits>,
}

impl Default for Plan {
    /// Through all layers, without a bound.
    fn default() -> Self {
        Self { cutoff: NO_CUTOFF, complete: None, limits: None }
    }
}

impl Search<'_> {
    /// Makes all layers of a side, or until the plan is fulfilled.
    fn iterate(
        &mut self,
        side: usize,
        plan: &Plan,
        meter: &mut Meter<'_>,
    ) -> Result<Iteration, Early> {
        meter.emit(Event::Iteration { bound: plan.cutoff.into() });
        let (mut expanded, mut is_cut, mut is_partial) = (0, false, false);
        for _ in 0..self.game.steps {
            let made = self.make_layer(side, plan, meter)?;
            expanded += made.expanded;
            is_cut |= made.is_cut();
            let is_enough =
                |limits: IterationLimits| made.meeting().is_some_and(|cost| cost <= limits.enough);
            if made.states == 0 || plan.limits.is_some_and(is_enough) {
                break;
            }
            let most = plan.limits.and_then(|limits| limits.most);
            if most.is_some_and(|most| most < expanded + made.states) {
                is_partial = true;
                break;
            }
        }
        let ending = match (is_partial, is_cut) {
            (true, _) => Ending::GivenUp,
            (false, true) => Ending::CutOff,
            (false, false) => Ending::Exhausted,
        };
        Ok(Iteration { expanded, ending })
    }

    /// Makes the next layer of a side, and notes the best path through it.
    fn make_layer(
        &mut self,
        side: usize,
        plan: &Plan,
        meter: &mut Meter<'_>,
    ) -> Result<Made, Early> {
        let number = self.layers.count(side);
        let made = self.layers.advance(side, plan.cutoff, plan.complete)?;
        self.last[side] = made.states;
        meter.generate_many(made.generated);
        meter.expand_many(made.expanded)?;
        meter.emit(Event::Layer {
            forward: side == 0,
            bound: plan.cutoff.into(),
            layer: number,
            layers: self.game.steps,
            states: made.states,
            memory: made.device_bytes + made.host_bytes,
            disk: made.disk_bytes,
        });
        if let Some(cost) = made.meeting()
            && self.best.as_ref().is_none_or(|best| cost < best.cost)
        {
            let keys = join(self.game, self.layers, side, number, (made.meeting_key, cost))?;
            self.best = Some(ShortestPath { keys, cost });
        }
        Ok(made)
    }
}

impl TwoSides for Search<'_> {
    type Error = Early;

    fn steps(&self) -> usize {
        self.game.steps
    }
}

impl CutoffSides for Search<'_> {
    fn best(&self) -> Option<u8> {
        self.best.as_ref().map(|best| best.cost)
    }

    fn complete(
        &mut self,
        side: usize,
        cutoff: u8,
        limits: IterationLimits,
        meter: &mut Meter<'_>,
    ) -> Result<Completed, Early> {
        self.layers.restart_both()?;
        let plan = Plan { cutoff, complete: None, limits: Some(limits) };
        Ok(Completed { iteration: self.iterate(side, &plan, meter)?, is_proof: true })
    }

    fn probe(
        &mut self,
        side: usize,
        complete: u8,
        limits: IterationLimits,
        meter: &mut Meter<'_>,
    ) -> Result<Iteration, Early> {
        self.layers.restart(side)?;
        let (cutoff, complete) = (limits.enough, Some(complete));
        self.iterate(side, &Plan { cutoff, complete, limits: Some(limits) }, meter)
    }
}

impl BreadthFirstSides for Search<'_> {
    fn made(&self) -> [(usize, u64); 2] {
        [0, 1].map(|side| (self.layers.count(side) - 1, self.last[side]))
    }

    fn advance(&mut self, side: usize, meter: &mut Meter<'_>) -> Result<(), Early> {
        self.make_layer(side, &Plan::default(), meter).map(|_| ())
    }
}
