//! A line of play that the referee has seen to its solved end, and the ways to tell it.

use serde::Serialize;

use super::position::Position;
use super::referee::{Foul, Lengths, Referee};
use super::rules::Rules;
use super::step::Step;

/// A line of play, replayed by the [`Referee`]: its steps, the positions between them and its lengths.
///
/// ```
/// use patience_klondike::{Line, read_position, read_steps};
///
/// let (rules, start) = read_position("1: | AC\n2: AD | AH\nstock: AS")?;
/// let steps = read_steps("1-h 2-h 2-h T w-h", &rules)?.iter().map(|written| written.step).collect();
/// let line = Line::replay(&rules, start, steps)?;
/// assert_eq!(line.notation().join(" "), "1-h 2-h 2-h T w-h");
/// assert_eq!((line.lengths().moves, line.lengths().turns), (4, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Line {
    rules: Rules,
    start: Position,
    steps: Vec<Step>,
    lengths: Lengths,
}

/// A step that is not allowed, or an end with cards not at home.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotASolution {
    /// The step of this index, from 0, is not allowed.
    #[error("step {} ({step}) is not allowed: {foul}", .index + 1)]
    Step {
        /// The index.
        index: usize,
        /// The step.
        step: Step,
        /// Why.
        foul: Foul,
    },
    /// Cards are left.
    #[error("the steps end with {left} cards that are not home")]
    Unfinished {
        /// How many.
        left: u32,
    },
}

impl Line {
    /// Plays `steps` by the rules to their solved end.
    pub fn replay(rules: &Rules, start: Position, steps: Vec<Step>) -> Result<Self, NotASolution> {
        let mut referee = Referee::new(rules, start.clone());
        for (index, &step) in steps.iter().enumerate() {
            referee.play(step).map_err(|foul| NotASolution::Step { index, step, foul })?;
        }
        if !referee.is_solved() {
            let home: u32 = referee.position().foundations.iter().copied().map(u32::from).sum();
            let left = u32::from(rules.cards()).saturating_sub(home);
            return Err(NotASolution::Unfinished { left });
        }
        let lengths = referee.lengths();
        Ok(Self { rules: *rules, start, steps, lengths })
    }

    /// The steps.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The start and the position after every step.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        let mut referee = Referee::new(&self.rules, self.start.clone());
        let mut positions = vec![self.start.clone()];
        for &step in &self.steps {
            // Every step was played before.
            if referee.play(step).is_ok() {
                positions.push(referee.position().clone());
            }
        }
        positions
    }

    /// How long it is.
    #[must_use]
    pub fn lengths(&self) -> Lengths {
        self.lengths
    }

    /// The steps in notation.
    #[must_use]
    pub fn notation(&self) -> Vec<String> {
        self.steps.iter().map(Step::to_string).collect()
    }
}

impl Serialize for Line {
    /// The steps in notation.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.notation().serialize(serializer)
    }
}
