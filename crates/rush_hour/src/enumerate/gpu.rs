//! Units on a GPU: many at once, with the results that [`Space::explore`] has.
//!
//! The host lists the families, the kernels of [`patience_gpu::clusters`] find the minimal boards, and the host measures them in the other metric
//! and writes them down. What does not fit on the GPU is explored here.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::thread;

use patience_core::Cancel;
use patience_gpu::clusters::{Counts, Explorer as Kernels, Family, LINES, NO_LANE, Sizes};
use patience_gpu::{Device, GpuError};

use super::explorer::{Explorer, Found};
use super::gpu_tables::Lanes;
use super::{Seen, Space};

/// The families of a call: enough to keep a GPU busy.
const FAMILIES: usize = 1 << 22;

/// Units whose families a thread lists at a time.
const UNITS_A_THREAD: usize = 16;

/// A device with the units that it explored ahead of time.
pub(super) struct OnGpu {
    lanes: Lanes,
    /// The families of a call, or more if a unit has more.
    families: usize,
    state: Mutex<State>,
}

struct State {
    kernels: Kernels,
    /// The units that will be asked for next.
    plan: VecDeque<usize>,
    ready: HashMap<usize, Ready>,
}

/// A unit that was explored.
#[derive(Default)]
struct Ready {
    counts: Counts,
    found: Vec<Found>,
}

impl OnGpu {
    /// Opens a device for a space.
    pub(super) fn open(space: &Space, device: Device) -> Result<Self, GpuError> {
        Self::open_with(space, device, &Sizes::default())
    }

    /// The same with what it may take.
    fn open_with(space: &Space, device: Device, sizes: &Sizes) -> Result<Self, GpuError> {
        let ground = space.grounds.first().map(|(_, ground)| ground);
        let side = ground.map_or(0, |ground| ground.rows.len());
        let refused = || GpuError::TooLarge { what: "cells a side", count: side, most: LINES };
        let row = ground.and_then(|ground| ground.rows.get(usize::from(space.target_row)));
        let target = row.and_then(|row| row.first().copied().flatten()).ok_or_else(refused)?;
        let lanes = u8::try_from(side).ok().and_then(Lanes::new).ok_or_else(refused)?;
        debug_assert!(!space.is_by_family(), "kernels explore units of many families");
        let grid = lanes.grid(space.target_row, target.lane, space.stride)?;
        let kernels = Kernels::open(device, &grid, sizes)?;
        let families = match device {
            Device::Cuda => FAMILIES,
            // Nothing is gained by doing more at once.
            Device::Emulation => 1,
        };
        let (plan, ready) = Default::default();
        Ok(Self { lanes, families, state: Mutex::new(State { kernels, plan, ready }) })
    }

    /// Announces the units to come, in about that order.
    pub(super) fn plan(&self, units: impl Iterator<Item = usize>) {
        self.locked(|state| state.plan = units.collect());
    }

    /// Enumerates a unit; `None` if cancelled.
    pub(super) fn explore(
        &self,
        space: &Space,
        unit: usize,
        cancel: &Cancel,
    ) -> Result<Option<Seen>, GpuError> {
        let ready = self.locked(|state| -> Result<Option<Ready>, GpuError> {
            if cancel.is_cancelled() {
                return Ok(None);
            }
            if !state.ready.contains_key(&unit) {
                self.explore_ahead(state, space, unit)?;
            }
            Ok(state.ready.remove(&unit))
        })?;
        let Some(Ready { counts, found }) = ready else { return Ok(None) };
        if counts.is_incomplete() {
            return Ok(space.explore(unit, cancel));
        }
        let (ground, rows) = space.ground_of(unit);
        let hard = Explorer::conclude(ground, space.target_row, space.stride, rows, &found);
        let Counts { families, positions, clusters, .. } = counts;
        Ok(Some(Seen { families, positions, clusters, hard, ..Seen::default() }))
    }

    /// Explores a unit, and the next ones of the plan.
    fn explore_ahead(&self, state: &mut State, space: &Space, unit: usize) -> Result<(), GpuError> {
        let mut units = Vec::new();
        let mut families = Vec::new();
        let is_planned = state.plan.contains(&unit);
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let at_once = if self.families == 1 { 1 } else { UNITS_A_THREAD * threads };
        while families.len() < self.families || !units.contains(&unit) {
            let count = at_once.min(state.plan.len());
            let next: Vec<usize> =
                if is_planned { state.plan.drain(..count).collect() } else { vec![unit] };
            if next.is_empty() {
                break;
            }
            families.extend(self.families_of(space, &next, units.len(), threads));
            units.extend(next);
            if !is_planned {
                break;
            }
        }
        let tables: Vec<_> = units
            .iter()
            .map(|&unit| {
                let (ground, rows) = space.ground_of(unit);
                self.lanes.unit(ground, rows)
            })
            .collect();
        let explored = state.kernels.explore(&tables, &families)?;
        for (&unit, counts) in units.iter().zip(explored.counts) {
            state.ready.insert(unit, Ready { counts, found: Vec::new() });
        }
        for hardest in &explored.hardest {
            let family = &families[hardest.family as usize];
            let lines = |rows: bool| {
                let lines = if rows { &tables[family.unit as usize].rows } else { &family.columns };
                (0..).zip(lines.lane).filter(|(_, lane)| *lane != NO_LANE).filter_map(
                    move |(line, lane)| {
                        let at = usize::from(line);
                        let arrangement = if rows { hardest.row(at) } else { hardest.column(at) };
                        let (lane, arrangement) = self.lanes.placed(lane, arrangement)?;
                        Some((line, lane, arrangement))
                    },
                )
            };
            let found = Found {
                length: u16::try_from(hardest.length).unwrap_or(u16::MAX),
                positions: hardest.positions,
                rows: lines(true).map(|(.., arrangement)| arrangement).collect(),
                columns: lines(false).collect(),
                is_minimal: hardest.is_minimal(),
            };
            if let Some(ready) = state.ready.get_mut(&units[family.unit as usize]) {
                ready.found.push(found);
            }
        }
        Ok(())
    }

    /// The families of units, the first of which has a number.
    fn families_of(
        &self,
        space: &Space,
        units: &[usize],
        first: usize,
        threads: usize,
    ) -> Vec<Family> {
        let share = units.len().div_ceil(threads).max(1);
        let of_share = |(share_at, share_of): (usize, &[usize])| {
            let mut families = Vec::new();
            for (at, &unit) in share_of.iter().enumerate() {
                let (ground, rows) = space.ground_of(unit);
                // Far fewer than 2^32 units are explored at once.
                #[allow(clippy::cast_possible_truncation)]
                let number = (first + share_at * share + at) as u32;
                families.extend(self.lanes.families(ground, space.target_row, rows, number));
            }
            families
        };
        thread::scope(|scope| {
            let shares = units.chunks(share).enumerate();
            let started: Vec<_> =
                shares.map(|share| scope.spawn(move || of_share(share))).collect();
            started
                .into_iter()
                .flat_map(|it| it.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        })
    }

    fn locked<R>(&self, change: impl FnOnce(&mut State) -> R) -> R {
        // After a panic elsewhere the state is still whole: units are added one at a time.
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
#[cfg(feature = "gpu-emulation")]
mod tests {
    use super::*;
    use crate::Metric;

    /// Compares the emulated kernels with the search on the CPU.
    fn check(space: &Space, units: impl Iterator<Item = usize>) {
        let on_gpu = OnGpu::open(space, Device::Emulation).unwrap();
        let cancel = Cancel::new();
        for unit in units {
            let seen = on_gpu.explore(space, unit, &cancel).unwrap();
            assert_eq!(seen, space.explore(unit, &cancel), "unit {unit}");
        }
    }

    #[test]
    fn small_spaces_are_the_same_with_any_walls_in_both_metrics() {
        for metric in [Metric::Slides, Metric::Steps] {
            for (side, walls) in [(3, 0), (3, 1), (3, 2), (4, 0), (4, 1), (4, 2)] {
                let space = Space::with_walls(side, metric, walls).unwrap();
                check(&space, 0..space.units());
            }
        }
        let space = Space::new(5, Metric::Slides).unwrap();
        check(&space, 0..space.units());
    }

    #[test]
    fn what_does_not_fit_is_explored_here_with_the_same_results() {
        let space = Space::new(4, Metric::Slides).unwrap();
        let small = Sizes { positions: 20, ..Sizes::default() };
        assert_eq!(left_over(&space, &small), [true, false]);
        let few = Sizes { hardest: 3, ..Sizes::default() };
        assert_eq!(left_over(&space, &few), [true, false]);
        let blind = Sizes { table_bits: 0, ..Sizes::default() };
        assert_eq!(left_over(&space, &blind), [false, true]);
        assert_eq!(left_over(&space, &Sizes::default()), [false, false]);
    }

    /// Compares a device of some sizes with the CPU; whether units were incomplete, and positions unknown.
    fn left_over(space: &Space, sizes: &Sizes) -> [bool; 2] {
        let on_gpu = OnGpu::open_with(space, Device::Emulation, sizes).unwrap();
        let cancel = Cancel::new();
        let mut left = [false; 2];
        for unit in 0..space.units() {
            let incomplete = on_gpu.locked(|state| {
                on_gpu.explore_ahead(state, space, unit).unwrap();
                state.ready[&unit].counts.is_incomplete()
            });
            left[0] |= incomplete;
            left[1] |= !incomplete && count_unknown(&on_gpu, space, unit) != 0;
            let seen = on_gpu.explore(space, unit, &cancel).unwrap();
            assert_eq!(seen, space.explore(unit, &cancel), "unit {unit}");
        }
        left
    }

    /// The hardest positions of a unit whose check did not fit.
    fn count_unknown(on_gpu: &OnGpu, space: &Space, unit: usize) -> usize {
        on_gpu.locked(|state| {
            on_gpu.explore_ahead(state, space, unit).unwrap();
            state.ready[&unit].found.iter().filter(|found| !found.is_minimal).count()
        })
    }

    #[test]
    fn larger_boards_are_refused() {
        let space = Space::new(7, Metric::Slides).unwrap();
        assert!(matches!(
            OnGpu::open(&space, Device::Emulation),
            Err(GpuError::TooLarge { count: 7, .. })
        ));
    }

    #[test]
    fn units_of_larger_boards_are_the_same() {
        // Units far apart, with different walls.
        for (side, walls, step) in
            [(5, 1, 499), (5, 2, 4001), (6, 0, 3001), (6, 1, 90_001), (6, 2, 1_000_003)]
        {
            let space = Space::with_walls(side, Metric::Slides, walls).unwrap();
            check(&space, (step / 2..space.units()).step_by(step));
        }
    }

    #[test]
    fn a_plan_does_not_change_the_results() {
        let space = Space::with_walls(4, Metric::Slides, 1).unwrap();
        let mut on_gpu = OnGpu::open(&space, Device::Emulation).unwrap();
        on_gpu.families = 500;
        on_gpu.plan((0..space.units()).step_by(3));
        let cancel = Cancel::new();
        // Threads may ask in another order, and for units that nobody planned.
        for unit in [6, 0, 3, 9, 1, 2, 12, 240, 15, 100] {
            let seen = on_gpu.explore(&space, unit, &cancel).unwrap();
            assert_eq!(seen, space.explore(unit, &cancel), "unit {unit}");
        }
        cancel.cancel();
        assert_eq!(on_gpu.explore(&space, 18, &cancel).unwrap(), None);
    }
}
