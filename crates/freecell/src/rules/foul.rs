//! Why a move is not allowed.

use patience_cards::{Card, rank_name};

use super::Build;

/// Why a move is not allowed.
///
/// ```
/// use patience_freecell::{Build, Foul, Position, Referee, Rules, read_steps};
///
/// let rules = Rules { ranks: 2, ..Rules::default() };
/// let mut referee = Referee::new(&rules, Position::parse("2C AC\n2D AD\n2H AH 2S AS", &rules)?);
/// let steps = read_steps("12 a1", &rules)?;
/// let (card, on) = ("AC".parse()?, "AD".parse()?);
/// assert_eq!(referee.play(steps[0].step), Err(Foul::Misfit { card, on, build: Build::Colour }));
/// assert_eq!(referee.play(steps[1].step), Err(Foul::Empty("cell a".to_owned())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Foul {
    /// There is nothing to move.
    #[error("{0} is empty")]
    Empty(String),
    /// Cards never leave the foundations.
    #[error("no card may leave the foundations")]
    FromHome,
    /// The two places are the same, or both are cells.
    #[error("no card moves from {0} to {1}")]
    Pointless(String, String),
    /// The cell holds a card.
    #[error("{0} already holds {1}")]
    Occupied(String, Card),
    /// Not the next card of its foundation.
    #[error("{card} cannot go home: its foundation {}", wanted(*.home))]
    NotNext {
        /// The card.
        card: Card,
        /// The highest rank that is home.
        home: u8,
    },
    /// The cards do not build.
    #[error("{card} does not go on {on}: {}", built(*.build))]
    Misfit {
        /// The card that moves.
        card: Card,
        /// The card on which it should go.
        on: Card,
        /// How cards build.
        build: Build,
    },
    /// The card may not fill an empty column.
    #[error("{0} may not fill an empty column under these rules")]
    Unfilling(Card),
    /// More cards than the column has, or none.
    #[error("{count} cards cannot leave {from}, which has {has}")]
    Count {
        /// Cards that should move.
        count: u8,
        /// From where.
        from: String,
        /// Cards that it has.
        has: usize,
    },
    /// The cards are not in sequence.
    #[error("{upper} does not lie on {lower} in sequence, so the two do not move together")]
    Broken {
        /// The card on top.
        upper: Card,
        /// The card below it.
        lower: Card,
    },
    /// Too few cells and columns are empty for this many cards to move at once.
    #[error(
        "{count} cards cannot move at once: {cells} empty cells and {columns} other empty columns carry {capacity}"
    )]
    Room {
        /// Cards that should move.
        count: usize,
        /// Empty cells.
        cells: usize,
        /// Empty columns, without the destination.
        columns: usize,
        /// The most cards that could move.
        capacity: usize,
    },
    /// Another card is in that place.
    #[error("the card there is {found}, not {claimed}")]
    OtherCard {
        /// The card of the move.
        claimed: Card,
        /// The card in that place.
        found: Card,
    },
}

fn wanted(home: u8) -> String {
    match home {
        0 => "is empty".to_owned(),
        home => format!("ends at {}", rank_name(home)),
    }
}

fn built(build: Build) -> &'static str {
    match build {
        Build::Colour => "expected the next lower rank in the other colour",
        Build::Suit => "expected the next lower rank in the same suit",
        Build::Rank => "expected the next lower rank",
    }
}
