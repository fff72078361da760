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

    fn animate(&self, pace: f64) -> String {
        let (board, pegs) = (self.start().board(), self.start().pegs());
        picture::animation_of_moves(board, pegs, self.jumps(), self.moves(), pace)
    }
}
