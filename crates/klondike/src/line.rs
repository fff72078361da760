//! A line of play that the referee has replayed, and the ways to render it.

use std::fmt::Write as _;

use patience_kit::rows;

use crate::picture;
use crate::text::sentence::sentence;
use crate::{Foul, Lengths, Position, Referee, Rules, Step};

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
    end: Position,
    steps: Vec<Step>,
    lengths: Lengths,
}

/// Why steps are not a solution.
///
/// ```
/// use patience_klondike::{Foul, Line, NotASolution, Step, read_position};
///
/// let (rules, start) = read_position("1: | AC\n2: AD | AH\nstock: AS")?;
/// let wrong = Line::replay(&rules, start.clone(), vec![Step::Home { from: 0 }]).unwrap_err();
/// assert_eq!(wrong, NotASolution::Unfinished { left: 3 });
/// let wrong = Line::replay(&rules, start, vec![Step::WasteHome]).unwrap_err();
/// assert_eq!(wrong, NotASolution::Step { index: 0, step: Step::WasteHome, foul: Foul::WasteEmpty });
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotASolution {
    /// The step of this index, from 0, is not legal.
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
    #[error("the steps end with {left} {} not home", if *.left == 1 { "card that is" } else { "cards that are" })]
    Unfinished {
        /// How many.
        left: u32,
    },
}

impl Line {
    /// Plays `steps` as far as they are legal; also returns why they are not a solution.
    #[must_use]
    pub fn play(rules: &Rules, start: Position, steps: Vec<Step>) -> (Self, Option<NotASolution>) {
        let mut referee = Referee::new(rules, start.clone());
        let mut line =
            Self { rules: *rules, end: start.clone(), start, steps, lengths: Lengths::default() };
        let mut wrong = None;
        for (index, &step) in line.steps.iter().enumerate() {
            if let Err(foul) = referee.play(step) {
                wrong = Some(NotASolution::Step { index, step, foul });
                line.steps.truncate(index);
                break;
            }
        }
        line.lengths = referee.lengths();
        line.end = referee.position().clone();
        if wrong.is_none() && !referee.is_solved() {
            let home: u32 = line.end.foundations.iter().copied().map(u32::from).sum();
            let left = u32::from(rules.cards()).saturating_sub(home);
            wrong = Some(NotASolution::Unfinished { left });
        }
        (line, wrong)
    }

    /// Plays `steps`, which must be a solution.
    pub fn replay(rules: &Rules, start: Position, steps: Vec<Step>) -> Result<Self, NotASolution> {
        match Self::play(rules, start, steps) {
            (line, None) => Ok(line),
            (_, Some(wrong)) => Err(wrong),
        }
    }

    /// The steps.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The position after the last step.
    #[must_use]
    pub fn end(&self) -> &Position {
        &self.end
    }

    /// The start and the position after every step.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        let mut positions = vec![self.start.clone()];
        self.each(|_, _, after| positions.push(after.clone()));
        positions
    }

    /// A sentence for every step.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::with_capacity(self.steps.len());
        self.each(|_, sentence, _| sentences.push(sentence));
        sentences
    }

    /// Calls `visit` with every step, its sentence, and the position after it.
    fn each(&self, mut visit: impl FnMut(Step, String, &Position)) {
        let mut referee = Referee::new(&self.rules, self.start.clone());
        for &step in &self.steps {
            let before = referee.position().clone();
            // Every step was played before.
            if let Ok(played) = referee.play(step) {
                visit(step, sentence(step, played, &before), referee.position());
            }
        }
    }

    /// Its lengths.
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

impl patience_kit::Line for Line {
    fn notation(&self) -> Vec<String> {
        self.notation()
    }

    fn length(&self) -> usize {
        self.steps.len()
    }

    fn lengths(&self) -> patience_kit::Lengths {
        self.lengths.into()
    }

    fn render(&self, format: &str) -> String {
        match format {
            "notation" => rows(&self.notation()),
            "text" => {
                let mut out = String::new();
                for (number, sentence) in (1..).zip(self.sentences()) {
                    // Writing to a string cannot fail.
                    let _ = writeln!(out, "{number:4}. {sentence}");
                }
                out
            }
            "positions" => {
                let mut out = format!("{}\n", self.start);
                self.each(|step, _, after| {
                    // Writing to a string cannot fail.
                    let _ = writeln!(out, "Move: {step}\n\n{after}");
                });
                out
            }
            _ => String::new(),
        }
    }

    fn words(&self) -> Vec<String> {
        self.sentences()
    }

    fn animate(&self, pace: f64) -> String {
        picture::animation(&self.positions(), &self.sentences(), pace)
    }
}

impl From<Lengths> for patience_kit::Lengths {
    fn from(Lengths { moves, turns }: Lengths) -> Self {
        Self(vec![moves.into(), turns.into()])
    }
}
