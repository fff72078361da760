//! The referee: plays moves on plain columns of cards by the rules alone, and says which rule a move breaks.
//!
//! It shares no code with the moves that searches make, so each checks the other: the referee judges the solutions of engines, written
//! solutions, and the tests of move generation, where the moves of a state must be exactly those that the referee allows. Only the number of
//! single-card moves that a run takes, for the length M1, comes from one table for both.

use patience_cards::{Card, Suit};

use super::{Build, Fill, Foul, Move, Place, Position, Rules, supermove};
use crate::Step;

/// The length of a line of play in every metric.
///
/// ```
/// use patience_freecell::{Lengths, Position, Referee, Rules, read_steps};
///
/// let rules = Rules { ranks: 3, columns: 3, cells: 1, ..Rules::default() };
/// let board = "3C 2S AH\n3D\n3H 3S 2H 2D 2C AC AD AS";
/// let mut referee = Referee::new(&rules, Position::parse(board, &rules)?);
/// for written in read_steps("12 3h", &rules)? {
///     referee.play(written.step)?;
/// }
/// // A run of two through the cell takes three single moves; the ace goes home.
/// assert_eq!(referee.lengths(), Lengths { m1: 3 + 1, m2: 1 + 1, m3: 1 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// Single-card moves.
    pub m1: u32,
    /// Moves: a run counts one, and so does every card that goes home.
    pub m2: u32,
    /// M2 without moves home: M2 − 52 for a solution of a full deal.
    pub m3: i64,
}

/// The number of cards on the foundations.
fn cards_home(position: &Position) -> i64 {
    position.foundations.iter().copied().map(i64::from).sum()
}

/// Plays moves on a position by the rules.
///
/// ```
/// use patience_cards::microsoft_deal;
/// use patience_freecell::{Position, Referee, Rules, read_steps};
///
/// let rules = Rules::default();
/// let mut referee = Referee::new(&rules, Position::deal(&microsoft_deal(1)?, &rules));
/// let steps = read_steps("3a 1h", &rules)?;
/// assert_eq!(referee.play(steps[0].step)?.card.to_string(), "2H");
/// assert_eq!(
///     referee.play(steps[1].step).unwrap_err().to_string(),
///     "6S cannot go home: its foundation is empty",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Referee {
    rules: Rules,
    position: Position,
    /// Cards that were home at the start.
    home: i64,
    m1: u32,
    m2: u32,
}

impl Referee {
    /// A referee that starts from `position`.
    #[must_use]
    pub fn new(rules: &Rules, position: Position) -> Self {
        let home = cards_home(&position);
        Self { rules: *rules, position, home, m1: 0, m2: 0 }
    }

    /// The position after the moves so far, without the rest.
    #[must_use]
    pub fn into_position(self) -> Position {
        self.position
    }

    /// The position after the moves so far.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether every card is home.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.position.is_solved(&self.rules)
    }

    /// The lengths of the moves so far.
    #[must_use]
    pub fn lengths(&self) -> Lengths {
        Lengths {
            m1: self.m1,
            m2: self.m2,
            m3: i64::from(self.m2) + self.home - cards_home(&self.position),
        }
    }

    /// Plays a move of a search, whose card must be the one in that place.
    pub fn play_move(&mut self, mv: Move) -> Result<(), Foul> {
        let checked = self.check(mv.into())?;
        if checked.card != mv.card {
            return Err(Foul::OtherCard { claimed: mv.card, found: checked.card });
        }
        self.put(checked);
        Ok(())
    }

    /// Plays a step. A step that is not allowed changes nothing.
    pub fn play(&mut self, step: Step) -> Result<Move, Foul> {
        let mv = self.check(step)?;
        self.put(mv);
        Ok(mv)
    }

    /// Every legal move, found by trying all steps: also moves that lead to equivalent positions, such as to another empty cell.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let columns = || (0..self.rules.columns).map(Place::Column);
        let cells = || (0..self.rules.cells).map(Place::Cell);
        let mut moves = Vec::new();
        for from in columns().chain(cells()) {
            for to in std::iter::once(Place::Home).chain(columns()).chain(cells()) {
                let is_run = matches!((from, to), (Place::Column(_), Place::Column(_)));
                let most = if is_run { self.rules.ranks } else { 1 };
                let steps = (1..=most).map(|count| Step { from, to, count: Some(count) });
                moves.extend(steps.filter_map(|step| self.check(step).ok()));
            }
        }
        moves
    }

    /// The move that a step stands for, if it is allowed.
    fn check(&self, step: Step) -> Result<Move, Foul> {
        let name = |place: Place| match place {
            Place::Column(_) => format!("column {place}"),
            Place::Cell(_) => format!("cell {place}"),
            Place::Home => "home".to_owned(),
        };
        if step.from == step.to || matches!((step.from, step.to), (Place::Cell(_), Place::Cell(_)))
        {
            return Err(Foul::Pointless(name(step.from), name(step.to)));
        }
        let cards: &[Card] = match step.from {
            Place::Home => return Err(Foul::FromHome),
            Place::Cell(at) => {
                self.position.cells.get(usize::from(at)).map_or(&[], Option::as_slice)
            }
            Place::Column(at) => {
                self.position.columns.get(usize::from(at)).map_or(&[], Vec::as_slice)
            }
        };
        let Some(&top) = cards.last() else { return Err(Foul::Empty(name(step.from))) };
        let count = match step.count {
            Some(count) => usize::from(count),
            None => self.implied_count(step, cards),
        };
        if count == 0 || cards.len() < count || (1 < count && !matches!(step.to, Place::Column(_)))
        {
            return Err(Foul::Count {
                count: small(count),
                from: name(step.from),
                has: cards.len(),
            });
        }
        let run = &cards[cards.len() - count..];
        match step.to {
            Place::Home => {
                let home = self.position.foundations[top.suit() as usize];
                if top.rank() != home + 1 {
                    return Err(Foul::NotNext { card: top, home });
                }
            }
            Place::Cell(at) => match self.position.cells.get(usize::from(at)) {
                Some(Some(holds)) => return Err(Foul::Occupied(name(step.to), *holds)),
                Some(None) => {}
                None => return Err(Foul::Empty(name(step.to))),
            },
            Place::Column(at) => {
                self.may_lie(run[0], at)?;
                self.may_move_together(run, at)?;
            }
        }
        Ok(Move { card: run[0], count: small(count), from: step.from, to: step.to })
    }

    /// Sends cards home as long as one is safe, and returns the moves. A card is safe if all cards of the other colour and the rank below
    /// are home; aces and twos always are.
    pub fn auto_play(&mut self) -> Vec<Move> {
        let mut played = Vec::new();
        while let Some(step) = self.safe_step() {
            match self.play(step) {
                Ok(mv) => played.push(mv),
                Err(_) => break,
            }
        }
        played
    }

    /// The first move of auto-play.
    #[must_use]
    pub fn safe_step(&self) -> Option<Step> {
        let cells = (0..).zip(&self.position.cells).map(|(at, card)| (Place::Cell(at), *card));
        let columns = (0..).zip(&self.position.columns);
        let columns = columns.map(|(at, cards)| (Place::Column(at), cards.last().copied()));
        let is_safe = |card: Card| {
            let home = &self.position.foundations;
            let others = Suit::ALL.into_iter().filter(|suit| match self.rules.build {
                Build::Colour => suit.is_red() != card.is_red(),
                Build::Suit => false,
                Build::Rank => *suit != card.suit(),
            });
            card.rank() == home[card.suit() as usize] + 1
                && (card.rank() <= 2
                    || others.into_iter().all(|suit| card.rank() <= home[suit as usize] + 1))
        };
        let (from, _) = cells.chain(columns).find(|(_, card)| card.is_some_and(is_safe))?;
        Some(Step { from, to: Place::Home, count: None })
    }

    /// The number of cards of a step that gives none; an impossible one is refused later.
    fn implied_count(&self, step: Step, cards: &[Card]) -> usize {
        let (Place::Column(_), Place::Column(to)) = (step.from, step.to) else { return 1 };
        let sequence =
            1 + cards.windows(2).rev().take_while(|pair| self.builds(pair[1], pair[0])).count();
        match self.position.columns.get(usize::from(to)).and_then(|column| column.last()) {
            // The run must end a rank below the card that it goes on.
            Some(on) => {
                let count = usize::from(on.rank().saturating_sub(cards[cards.len() - 1].rank()));
                if sequence < count { 1 } else { count.max(1) }
            }
            None => 1,
        }
    }

    fn may_lie(&self, card: Card, column: u8) -> Result<(), Foul> {
        match self.position.columns[usize::from(column)].last() {
            Some(&on) if !self.builds(card, on) => {
                Err(Foul::Misfit { card, on, build: self.rules.build })
            }
            None if self.rules.fill == Fill::Nothing
                || (self.rules.fill == Fill::Kings && card.rank() != self.rules.ranks) =>
            {
                Err(Foul::Unfilling(card))
            }
            _ => Ok(()),
        }
    }

    fn may_move_together(&self, run: &[Card], to: u8) -> Result<(), Foul> {
        // A single card needs no room.
        if run.len() == 1 {
            return Ok(());
        }
        for pair in run.windows(2) {
            if !self.builds(pair[1], pair[0]) {
                return Err(Foul::Broken { upper: pair[1], lower: pair[0] });
            }
        }
        let (capacity, cells, columns) = self.capacity(to);
        if capacity < run.len() {
            return Err(Foul::Room { count: run.len(), cells, columns, capacity });
        }
        Ok(())
    }

    fn builds(&self, upper: Card, lower: Card) -> bool {
        let suits = match self.rules.build {
            Build::Colour => upper.is_red() != lower.is_red(),
            Build::Suit => upper.suit() == lower.suit(),
            Build::Rank => true,
        };
        suits && lower.rank() == upper.rank() + 1
    }

    /// The most cards that may move to a column at once, with the empty cells and the other empty columns.
    fn capacity(&self, to: u8) -> (usize, usize, usize) {
        // Any run may move, so nobody asks for the room.
        if self.rules.relaxed {
            return (usize::MAX, 0, 0);
        }
        let cells = self.position.cells.iter().filter(|cell| cell.is_none()).count();
        let columns = (0..).zip(&self.position.columns);
        let columns = columns.filter(|(at, cards)| cards.is_empty() && *at != to).count();
        let capacity = match self.rules.fill {
            Fill::Any => (cells + 1) * 2_usize.pow(u32::try_from(columns).unwrap_or(0)),
            _ => cells + 1,
        };
        (capacity, cells, columns)
    }

    fn single_moves(&self, count: u8, to: Place) -> u32 {
        match to {
            Place::Column(to) if 1 < count => {
                let (_, cells, columns) = self.capacity(to);
                supermove::single_moves(&self.rules, count, cells, columns)
            }
            _ => 1,
        }
    }

    /// Makes a move that was checked.
    fn put(&mut self, mv: Move) {
        self.m1 += self.single_moves(mv.count, mv.to);
        self.m2 += 1;
        let Position { columns, cells, foundations } = &mut self.position;
        if 1 < mv.count
            && let (Place::Column(from), Place::Column(to)) = (mv.from, mv.to)
        {
            if let Ok([from, to]) = columns.get_disjoint_mut([usize::from(from), usize::from(to)]) {
                to.extend(from.drain(from.len() - usize::from(mv.count)..));
            }
            return;
        }
        match mv.from {
            Place::Column(at) => {
                columns[usize::from(at)].pop();
            }
            Place::Cell(at) => cells[usize::from(at)] = None,
            Place::Home => {}
        }
        match mv.to {
            Place::Column(at) => columns[usize::from(at)].push(mv.card),
            Place::Cell(at) => cells[usize::from(at)] = Some(mv.card),
            Place::Home => foundations[mv.card.suit() as usize] += 1,
        }
    }
}

/// A number of cards, which is below 255 in any deck.
fn small(count: usize) -> u8 {
    u8::try_from(count).unwrap_or(u8::MAX)
}
