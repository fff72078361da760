//! A line of play as surfaces see it.

use patience_kit::{Lengths, rows};

use crate::picture;
use crate::rules::line::Line;

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

    fn animate(&self, pace: f64) -> String {
        picture::animation(self.start(), self.moves(), pace)
    }
}
