//! A line of play as surfaces see it.

use patience_kit::{Lengths, rows};

use crate::picture;
use crate::rules::line::Line;
use crate::{Axis, Step};

impl patience_kit::Line for Line {
    fn notation(&self) -> Vec<String> {
        self.notation()
    }

    fn length(&self) -> usize {
        self.moves().len()
    }

    fn lengths(&self) -> Lengths {
        let lengths = self.lengths();
        Lengths(vec![lengths.slides.into(), lengths.steps.into()])
    }

    fn render(&self, format: &str) -> String {
        match format {
            "notation" => rows(&self.notation()),
            "boards" => {
                let boards = self.boards();
                let after = self.steps().iter().zip(boards.iter().skip(1));
                after.fold(format!("{}\n", self.start()), |out, (step, board)| {
                    format!("{out}\nMove: {step}\n\n{board}\n")
                })
            }
            _ => String::new(),
        }
    }

    fn words(&self) -> Vec<String> {
        let words = |step: &Step| {
            let vehicle = self.start().vehicles().iter().find(|it| it.letter == step.letter);
            let way = match (vehicle.map(|vehicle| vehicle.axis), step.by < 0) {
                (Some(Axis::Horizontal), true) => "left",
                (Some(Axis::Horizontal), false) => "right",
                (Some(Axis::Vertical), true) => "up",
                (Some(Axis::Vertical), false) => "down",
                (None, _) => return step.to_string(),
            };
            format!("{} {} {way}", step.letter, step.by.unsigned_abs())
        };
        self.steps().iter().map(words).collect()
    }

    fn animate(&self, pace: f64) -> String {
        picture::animation(self.start(), self.moves(), pace)
    }
}
