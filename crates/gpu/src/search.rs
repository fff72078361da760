//! The fewest moves: growing cutoffs on the cheaper side, and probes from the other side for solutions of one more move.
//!
//! A side that has expanded everything within a cutoff *C* proves that there is no solution of *C* moves. Then the other side looks for
//! one of `C + 1 + d` moves: on it, every state that the first side does not know has a bound that is at most *d* too small, so only those
//! are expanded. The layered search on the CPU, `patience_search::layered`, has the proofs.

use patience_core::{Event, Meter, Stop};

use crate::backend::Made;
use crate::error::GpuError;
use crate::game::JumpGame;
use crate::layers::Layers;
use crate::path::join;

/// A path from the start to an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortestPath {
    /// The keys of its states, layer by layer from the start.
    pub keys: Vec<u64>,
    /// Its number of moves.
    pub cost: u8,
}

/// Effort limits of the parts of a proof.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// A probe may cost this fraction of the next cutoff.
    pub share: f64,
    /// A probe that costs more than this fraction of what it may is the last.
    pub growth: f64,
    /// A side may cost this multiple of the estimate for the other.
    pub worth: f64,
    /// An iteration of so many states is always worth its time.
    pub least: u64,
}

impl Default for Rules {
    fn default() -> Self {
        Self { share: 0.3, growth: 0.125, worth: 2.0, least: 100_000 }
    }
}

/// How a search ended.
#[derive(Debug)]
enum Ending {
    Stop(Stop),
    Error(GpuError),
}

impl From<Stop> for Ending {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl From<GpuError> for Ending {
    fn from(error: GpuError) -> Self {
        Self::Error(error)
    }
}

/// What a search has shown.
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
pub fn search(
    game: &JumpGame,
    layers: &mut Layers,
    rules: &Rules,
    meter: &mut Meter<'_>,
) -> Result<Proof, GpuError> {
    let lower = layers.estimate(0).max(layers.estimate(1));
    let mut search = Search { game, layers, rules: *rules, lower, best: None };
    let stop = match search.run(meter) {
        Ok(()) => None,
        Err(Ending::Stop(stop)) => Some(stop),
        Err(Ending::Error(error)) => return Err(error),
    };
    Ok(Proof { path: search.best, lower: search.lower, stop })
}

struct Search<'a> {
    game: &'a JumpGame,
    layers: &'a mut Layers,
    rules: Rules,
    lower: u8,
    best: Option<ShortestPath>,
}

/// The result of an iteration.
#[derive(Clone, Copy, Debug, Default)]
struct Iteration {
    expanded: u64,
    is_cut: bool,
    /// Whether it was abandoned.
    is_partial: bool,
}

impl Search<'_> {
    fn is_proven(&self) -> bool {
        self.best.as_ref().is_some_and(|best| best.cost <= self.lower)
    }

    fn run(&mut self, meter: &mut Meter<'_>) -> Result<(), Ending> {
        let mut sides = [Progress::new(self.lower), Progress::new(self.lower)];
        while usize::from(self.lower) <= self.game.steps.max(1) {
            let costs = sides.map(|side| side.cost_of(self.lower));
            let side = usize::from(costs[1] < costs[0]);
            let cutoff = sides[side].next;
            let most = self.rules.least.max(whole(self.rules.worth * costs[1 - side]));
            self.layers.restart_both()?;
            let iteration = self.iterate(side, cutoff, None, Some(most), meter)?;
            if self.is_proven() {
                return Ok(());
            }
            if iteration.is_partial {
                sides[side].give_up(iteration.expanded);
                continue;
            }
            if !iteration.is_cut {
                return Ok(());
            }
            sides[side].note(iteration.expanded);
            self.lower = self.lower.max(cutoff + 1);
            if self.is_proven() {
                return Ok(());
            }
            let most = whole(self.rules.share * sides[side].cost_of(cutoff + 1));
            self.probe(side, cutoff, self.rules.least.max(most), meter)?;
            if self.is_proven() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Probes from the other side for longer solutions, within a number of states each.
    fn probe(
        &mut self,
        side: usize,
        cutoff: u8,
        most: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Ending> {
        while !self.is_proven() && usize::from(self.lower) <= self.game.steps {
            self.layers.restart(1 - side)?;
            let probe = self.iterate(1 - side, self.lower, Some(cutoff), Some(most), meter)?;
            if self.is_proven() || probe.is_partial {
                return Ok(());
            }
            self.lower += 1;
            if self.rules.growth * (most as f64) < probe.expanded as f64 {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Makes all layers of a side, or until the plan is fulfilled.
    fn iterate(
        &mut self,
        side: usize,
        cutoff: u8,
        complete: Option<u8>,
        most: Option<u64>,
        meter: &mut Meter<'_>,
    ) -> Result<Iteration, Ending> {
        meter.emit(Event::Iteration { bound: cutoff.into() });
        let mut iteration = Iteration::default();
        for number in 1..=self.game.steps {
            let made = self.layers.advance(side, cutoff, complete)?;
            iteration.expanded += made.expanded;
            iteration.is_cut |= made.is_cut();
            meter.generate_many(made.generated);
            meter.expand_many(made.expanded)?;
            self.report(side, cutoff, number, &made, meter);
            if let Some(cost) = made.meeting() {
                if self.best.as_ref().is_none_or(|best| cost < best.cost) {
                    let meeting = (made.meeting_key, cost);
                    let keys = join(self.game, self.layers, side, number, meeting)?;
                    self.best = Some(ShortestPath { keys, cost });
                }
                if cost <= self.lower {
                    break;
                }
            }
            if made.states == 0 {
                break;
            }
            if most.is_some_and(|most| most < iteration.expanded + made.states) {
                iteration.is_partial = true;
                break;
            }
        }
        Ok(iteration)
    }

    fn report(&self, side: usize, cutoff: u8, layer: usize, made: &Made, meter: &mut Meter<'_>) {
        meter.emit(Event::Layer {
            forward: side == 0,
            bound: cutoff.into(),
            layer,
            layers: self.game.steps,
            states: made.states,
            memory: made.device_bytes + made.host_bytes,
            disk: made.disk_bytes,
        });
    }
}

/// Assumed growth from one iteration to the next, until it is measured.
const GROWTH: f64 = 20.0;
/// Minimum size of an iteration whose growth is meaningful.
const KNOWN: f64 = 1000.0;

/// The progress of a side.
#[derive(Clone, Copy, Debug)]
struct Progress {
    next: u8,
    /// The sizes of the last two iterations.
    expanded: [u64; 2],
    /// Lower bound on the size of the next iteration.
    least: u64,
}

impl Progress {
    fn new(next: u8) -> Self {
        Self { next, expanded: [0; 2], least: 0 }
    }

    fn note(&mut self, expanded: u64) {
        self.next += 1;
        self.expanded = [self.expanded[1], expanded];
        self.least = 0;
    }

    /// Abandons the next cutoff.
    fn give_up(&mut self, expanded: u64) {
        self.least = 2 * expanded;
    }

    /// Predicted cost of completing a cutoff.
    fn cost_of(&self, cutoff: u8) -> f64 {
        let [before, last] = self.expanded.map(|expanded| expanded as f64);
        let growth = if before < KNOWN { GROWTH } else { (last / before).max(1.5) };
        let next = (last.max(1.0) * growth).max(self.least as f64);
        next * growth.powi(i32::from(cutoff) - i32::from(self.next))
    }
}

fn whole(states: f64) -> u64 {
    // Fewer than fit into any memory.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let whole = states as u64;
    whole
}
