//! Lines of play as surfaces see them.

use patience_kit::{Lengths, rows};

use crate::{Drawing, Line, picture};

impl patience_kit::Line for Line {
    fn notation(&self) -> Vec<String> {
        Line::notation(self)
    }

    fn lengths(&self) -> Lengths {
        let lengths = Line::lengths(self);
        Lengths(vec![lengths.moves.into(), lengths.jumps.into()])
    }

    fn render(&self, format: &str) -> String {
        match format {
            "notation" => rows(&Line::notation(self)),
            "drawings" => {
                let board = self.start().board();
                let drawing = |pegs| Drawing { board: board.clone(), pegs };
                let moves =
                    Line::notation(self).into_iter().zip(self.positions().into_iter().skip(1));
                let start = format!("{}\n", drawing(self.start().pegs()));
                moves.fold(start, |out, (mv, pegs)| {
                    format!("{out}\nMove: {mv}\n\n{}\n", drawing(pegs))
                })
            }
            _ => String::new(),
        }
    }

    fn words(&self) -> Vec<String> {
        Line::notation(self).iter().map(|mv| sentence(mv)).collect()
    }

    fn animate(&self, pace: f64) -> String {
        let (board, pegs) = (self.start().board(), self.start().pegs());
        picture::animation_of_moves(board, pegs, self.jumps(), self.moves(), pace)
    }
}

/// A move in notation as a sentence.
fn sentence(mv: &str) -> String {
    let mut holes = mv.split('-');
    let from = holes.next().unwrap_or_default();
    let jumps: Vec<String> = holes.map(|hole| format!("to {hole}")).collect();
    format!("the peg at {from} jumps {}", jumps.join(", then "))
}

#[cfg(test)]
mod tests {
    use super::sentence;

    #[test]
    fn a_sentence_names_every_hole_that_the_peg_visits() {
        assert_eq!(sentence("35-33"), "the peg at 35 jumps to 33");
        assert_eq!(sentence("64-62-42"), "the peg at 64 jumps to 62, then to 42");
        assert_eq!(sentence("3,12-3,10"), "the peg at 3,12 jumps to 3,10");
    }
}
