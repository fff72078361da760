//! The referee: plays steps on plain piles of cards, and says which rule a step breaks.
//!
//! It shares no code with the moves of searches, so each checks the other.

use crate::{Position, Rules, Step};
use patience_cards::{Card, Suit, rank_name};

/// Why a step is not allowed. Columns count from 1.
///
/// ```
/// use patience_klondike::{Foul, Referee, Step, read_position};
///
/// let (rules, position) = read_position("1: | AC\n2: AD | 2H\nstock: AS 2C 2D 2S\nwaste: AH")?;
/// let mut referee = Referee::new(&rules, position);
/// assert_eq!(referee.play(Step::Redeal), Err(Foul::StockLeft(4)));
/// assert_eq!(referee.play(Step::Home { from: 2 }), Err(Foul::NoColumn { column: 3, columns: 2 }));
/// let (card, home) = ("2H".parse()?, 0);
/// assert_eq!(referee.play(Step::Home { from: 1 }), Err(Foul::NotNext { card, home }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Foul {
    /// The stock has no cards to turn.
    #[error("the stock is empty: there is nothing to turn")]
    StockEmpty,
    /// The waste is turned over while the stock has cards.
    #[error("the waste is turned over only when the stock is empty, and {0} cards are left in it")]
    StockLeft(usize),
    /// The rules allow no further pass.
    #[error("the rules allow {0} passes through the stock, and all of them have begun")]
    Passes(u8),
    /// The waste has no cards.
    #[error("the waste is empty")]
    WasteEmpty,
    /// There is no such column.
    #[error("there is no column {column}: the rules have {columns}")]
    NoColumn {
        /// The column of the step.
        column: usize,
        /// How many there are.
        columns: usize,
    },
    /// The column has no cards.
    #[error("column {0} is empty")]
    ColumnEmpty(usize),
    /// The foundation has no cards.
    #[error("no card of that suit is home: {}", .0.letter())]
    FoundationEmpty(Suit),
    /// No card may leave a foundation.
    #[error("the rules do not let cards come back from the foundations")]
    NoReturn,
    /// From a column to itself.
    #[error("no card moves from column {0} to itself")]
    Pointless(usize),
    /// Not the next card of its foundation.
    #[error("{card} cannot go home: its foundation {}", ends(*.home))]
    NotNext {
        /// The card.
        card: Card,
        /// The highest rank that is home.
        home: u8,
    },
    /// The cards do not build.
    #[error("{card} does not go on {on}: expected the next lower rank in the other colour")]
    Misfit {
        /// The card that moves, the deepest if several do.
        card: Card,
        /// The card on which it should go.
        on: Card,
    },
    /// Only the highest rank fills an empty column.
    #[error("{card} does not go into the empty column {column}: only {} does", rank_name(*.highest))]
    NotKing {
        /// The card that moves, the deepest if several do.
        card: Card,
        /// The column.
        column: usize,
        /// The highest rank of the deck.
        highest: u8,
    },
    /// More cards than lie face up in the column, or none.
    #[error("{count} cards cannot leave column {column}, in which {up} lie face up")]
    Count {
        /// Cards that should move.
        count: u8,
        /// The column.
        column: usize,
        /// Face-up cards.
        up: usize,
    },
    /// A card is turned that is unknown.
    #[error("the card that is turned {0} is unknown")]
    Unknown(String),
}

fn ends(home: u8) -> String {
    if home == 0 { "is empty".to_owned() } else { format!("ends at {}", rank_name(home)) }
}

/// The length of a line of play in every metric.
///
/// ```
/// use patience_klondike::{Lengths, Referee, Step, read_position};
///
/// let (rules, position) = read_position("draw 1\n1: | AC\nstock: AD AH AS")?;
/// let mut referee = Referee::new(&rules, position);
/// for step in [Step::Turn, Step::Turn, Step::Turn, Step::Redeal, Step::Turn, Step::WasteHome] {
///     referee.play(step)?;
/// }
/// assert_eq!(referee.lengths(), Lengths { moves: 1, turns: 5 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// Movements of cards; a run counts one.
    pub moves: u32,
    /// Turns of the stock; turning the waste over counts one too.
    pub turns: u32,
}

/// What a step did.
///
/// ```
/// use patience_klondike::{Played, Referee, Step, read_position};
///
/// let (rules, position) = read_position("1: | AC\n2: AD | AH\nstock: AS")?;
/// let mut referee = Referee::new(&rules, position);
/// let card = |name: &str| name.parse().map(Some);
/// let (hearts, spades) = (card("AH")?, card("AS")?);
/// let home = referee.play(Step::Home { from: 1 })?;
/// assert_eq!(home, Played { card: hearts, count: 1, turned: card("AD")? });
/// // A turn turns no card of a column.
/// assert_eq!(referee.play(Step::Turn)?, Played { card: spades, count: 1, turned: None });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The card that moved, the deepest if several did; after a turn, the top card of the waste.
    pub card: Option<Card>,
    /// The number of cards that moved or were turned.
    pub count: usize,
    /// The card that was turned in a column.
    pub turned: Option<Card>,
}

/// Plays steps on a position by the rules.
///
/// ```
/// use patience_klondike::{Referee, Step, read_position};
///
/// let (rules, position) = read_position("draw 1\n1: | 2C\n2: AC | 2D\nstock: AD AH AS 2H 2S")?;
/// let mut referee = Referee::new(&rules, position);
/// assert_eq!(
///     referee.play(Step::Home { from: 1 }).unwrap_err().to_string(),
///     "2D cannot go home: its foundation is empty",
/// );
/// referee.play(Step::Turn)?;
/// referee.play(Step::WasteHome)?;
/// let played = referee.play(Step::Home { from: 1 })?;
/// assert_eq!(played.turned.map(|card| card.to_string()).as_deref(), Some("AC"));
/// assert_eq!((referee.lengths().moves, referee.lengths().turns), (2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Referee {
    rules: Rules,
    position: Position,
    lengths: Lengths,
}

/// Where cards go.
#[derive(Clone, Copy)]
enum Goal {
    Home,
    Column(usize),
}

impl Referee {
    /// A referee that starts from `position`.
    #[must_use]
    pub fn new(rules: &Rules, position: Position) -> Self {
        Self { rules: *rules, position, lengths: Lengths::default() }
    }

    /// The position after the steps so far.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether every card is home.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.position.is_solved(&self.rules)
    }

    /// The lengths of the steps so far.
    #[must_use]
    pub fn lengths(&self) -> Lengths {
        self.lengths
    }

    /// Plays a step. A step that is not allowed changes nothing.
    pub fn play(&mut self, step: Step) -> Result<Played, Foul> {
        let played = match step {
            Step::Turn => self.turn(),
            Step::Redeal => self.redeal(),
            Step::WasteHome => self.leave_waste(Goal::Home),
            Step::WasteColumn { to } => self.leave_waste(Goal::Column(usize::from(to))),
            Step::Home { from } => self.leave_column(usize::from(from), 1, Goal::Home),
            Step::Run { from, to, count } => self.run(usize::from(from), usize::from(to), count),
            Step::Back { suit, to } => self.back(suit, usize::from(to)),
        }?;
        if step.is_turn() {
            self.lengths.turns += 1;
        } else {
            self.lengths.moves += 1;
        }
        Ok(played)
    }

    fn turn(&mut self) -> Result<Played, Foul> {
        let Position { stock, waste, .. } = &mut self.position;
        if stock.is_empty() {
            return Err(Foul::StockEmpty);
        }
        let count = stock.len().min(usize::from(self.rules.draw));
        let Some(cards) = stock[..count].iter().copied().collect::<Option<Vec<Card>>>() else {
            return Err(Foul::Unknown("from the stock".to_owned()));
        };
        stock.drain(..count);
        waste.extend(cards);
        Ok(Played { card: waste.last().copied(), count, turned: None })
    }

    fn redeal(&mut self) -> Result<Played, Foul> {
        let Position { stock, waste, passes, .. } = &mut self.position;
        if !stock.is_empty() {
            return Err(Foul::StockLeft(stock.len()));
        }
        if waste.is_empty() {
            return Err(Foul::WasteEmpty);
        }
        if let Some(most) = self.rules.passes.filter(|most| *most <= *passes) {
            return Err(Foul::Passes(most));
        }
        // The card that was turned first is the next one again.
        stock.extend(waste.drain(..).map(Some));
        *passes = passes.saturating_add(1);
        Ok(Played { card: None, count: stock.len(), turned: None })
    }

    fn leave_waste(&mut self, goal: Goal) -> Result<Played, Foul> {
        let Some(&card) = self.position.waste.last() else { return Err(Foul::WasteEmpty) };
        self.may_go(card, goal)?;
        self.position.waste.pop();
        self.arrive(vec![card], goal);
        Ok(Played { card: Some(card), count: 1, turned: None })
    }

    fn back(&mut self, suit: Suit, to: usize) -> Result<Played, Foul> {
        if !self.rules.bring_back {
            return Err(Foul::NoReturn);
        }
        let home = self.position.foundations[suit as usize];
        if !(1..=13).contains(&home) {
            return Err(Foul::FoundationEmpty(suit));
        }
        let card = Card::new(home, suit);
        self.may_go(card, Goal::Column(to))?;
        self.position.foundations[suit as usize] -= 1;
        self.arrive(vec![card], Goal::Column(to));
        Ok(Played { card: Some(card), count: 1, turned: None })
    }

    fn run(&mut self, from: usize, to: usize, count: Option<u8>) -> Result<Played, Foul> {
        let up = self.up(from)?;
        let target = self.up(to)?.last();
        if from == to {
            return Err(Foul::Pointless(from + 1));
        }
        let count = match (count, target) {
            (Some(count), _) => count,
            // The cards of a run have different ranks, so only one number fits.
            (None, Some(on)) => {
                let fitting = up.iter().position(|card| card.rank() + 1 == on.rank());
                fitting.map_or(1, |at| small(up.len() - at))
            }
            (None, None) => small(up.len().max(1)),
        };
        self.leave_column(from, count, Goal::Column(to))
    }

    fn leave_column(&mut self, from: usize, count: u8, goal: Goal) -> Result<Played, Foul> {
        let up = self.up(from)?;
        if up.is_empty() {
            return Err(Foul::ColumnEmpty(from + 1));
        }
        let taken = usize::from(count);
        if taken == 0 || up.len() < taken {
            return Err(Foul::Count { count, column: from + 1, up: up.len() });
        }
        let first = up.len() - taken;
        let card = up[first];
        self.may_go(card, goal)?;
        let below = self.position.columns[from].down.last().copied();
        // The top face-down card is turned.
        let turned = match below {
            Some(card) if first == 0 => {
                let unknown = || Foul::Unknown(format!("in column {}", from + 1));
                Some(card.ok_or_else(unknown)?)
            }
            _ => None,
        };
        let column = &mut self.position.columns[from];
        let cards = column.up.split_off(first);
        if turned.is_some() {
            column.down.pop();
            column.up.extend(turned);
        }
        self.arrive(cards, goal);
        Ok(Played { card: Some(card), count: taken, turned })
    }

    /// The face-up cards of a column; an error if the column does not exist.
    fn up(&self, column: usize) -> Result<&[Card], Foul> {
        let columns = self.position.columns.len();
        match self.position.columns.get(column) {
            Some(column) => Ok(&column.up),
            None => Err(Foul::NoColumn { column: column + 1, columns }),
        }
    }

    /// An error if a card, with the cards on it, may not go there.
    fn may_go(&self, card: Card, goal: Goal) -> Result<(), Foul> {
        match goal {
            Goal::Home => {
                let home = self.position.foundations[card.suit() as usize];
                if card.rank() == home.saturating_add(1) {
                    Ok(())
                } else {
                    Err(Foul::NotNext { card, home })
                }
            }
            Goal::Column(to) => match self.up(to)?.last() {
                Some(&on) if card.is_red() != on.is_red() && card.rank() + 1 == on.rank() => Ok(()),
                Some(&on) => Err(Foul::Misfit { card, on }),
                None if card.rank() == self.rules.ranks => Ok(()),
                None => Err(Foul::NotKing { card, column: to + 1, highest: self.rules.ranks }),
            },
        }
    }

    /// Puts cards in an allowed place.
    fn arrive(&mut self, cards: Vec<Card>, goal: Goal) {
        match goal {
            Goal::Home => {
                for card in cards {
                    self.position.foundations[card.suit() as usize] = card.rank();
                }
            }
            Goal::Column(to) => self.position.columns[to].up.extend(cards),
        }
    }
}

/// A number of cards, which is below 255 in any deck.
fn small(count: usize) -> u8 {
    u8::try_from(count).unwrap_or(u8::MAX)
}
