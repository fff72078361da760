// The hidden toy of the examples: a pea lies under one of three cups, and two cups may be lifted.

use patience_core::text::words_of_moves;
use patience_core::{Cancel, Limits, Meter, Stop};
use patience_kit::*;
use serde_json::{Value, json};

/// What the player sees: the cups that were lifted, and the pea if it was under one of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cups {
    pub lifted: Vec<u64>,
    pub pea: Option<u64>,
}

impl Cups {
    fn legal(&self) -> Vec<u64> {
        let is_over = self.pea.is_some() || self.lifted.len() == 2;
        let legal = (1..=3).filter(|cup| !self.lifted.contains(cup));
        if is_over { Vec::new() } else { legal.collect() }
    }
}

/// A game in progress.
#[derive(Default)]
pub struct Guessing {
    pea: u64,
    lifted: Vec<u64>,
}

impl HiddenGame<Cups> for Guessing {
    fn describe_rules(&self) -> String {
        "two of three cups".to_owned()
    }
    fn visible(&self) -> Cups {
        let pea = self.lifted.contains(&self.pea).then_some(self.pea);
        Cups { lifted: self.lifted.clone(), pea }
    }
    fn table(&self) -> String {
        let cup = |cup| match (self.lifted.contains(&cup), cup == self.pea) {
            (false, _) => "?",
            (true, false) => "-",
            (true, true) => "o",
        };
        [1, 2, 3].map(cup).join(" ")
    }
    fn moves(&self) -> Vec<MoveInfo> {
        Shell.moves(&self.visible()).into_iter().map(|(info, _)| info).collect()
    }
    fn play(&mut self, moves: &str) -> Result<HiddenPlay, Fault> {
        let mut done = HiddenPlay { played: Vec::new(), refused: None };
        for word in words_of_moves(moves) {
            let cup: u64 = word.text.parse().map_err(|_| word.expected("a cup"))?;
            if !self.visible().legal().contains(&cup) {
                let written = word.written(cup);
                done.refused = Some(Refused::new(done.played.len(), &written, "it cannot be lifted"));
                return Ok(done);
            }
            self.lifted.push(cup);
            done.played.push(format!("lifts cup {cup}"));
        }
        if done.played.is_empty() { Err(Fault::input("expected a cup")) } else { Ok(done) }
    }
    fn undo(&mut self) -> bool {
        self.lifted.pop().is_some()
    }
    fn notation(&self) -> Vec<String> {
        self.lifted.iter().map(u64::to_string).collect()
    }
    fn lengths(&self) -> Lengths {
        Lengths(vec![self.lifted.len() as i64])
    }
    fn is_won(&self) -> bool {
        self.visible().pea.is_some()
    }
    fn is_stuck(&self) -> bool {
        !self.is_won() && self.moves().is_empty()
    }
}

/// The puzzle: its players, and its only player itself.
pub struct Shell;

settings! {
    /// Settings of the player.
    pub struct Order {
        /// The cup that is lifted first
        first: u64 = 1, 1..=3;
    }
}

impl Players<Cups> for Shell {
    fn players(&self) -> Vec<PlayerAbout> {
        vec![PlayerAbout { name: "right", summary: "lifts a cup and the next one", settings: Order::fields() }]
    }
    fn rules(&self) -> Vec<Field> {
        Vec::new()
    }
    fn prepare(&self, setup: &PlayerSetup<'_>, _: &Values) -> Result<Box<dyn Player>, Fault> {
        let order = Order::read(setup.settings.unwrap_or(&Values::default()))?;
        Ok(Box::new(Right { about: self.players().remove(0), order }))
    }
    fn view(&self, cups: &Cups, _: &Values, is_dealt: bool) -> Result<Cups, Fault> {
        Ok(if is_dealt { Cups::default() } else { cups.clone() })
    }
    fn moves(&self, cups: &Cups) -> Vec<(MoveInfo, String)> {
        let info = |cup| {
            let id = format!("cup-{cup}");
            let info = MoveInfo { text: format!("{cup}"), piece: id.clone(), from: id, to: "table".into() };
            (info, format!("lifts cup {cup}"))
        };
        cups.legal().into_iter().map(info).collect()
    }
    fn check_adviser(&self, _: &PlayerSetup<'_>) -> Result<(), Fault> {
        Ok(())
    }
    fn advise(&self, _: &PlayerSetup<'_>, cups: &Cups, _: u64, _: &Limits, _: &Cancel) -> Result<Advice, Fault> {
        let moves = self.moves(cups).into_iter().map(|(info, words)| MoveAdvice {
            mv: info.text,
            words,
            reveals: true,
            chance: None,
            score: None,
            visits: 0,
            then: Vec::new(),
            games: None,
        });
        let moves: Vec<MoveAdvice> = moves.collect();
        let status = match cups.pea {
            Some(_) => ProvenStatus::Won,
            None if moves.is_empty() => ProvenStatus::Lost,
            None => ProvenStatus::Open,
        };
        Ok(Advice {
            rules: json!({ "cups": 3 }),
            rules_text: "two of three cups".to_owned(),
            unseen: 3 - cups.lifted.len(),
            status,
            reason: None,
            winnable: None,
            tried: None,
            all: None,
            player: None,
            settings: None,
            adviser: "no player".to_owned(),
            stop: None,
            next: Vec::new(),
            play_outs: None,
            moves,
        })
    }
    fn play_outs(
        &self,
        _: &PlayerSetup<'_>,
        cups: &Cups,
        advice: &Advice,
        _: u64,
    ) -> Result<Option<Box<dyn PlayOuts>>, Fault> {
        let cup = |it: &MoveAdvice| it.mv.parse().map_err(|_| Fault::input("expected a cup"));
        let first = advice.moves.iter().map(cup).collect::<Result<_, _>>()?;
        Ok(Some(Box::new(Lifts { lifted: cups.lifted.clone(), first })))
    }
    fn deal(&self, seed: u64, _: &Values) -> Result<Box<dyn HiddenGame<Cups>>, Fault> {
        Ok(Box::new(Guessing { pea: 1 + seed % 3, lifted: Vec::new() }))
    }
    fn hide(&self, cups: &Cups, _: &Values) -> Result<Box<dyn HiddenGame<Cups>>, Fault> {
        let pea = cups.pea.ok_or_else(|| Fault::input("nobody knows where the pea is"))?;
        Ok(Box::new(Guessing { pea, lifted: Vec::new() }))
    }
}

/// Lifts a cup, then the one to its right, or the first again.
struct Right {
    about: PlayerAbout,
    order: Order,
}

impl Player for Right {
    fn about(&self) -> &PlayerAbout {
        &self.about
    }
    fn settings(&self) -> Values {
        self.order.values()
    }
    fn rules(&self) -> Value {
        json!({ "cups": 3 })
    }
    fn describe_rules(&self) -> String {
        "two of three cups".to_owned()
    }
    fn play(&self, seed: u64, meter: &mut Meter<'_>) -> Result<GameRecord, Fault> {
        Ok(self.watch(seed, meter)?.record)
    }
    fn watch(&self, seed: u64, meter: &mut Meter<'_>) -> Result<WatchedGame, Fault> {
        let mut game = Shell.deal(seed, &Values::default())?;
        let (mut cup, mut is_stopped) = (self.order.first, false);
        while !game.is_won() && !game.is_stuck() {
            is_stopped = meter.expand().is_err();
            if is_stopped {
                break;
            }
            game.play(&cup.to_string())?;
            cup = cup % 3 + 1;
        }
        let (moves, won) = (game.notation().len(), (!is_stopped).then(|| game.is_won()));
        let record = GameRecord { seed, won, moves, decisions: moves };
        Ok(WatchedGame { record, line: Box::new(Lifted(game.notation())) })
    }
}

/// The cups that were lifted.
struct Lifted(Vec<String>);

impl Line for Lifted {
    fn notation(&self) -> Vec<String> {
        self.0.clone()
    }
    fn lengths(&self) -> Lengths {
        Lengths(vec![self.0.len() as i64])
    }
    fn render(&self, _: &str) -> String {
        rows(&self.0)
    }
    fn words(&self) -> Vec<String> {
        self.0.iter().map(|cup| format!("lifts cup {cup}")).collect()
    }
    fn animate(&self, _: f64) -> String {
        "<svg xmlns='http://www.w3.org/2000/svg'/>".to_owned()
    }
}

/// Games that go on after a cup was lifted: the first of the others is lifted, if the rules allow it.
struct Lifts {
    lifted: Vec<u64>,
    first: Vec<u64>,
}

impl PlayOuts for Lifts {
    fn summary(&self) -> PlayOutSummary {
        let words = "lifts a cup and the next one".to_owned();
        PlayOutSummary { player: "right", settings: Order::default().values(), words, stop: None }
    }
    fn play(&self, at: usize, game: u64, meter: &mut Meter<'_>) -> Result<Result<bool, Stop>, Fault> {
        if let Err(stop) = meter.expand() {
            return Ok(Err(stop));
        }
        // The pea of a game is under the same cup, whatever is lifted.
        let hidden: Vec<u64> = (1..=3).filter(|cup| !self.lifted.contains(cup)).collect();
        let pea = hidden[game as usize % hidden.len()];
        let first = self.first[at];
        let second = hidden.iter().find(|cup| **cup != first && self.lifted.is_empty());
        Ok(Ok(pea == first || second == Some(&pea)))
    }
}
