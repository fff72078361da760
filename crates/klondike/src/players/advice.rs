//! Advice on a position with hidden cards: what is certain, and what a player recommends.

use patience_core::{Cancel, Limits, Outcome, Puzzle as _, solve};
use patience_kit::{Advice, Fault, MoveAdvice, PlayerSetup, ProvenStatus};

use super::hidden::UnseenStock;
use super::kind::{PlayerKind, PlayerSettings};
use super::loss_proof::{Argument, LossProof, prove_loss};
use super::read_adviser;
use super::suggestions::{Suggestion, ask};
use crate::engines::Exact;
use crate::kit::to_json;
use crate::text::sentence::{describe_rules, last_step, notation};
use crate::{Instance, Line, Position, Rules, Stock};

/// Advises on a position; the limits apply to each part.
pub(super) fn advise(
    setup: &PlayerSetup<'_>,
    Instance { rules, position }: &Instance,
    seed: u64,
    limits: &Limits,
    cancel: &Cancel,
) -> Result<Advice, Fault> {
    let is_blind = is_blind(position);
    let rules = if is_blind { Rules { stock: Stock::Unseen, ..*rules } } else { *rules };
    let player = read_adviser(setup)?;
    let advice = Advice {
        rules: to_json(&rules),
        rules_text: describe_rules(&rules),
        unseen: position.unseen(&rules).len(),
        status: ProvenStatus::Unknown,
        reason: None,
        winnable: None,
        tried: None,
        all: None,
        player: None,
        settings: None,
        adviser: String::new(),
        stop: None,
        next: Vec::new(),
        play_outs: None,
        moves: Vec::new(),
    };
    let game = Instance { rules, position: position.clone() };
    let mut asker = Asker { game, seed, limits, cancel, advice };
    if position.is_solved(&rules) {
        asker.advice.status = ProvenStatus::Won;
    } else if position.is_known() {
        asker.search()?;
    } else {
        // Refuses a stock of which some cards are known.
        UnseenStock::new(rules, position).map_err(Fault::input)?;
        asker.look()?;
        if asker.advice.status != ProvenStatus::Lost {
            asker.weigh(&player)?;
        }
    }
    Ok(asker.advice)
}

/// Whether cards of the stock are unknown.
pub(super) fn is_blind(position: &Position) -> bool {
    position.stock.iter().any(Option::is_none)
}

/// A question and the answer so far.
struct Asker<'a> {
    game: Instance,
    seed: u64,
    limits: &'a Limits,
    cancel: &'a Cancel,
    advice: Advice,
}

impl Asker<'_> {
    /// All cards are known: asks the exact engine.
    fn search(&mut self) -> Result<(), Fault> {
        let game = self.game.game()?;
        let report =
            solve(&Exact::default(), &game, &game.start(), self.limits, self.cancel, &mut ());
        match report.outcome {
            Outcome::Solved(solution) => {
                let Instance { rules, position } = &self.game;
                let steps = game.expand(&solution.moves);
                let line = Line::replay(rules, position.clone(), steps).map_err(Fault::input)?;
                self.advice.status = ProvenStatus::Winning;
                self.advice.next = line.notation();
            }
            Outcome::ProvenUnsolvable => {
                self.advice.status = ProvenStatus::Lost;
                self.advice.reason =
                    Some("all cards are known, and there is no solution".to_owned());
            }
            Outcome::Exhausted => {}
            Outcome::LimitReached(stop) => self.advice.stop = Some(stop),
        }
        Ok(())
    }

    /// What is certain, whatever the unseen cards are.
    fn look(&mut self) -> Result<(), Fault> {
        let Instance { rules, position } = &self.game;
        let found = prove_loss(rules, position, self.seed, self.limits, self.cancel);
        let advice = &mut self.advice;
        match found.map_err(Fault::input)? {
            LossProof::Open { winnable, tried, is_all } => {
                advice.status = ProvenStatus::Open;
                (advice.winnable, advice.tried) = (Some(winnable), Some(tried));
                advice.all = Some(is_all);
            }
            LossProof::Lost(argument) => {
                advice.status = ProvenStatus::Lost;
                advice.reason = Some(reason(argument));
            }
            LossProof::Unknown => {}
        }
        Ok(())
    }

    /// What a player recommends.
    fn weigh(&mut self, player: &PlayerSettings) -> Result<(), Fault> {
        let Instance { rules, position } = &self.game;
        let suggestions = ask(player, rules, position, self.seed, self.limits, self.cancel);
        let suggestions = suggestions.map_err(Fault::input)?;
        let about = player.player.about();
        let advice = &mut self.advice;
        advice.adviser = about.describe(&player.used());
        advice.player = Some(about.name);
        advice.settings = Some(player.used());
        advice.stop = suggestions.stopped;
        let weighed = |one: Suggestion| MoveAdvice {
            mv: notation(&one.steps),
            words: last_step(rules, position, &one.steps),
            reveals: one.reveals,
            chance: one.chance,
            score: one.chance,
            visits: one.visits,
            then: one.then.iter().map(ToString::to_string).collect(),
            games: None,
        };
        advice.moves = suggestions.moves.into_iter().map(weighed).collect();
        // A single move that `best` names without an estimate loses nothing: it wins whatever is winnable.
        if let (PlayerKind::Best, None, Some(winnable), Some(tried), [only]) =
            (player.player, advice.stop, advice.winnable, advice.tried, &mut advice.moves[..])
            && only.chance.is_none()
        {
            only.score = Some(winnable as f64 / tried.max(1) as f64);
            only.chance = only.score;
        }
        Ok(())
    }
}

fn reason(argument: Argument) -> String {
    match argument {
        Argument::EveryArrangement(1) => {
            "only one card can be the unseen one, and then there is no solution".to_owned()
        }
        Argument::EveryArrangement(count) => {
            format!("none of the {count} arrangements of the unseen cards can be won")
        }
        Argument::EveryChoice => {
            "nothing wins even if you may choose which of the unseen cards is turned each time"
                .to_owned()
        }
    }
}
