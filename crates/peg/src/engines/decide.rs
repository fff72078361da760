//! Decides whether positions have a solution, and finds some solution: for hints and judgements, which do not need the fewest moves.
//!
//! The searches below follow each other until one decides. Positions count as equal if a symmetry that keeps the goals maps one to the other.
//!
//! 1. A *backward search* from the goals lists every solvable position with few pegs. Searches from above end there.
//! 2. *Beam searches* find a solution of most solvable positions. A beam that never dropped a position has seen everything, so its failure
//!    is a proof.
//! 3. *Depth-first searches* with growing node limits decide the rest. They record every position that they prove solvable or lost. The
//!    backward search grows along with them.
//!
//! A [`Decider`] keeps what it has learned: judging all moves of a position costs little more than deciding the position.
//!
//! Positions are dropped if the pegs of a type are too few, or a pagoda function is worth too little, to reach any goal. The backward search
//! drops positions with more of either than the start of the game. Pagodas are computed only after the narrow beam has failed.

use std::collections::BTreeSet;

use patience_core::{Meter, Stop};
use patience_search::Table;

use super::layered::{ByteSums, Direction, Invariants, PackedInvariants, is_dead, type_weights};
use crate::analysis::{Pagoda, possible_goals, strong_pagodas};
use crate::rules::Symmetries;
use crate::{Jump, Pegs, Problem, image, members};

/// Positions of a layer that the first beam keeps, without pagodas.
const NARROW: usize = 50;

/// Positions of a layer that the second beam keeps, with pagodas.
const WIDE: usize = 300;

/// Pagodas that are computed: few, since each takes longer to find than a narrow beam takes in all.
const PAGODAS: usize = 4;

/// The node limit of the first depth-first search, and the size of the backward layer that precedes all searches.
const FIRST_LIMIT: u64 = 2_000;

/// The factor from one node limit to the next.
const GROWTH: u64 = 4;

/// The backward search stops at a layer of this size: larger ones take longer to list than they save.
const LARGE_LAYER: u64 = 16_384;

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
    Decider::new(problem).decide(problem.start(), meter)
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Lost,
    Solvable,
    /// Solvable, and listed by the backward search.
    Backward,
}

/// Decides positions of one game.
///
/// ```
/// use patience_core::{Cancel, Limits, Meter};
/// use patience_peg::{Drawing, Goal, Problem, engines::Decider};
///
/// let Drawing { board, pegs } = Drawing::parse("oo.o/  o/  o")?;
/// let problem = Problem::new(board, pegs, Goal::OneAnywhere)?;
/// let mut decider = Decider::new(&problem);
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// let jumps = decider.decide(pegs, &mut meter).expect("no limit").expect("a solution");
/// assert_eq!(jumps.len(), 4);
/// // After a jump up the column no peg can jump.
/// let lost = Drawing::parse("oooo/  ./  .")?.pegs;
/// assert_eq!(decider.decide(lost, &mut meter), Ok(None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Decider<'a> {
    problem: &'a Problem,
    goals: Vec<Pegs>,
    symmetries: Symmetries,
    steps: Vec<Step>,
    /// What a peg in each hole costs: the fewer lines lead over a hole, the harder its peg is to remove.
    costs: ByteSums<1>,
    prunings: Prunings,
    has_pagodas: bool,
    known: Table<Pegs, Known>,
    /// The last backward layer.
    frontier: Vec<Pegs>,
    /// Reachable positions with at most this many pegs are solvable only if the backward search has listed them.
    complete: u32,
}

/// A jump as sets: the holes that it changes, and those of them that have a peg before it.
#[derive(Clone, Copy)]
struct Step {
    holes: Pegs,
    before: Pegs,
}

impl<'a> Decider<'a> {
    /// A decider for all positions that can be reached from the start of a problem.
    #[must_use]
    pub fn new(problem: &'a Problem) -> Self {
        let board = problem.board();
        let step = |it: &Jump| Step { holes: it.holes(), before: 1 << it.from | 1 << it.over };
        let over = |hole: u8| board.jumps().iter().filter(|jump| jump.over == hole).count() as u64;
        let most = members(board.all()).map(over).max().unwrap_or(0);
        let costs: Vec<[u64; 1]> = members(board.all()).map(|hole| [most - over(hole)]).collect();
        let goals = possible_goals(problem);
        Self {
            symmetries: Symmetries::new(board.symmetries_of(&goals)),
            steps: board.jumps().iter().map(step).collect(),
            costs: ByteSums::new(&costs),
            prunings: Prunings::new(problem, &goals, &[]),
            has_pagodas: false,
            known: Table::new(),
            frontier: Vec::new(),
            complete: 0,
            problem,
            goals,
        }
    }

    /// Some solution from these pegs, which can be reached from the start; `None` if there is none, which is proven.
    pub fn decide(&mut self, pegs: Pegs, meter: &mut Meter<'_>) -> Result<Option<Vec<Jump>>, Stop> {
        if self.goals.is_empty() || self.prunings.refute(pegs) {
            return Ok(None);
        }
        let is_solvable = self.is_solvable(self.symmetries.least(pegs), meter)?;
        Ok(is_solvable.then(|| self.solution(pegs)))
    }

    fn is_solvable(&mut self, key: Pegs, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        if self.complete == 0 {
            self.list_goals(meter)?;
        }
        self.extend(FIRST_LIMIT, meter)?;
        if let Some(verdict) = self.verdict(key) {
            return Ok(verdict);
        }
        if let Some(verdict) = self.beam(key, NARROW, meter)? {
            return Ok(verdict);
        }
        self.add_pagodas();
        if let Some(verdict) = self.beam(key, WIDE, meter)? {
            return Ok(verdict);
        }
        let mut limit = FIRST_LIMIT;
        loop {
            let found = meter.within(limit, |meter| self.depth_first(key, meter))?;
            if let Some(verdict) = found.or_else(|| self.verdict(key)) {
                return Ok(verdict);
            }
            limit *= GROWTH;
            self.extend(limit.min(LARGE_LAYER), meter)?;
        }
    }

    fn add_pagodas(&mut self) {
        if self.has_pagodas {
            return;
        }
        self.has_pagodas = true;
        let start = [self.problem.start()];
        let pagodas = strong_pagodas(self.problem.board(), &start, &self.goals, PAGODAS);
        self.prunings = Prunings::new(self.problem, &self.goals, &pagodas);
    }

    /// Whether a reachable position is solvable, if that is known.
    #[inline]
    fn verdict(&self, key: Pegs) -> Option<bool> {
        match self.known.get(&key) {
            Some(known) => Some(known != Known::Lost),
            None => (key.count_ones() <= self.complete).then_some(false),
        }
    }

    fn learn(&mut self, key: Pegs, known: Known, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.known.insert(key, known, size_of_val(&self.frontier[..]) as u64, meter)?;
        Ok(())
    }

    fn list_goals(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let keys: BTreeSet<Pegs> =
            self.goals.iter().map(|&goal| self.symmetries.least(goal)).collect();
        for &key in &keys {
            self.learn(key, Known::Backward, meter)?;
        }
        self.frontier.extend(keys);
        self.complete = self.problem.goal().count();
        Ok(())
    }

    /// Takes jumps back until a layer has as many positions as given.
    fn extend(&mut self, size: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
        while !self.frontier.is_empty() && (self.frontier.len() as u64) < size {
            // If a limit stops this, no further layer is listed.
            let layer = std::mem::take(&mut self.frontier);
            let mut next = Vec::new();
            for &pegs in &layer {
                meter.expand()?;
                let made = |step: &&Step| pegs & step.holes == step.holes & !step.before;
                for step in self.steps.iter().filter(made) {
                    meter.generate(1);
                    let key = self.symmetries.least(pegs ^ step.holes);
                    if !self.may_be_reached(key) {
                        continue;
                    }
                    // A list that grows holds its old and its new copy.
                    let elsewhere = size_of::<Pegs>() * (layer.len() + 3 * next.len());
                    let before =
                        self.known.insert(key, Known::Backward, elsewhere as u64, meter)?;
                    if before != Some(Known::Backward) {
                        next.push(key);
                    }
                }
            }
            self.complete = if next.is_empty() { u32::MAX } else { self.complete + 1 };
            self.frontier = next;
        }
        Ok(())
    }

    /// Whether the start of the game may lead to some image of a position: it may have fewer symmetries than the goals.
    fn may_be_reached(&self, pegs: Pegs) -> bool {
        let mut may_be_reached = false;
        self.symmetries.for_each(pegs, |image| {
            may_be_reached = may_be_reached || self.prunings.may_follow_the_start(image);
        });
        may_be_reached
    }

    /// The undecided positions after each jump; `None` if one of the others is solvable.
    fn expand(&self, pegs: Pegs, meter: &mut Meter<'_>) -> Result<Option<Vec<Pegs>>, Stop> {
        meter.expand()?;
        let mut undecided = Vec::new();
        for step in self.steps.iter().filter(|step| pegs & step.holes == step.before) {
            meter.generate(1);
            let child = pegs ^ step.holes;
            if self.prunings.refute(child) {
                continue;
            }
            let key = self.symmetries.least(child);
            match self.verdict(key) {
                Some(true) => return Ok(None),
                Some(false) => {}
                None => undecided.push(key),
            }
        }
        Ok(Some(undecided))
    }

    /// Less is better: pegs that are easy to remove, and many jumps.
    fn score(&self, pegs: Pegs) -> i64 {
        let [cost] = self.costs.of(pegs);
        let jumps = self.steps.iter().filter(|step| pegs & step.holes == step.before).count();
        4 * cost.cast_signed() - jumps.cast_signed() as i64
    }

    /// Searches layer by layer and keeps the best positions of each; `None` if it dropped some and found no solution.
    fn beam(
        &mut self,
        key: Pegs,
        width: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<bool>, Stop> {
        let mut layers: Vec<Vec<(Pegs, usize)>> = vec![vec![(key, 0)]];
        let mut is_cut = false;
        loop {
            let mut next = Vec::new();
            for (parent, &(pegs, _)) in layers.last().into_iter().flatten().enumerate() {
                let Some(children) = self.expand(pegs, meter)? else {
                    let mut at = parent;
                    for layer in layers.iter().rev() {
                        self.learn(layer[at].0, Known::Solvable, meter)?;
                        at = layer[at].1;
                    }
                    return Ok(Some(true));
                };
                next.extend(children.into_iter().map(|child| (child, parent)));
            }
            if next.is_empty() {
                break;
            }
            next.sort_unstable();
            next.dedup_by_key(|(key, _)| *key);
            if width < next.len() {
                is_cut = true;
                next.sort_by_cached_key(|&(key, _)| self.score(key));
                next.truncate(width);
            }
            layers.push(next);
        }
        if is_cut {
            return Ok(None);
        }
        for &(key, _) in layers.iter().flatten() {
            self.learn(key, Known::Lost, meter)?;
        }
        Ok(Some(false))
    }

    /// Whether a position is solvable, by trying all jumps, the most promising first.
    fn depth_first(&mut self, key: Pegs, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let children = self.expand(key, meter)?;
        let mut is_solvable = children.is_none();
        let mut children = children.unwrap_or_default();
        children.sort_by_cached_key(|&child| (self.score(child), child));
        children.dedup();
        for child in children {
            // An earlier child may have led to it.
            is_solvable = match self.verdict(child) {
                Some(verdict) => verdict,
                None => self.depth_first(child, meter)?,
            };
            if is_solvable {
                break;
            }
        }
        self.learn(key, if is_solvable { Known::Solvable } else { Known::Lost }, meter)?;
        Ok(is_solvable)
    }

    /// The jumps of a solution: every position that is known to be solvable has a child that is.
    fn solution(&self, mut pegs: Pegs) -> Vec<Jump> {
        let mut jumps = Vec::new();
        while !self.problem.is_solved(pegs) {
            let legal = self.problem.board().jumps().iter().filter(|jump| jump.is_legal(pegs));
            let mut leading = legal.filter(|jump| {
                self.verdict(self.symmetries.least(pegs ^ jump.holes())) == Some(true)
            });
            let Some(&jump) = leading.next() else { break };
            pegs ^= jump.holes();
            jumps.push(jump);
        }
        jumps
    }
}

/// What rules out positions: forwards those that reach no goal, backwards those that the start does not reach.
struct Prunings {
    forth: PackedInvariants,
    back: PackedInvariants,
}

impl Prunings {
    /// By the types of pegs, these pagodas, and the images of the pagodas, as many as there is room for.
    fn new(problem: &Problem, goals: &[Pegs], pagodas: &[Pagoda]) -> Self {
        let (board, start) = (problem.board(), problem.start());
        let symmetries = board.symmetries_of(goals);
        let images = symmetries.iter().flat_map(|it| pagodas.iter().map(|pagoda| pagoda.image(it)));
        let mut weights = type_weights(board);
        weights.extend(images.map(|pagoda| pagoda.weights().to_vec()));
        let invariants = Invariants::shared(board, weights);
        // Positions are searched as their least images, so all images of the start are roots.
        let starts: Vec<Pegs> = symmetries.iter().map(|symmetry| image(start, symmetry)).collect();
        let packed = |direction, roots: &[Pegs], ends: &[Pegs]| {
            PackedInvariants::new(board, &invariants, direction, roots, ends)
        };
        Self {
            forth: packed(Direction::Forth, &starts, goals),
            back: packed(Direction::Back, goals, &[start]),
        }
    }

    /// Whether the pegs reach no goal.
    #[inline]
    fn refute(&self, pegs: Pegs) -> bool {
        is_dead(self.forth.rest(pegs))
    }

    /// Whether the start may lead to the pegs, which reach a goal.
    #[inline]
    fn may_follow_the_start(&self, pegs: Pegs) -> bool {
        !is_dead(self.back.rest(pegs))
    }
}
