//! Engines as surfaces see them: an engine with its settings and the game that it is of.

use patience_core::{Cancel, Limits, Meter, Observer, Stop};
use patience_files::fingerprint;
use patience_learn::FeatureSet;
use serde_json::{Value, json};

use crate::adapter::{feature_set, foreign, metric};
use crate::held::Held;
use crate::{Answer, EngineAbout, Fault, Game, Policy, Position, Setup, Solve, Values};

/// An engine with its settings and the game that it is of.
pub(crate) struct Prepared<G: Game> {
    game: &'static G,
    about: EngineAbout,
    metric: &'static str,
    policy: Option<String>,
    identity: Value,
    engine: G::Engine,
}

/// Adds the engines that have a setting to the error that an engine does not have it.
fn with_engines(
    mut fault: Fault,
    engines: &[EngineAbout],
    values: &Values,
    about: &EngineAbout,
) -> Fault {
    let has = |engine: &EngineAbout, name: &str| engine.settings.iter().any(|it| it.name == name);
    if let Some(name) = values.0.keys().find(|name| !has(about, name)) {
        let others: Vec<&str> =
            engines.iter().filter(|engine| has(engine, name)).map(|engine| engine.name).collect();
        if !others.is_empty() {
            fault.message =
                format!("{}; engines that have it: {}", fault.message, others.join(", "));
        }
    }
    fault
}

impl<G: Game> Prepared<G> {
    /// Finds the engine of a setup, and checks its settings and its policy.
    pub(crate) fn new(game: &'static G, setup: &Setup<'_>) -> Result<Self, Fault> {
        let engines = game.engines();
        let usual = setup.policy.map(Policy::engine);
        let name = match setup.engine.or(usual) {
            Some(name) => name,
            None => engines.first().map_or("", |engine| engine.name),
        };
        let Some(about) = engines.iter().find(|engine| engine.name == name) else {
            if let Some((_, feature)) = game.absent_engines().iter().find(|(it, _)| *it == name) {
                return Err(Fault::input(format_args!(
                    "the engine {name}: this program was built without the feature `{feature}`; \
                     build it with `cargo build --release -p patience-cli --features {feature}`"
                )));
            }
            return Err(Fault::unknown("engine", name, engines.iter().map(|it| it.name)));
        };
        let metric = metric(game, setup.metric)?;
        let mut values = setup.settings.cloned().unwrap_or_default();
        values
            .refuse_unknown(&format!("the engine {name}"), &about.settings)
            .map_err(|fault| with_engines(fault, &engines, &values, about))?;
        if let Some(policy) = setup.policy {
            let takes = feature_set(game, Some(name));
            let is_made_of = |feature_set: FeatureSet| {
                feature_set.features().iter().map(|feature| feature.name).eq(policy
                    .feature_set()
                    .features()
                    .iter()
                    .map(|feature| feature.name))
            };
            if policy.file().puzzle != game.about().name || !takes.is_some_and(is_made_of) {
                return Err(Fault::input(format_args!(
                    "the engine {name} does not take this policy: it was made for {} of {}",
                    policy.engine(),
                    policy.file().puzzle
                )));
            }
            if policy.engine() == name {
                values = values.or(policy.settings());
            }
        }
        let setup =
            Setup { engine: Some(name), metric: Some(metric), settings: Some(&values), ..*setup };
        let defaults = about.settings.iter().map(|field| (field.name, field.default.clone()));
        let identity = json!({
            "engine": name,
            "metric": metric,
            "settings": values.clone().or(&defaults.collect()),
            "policy": setup.policy.map(|policy| {
                let text = policy.file().to_text(policy.feature_set());
                json!({ "name": policy.file().name, "text": fingerprint(&text) })
            }),
        });
        Ok(Self {
            game,
            about: about.clone(),
            metric,
            identity,
            policy: setup.policy.map(|policy| policy.file().name.clone()),
            engine: game.prepare(about, &setup)?,
        })
    }
}

impl<G: Game> Solve for Prepared<G> {
    fn about(&self) -> &EngineAbout {
        &self.about
    }

    fn metric(&self) -> &'static str {
        self.metric
    }

    fn policy(&self) -> Option<&str> {
        self.policy.as_deref()
    }

    fn identity(&self) -> Value {
        self.identity.clone()
    }

    fn solve(
        &self,
        position: &dyn Position,
        limits: &Limits,
        cancel: &Cancel,
        observer: &mut dyn Observer,
    ) -> Result<Answer, Fault> {
        let Some(held) = position.as_any().downcast_ref::<Held<G>>() else {
            return Err(foreign(self.game));
        };
        let mut meter = Meter::start(limits, cancel, observer);
        let answer = self.game.solve(&self.engine, &held.position, &mut meter)?;
        Ok(Answer { stats: meter.finish(), ..answer })
    }

    fn headline(&self, answer: &Answer) -> String {
        self.game.headline(self.metric, answer)
    }

    fn advice(&self, stop: Stop) -> Option<&'static str> {
        self.game.advice(&self.engine, stop)
    }

    fn is_resumable(&self) -> bool {
        self.game.is_resumable(&self.engine)
    }

    fn runs_on_ranks(&self) -> bool {
        self.game.runs_on_ranks(&self.engine)
    }
}
