//! The generic engines: every generic algorithm, guided by a feature of the puzzle, a heuristic that it adds, or a policy.

use patience_core::{Meter, Outcome, Reading};

use crate::algorithm::Algorithm;
use crate::guide::{Guide, Guided};
use crate::{EngineAbout, Fault, Policy, Setup, Values};

/// A generic engine with its settings.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::Heap;
/// # let (cancel, mut watch) = (patience_core::Cancel::new(), ());
/// # let mut meter = patience_core::Meter::start(&patience_core::Limits::default(), &cancel, &mut watch);
/// use patience_core::Outcome;
/// use patience_kit::{Generic, Setup, Values};
///
/// let engine = Generic::prepare::<Heap>("a-star", &Setup::default()).expect("there is one")?;
/// let outcome = engine.solve(&Heap(7), &7, &mut meter)?;
/// assert!(matches!(outcome, Outcome::Solved(solution) if solution.cost == 3));
/// // A wrong heuristic is an error before the first search.
/// let wrong = Values::from_iter([("heuristic", "Depth")]);
/// let setup = Setup { settings: Some(&wrong), ..Setup::default() };
/// assert!(Generic::prepare::<Heap>("a-star", &setup).is_some_and(|engine| engine.is_err()));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generic {
    algorithm: Algorithm,
    policy: Option<Policy>,
}

impl Generic {
    /// The generic engines of a puzzle.
    #[must_use]
    pub fn engines<P: Guided>() -> Vec<EngineAbout> {
        Algorithm::engines(P::DEFAULT_NODES)
    }

    /// The engine of a name with its settings; `None` if no generic engine has that name.
    #[must_use]
    pub fn prepare<P: Guided>(name: &str, setup: &Setup<'_>) -> Option<Result<Self, Fault>> {
        let none = Values::default();
        let algorithm = Algorithm::read(name, setup.settings.unwrap_or(&none))?;
        Some(algorithm.and_then(|algorithm| {
            let engine = Self { algorithm, policy: setup.policy.cloned() };
            // A name that is not a heuristic is an error now, not in the first search.
            Guide::<P>::named(engine.heuristic::<P>())?;
            if engine.algorithm.adds_estimates()
                && engine.policy.as_ref().is_some_and(|it| it.reading() == Reading::Highest)
            {
                return Err(Fault::input(format_args!(
                    "the engine {name} adds the value of a policy to the cost of a path: it takes none with reading = \"highest\""
                )));
            }
            Ok(engine)
        }))
    }

    /// The policy that guides it.
    #[must_use]
    pub fn policy(&self) -> Option<&Policy> {
        self.policy.as_ref()
    }

    fn heuristic<P: Guided>(&self) -> &str {
        self.algorithm.heuristic().unwrap_or(P::DEFAULT_HEURISTIC)
    }

    /// Searches from `root`.
    pub fn solve<P: Guided>(
        &self,
        puzzle: &P,
        root: &P::State,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome<P::Move>, Fault> {
        let guide = match &self.policy {
            Some(policy) => Guide::Policy(policy.bind(puzzle)),
            None => Guide::named(self.heuristic::<P>())?,
        };
        let outcome = self.algorithm.search(&guide, P::ORDERED, puzzle, root, meter);
        if let (Some(policy), Guide::Policy(bound)) = (&self.policy, &guide) {
            policy.count(bound);
        }
        Ok(outcome)
    }
}
