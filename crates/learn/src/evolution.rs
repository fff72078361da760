//! The loop of evolution, for anything that evolves: evaluate, log, breed.

use patience_core::SplitMix;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::checkpoint::{BadCheckpoint, read_saved, write_saved};
use crate::executor::{Executor, Stopped};
use crate::folder::Folder;
use crate::folder_error::FolderError;

/// A run between two generations. The rest of the run is a function of this state and the species.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/numbers.rs"));
/// # }
/// # use doc::Numbers;
/// # use patience_core::Cancel;
/// use patience_learn::{Evolution, Executor, Sequential, State};
///
/// # let mut executor = Executor { workers: &Sequential, cancel: &Cancel::new(), watcher: &mut () };
/// // `Numbers` is defined in the example of `Species`.
/// let mut run = Evolution::begin(Numbers { generations: 3 });
/// let state: State<u32, ()> = run.state().clone();
/// assert_eq!((state.generation, state.population.as_slice()), (0, [1, 2, 3].as_slice()));
/// // From the same state, a run goes on in the same way.
/// let mut again = Evolution::resume(Numbers { generations: 3 }, state)?;
/// assert_eq!(run.step(&mut executor)?, again.step(&mut executor)?);
/// assert_eq!(run.state(), again.state());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct State<I, M> {
    /// Completed generations.
    pub generation: u32,
    /// The individuals of the next generation.
    pub population: Vec<I>,
    /// Makes all random choices.
    pub random: SplitMix,
    /// What the run knows besides.
    pub memory: M,
}

/// The state of a run of a species.
pub type StateOf<S> = State<<S as Species>::Individual, <S as Species>::Memory>;

/// What evolves, with the settings of a run: how individuals are evaluated and bred, and what a run leaves.
///
/// ```
#[doc = include_str!("../doc/numbers.rs")]
/// use patience_core::Cancel;
/// use patience_learn::{Sequential, Evolution};
///
/// let mut executor = Executor { workers: &Sequential, cancel: &Cancel::new(), watcher: &mut () };
/// let mut run = Evolution::begin(Numbers { generations: 3 });
/// // The greatest of the first numbers is 3.
/// assert_eq!(run.step(&mut executor), Ok(json!({ "greatest": 3 })));
/// ```
pub trait Species {
    /// What a population consists of.
    type Individual: Clone;
    /// What a run knows besides its population.
    type Memory: Clone;
    /// The evaluation of a generation.
    type Evaluated;
    /// A line of the log. Its fields are file format.
    type Log: Serialize;
    /// The state in a checkpoint. Its fields are file format.
    type Saved: Serialize + DeserializeOwned;

    /// The state before the first generation.
    fn begin(&self) -> StateOf<Self>;

    /// Evaluates the population, and adds to the memory of the state.
    fn evaluate(
        &mut self,
        state: &mut StateOf<Self>,
        executor: &mut Executor<'_>,
    ) -> Result<Self::Evaluated, Stopped>;

    /// The figures of a generation.
    fn log(&self, state: &StateOf<Self>, evaluated: &Self::Evaluated) -> Self::Log;

    /// Replaces the population by the next one.
    fn breed(&self, state: &mut StateOf<Self>, evaluated: &Self::Evaluated);

    /// Whether the run is complete.
    fn is_over(&self, state: &StateOf<Self>) -> bool;

    /// The state for a checkpoint.
    fn save(&self, state: &StateOf<Self>) -> Self::Saved;

    /// The state of a checkpoint.
    fn restore(&self, saved: Self::Saved) -> Result<StateOf<Self>, BadCheckpoint>;

    /// Whether a state belongs to a run with these settings.
    fn owns(&self, _state: &StateOf<Self>) -> bool {
        true
    }

    /// A generation in one line.
    fn describe(&self, log: &Self::Log) -> String;

    /// Generations that remain, where the settings say it.
    fn remaining(&self, _state: &StateOf<Self>) -> Option<u32> {
        None
    }

    /// The results so far: files of the folder by name.
    fn results(&self, state: &StateOf<Self>) -> Vec<(&'static str, String)>;

    /// Why a generation stopped without being cancelled, if it did.
    fn failure(&self) -> Option<&str> {
        None
    }

    /// The end of a run that is stored in a folder.
    fn ending(&self, state: &StateOf<Self>, folder: &Folder) -> Ending;
}

/// The end of a run in words.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/numbers.rs"));
/// # }
/// # use doc::Numbers;
/// use std::path::Path;
///
/// use patience_learn::{Ending, Evolution, Folder, Run};
///
/// // `Numbers` is defined in the example of `Species`.
/// let run = Evolution::begin(Numbers { generations: 3 });
/// let ending = run.ending(&Folder::at(Path::new("first")));
/// assert_eq!(ending, Ending { text: "numbers in first\n".to_owned(), note: None });
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// Results.
    pub text: String,
    /// A remark for people.
    pub note: Option<String>,
}

/// What the log says of a generation.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/numbers.rs"));
/// # }
/// # use doc::Numbers;
/// # use patience_core::Cancel;
/// use patience_learn::{Evolution, Executor, LogLine, Run, Sequential};
///
/// # let mut executor = Executor { workers: &Sequential, cancel: &Cancel::new(), watcher: &mut () };
/// // `Numbers` is defined in the example of `Species`.
/// let LogLine { json, text } = Evolution::begin(Numbers { generations: 3 }).advance(&mut executor)?;
/// assert_eq!(json, r#"{"greatest":3}"#);
/// assert_eq!(text, "the greatest is 3");
/// # Ok::<(), patience_learn::Stopped>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// Its line of the log.
    pub json: String,
    /// The same for people.
    pub text: String,
}

/// A run of some species. Object safe.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/numbers.rs"));
/// # }
/// # use doc::Numbers;
/// # use patience_core::Cancel;
/// use patience_learn::{Evolution, Executor, Run, Sequential};
///
/// # let mut executor = Executor { workers: &Sequential, cancel: &Cancel::new(), watcher: &mut () };
/// // `Numbers` is defined in the example of `Species`. Runs of different species fit in one list.
/// let mut runs: Vec<Box<dyn Run>> = vec![Box::new(Evolution::begin(Numbers { generations: 3 }))];
/// for run in &mut runs {
///     while !run.is_over() {
///         run.advance(&mut executor)?;
///     }
///     assert_eq!((run.generation(), run.failure()), (3, None));
///     assert_eq!(run.results()[0].0, "numbers.txt");
/// }
/// # Ok::<(), patience_learn::Stopped>(())
/// ```
pub trait Run {
    /// Completed generations.
    fn generation(&self) -> u32;

    /// Whether the run is complete.
    fn is_over(&self) -> bool;

    /// Generations that remain, where the settings say it.
    fn remaining(&self) -> Option<u32>;

    /// Evaluates a generation and breeds the next.
    fn advance(&mut self, executor: &mut Executor<'_>) -> Result<LogLine, Stopped>;

    /// The state as text.
    fn checkpoint(&self) -> String;

    /// The results so far: files of the folder by name.
    fn results(&self) -> Vec<(&'static str, String)>;

    /// Why a generation stopped without being cancelled, if it did.
    fn failure(&self) -> Option<&str>;

    /// The end of the run, stored in a folder.
    fn ending(&self, folder: &Folder) -> Ending;
}

/// A run of a species.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/numbers.rs"));
/// # }
/// # use doc::Numbers;
/// use patience_core::Cancel;
/// use patience_learn::{Sequential, Evolution, Executor, Run};
///
/// let mut executor = Executor { workers: &Sequential, cancel: &Cancel::new(), watcher: &mut () };
/// // `Numbers` is defined in the example of `Species`.
/// let mut run = Evolution::begin(Numbers { generations: 20 });
/// let mut log = Vec::new();
/// while !run.is_over() {
///     log.push(run.step(&mut executor)?["greatest"].as_u64());
/// }
/// assert_eq!(log.len(), 20);
/// assert!(log.is_sorted(), "the greatest number survives");
/// # Ok::<(), patience_learn::Stopped>(())
/// ```
pub struct Evolution<S: Species> {
    species: S,
    state: StateOf<S>,
}

impl<S: Species> Evolution<S> {
    /// Starts a run.
    pub fn begin(species: S) -> Self {
        let state = species.begin();
        Self { species, state }
    }

    /// Resumes a run from a state.
    pub fn resume(species: S, state: StateOf<S>) -> Result<Self, BadCheckpoint> {
        if species.owns(&state) { Ok(Self { species, state }) } else { Err(BadCheckpoint::Other) }
    }

    /// Resumes the run of a folder: from its checkpoint, or from the start if there is none.
    pub fn open(species: S, folder: &Folder) -> Result<Self, FolderError> {
        match folder.load(&species)? {
            Some(state) => {
                Self::resume(species, state).map_err(|error| folder.bad_checkpoint(error))
            }
            None => Ok(Self::begin(species)),
        }
    }

    /// The current state.
    #[must_use]
    pub fn state(&self) -> &StateOf<S> {
        &self.state
    }

    /// Evaluates a generation and breeds the next.
    pub fn step(&mut self, executor: &mut Executor<'_>) -> Result<S::Log, Stopped> {
        let mut next = self.state.clone();
        let evaluated = self.species.evaluate(&mut next, executor)?;
        let log = self.species.log(&next, &evaluated);
        self.species.breed(&mut next, &evaluated);
        next.generation += 1;
        self.state = next;
        Ok(log)
    }
}

impl<S: Species> Run for Evolution<S> {
    fn generation(&self) -> u32 {
        self.state.generation
    }

    fn is_over(&self) -> bool {
        self.species.is_over(&self.state)
    }

    fn remaining(&self) -> Option<u32> {
        self.species.remaining(&self.state)
    }

    fn advance(&mut self, executor: &mut Executor<'_>) -> Result<LogLine, Stopped> {
        let log = self.step(executor)?;
        // A line of a log is plain values and can always be written.
        let json = serde_json::to_string(&log).unwrap_or_default();
        Ok(LogLine { json, text: self.species.describe(&log) })
    }

    fn checkpoint(&self) -> String {
        to_checkpoint(&self.species, &self.state)
    }

    fn results(&self) -> Vec<(&'static str, String)> {
        self.species.results(&self.state)
    }

    fn failure(&self) -> Option<&str> {
        self.species.failure()
    }

    fn ending(&self, folder: &Folder) -> Ending {
        self.species.ending(&self.state, folder)
    }
}

/// A state as text.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/numbers.rs"));
/// # }
/// # use doc::Numbers;
/// use patience_learn::{Evolution, from_checkpoint, to_checkpoint};
///
/// let species = Numbers { generations: 3 };
/// let run = Evolution::begin(Numbers { generations: 3 });
/// let text = to_checkpoint(&species, run.state());
/// assert_eq!(&from_checkpoint(&species, &text)?, run.state());
/// // A checksum guards it.
/// assert!(from_checkpoint(&species, &text.replace('3', "4")).is_err());
/// # Ok::<(), patience_learn::BadCheckpoint>(())
/// ```
pub fn to_checkpoint<S: Species>(species: &S, state: &StateOf<S>) -> String {
    write_saved(&species.save(state))
}

/// Reads a state from the text of a checkpoint.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/numbers.rs"));
/// # }
/// # use doc::Numbers;
/// # use patience_core::Cancel;
/// use patience_learn::{Evolution, Executor, Run, Sequential, from_checkpoint};
///
/// # let mut executor = Executor { workers: &Sequential, cancel: &Cancel::new(), watcher: &mut () };
/// // `Numbers` is defined in the example of `Species`.
/// let mut run = Evolution::begin(Numbers { generations: 3 });
/// run.advance(&mut executor)?;
/// let state = from_checkpoint(&Numbers { generations: 3 }, &run.checkpoint())?;
/// assert_eq!((state.generation, &state), (1, run.state()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn from_checkpoint<S: Species>(species: &S, text: &str) -> Result<StateOf<S>, BadCheckpoint> {
    species.restore(read_saved(text)?)
}
