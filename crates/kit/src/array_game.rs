//! Games that programs play in arrays, many at a time.

use std::sync::Arc;

use crate::{Codec, Fault, HiddenGame, MoveInfo, Position, View};

/// A game in progress in the arrays of a [`Codec`]. It shows nothing that is hidden from its player.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// # use std::sync::Arc;
/// # use patience_kit::{AnyGame, Codec, Kit, Values, ViewGame};
/// use patience_kit::{ArrayGame, Fault};
///
/// /// Plays the last legal action again and again: whether that wins.
/// fn wins(game: &mut dyn ArrayGame) -> Result<bool, Fault> {
///     let mut legal = Vec::new();
///     game.legal(&mut legal);
///     let Some(&last) = legal.last() else { return Ok(game.is_solved()) };
///     game.play(last)?;
///     wins(game)
/// }
/// # let game = |stones| {
/// #     let start = KIT.deal(stones, &Values::default())?;
/// #     let codec = Arc::new(Codec::new(&*start)?);
/// #     ViewGame::new(AnyGame::Open(start), codec)
/// # };
/// // The last action takes three stones: of a heap of four, one is left, which cannot be taken.
/// assert!(wins(&mut game(6)?)? && !wins(&mut game(4)?)?);
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub trait ArrayGame: Send {
    /// The numbers of the pieces: what [`Codec::observe`] writes.
    fn observation(&self) -> &[u8];

    /// Appends every legal action, each once.
    fn legal(&self, actions: &mut Vec<u32>);

    /// Plays one of the legal actions; an error if the arrays have no room for what follows.
    fn play(&mut self, action: u32) -> Result<(), Fault>;

    /// Whether the goal is reached.
    fn is_solved(&self) -> bool;

    /// Whether no move changes anything any more, given the legal actions.
    fn is_stuck(&self, legal: &[u32]) -> bool {
        legal.is_empty() && !self.is_solved()
    }
}

/// A game of any puzzle: its positions, open or hidden.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// use patience_kit::{AnyGame, Kit, Values};
///
/// let game = AnyGame::Open(KIT.deal(5, &Values::default())?);
/// assert_eq!(game.look(|position| position.moves().len()), 2);
/// // This puzzle has no faster way.
/// assert!(game.array_game().is_none());
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub enum AnyGame {
    /// Everything is visible.
    Open(Box<dyn Position>),
    /// What is hidden stays inside.
    Hidden(Box<dyn HiddenGame<Box<dyn Position>>>),
}

impl AnyGame {
    /// Looks at what the player sees.
    pub fn look<T>(&self, look: impl FnOnce(&(dyn Position + 'static)) -> T) -> T {
        match self {
            Self::Open(position) => look(&**position),
            Self::Hidden(game) => look(&*game.visible()),
        }
    }

    /// The same game by the puzzle's own faster way, if it has one.
    #[must_use]
    pub fn array_game(&self) -> Option<Box<dyn ArrayGame>> {
        match self {
            Self::Open(position) => position.array_game(),
            Self::Hidden(game) => game.array_game(),
        }
    }

    fn moves(&self) -> Vec<MoveInfo> {
        match self {
            Self::Open(position) => position.moves(),
            Self::Hidden(game) => game.moves(),
        }
    }

    fn play(&mut self, mv: &str) -> Result<(), Fault> {
        match self {
            Self::Open(position) => *position = position.play(mv)?,
            Self::Hidden(game) => {
                if let Some(refused) = game.play(mv)?.refused {
                    return Err(Fault::input(refused.reason));
                }
            }
        }
        Ok(())
    }
}

/// A game in arrays by way of its views: slow, and right for every puzzle.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// use std::sync::Arc;
/// use patience_kit::{AnyGame, ArrayGame, Codec, Kit, Values, ViewGame};
///
/// let heap = KIT.deal(5, &Values::default())?;
/// let codec = Arc::new(Codec::new(&*heap)?);
/// let mut game = ViewGame::new(AnyGame::Open(heap), codec)?;
/// let (action, mv) = game.moves()[0].clone();
/// assert_eq!(mv, "2");
/// game.play(action)?;
/// assert_eq!(game.view().places[0].pieces.len(), 3);
/// assert!(game.play(u32::MAX).is_err(), "it is not legal");
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub struct ViewGame {
    game: AnyGame,
    codec: Arc<Codec>,
    /// The legal moves by their actions.
    legal: Vec<(u32, String)>,
    view: View,
    cells: Vec<u8>,
}

impl ViewGame {
    /// A game in the arrays of a codec; an error if they are those of another board.
    pub fn new(game: AnyGame, codec: Arc<Codec>) -> Result<Self, Fault> {
        let view = View::default();
        let mut new = Self { game, codec, legal: Vec::new(), view, cells: Vec::new() };
        new.update()?;
        Ok(new)
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The legal moves in notation, each with its action.
    #[must_use]
    pub fn moves(&self) -> &[(u32, String)] {
        &self.legal
    }

    /// What the player sees.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.view
    }

    fn update(&mut self) -> Result<(), Fault> {
        let view = self.game.look(Position::view);
        let cells = self.codec.observe(&view)?;
        let action = |mv: MoveInfo| {
            let action = self.codec.action(&view, &mv).and_then(|it| u32::try_from(it).ok());
            let action = action.ok_or_else(|| {
                Fault::input(format_args!("the move {} is no action of these arrays", mv.text))
            })?;
            Ok((action, mv.text))
        };
        let legal = self.game.moves().into_iter().map(action).collect::<Result<Vec<_>, Fault>>()?;
        (self.view, self.cells, self.legal) = (view, cells, legal);
        Ok(())
    }
}

impl ArrayGame for ViewGame {
    fn observation(&self) -> &[u8] {
        &self.cells
    }

    fn legal(&self, actions: &mut Vec<u32>) {
        actions.extend(self.legal.iter().map(|&(action, _)| action));
    }

    fn play(&mut self, action: u32) -> Result<(), Fault> {
        let Some((_, mv)) = self.legal.iter().find(|(known, _)| *known == action) else {
            return Err(Fault::input(format_args!("the action {action} is not legal")));
        };
        self.game.play(mv)?;
        self.update()
    }

    fn is_solved(&self) -> bool {
        match &self.game {
            AnyGame::Open(position) => position.is_solved(),
            AnyGame::Hidden(game) => game.is_won(),
        }
    }

    fn is_stuck(&self, legal: &[u32]) -> bool {
        match &self.game {
            AnyGame::Open(position) => legal.is_empty() && !position.is_solved(),
            AnyGame::Hidden(game) => game.is_stuck(),
        }
    }
}
