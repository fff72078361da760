//! The engines by name: our own, and the generic ones.

use patience_core::{Meter, Puzzle as _, solve_with};
use patience_kit::{
    Answer, Choice as _, EngineAbout, Fault, Generic, Settings as _, Setup, Values, settings,
};

use super::Instance;
use crate::engines::{Exact, Planner2007, Shortest};
use crate::{Klondike, Line, Metric};

settings! {
    /// Settings of the shortest engine.
    pub(super) struct ShortestSettings {
        /// States per level of the widest beam, before the search for a proof
        width: usize = Shortest::WIDEST, 1..=1_073_741_824;
    }
}

settings! {
    /// Settings of the planner of 2007.
    pub(super) struct PlannerSettings {
        /// Rollouts nested in each other in the first stage, which climbs by H1; without it, there is no first stage
        // Rollouts nested deeper than a few levels never end.
        first_level: Option<u32> = None, 0..=9;
        /// Rollouts nested in each other in the second stage, which follows H2
        second_level: u32 = 1, 0..=9;
    }
}

/// An engine with its settings and its metric.
#[derive(Clone, Debug)]
pub struct Engine {
    algorithm: Algorithm,
    metric: Metric,
}

#[derive(Clone, Debug)]
enum Algorithm {
    Exact,
    Shortest(Shortest),
    Planner(Planner2007),
    Generic(Box<Generic>),
}

impl Engine {
    /// Every engine, the default first.
    pub(super) fn all() -> Vec<EngineAbout> {
        let mut engines = vec![
            EngineAbout::new(
                "exact",
                "finds a solution, or proves that there is none",
                "no",
                Vec::new(),
            ),
            EngineAbout::new(
                "shortest",
                "finds a shortest solution and proves that it is one, or the shortest that the limits allow",
                "yes, unless a limit comes first",
                ShortestSettings::fields(),
            ),
            EngineAbout {
                complete: false,
                ..EngineAbout::new(
                    "planner-2007",
                    "rollouts by two value functions (Bjarnason, Tadepalli and Fern, 2007): wins most deals, proves nothing",
                    "no",
                    PlannerSettings::fields(),
                )
            },
        ];
        engines.append(&mut Generic::engines::<Klondike>());
        engines
    }

    /// The engine of a name with its settings.
    pub(super) fn prepare(name: &str, setup: &Setup<'_>) -> Result<Self, Fault> {
        let none = Values::default();
        let algorithm = match name {
            "exact" => Algorithm::Exact,
            "shortest" => {
                let ShortestSettings { width } =
                    ShortestSettings::read(setup.settings.unwrap_or(&none))?;
                Algorithm::Shortest(Shortest { widest: width, ..Shortest::default() })
            }
            "planner-2007" => {
                let PlannerSettings { first_level, second_level } =
                    PlannerSettings::read(setup.settings.unwrap_or(&none))?;
                Algorithm::Planner(Planner2007 { first_level, second_level })
            }
            _ => {
                let known = || Self::all().into_iter().map(|engine| engine.name);
                let generic = Generic::prepare::<Klondike>(name, setup);
                let unknown = || Err(Fault::unknown("engine", name, known()));
                Algorithm::Generic(Box::new(generic.unwrap_or_else(unknown)?))
            }
        };
        let metric = setup.metric.and_then(Metric::named).unwrap_or_default();
        Ok(Self { algorithm, metric })
    }

    /// Searches from a position whose cards are all known; the referee replays the solution, including every turn of the stock.
    pub(super) fn solve(
        &self,
        position: &Instance,
        meter: &mut Meter<'_>,
    ) -> Result<Answer, Fault> {
        let mut game = position.game()?;
        game.metric = self.metric;
        let root = game.start();
        let outcome = match &self.algorithm {
            Algorithm::Exact => solve_with(&Exact::default(), &game, &root, meter),
            Algorithm::Shortest(engine) => solve_with(engine, &game, &root, meter),
            Algorithm::Planner(engine) => solve_with(engine, &game, &root, meter),
            Algorithm::Generic(engine) => engine.solve(&game, &root, meter)?,
        };
        Ok(Answer::refereed(&outcome, |moves| {
            Line::replay(&position.rules, position.position.clone(), game.expand(moves))
        }))
    }
}
