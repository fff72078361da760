//! Games in arrays, for programs that learn to play: which instances are played, by which rules, and what is hidden.

use std::sync::Arc;

use patience_kit::{AnyGame, ArrayGame, Codec, Fault, Kit, Position, Values, ViewGame};

use crate::random::RandomInstances;
use crate::read;

/// Games of one puzzle, in arrays of one shape.
///
/// ```
/// use patience_kit::{ArrayGame as _, Values};
/// use patience_workbench::{Arrays, find};
///
/// let arrays = Arrays::new(find("tiles")?, &Values::default(), false, Some("1 2/3 ."))?;
/// let (name, game) = arrays.begin(Some("1 2/. 3"), 0)?;
/// assert_eq!((name.as_str(), game.observation()), ("1 2/. 3", &[1, 2, 0, 3][..]));
/// // The faster way has the same arrays.
/// let (_, fast) = arrays.begin_fast(Some("1 2/. 3"), 0)?;
/// assert_eq!(fast.observation(), game.observation());
/// assert!(arrays.begin(Some("1 2 3/4 5 ."), 0).is_err(), "the shape is another");
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub struct Arrays {
    kit: &'static dyn Kit,
    /// Rules of the puzzle.
    rules: Values,
    /// Rules of hidden play; `None` if everything is visible.
    hidden: Option<Values>,
    codec: Arc<Codec>,
    instances: RandomInstances,
}

impl Arrays {
    /// The arrays of an instance, or of those that random numbers choose. The rules are those of the puzzle, and of hidden play if the puzzle
    /// hides pieces and `hide` says so.
    #[allow(clippy::borrowed_box, reason = "players of surfaces take boxes")]
    #[allow(clippy::redundant_closure, reason = "the function alone is not general enough")]
    pub fn new(
        kit: &'static dyn Kit,
        rules: &Values,
        hide: bool,
        example: Option<&str>,
    ) -> Result<Self, Fault> {
        let (rules, hidden) = split(kit, rules, hide)?;
        let instances = RandomInstances::new(kit, &rules)?;
        let codec = |position: &Box<dyn Position>| {
            let game = begin(kit, hidden.as_ref(), position)?;
            let codec = match &game {
                Some(game) => game.look(|position| Codec::new(position)),
                None => Codec::new(&**position),
            };
            Ok(Arc::new(codec?))
        };
        let codec = match example {
            Some(text) => codec(&read(kit, text, &rules)?)?,
            None => instances.with(0, |_, position| codec(position))?,
        };
        Ok(Self { kit, rules, hidden, codec, instances })
    }

    /// The puzzle.
    #[must_use]
    pub fn kit(&self) -> &'static dyn Kit {
        self.kit
    }

    /// The shape of the arrays.
    #[must_use]
    pub fn codec(&self) -> &Codec {
        &self.codec
    }

    /// Whether pieces are hidden.
    #[must_use]
    pub fn hides(&self) -> bool {
        self.hidden.is_some()
    }

    /// A game of an instance, or of one that a random number chooses, with what it goes by.
    pub fn begin(&self, text: Option<&str>, random: u64) -> Result<(String, ViewGame), Fault> {
        let name = match text {
            Some(text) => text.to_owned(),
            None => self.instances.with(random, |name, _| Ok(name.to_owned()))?,
        };
        let position = read(self.kit, &name, &self.rules)?;
        let game = begin(self.kit, self.hidden.as_ref(), &position)?;
        let game = game.unwrap_or(AnyGame::Open(position));
        Ok((name, ViewGame::new(game, Arc::clone(&self.codec))?))
    }

    /// The same by the puzzle's own faster way, where it has one.
    pub fn begin_fast(
        &self,
        text: Option<&str>,
        random: u64,
    ) -> Result<(String, Box<dyn ArrayGame>), Fault> {
        if let Some(text) = text {
            // Anything can be given, so its places are compared.
            let (name, slow) = self.begin(Some(text), random)?;
            let fast = slow.game().array_game();
            return Ok((name, fast.unwrap_or_else(|| Box::new(slow))));
        }
        let (places, depth) = self.codec.shape();
        let fast = self.instances.with(random, |name, position| {
            let game = match begin(self.kit, self.hidden.as_ref(), position)? {
                Some(game) => game.array_game(),
                None => position.array_game(),
            };
            Ok(game.map(|game| (name.to_owned(), game)))
        })?;
        match fast {
            Some((name, game)) if game.observation().len() == places * depth => Ok((name, game)),
            // The error, or the slow game.
            _ => {
                let (name, slow) = self.begin(None, random)?;
                Ok((name, Box::new(slow)))
            }
        }
    }
}

/// A hidden game from a position; `None` if everything is visible.
#[allow(clippy::borrowed_box, reason = "players of surfaces take boxes")]
fn begin(
    kit: &dyn Kit,
    hidden: Option<&Values>,
    position: &Box<dyn Position>,
) -> Result<Option<AnyGame>, Fault> {
    match (hidden, kit.players()) {
        (Some(rules), Some(players)) => Ok(Some(AnyGame::Hidden(players.hide(position, rules)?))),
        _ => Ok(None),
    }
}

/// The rules of the puzzle, and those of hidden play where pieces are hidden.
fn split(kit: &dyn Kit, given: &Values, hide: bool) -> Result<(Values, Option<Values>), Fault> {
    let own = kit.rules();
    let Some(players) = kit.players().filter(|_| hide) else {
        given.refuse_unknown(kit.about().name, &own)?;
        return Ok((given.clone(), None));
    };
    let other = players.rules();
    let all: Vec<_> = own.iter().chain(&other).cloned().collect();
    given.refuse_unknown(kit.about().name, &all)?;
    let is_own = |name: &str| own.iter().any(|field| field.name == name);
    let (own, other) = given.0.clone().into_iter().partition(|(name, _)| is_own(name));
    Ok((Values(own), Some(Values(other))))
}
