//! The difficulty of a board of Rush Hour among those of its evolution.

use patience_rush_hour::Board;

/// The difficulty of a board that is one of those that genomes are bred on; nothing if it is another.
#[must_use]
pub fn of_board(board: &Board) -> Option<f64> {
    super::rush_hour::difficulty(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_that_are_bred_on_are_known_from_the_easiest_to_the_hardest() {
        let of = |letters: &str| of_board(&Board::parse(letters).unwrap());
        assert_eq!(of(patience_rush_hour::JAM[0].letters), Some(0.0));
        assert!(of(patience_rush_hour::JAM[39].letters).is_some_and(|it| 0.1 < it));
        assert_eq!(of(&("AA".to_owned() + &".".repeat(34))), None);
    }
}
