//! Players as surfaces see them: those of a typed game, whose positions are erased.

use patience_core::{Cancel, Limits};

use crate::adapter::foreign;
use crate::held::Held;
use crate::reading;
use crate::{
    Advice, ArrayGame, Fault, Field, Game, HiddenGame, HiddenPlay, Lengths, MoveInfo, PlayOuts,
    Player, PlayerAbout, PlayerSetup, Players, Position, Values,
};

/// The players of a typed game, erased.
pub(crate) struct Erased<G: Game> {
    pub(crate) game: &'static G,
    pub(crate) players: &'static dyn Players<G::Position>,
}

impl<G: Game> Erased<G> {
    fn position<'p>(&self, position: &'p dyn Position) -> Result<&'p G::Position, Fault> {
        match position.as_any().downcast_ref::<Held<G>>() {
            Some(held) => Ok(&held.position),
            None => Err(foreign(self.game)),
        }
    }

    /// An error if the player or a setting of it does not exist.
    fn check(&self, setup: &PlayerSetup<'_>) -> Result<(), Fault> {
        let Some(name) = setup.player else { return Ok(()) };
        let players = self.players();
        let Some(about) = players.iter().find(|player| player.name == name) else {
            return Err(Fault::unknown("player", name, players.iter().map(|it| it.name)));
        };
        setup.settings.map_or(Ok(()), |values| about.check(values))
    }
}

impl<G: Game> Players<Box<dyn Position>> for Erased<G> {
    fn players(&self) -> Vec<PlayerAbout> {
        self.players.players()
    }

    fn rules(&self) -> Vec<Field> {
        self.players.rules()
    }

    fn prepare(&self, setup: &PlayerSetup<'_>, rules: &Values) -> Result<Box<dyn Player>, Fault> {
        let players = self.players();
        let usual = players.first().map(|player| player.name);
        let setup = PlayerSetup { player: setup.player.or(usual), ..*setup };
        self.check(&setup)?;
        self.players.prepare(&setup, rules)
    }

    fn view(
        &self,
        position: &Box<dyn Position>,
        rules: &Values,
        is_dealt: bool,
    ) -> Result<Box<dyn Position>, Fault> {
        let position = self.players.view(self.position(&**position)?, rules, is_dealt)?;
        Ok(Box::new(Held { game: self.game, position }))
    }

    /// There are none in positions of other puzzles.
    fn moves(&self, position: &Box<dyn Position>) -> Vec<(MoveInfo, String)> {
        let position = self.position(&**position);
        position.map_or_else(|_| Vec::new(), |position| self.players.moves(position))
    }

    fn check_adviser(&self, setup: &PlayerSetup<'_>) -> Result<(), Fault> {
        self.check(setup)?;
        self.players.check_adviser(setup)
    }

    fn advise(
        &self,
        setup: &PlayerSetup<'_>,
        position: &Box<dyn Position>,
        seed: u64,
        limits: &Limits,
        cancel: &Cancel,
    ) -> Result<Advice, Fault> {
        self.check(setup)?;
        self.players.advise(setup, self.position(&**position)?, seed, limits, cancel)
    }

    fn play_outs(
        &self,
        setup: &PlayerSetup<'_>,
        position: &Box<dyn Position>,
        advice: &Advice,
        seed: u64,
    ) -> Result<Option<Box<dyn PlayOuts>>, Fault> {
        self.check(setup)?;
        self.players.play_outs(setup, self.position(&**position)?, advice, seed)
    }

    fn deal(
        &self,
        seed: u64,
        rules: &Values,
    ) -> Result<Box<dyn HiddenGame<Box<dyn Position>>>, Fault> {
        let hidden = self.players.deal(seed, rules)?;
        Ok(Box::new(ErasedGame { game: self.game, hidden }))
    }

    fn hide(
        &self,
        position: &Box<dyn Position>,
        rules: &Values,
    ) -> Result<Box<dyn HiddenGame<Box<dyn Position>>>, Fault> {
        let hidden = self.players.hide(self.position(&**position)?, rules)?;
        Ok(Box::new(ErasedGame { game: self.game, hidden }))
    }

    fn personal_rules(&self) -> Values {
        self.players.personal_rules()
    }
}

/// A hidden game whose positions are erased.
struct ErasedGame<G: Game> {
    game: &'static G,
    hidden: Box<dyn HiddenGame<G::Position>>,
}

impl<G: Game> HiddenGame<Box<dyn Position>> for ErasedGame<G> {
    fn describe_rules(&self) -> String {
        self.hidden.describe_rules()
    }

    fn visible(&self) -> Box<dyn Position> {
        Box::new(Held { game: self.game, position: self.hidden.visible() })
    }

    fn table(&self) -> String {
        self.hidden.table()
    }

    fn moves(&self) -> Vec<MoveInfo> {
        self.hidden.moves()
    }

    fn play(&mut self, moves: &str) -> Result<HiddenPlay, Fault> {
        self.hidden.play(&reading::moves(moves)?)
    }

    fn undo(&mut self) -> bool {
        self.hidden.undo()
    }

    fn notation(&self) -> Vec<String> {
        self.hidden.notation()
    }

    fn lengths(&self) -> Lengths {
        self.hidden.lengths()
    }

    fn is_won(&self) -> bool {
        self.hidden.is_won()
    }

    fn is_stuck(&self) -> bool {
        self.hidden.is_stuck()
    }

    fn array_game(&self) -> Option<Box<dyn ArrayGame>> {
        self.hidden.array_game()
    }
}
