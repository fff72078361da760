//! A* whose states keep their landmarks for their children.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use patience_core::{Cost, Event, Meter, Packed, Puzzle, Search, Solver, Stop};
use patience_search::best_first::{Improved, OpenList, improve, trail};
use rustc_hash::FxBuildHasher;

use super::tight::forced_home;
use super::trimmed::Trimmed;
use crate::features::landmarks::{Landmarks, name};
use crate::features::relaxed::Relaxed;
use crate::{DetourHeuristic, Key, Metric, Move, State};

/// Finds a solution with another solver, then a cheaper one with A*, or the proof that there is none.
///
/// Like [`AStar`](patience_search::AStar) with [`DetourHeuristic`], but a state keeps its landmarks: a child inherits those that its move is not in and looks only for
/// new ones. A move that is in none makes the estimated total cost greater, which needs no look at the child. Where not even one move can be wasted,
/// [some moves home](forced_home) are forced.
#[derive(Clone, Copy, Debug)]
pub(super) struct LandmarkAStar<S> {
    /// Finds the first solution.
    pub(super) first: S,
}

impl<'g, S: Solver<Trimmed<'g>>> Solver<Trimmed<'g>> for LandmarkAStar<S> {
    fn search(&self, game: &Trimmed<'g>, root: &State, meter: &mut Meter<'_>) -> Search<Move> {
        // The estimate is admissible.
        improve(&self.first, (game, root), true, meter, |below, meter| {
            // At a limit, a solution that may not be optimal is better than none.
            let found = Run::new(game, below, meter).search(root);
            Improved { is_finished: found.is_ok(), keys: found.ok().flatten() }
        })
    }

    fn is_complete(&self) -> bool {
        self.first.is_complete()
    }
}

struct Run<'a, 'g, 'm, 'o> {
    game: &'a Trimmed<'g>,
    /// Upper bound: solutions must cost less.
    below: Cost,
    meter: &'m mut Meter<'o>,
    /// Slots of `stored`, by key.
    slots: HashTable<u32>,
    stored: Vec<Stored>,
    /// The landmarks of the stored states, one state after another.
    sets: Vec<u64>,
    /// Children that are not stored, the first to be expanded first.
    open: OpenList<Priority, Waiting>,
    moves: Vec<Move>,
    /// The landmarks that a state inherits, and those that it has.
    inherited: Vec<u64>,
    found: Vec<u64>,
    /// Searches for landmarks.
    refined: u64,
}

/// Searches for landmarks between two looks at the clock: states that wait again are not expanded.
const POLL_INTERVAL: u64 = 1 << 10;

/// By the estimated total cost, then by the estimated cost-to-go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Priority {
    total: Cost,
    left: Cost,
}

struct Stored {
    key: Key,
    cost: Cost,
    parent: u32,
    first_set: u32,
    set_count: u8,
}

/// A child that is not stored: a move of its unpacked parent.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    parent: u32,
    mv: Move,
}

/// A state to expand.
struct Opened<'a> {
    slot: u32,
    state: &'a State,
    game: &'a Relaxed,
    landmarks: Landmarks,
}

impl<'a, 'g, 'm, 'o> Run<'a, 'g, 'm, 'o> {
    fn new(game: &'a Trimmed<'g>, below: Cost, meter: &'m mut Meter<'o>) -> Self {
        Self {
            game,
            below,
            meter,
            slots: HashTable::new(),
            stored: Vec::new(),
            sets: Vec::new(),
            open: OpenList::default(),
            moves: Vec::new(),
            inherited: Vec::new(),
            found: Vec::new(),
            refined: 0,
        }
    }

    /// The keys along the cheapest solution; `None` if no solution costs less than the bound.
    fn search(mut self, root: &State) -> Result<Option<Vec<Key>>, Stop> {
        let key = self.game.key(root);
        let state = self.game.unpack(key);
        let relaxed = Relaxed::new(self.game.game, &state);
        let Some(landmarks) = Landmarks::find(&relaxed, &[], Cost::MAX, &mut self.found) else {
            return Ok(None);
        };
        let slot = self.store(key, 0, 0)?;
        self.expand(&Opened { slot, state: &state, game: &relaxed, landmarks })?;
        let mut bound = None;
        while let Some((priority, Waiting { parent, mv })) = self.open.pop() {
            if bound.is_none_or(|bound| bound < priority.total) {
                bound = Some(priority.total);
                self.meter.emit(Event::Iteration { bound: priority.total });
            }
            let before = &self.stored[parent as usize];
            let mut state = self.game.unpack(before.key);
            let name = name(self.game.game, &state, mv);
            let cost = before.cost.saturating_add(self.game.pay(&mut state, mv));
            let key = self.game.key(&state);
            if self.game.is_goal(&state) {
                return Ok(Some(self.trail(parent, key)));
            }
            if self.is_known(&key, cost) {
                self.meter.duplicate();
                continue;
            }
            self.refined += 1;
            if self.refined.is_multiple_of(POLL_INTERVAL)
                && let Some(stop) = self.meter.spent()
            {
                return Err(stop);
            }
            self.inherit(parent, name);
            let state = self.game.unpack(key);
            let relaxed = Relaxed::new(self.game.game, &state);
            let certain = DetourHeuristic::certain(self.game.game, &state);
            // If there are more, it waits: they may never have to be found.
            let enough = (priority.left + 1).saturating_sub(certain);
            self.found.clear();
            let found = Landmarks::find(&relaxed, &self.inherited, enough, &mut self.found);
            let Some(landmarks) = found else { continue };
            let left = priority.left.max(certain + landmarks.cost);
            let total = cost.saturating_add(left);
            if priority.total < total {
                self.wait(Priority { total, left }, Waiting { parent, mv });
                continue;
            }
            let slot = self.store(key, cost, parent)?;
            self.expand(&Opened { slot, state: &state, game: &relaxed, landmarks })?;
        }
        Ok(None)
    }

    /// The keys from the root, which is left out, to a child of a stored state.
    fn trail(&self, parent: u32, key: Key) -> Vec<Key> {
        let before = |slot: u32| {
            let Stored { parent, key, .. } = self.stored[slot as usize];
            (slot != 0).then_some((parent, key))
        };
        trail(parent, key, before)
    }

    /// Finds the landmarks that a child inherits.
    fn inherit(&mut self, parent: u32, name: u64) {
        let Stored { first_set, set_count, .. } = self.stored[parent as usize];
        let sets = &self.sets[first_set as usize..][..usize::from(set_count)];
        self.inherited.clear();
        self.inherited.extend(sets.iter().filter(|&set| set & name == 0));
    }

    /// Stores a state that is not known or is reached more cheaply, with its landmarks; returns its slot.
    fn store(&mut self, key: Key, cost: Cost, parent: u32) -> Result<u32, Stop> {
        let room = self.sets.capacity() - self.sets.len();
        if self.stored.len() == self.stored.capacity()
            || self.slots.len() == self.slots.capacity()
            || room < self.found.len()
        {
            self.grow()?;
        }
        let first_set = u32::try_from(self.sets.len()).map_err(|_| Stop::Memory)?;
        let set_count = u8::try_from(self.found.len()).map_err(|_| Stop::Memory)?;
        self.sets.extend_from_slice(&self.found);
        let arrival = Stored { key, cost, parent, first_set, set_count };
        let stored = &mut self.stored;
        if let Some(&slot) = self.slots.find(hash(&key), |&slot| stored[slot as usize].key == key) {
            stored[slot as usize] = arrival;
            return Ok(slot);
        }
        let slot = u32::try_from(stored.len()).map_err(|_| Stop::Memory)?;
        stored.push(arrival);
        self.slots.insert_unique(hash(&key), slot, |&slot| hash(&stored[slot as usize].key));
        Ok(slot)
    }

    /// Whether a state was already reached as cheaply.
    fn is_known(&self, key: &Key, cost: Cost) -> bool {
        let is_same = |&slot: &u32| {
            let known = &self.stored[slot as usize];
            known.key == *key && known.cost <= cost
        };
        self.slots.find(hash(key), is_same).is_some()
    }

    /// Queues a child if it could lead to a cheaper solution.
    fn wait(&mut self, priority: Priority, child: Waiting) {
        if priority.total < self.below {
            self.open.push(priority, child);
        }
    }

    /// Estimates the children of a stored state and queues those that could lead to a cheaper solution.
    fn expand(&mut self, opened: &Opened<'_>) -> Result<(), Stop> {
        self.meter.expand()?;
        let Opened { slot, state, game: relaxed, landmarks } = *opened;
        let game = self.game.game;
        let cost = self.stored[slot as usize].cost;
        self.moves.clear();
        self.game.moves(state, &mut self.moves);
        let mut moves = std::mem::take(&mut self.moves);
        let least = DetourHeuristic::certain(game, state) + landmarks.cost;
        if cost.saturating_add(least).saturating_add(1) == self.below
            && let Some(forced) = forced_home(state, &moves, relaxed, landmarks.spent)
        {
            moves.clear();
            moves.push(forced);
        }
        self.meter.generate(moves.len());
        for &mv in &moves {
            let mut child = *state;
            let cost = cost.saturating_add(self.game.pay(&mut child, mv));
            let extra = landmarks.cost_after(name(game, state, mv));
            let least = DetourHeuristic::certain(game, &child) + extra;
            if self.below <= cost.saturating_add(least) {
                continue;
            }
            if self.is_known(&self.game.key(&child), cost) {
                self.meter.duplicate();
                continue;
            }
            let left = match game.metric {
                // Landmarks hardly miss anything that it counts.
                Metric::Moves => least,
                Metric::Turns => DetourHeuristic::total(game, &child).max(least),
            };
            let priority = Priority { total: cost.saturating_add(left), left };
            self.wait(priority, Waiting { parent: slot, mv });
        }
        self.moves = moves;
        Ok(())
    }

    /// Grows the capacity by half; old and new copies coexist during the move.
    #[cold]
    fn grow(&mut self) -> Result<(), Stop> {
        let larger = |capacity: usize| 256.max(capacity + capacity / 2);
        let (states, sets) = (self.stored.capacity(), self.sets.capacity());
        let is_short = sets - self.sets.len() < self.found.len();
        let is_full = self.stored.len() == states;
        let new_states = if is_full { larger(states) } else { 0 };
        let new_sets = if is_short { larger(sets) } else { 0 };
        let is_table_full = self.slots.len() == self.slots.capacity();
        let table = self.slots.allocation_size() * if is_table_full { 3 } else { 1 };
        let bytes = (states + new_states) * size_of::<Stored>()
            + (sets + new_sets) * size_of::<u64>()
            + self.open.bytes()
            + table;
        self.meter.store(self.stored.len() as u64, bytes as u64)?;
        if is_full {
            self.stored.reserve_exact(new_states - self.stored.len());
        }
        if is_short {
            self.sets.reserve_exact(new_sets - self.sets.len());
        }
        if is_table_full {
            let stored = &self.stored;
            self.slots.reserve(1, |&slot| hash(&stored[slot as usize].key));
        }
        Ok(())
    }
}

fn hash(key: &Key) -> u64 {
    FxBuildHasher.hash_one(key)
}
