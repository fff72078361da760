//! Generates problems by playing backwards from the goal.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use patience_core::{Meter, SplitMix, Stop};
use patience_kit::{
    Answer, Candidate, Fault, Field, KitOf, Maker, Recipe, Settings as _, Values, read_range,
    seed_of, settings,
};
use serde_json::Value;

use super::solving::DECIDE;
use super::{KIT, PegSolitaire};
use crate::analysis::Class;
use crate::{Board, Drawing, Goal, Jump, Pegs, Position, Problem, members, read_hole};

settings! {
    /// Which problems are generated.
    struct Wanted {
        /// The board by its name, such as english or triangle15
        board: String = "english".to_owned();
        /// The hole of the last peg: row,column from 0 [default: the centre, or the top of a board without one]
        end: Option<String> = None;
        /// Pegs at the start, such as 8, 6..=10 or 12..
        pegs: String = "5..=8".to_owned();
        /// Take problems with pegs that are not needed, too [default: minimal problems: no part of the pegs can be played to the same end]
        any: bool = false;
        /// Seed: the same seed makes the same problems
        seed: u64 = 0;
    }
}

/// The most pegs of a minimal problem: every part of them is checked.
const MOST_MINIMAL: u16 = 16;

/// Solvable problems on a board.
pub(super) struct Problems;

impl Maker for Problems {
    type Game = PegSolitaire;

    fn kit(&self) -> &'static KitOf<PegSolitaire> {
        &KIT
    }

    fn summary(&self) -> &'static str {
        "Peg solitaire: solvable problems with a few pegs, all of them needed; a list for `solve peg --file`"
    }

    fn fields(&self) -> Vec<Field> {
        Wanted::fields()
    }

    fn recipe(&self, settings: &Values) -> Result<Box<dyn Recipe<PegSolitaire>>, Fault> {
        let Wanted { board: name, end, pegs, any, seed } = Wanted::read(settings)?;
        let wrong = |flag: &str, message: String| Fault::input(format!("--{flag}: {message}"));
        let board = Board::named(&name).ok_or_else(|| {
            wrong(
                "board",
                format!("expected a board such as english or triangle15, found `{name}`"),
            )
        })?;
        let end = match end {
            Some(hole) => {
                read_hole(&hole, &board).map_err(|error| wrong("end", error.to_string()))?
            }
            None => board.centre().unwrap_or(0),
        };
        let pegs = read_range(&pegs).map_err(|message| wrong("pegs", message))?;
        let holes = u16::try_from(board.holes().len()).unwrap_or(u16::MAX);
        let most = if any { holes - 1 } else { MOST_MINIMAL.min(holes - 1) };
        let pegs = (*pegs.start()).max(2)..=(*pegs.end()).min(most);
        if pegs.is_empty() {
            let hint = if any { "" } else { "; more only with --any" };
            return Err(wrong("pegs", format!("expected 2 to {most} pegs on this board{hint}")));
        }
        Ok(Box::new(Backwards { board, end, pegs, minimal: !any, seed }))
    }
}

/// Problems that backward play leads to.
struct Backwards {
    board: Board,
    /// The hole of the last peg.
    end: u8,
    pegs: RangeInclusive<u16>,
    minimal: bool,
    seed: u64,
}

impl Backwards {
    /// Pegs from which the goal can be reached: as many as a random number of the range, or fewer if play ends before.
    fn start(&self, random: &mut SplitMix) -> Pegs {
        let range = usize::from(self.pegs.end() - self.pegs.start()) + 1;
        let wanted = usize::from(*self.pegs.start()) + random.below(range);
        let mut pegs: Pegs = 1 << self.end;
        for _ in 1..wanted {
            // A jump is taken back where it ended at a peg, and came over an empty hole from an empty one.
            let is_possible = |jump: &&Jump| pegs & jump.holes() == 1 << jump.to;
            let jumps: Vec<&Jump> = self.board.jumps().iter().filter(is_possible).collect();
            if jumps.is_empty() {
                break;
            }
            pegs ^= jumps[random.below(jumps.len())].holes();
        }
        pegs
    }
}

impl Recipe<PegSolitaire> for Backwards {
    fn candidate(&self, index: u64) -> Result<Candidate<Position>, Fault> {
        let pegs = self.start(&mut SplitMix::new(seed_of(self.seed, index)));
        let goal = Goal::Exactly(1 << self.end);
        let problem = Problem::new(self.board.clone(), pegs, goal).map_err(Fault::input)?;
        let drawing = Drawing { board: self.board.clone(), pegs }.on_one_line();
        let name = format!("seed-{}-{index}", self.seed);
        let end = self.board.holes()[usize::from(self.end)];
        Ok(Candidate {
            title: format!("{name} to {end}"),
            name,
            argument: format!("'{drawing}' --end {end}"),
            position: Position::new(&problem),
        })
    }

    fn engine(&self) -> &'static str {
        DECIDE
    }

    fn is_promising(&self, position: &Position, meter: &mut Meter<'_>) -> Result<bool, Fault> {
        let count = u16::try_from(position.pegs().count_ones()).unwrap_or(u16::MAX);
        if !self.pegs.contains(&count) {
            return Ok(false);
        }
        if !self.minimal {
            return Ok(true);
        }
        is_minimal(&self.board, position.pegs(), 1 << self.end, meter).map_err(Fault::limit)
    }

    fn fields(&self, candidate: &Candidate<Position>) -> Vec<(&'static str, Value)> {
        let Candidate { name, position, .. } = candidate;
        vec![
            ("name", name.as_str().into()),
            ("position", position.to_string().into()),
            ("pegs", position.pegs().count_ones().into()),
        ]
    }

    fn words(&self, position: &Position, _answer: &Answer) -> String {
        format!("{} pegs", position.pegs().count_ones())
    }
}

/// Whether all pegs are needed: no part of them, but the whole, can be played to the goal.
///
/// A peg changes the class of a position, so the pegs that can be left out are two at least.
pub(crate) fn is_minimal(
    board: &Board,
    pegs: Pegs,
    goal: Pegs,
    meter: &mut Meter<'_>,
) -> Result<bool, Stop> {
    let holes: Vec<u8> = members(pegs).collect();
    let class = Class::of(board, goal);
    let mut known = HashMap::new();
    for chosen in 1..(1_u64 << holes.len()) - 1 {
        let part: Pegs = members(chosen).map(|at| 1 << holes[usize::from(at)]).sum();
        if Class::of(board, part) == class && reaches(board, part, goal, &mut known, meter)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether pegs can be played to the goal: a plain search, which the few pegs of a part allow.
fn reaches(
    board: &Board,
    pegs: Pegs,
    goal: Pegs,
    known: &mut HashMap<Pegs, bool>,
    meter: &mut Meter<'_>,
) -> Result<bool, Stop> {
    if pegs == goal {
        return Ok(true);
    }
    if pegs.count_ones() <= goal.count_ones() {
        return Ok(false);
    }
    if let Some(&reached) = known.get(&pegs) {
        return Ok(reached);
    }
    meter.expand()?;
    let mut reached = false;
    for jump in board.jumps().iter().filter(|jump| jump.is_legal(pegs)) {
        if reaches(board, pegs ^ jump.holes(), goal, known, meter)? {
            reached = true;
            break;
        }
    }
    known.insert(pegs, reached);
    Ok(reached)
}
