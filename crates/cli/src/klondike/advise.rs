//! `patience advise klondike`: what to play in a position as a person sees it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;

use anyhow::{Context, anyhow};
use patience_catalog::OutcomeKind;
use patience_catalog::klondike::{Engine, NAME, solve};
use patience_catalog::klondike_advice::{Suggestion, ask};
use patience_catalog::klondike_loss_proof::{Argument, LossProof, prove_loss};
use patience_catalog::klondike_players::{PlayerKind, PlayerSettings};
use patience_core::{Cancel, Limits, Outcome, Stop};
use patience_klondike::engine::Exact;
use patience_klondike::hidden::UnseenStock;
use patience_klondike::{Klondike, Line, Position, Rules, Stock};
use serde::Serialize;

use super::instances::{self, Game};
use super::words;
use crate::args::{AdviseKlondike, PlayerArgs};
use crate::exit::Exit;
use crate::output::grouped;
use crate::{input, interrupt, values};

pub(crate) fn run(args: &AdviseKlondike) -> anyhow::Result<Exit> {
    let instance = instances::read_one(&args.instance, &args.rules)?;
    let Game { rules, mut position } = instance.position;
    let rules = args.rules(rules);
    if values::numbers(&args.instance).is_some() {
        position = position.covered(&rules);
    }
    let asker = Asker {
        player: &args.player,
        seed: args.seed,
        limits: args.budget.limits(1, None),
        cancel: interrupt::cancel_on_interrupt()?,
    };
    let report = asker.ask(instance.name, rules, &position)?;
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        write!(out, "{}", report.render())?;
    }
    Ok(match (report.outlook, report.stop) {
        (_, Some(Stop::Cancelled)) => Exit::Interrupted,
        (Assessment::Lost, _) => Exit::Unsolved(OutcomeKind::Unsolvable),
        (Assessment::Unknown, Some(_)) => Exit::Unsolved(OutcomeKind::Limit),
        _ => Exit::Done,
    })
}

/// What is certain of a position, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Assessment {
    /// All cards are home.
    Won,
    /// All cards are known, and so is a way to win.
    Winning,
    /// Some arrangements of the unseen cards can be won.
    Open,
    /// Nothing wins, for certain.
    Lost,
    /// Nothing is certain.
    Unknown,
}

/// What is said of a position. Its fields are file format.
#[derive(Serialize)]
pub(super) struct Report {
    puzzle: &'static str,
    instance: String,
    rules: Rules,
    /// How many cards nobody has seen.
    unseen: usize,
    pub(super) outlook: Assessment,
    /// Why it is lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Arrangements of the unseen cards that can be won with all cards known, of those tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    winnable: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tried: Option<u64>,
    /// Whether all arrangements were tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    all: Option<bool>,
    /// Who advises.
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    settings: Option<BTreeMap<String, u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<Stop>,
    /// The steps of a way to win where all cards are known.
    next: Vec<String>,
    /// The moves, the one to play first.
    moves: Vec<MoveAdvice>,
    /// A word on who advises, for people.
    #[serde(skip)]
    adviser: String,
}

/// A move and what is thought of it.
#[derive(Serialize)]
struct MoveAdvice {
    /// In notation, the turns of the stock included.
    #[serde(rename = "move")]
    notation: String,
    words: String,
    /// Whether a card comes to light.
    reveals: bool,
    chance: Option<f64>,
    visits: u64,
    /// What to play after it, as long as nothing comes to light.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    then: Vec<String>,
}

/// Who is asked, and what that may cost.
pub(super) struct Asker<'a> {
    pub(super) player: &'a PlayerArgs,
    pub(super) seed: u64,
    pub(super) limits: Limits,
    pub(super) cancel: Cancel,
}

impl Asker<'_> {
    /// The player for a position, and whether it is a stand-in for one that cannot play it.
    fn player(&self, is_blind: bool) -> anyhow::Result<(PlayerSettings, bool)> {
        let usual = if is_blind { PlayerKind::EnsembleUct } else { PlayerKind::Best };
        let player = self.player.adviser(usual).map_err(Exit::bad_input)?;
        if is_blind && !player.player.plays_blind() {
            return Err(Exit::bad_input(anyhow!(
                "cards of the stock are not known, and the player {} needs to know them: choose another, such as ensemble-uct",
                words::name(&player)
            )));
        }
        Ok((player, is_blind && !self.player.is_named()))
    }

    pub(super) fn ask(
        &self,
        instance: String,
        rules: Rules,
        position: &Position,
    ) -> anyhow::Result<Report> {
        let is_blind = position.stock.iter().any(Option::is_none);
        let rules = if is_blind { Rules { stock: Stock::Unseen, ..rules } } else { rules };
        let mut report = Report {
            puzzle: NAME,
            instance,
            rules,
            unseen: position.unseen(&rules).len(),
            outlook: Assessment::Unknown,
            reason: None,
            winnable: None,
            tried: None,
            all: None,
            player: None,
            settings: None,
            stop: None,
            next: Vec::new(),
            moves: Vec::new(),
            adviser: String::new(),
        };
        let (player, is_stand_in) = self.player(is_blind)?;
        if position.is_solved(&rules) {
            report.outlook = Assessment::Won;
        } else if position.is_known() {
            self.search(&mut report, position)?;
        } else {
            // Refuses a stock of which some cards are known.
            UnseenStock::new(rules, position)
                .with_context(|| input::name(&report.instance))
                .map_err(Exit::bad_input)?;
            self.look(&mut report, position)?;
            if report.outlook != Assessment::Lost {
                self.weigh(&mut report, position, &player)?;
                let reason =
                    if is_stand_in { ", since `best` needs to know the stock" } else { "" };
                report.adviser = format!("{}{reason}", words::player(&player));
            }
        }
        Ok(report)
    }

    /// All cards are known: the exact engine tells.
    fn search(&self, report: &mut Report, position: &Position) -> anyhow::Result<()> {
        let game = Klondike::new(report.rules, position).map_err(Exit::bad_input)?;
        let engine = Engine::Exact(Exact::default());
        let answer = solve(&game, &engine, &self.limits, &self.cancel, &mut ());
        report.next = answer.line.as_ref().map(Line::notation).unwrap_or_default();
        match answer.outcome {
            Outcome::Solved(_) => report.outlook = Assessment::Winning,
            Outcome::ProvenUnsolvable => {
                report.outlook = Assessment::Lost;
                report.reason =
                    Some("all cards are known, and no way to play them wins".to_owned());
            }
            Outcome::Exhausted => {}
            Outcome::LimitReached(stop) => report.stop = Some(stop),
        }
        Ok(())
    }

    /// What is certain, whatever the unseen cards are.
    fn look(&self, report: &mut Report, position: &Position) -> anyhow::Result<()> {
        let found = prove_loss(&report.rules, position, self.seed, &self.limits, &self.cancel);
        match found.map_err(Exit::bad_input)? {
            LossProof::Open { winnable, tried, is_all } => {
                report.outlook = Assessment::Open;
                (report.winnable, report.tried) = (Some(winnable), Some(tried));
                report.all = Some(is_all);
            }
            LossProof::Lost(argument) => {
                report.outlook = Assessment::Lost;
                report.reason = Some(reason(argument));
            }
            LossProof::Unknown => {}
        }
        Ok(())
    }

    /// What a player thinks of the moves.
    fn weigh(
        &self,
        report: &mut Report,
        position: &Position,
        player: &PlayerSettings,
    ) -> anyhow::Result<()> {
        let rules = report.rules;
        let advice = ask(player, &rules, position, self.seed, &self.limits, &self.cancel);
        let advice = advice.map_err(Exit::bad_input)?;
        report.player = Some(words::name(player));
        report.settings = Some(words::settings(player));
        report.stop = advice.stopped;
        let rendered = |one: Suggestion| MoveAdvice {
            notation: words::notation(&one.steps),
            words: words::last_step(&rules, position, &one.steps),
            reveals: one.reveals,
            chance: one.chance,
            visits: one.visits,
            then: one.then.iter().map(ToString::to_string).collect(),
        };
        report.moves = advice.moves.into_iter().map(rendered).collect();
        // The one move that `best` names without a word on others loses nothing: it wins what can be won.
        if let (PlayerKind::Best, None, Some(winnable), Some(tried), [only]) =
            (player.player, report.stop, report.winnable, report.tried, &mut report.moves[..])
            && only.chance.is_none()
        {
            only.chance = Some(winnable as f64 / tried.max(1) as f64);
        }
        Ok(())
    }
}

fn reason(argument: Argument) -> String {
    match argument {
        Argument::EveryArrangement(1) => {
            "the unseen card can be one only, and nothing wins".to_owned()
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

impl Report {
    /// For people.
    pub(super) fn render(&self) -> String {
        let cards = if self.unseen == 1 { "card" } else { "cards" };
        let rules = words::rules(&self.rules);
        let mut out = format!("{}: {} {cards} unseen; {rules}\n", self.instance, self.unseen);
        let outlook = match self.outlook {
            Assessment::Won => "won: all cards are home\n".to_owned(),
            Assessment::Winning => format!("can be won: {}\n", self.next.join(" ")),
            Assessment::Lost => {
                format!("lost for certain: {}\n", self.reason.as_deref().unwrap_or_default())
            }
            Assessment::Open => self.render_share(),
            Assessment::Unknown if self.player.is_none() => "not decided\n".to_owned(),
            Assessment::Unknown => {
                "no arrangement of the unseen cards was found that can be won, and no proof \
                              that there is none\n"
                    .to_owned()
            }
        };
        out += &outlook;
        self.tell_moves(&mut out);
        if let Some(stop) = self.stop {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "stopped early: {stop}");
        }
        out
    }

    fn render_share(&self) -> String {
        let (winnable, tried) = (self.winnable.unwrap_or(0), self.tried.unwrap_or(0));
        let which = if self.all == Some(true) { "" } else { ", tried at random," };
        format!(
            "{} of {} arrangements of the unseen cards{which} can be won by who sees them all\n",
            grouped(winnable),
            grouped(tried)
        )
    }

    fn tell_moves(&self, out: &mut String) {
        if self.player.is_none() {
            return;
        }
        // Writing to a string cannot fail.
        if self.moves.is_empty() {
            let _ = writeln!(out, "{}: no move leads on", self.adviser);
            return;
        }
        let _ = writeln!(out, "advice of {}:", self.adviser);
        let mut unweighed = Vec::new();
        for (at, rendered) in self.moves.iter().enumerate() {
            let MoveAdvice { notation, words, chance, .. } = rendered;
            match chance {
                Some(chance) => {
                    let mark = if at == 0 { '*' } else { ' ' };
                    let _ = writeln!(out, "{mark} {notation}: {words}: {:.0} %", 100.0 * chance);
                }
                None if at == 0 => {
                    let _ = writeln!(out, "* {notation}: {words}: not weighed");
                }
                None => unweighed.push(notation.as_str()),
            }
            if !rendered.then.is_empty() {
                let _ = writeln!(out, "    then {}", rendered.then.join(" "));
            }
        }
        if !unweighed.is_empty() {
            let _ = writeln!(out, "  not weighed: {}", unweighed.join(", "));
        }
    }
}
