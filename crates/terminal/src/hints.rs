//! Hints while a person plays: of an exact engine where everything is visible, of a player where something is hidden.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Duration;

use patience_core::{Cancel, Limits, Meter};
use patience_kit::{
    Advice, Fault, Kit, PlayerSetup, Players, Position, ProvenStatus, Values, Verdict,
};
use patience_workbench::chances::{ChancePlan, GAMES, MOVES, measure_chances};
use patience_workbench::session::Session;
use patience_workbench::{advice_text, batch};

/// How long a hint may take, unless its limits say otherwise.
const PATIENCE: Duration = Duration::from_secs(1);

/// Who can advise in a game with hidden information.
///
/// ```
/// use patience_core::{Cancel, Limits};
/// use patience_kit::{PlayerSetup, Values};
/// use patience_terminal::{Advisers, Game, Hints, Input, Keep, Keeper, play_lines};
/// use patience_workbench::{find, session::Session};
///
/// let kit = find("klondike")?;
/// let players = kit.players().expect("cards are hidden");
/// let setup = PlayerSetup { player: Some("greedy"), settings: None };
/// let advisers = Advisers { players: &*players, setup, rules: Values::default() };
/// # let limits = Limits { time: Some(std::time::Duration::from_millis(10)), ..Limits::default() };
/// let hints = Hints::new(Some(&advisers), limits, Cancel::new());
/// let session = Session::deal(kit, 1, advisers.rules.clone())?;
/// # let keeper = Keeper::new(&session, None, Keep::Nowhere)?;
/// let mut game = Game { session, keeper, hints, is_strict: false };
/// let mut out = Vec::new();
/// play_lines(&mut game, Input::Script("?"), &mut out, &Cancel::new())?;
/// assert!(String::from_utf8_lossy(&out).contains("advice of greedy"));
/// # Ok::<(), patience_terminal::Error>(())
/// ```
pub struct Advisers<'a> {
    /// The players of the puzzle.
    pub players: &'a dyn Players<Box<dyn Position>>,
    /// The player that is asked.
    pub setup: PlayerSetup<'a>,
    /// Rules of hidden play.
    pub rules: Values,
}

/// Who is asked for hints.
///
/// ```
#[doc = include_str!("../doc/game.rs")]
/// use patience_terminal::{Input, play_lines};
///
/// let mut out = Vec::new();
/// play_lines(&mut game, Input::Script("?"), &mut out, &Cancel::new())?;
/// // Everything is visible, so an engine gives the hint.
/// assert!(String::from_utf8_lossy(&out).contains("hint: 8 (1 move to go)\n"));
/// # Ok::<(), patience_terminal::Error>(())
/// ```
pub struct Hints<'a> {
    advisers: Option<&'a Advisers<'a>>,
    limits: Limits,
    cancel: Cancel,
    /// The next move of the last solution in each of its positions. Who follows hints follows one solution, and never goes in circles.
    plan: RefCell<HashMap<String, String>>,
}

/// A hint.
pub(crate) struct Hint {
    /// In words: one line, or several.
    pub(crate) words: String,
    /// The move in notation.
    pub(crate) mv: Option<String>,
}

impl<'a> Hints<'a> {
    /// Without advisers, an engine that sees everything gives the hints.
    #[must_use]
    pub fn new(advisers: Option<&'a Advisers<'a>>, limits: Limits, cancel: Cancel) -> Self {
        Self { advisers, limits, cancel, plan: RefCell::default() }
    }

    /// A hint within a second, or within the limits.
    pub(crate) fn ask(&self, session: &Session) -> Result<Hint, Fault> {
        match self.advisers {
            Some(advisers) => {
                let advice = self.advise(advisers, session, &self.soon())?;
                let mv = advice.moves.first().map(|it| it.mv.as_str());
                let mv = mv.or(advice.next.first().map(String::as_str)).map(first_word);
                Ok(Hint { words: brief(&advice), mv })
            }
            None => self.search(session),
        }
    }

    /// Advice in full, within the limits.
    pub(crate) fn report(&self, session: &Session) -> Result<String, Fault> {
        match self.advisers {
            Some(advisers) => {
                let mut advice = self.advise(advisers, session, &self.limits)?;
                self.measure(advisers, session, &mut advice)?;
                Ok(advice_text("advice", &advice))
            }
            None => self.search(session).map(|hint| hint.words + "\n"),
        }
    }

    fn soon(&self) -> Limits {
        let is_limited = self.limits.time.is_some() || self.limits.nodes.is_some();
        let time = if is_limited { self.limits.time } else { Some(PATIENCE) };
        Limits { time, ..self.limits.clone() }
    }

    fn advise(
        &self,
        advisers: &Advisers<'_>,
        session: &Session,
        limits: &Limits,
    ) -> Result<Advice, Fault> {
        let seed = session.moves().len() as u64;
        session.visible(|position| {
            advisers.players.advise(&advisers.setup, position, seed, limits, &self.cancel)
        })
    }

    /// Adds the chances of the first moves, by games that are played on.
    fn measure(
        &self,
        advisers: &Advisers<'_>,
        session: &Session,
        advice: &mut Advice,
    ) -> Result<(), Fault> {
        let seed = session.moves().len() as u64;
        let play_outs = session.visible(|position| {
            advisers.players.play_outs(&advisers.setup, position, advice, seed)
        });
        let Some(play_outs) = play_outs? else { return Ok(()) };
        let threads = batch::threads(None, GAMES);
        let Limits { time, memory, .. } = self.limits.clone();
        let memory = memory.map(|memory| memory / threads as u64);
        let plan = ChancePlan { games: GAMES, moves: MOVES, threads, time, memory };
        measure_chances(advice, &*play_outs, &plan, &self.cancel, || ())
    }

    /// The first move of a solution, by the engine that judges.
    fn search(&self, session: &Session) -> Result<Hint, Fault> {
        let kit = session.kit();
        let here = session.visible(|it| it.write(kit.about().exchange))?;
        if let Some(mv) = self.plan.borrow().get(&here) {
            return Ok(Hint { words: format!("hint: {mv} (wins)"), mv: Some(mv.clone()) });
        }
        let limits = self.soon();
        let mut observer = ();
        let mut meter = Meter::start(&limits, &self.cancel, &mut observer);
        let found = session.visible(|it| it.assess(None, &mut meter))?;
        let line = found.line.map(|line| line.notation()).unwrap_or_default();
        // With distances, every hint is one step nearer.
        if found.distance.is_none() {
            let plan = session.visible(|it| plan(kit, &**it, &line))?;
            *self.plan.borrow_mut() = plan;
        }
        let mv = line.into_iter().next();
        let metric = kit.about().metrics.first().map_or("", |metric| metric.name);
        let words = match (found.verdict, &mv, found.distance) {
            (Verdict::Wins, None, _) => "nothing is left to do".to_owned(),
            (Verdict::Wins, Some(mv), Some(distance)) => {
                format!("hint: {mv} ({} to go)", kit.cost_words(metric, distance))
            }
            (Verdict::Wins, Some(mv), None) => format!("hint: {mv} (wins)"),
            (Verdict::Loses, ..) => {
                "this position is lost, and that is proven: take moves back".to_owned()
            }
            (Verdict::Unknown, ..) => match found.stop {
                Some(stop) => return Err(Fault::limit(stop)),
                None => "no hint: nothing was found".to_owned(),
            },
        };
        Ok(Hint { words, mv })
    }
}

/// The next move in each position of a solution.
fn plan(
    kit: &dyn Kit,
    start: &dyn Position,
    line: &[String],
) -> Result<HashMap<String, String>, Fault> {
    let mut plan = HashMap::new();
    let mut here: Option<Box<dyn Position>> = None;
    for mv in line {
        let position = here.as_deref().unwrap_or(start);
        plan.insert(position.write(kit.about().exchange)?, mv.clone());
        here = Some(position.replay(mv, &Values::default())?.end);
    }
    Ok(plan)
}

/// Advice in a line or two: what is certain, or the best move.
fn brief(advice: &Advice) -> String {
    match (advice.status, advice.moves.first()) {
        (ProvenStatus::Won, _) => "nothing is left to do".to_owned(),
        (ProvenStatus::Winning, _) => format!("hint: {} (wins)", advice.next.join(" ")),
        (ProvenStatus::Lost, _) => {
            format!("lost for certain: {}", advice.reason.as_deref().unwrap_or_default())
        }
        (_, Some(best)) => {
            format!("hint: {}: {}\nadvice of {}", best.mv, best.words, advice.adviser)
        }
        (_, None) => "no hint: no move is useful".to_owned(),
    }
}

/// The first of several moves.
fn first_word(moves: &str) -> String {
    moves.split_whitespace().next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use patience_workbench::{Instances, kits};

    use super::*;

    /// More than any solution of the engines that judge.
    const MOST: usize = 400;

    #[test]
    fn who_follows_hints_wins() {
        let limits = Limits { nodes: Some(2_000_000), ..Limits::default() };
        for kit in kits() {
            let mut instances = Instances::new(*kit, Values::default());
            let sample = kit.sample().or(kit.about().default_instance.map(str::to_owned)).unwrap();
            instances.add(&sample).unwrap();
            let is_won = instances.into_iter().take(5).any(|instance| {
                let instance = instance.unwrap();
                let hints = Hints::new(None, limits.clone(), Cancel::new());
                let mut session = Session::open(*kit, &instance.name, instance.position);
                for _ in 0..MOST {
                    if session.is_won() {
                        return true;
                    }
                    let Ok(Hint { mv: Some(mv), .. }) = hints.ask(&session) else { return false };
                    let played = session.play(&mv).unwrap();
                    assert!(played.refused.is_none(), "{mv}");
                }
                panic!("{}: hints go in circles", kit.about().name);
            });
            assert!(is_won, "{}", kit.about().name);
        }
    }
}
