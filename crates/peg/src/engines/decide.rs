//! Decides whether a problem has a solution, and finds some solution: for hints and judgements, which do not need the fewest moves.
//!
//! First come beam searches of growing width, layer by layer: all positions of a layer have as many pegs. A narrow beam solves most
//! problems that have a solution. A beam that never dropped a position has seen everything, so its failure is a proof. If every beam
//! dropped some, an exhaustive search from both ends decides: the smaller side grows by a layer until the sides meet or one is empty.
//!
//! Positions are kept up to the symmetries of the board that keep the goal. They are dropped if the number of pegs of a type or the value
//! of a pagoda rules out every goal. The pagodas are computed only after the first beam has failed.

use patience_core::{Meter, Stop};

use super::layered::Symmetries;
use crate::analysis::{PegType, possible_goals, some_strong_pagodas};
use crate::{Board, Goal, Jump, Pegs, Problem, image, members};

/// Positions that the beams keep of a layer.
const WIDTHS: [usize; 2] = [50, 500];

/// Pagodas that prune: few, since each takes longer to find than a narrow beam takes in all.
const PAGODAS: usize = 4;

/// Some solution of a problem; `None` if it has none, which is proven.
///
/// ```
/// use patience_core::{Cancel, Limits, Meter};
/// use patience_peg::{Board, Line, Problem, engines::decide};
///
/// let board = Board::named("english").expect("a board of that name");
/// let problem = Problem::vacancy(board, 16, 16)?;
/// let mut observer = ();
/// let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
/// let jumps = decide(&problem, &mut meter).expect("no limit").expect("a solution");
/// assert_eq!(Line::replay(&problem, &jumps)?.lengths().jumps, 31);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decide(problem: &Problem, meter: &mut Meter<'_>) -> Result<Option<Vec<Jump>>, Stop> {
    let goals = possible_goals(problem);
    if goals.is_empty() || problem.is_solved(problem.start()) {
        return Ok((!goals.is_empty()).then(Vec::new));
    }
    let mut search = Search::new(problem, &goals);
    for (at, width) in WIDTHS.into_iter().enumerate() {
        if at == 1 {
            search.add_pagodas(&goals);
        }
        match search.beam(width, meter)? {
            Beam::Found(keys) => return Ok(Some(search.jumps(&keys))),
            Beam::Empty => return Ok(None),
            Beam::Cut => {}
        }
    }
    let keys = search.meet(meter)?;
    Ok(keys.map(|keys| search.jumps(&keys)))
}

/// How a beam ended.
enum Beam {
    /// The keys of the positions of a solution.
    Found(Vec<Pegs>),
    /// There is no solution.
    Empty,
    /// Positions were dropped.
    Cut,
}

struct Search<'a> {
    problem: &'a Problem,
    board: &'a Board,
    symmetries: Symmetries,
    /// The images of the start.
    images: Vec<Pegs>,
    /// The least images of the goals.
    goals: Vec<Pegs>,
    measures: Vec<Measure>,
    /// What a peg in each hole costs: the fewer lines lead over a hole, the harder its peg is to get rid of.
    weights: Vec<u32>,
}

impl<'a> Search<'a> {
    fn new(problem: &'a Problem, goals: &[Pegs]) -> Self {
        let board = problem.board();
        let mut symmetries = board.symmetries();
        if let Goal::Exactly(goal) = problem.goal() {
            symmetries.retain(|symmetry| image(goal, symmetry) == goal);
        }
        let images: Vec<Pegs> =
            symmetries.iter().map(|symmetry| image(problem.start(), symmetry)).collect();
        let symmetries = Symmetries::of(symmetries);
        let types = PegType::ALL.iter().map(|it| {
            let holes = it.holes(board);
            Measure::new(problem, goals, &images, &|hole| i32::from(holes >> hole & 1 == 1))
        });
        let over = |hole: u8| board.jumps().iter().filter(|jump| jump.over == hole).count();
        let most = members(board.all()).map(over).max().unwrap_or(0);
        let weight = |hole: u8| u32::try_from(most - over(hole)).unwrap_or(0);
        Self {
            problem,
            board,
            goals: layer(goals.iter().map(|&goal| symmetries.least(goal)).collect()),
            measures: types.collect(),
            images,
            weights: members(board.all()).map(weight).collect(),
            symmetries,
        }
    }

    fn add_pagodas(&mut self, goals: &[Pegs]) {
        let start = [self.problem.start()];
        for pagoda in some_strong_pagodas(self.board, &start, goals, PAGODAS) {
            let weights = pagoda.weights();
            let weight = |hole: u8| i32::from(weights[usize::from(hole)]);
            self.measures.push(Measure::new(self.problem, goals, &self.images, &weight));
        }
    }

    /// A search from the start that keeps at most `width` positions of a layer.
    fn beam(&self, width: usize, meter: &mut Meter<'_>) -> Result<Beam, Stop> {
        let mut layers = vec![vec![(self.symmetries.least(self.problem.start()), 0)]];
        let (mut is_cut, mut stored) = (false, 0);
        for _ in 0..self.problem.jumps_to_play() {
            let mut next: Vec<(Pegs, u32)> = Vec::new();
            for (&(pegs, _), parent) in layers.last().into_iter().flatten().zip(0..) {
                meter.expand()?;
                for jump in self.board.jumps().iter().filter(|jump| jump.is_legal(pegs)) {
                    meter.generate(1);
                    let child = pegs ^ jump.holes();
                    if self.measures.iter().all(|it| it.least <= it.value(child)) {
                        make_room(&mut next, stored, meter)?;
                        next.push((self.symmetries.least(child), parent));
                    }
                }
            }
            next.sort_unstable();
            let all = next.len();
            next.dedup_by_key(|(key, _)| *key);
            meter.duplicates(all - next.len());
            if width < next.len() {
                is_cut = true;
                next.sort_by_cached_key(|&(key, _)| self.score(key));
                next.truncate(width);
            }
            stored += next.len() as u64;
            layers.push(next);
        }
        let ends = layers.last().into_iter().flatten();
        let found = ends.zip(0..).find(|((key, _), _)| self.goals.contains(key));
        let Some((_, mut at)) = found else {
            return Ok(if is_cut { Beam::Cut } else { Beam::Empty });
        };
        let mut keys = Vec::new();
        for layer in layers.iter().rev() {
            let (key, parent): (Pegs, u32) = layer[at];
            keys.push(key);
            at = parent as usize;
        }
        keys.reverse();
        Ok(Beam::Found(keys))
    }

    /// Less is better: pegs that are easy to get rid of, and many jumps.
    fn score(&self, pegs: Pegs) -> i64 {
        let weight: u32 = members(pegs).map(|hole| self.weights[usize::from(hole)]).sum();
        let jumps = self.board.jumps().iter().filter(|jump| jump.is_legal(pegs)).count();
        4 * i64::from(weight) - i64::try_from(jumps).unwrap_or(0)
    }

    /// An exhaustive search from both ends: the keys of the positions of a solution.
    fn meet(&self, meter: &mut Meter<'_>) -> Result<Option<Vec<Pegs>>, Stop> {
        let mut forth = vec![vec![self.symmetries.least(self.problem.start())]];
        let mut back = vec![self.goals.clone()];
        let steps = self.problem.jumps_to_play() as usize;
        let (mut stored, last) = (0, |side: &Vec<Vec<Pegs>>| side.last().map_or(0, Vec::len));
        while forth.len() + back.len() < steps + 2 {
            let is_forth = last(&forth) <= last(&back);
            let side = if is_forth { &mut forth } else { &mut back };
            let last = side.last().map_or(&[][..], Vec::as_slice);
            let next = self.next_layer(last, is_forth, stored, meter)?;
            if next.is_empty() {
                return Ok(None);
            }
            stored += next.len() as u64;
            side.push(next);
        }
        let (Some(here), Some(there)) = (forth.last(), back.last()) else { return Ok(None) };
        let Some(&meeting) = here.iter().find(|key| there.binary_search(key).is_ok()) else {
            return Ok(None);
        };
        let mut keys = vec![meeting];
        for layer in forth.iter().rev().skip(1) {
            keys.extend(self.neighbour(keys[keys.len() - 1], layer, false));
        }
        keys.reverse();
        for layer in back.iter().rev().skip(1) {
            keys.extend(self.neighbour(keys[keys.len() - 1], layer, true));
        }
        Ok(Some(keys))
    }

    /// The layer after one, played or taken back.
    fn next_layer(
        &self,
        of: &[Pegs],
        is_forth: bool,
        stored: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Pegs>, Stop> {
        let mut next = Vec::new();
        for &pegs in of {
            meter.expand()?;
            for child in self.children(pegs, is_forth) {
                meter.generate(1);
                let is_hopeful = if is_forth {
                    self.measures.iter().all(|it| it.least <= it.value(child))
                } else {
                    self.is_reachable(child)
                };
                if is_hopeful {
                    make_room(&mut next, stored, meter)?;
                    next.push(self.symmetries.least(child));
                }
            }
        }
        let all = next.len();
        let next = layer(next);
        meter.duplicates(all - next.len());
        Ok(next)
    }

    /// Whether nothing rules out that the start leads to some image of a position: it may have fewer symmetries than the goal.
    fn is_reachable(&self, pegs: Pegs) -> bool {
        // Quick, and it rules out most.
        if self.measures.iter().any(|it| it.most_of_images < it.value(pegs)) {
            return false;
        }
        let mut is_reachable = false;
        self.symmetries.for_each(pegs, |image| {
            is_reachable =
                is_reachable || self.measures.iter().all(|it| it.value(image) <= it.most);
        });
        is_reachable
    }

    /// What jumps lead to, or what they lead from.
    fn children(&self, pegs: Pegs, is_forth: bool) -> impl Iterator<Item = Pegs> {
        // A jump can be taken back where it could be played if pegs and empty holes were exchanged.
        let holes = if is_forth { pegs } else { !pegs };
        let legal = self.board.jumps().iter().filter(move |jump| jump.is_legal(holes));
        legal.map(move |jump| pegs ^ jump.holes())
    }

    /// A position of a layer that a jump leads to, or from.
    fn neighbour(&self, pegs: Pegs, layer: &[Pegs], is_forth: bool) -> Option<Pegs> {
        let keys = self.children(pegs, is_forth).map(|child| self.symmetries.least(child));
        keys.into_iter().find(|key| layer.binary_search(key).is_ok())
    }

    /// The jumps from the start through positions with these keys.
    fn jumps(&self, keys: &[Pegs]) -> Vec<Jump> {
        let mut pegs = self.problem.start();
        let mut jumps = Vec::new();
        for &key in &keys[1..] {
            let legal = self.board.jumps().iter().filter(|jump| jump.is_legal(pegs));
            let mut leading = legal.filter(|it| self.symmetries.least(pegs ^ it.holes()) == key);
            if let Some(&jump) = leading.next() {
                pegs ^= jump.holes();
                jumps.push(jump);
            }
        }
        jumps
    }
}

/// Room for one more position of a layer besides those that are stored already. Memory is charged before it is allocated.
fn make_room<T>(layer: &mut Vec<T>, stored: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
    if layer.len() == layer.capacity() {
        let more = layer.len().max(64);
        let all = stored + 2 * more as u64;
        meter.store(all, all * size_of::<T>() as u64)?;
        layer.reserve_exact(more);
    }
    Ok(())
}

/// Keys in order, each once.
fn layer(mut keys: Vec<Pegs>) -> Vec<Pegs> {
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// A sum of weights over the pegs that no jump raises.
struct Measure {
    /// By byte of the set of pegs.
    tables: Vec<[i32; 256]>,
    /// The least value of a goal.
    least: i32,
    /// The value of the start.
    most: i32,
    /// The greatest value of an image of the start.
    most_of_images: i32,
}

impl Measure {
    fn new(problem: &Problem, goals: &[Pegs], images: &[Pegs], weight: &dyn Fn(u8) -> i32) -> Self {
        let all = problem.board().all();
        let sum = |pegs: Pegs| members(pegs & all).map(weight).sum::<i32>();
        let table = |first: u32| std::array::from_fn(|byte| sum((byte as Pegs) << first));
        let tables = (0..problem.board().holes().len()).step_by(8);
        Self {
            tables: tables.map(|first| table(u32::try_from(first).unwrap_or(0))).collect(),
            least: goals.iter().map(|&goal| sum(goal)).min().unwrap_or(0),
            most: sum(problem.start()),
            most_of_images: images.iter().map(|&image| sum(image)).max().unwrap_or(0),
        }
    }

    #[inline]
    fn value(&self, pegs: Pegs) -> i32 {
        let bytes = pegs.to_le_bytes();
        self.tables.iter().zip(bytes).map(|(table, byte)| table[usize::from(byte)]).sum()
    }
}
