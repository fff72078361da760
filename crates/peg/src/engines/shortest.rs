//! The engines that find the fewest moves, by name and with settings: searches in layers, in memory or on disk.

use std::path::PathBuf;

use patience_core::{Meter, Stop};
use patience_kit::settings::Bytes;
use patience_kit::{
    End, EngineAbout, Fault, Field, Settings as _, Setup, Values, choices, settings,
};
use patience_search::layered::ranks::{RankedSearch, Ranks};
use patience_search::layered::{
    DuplicateDetection, LayerFolder, LayerFolders, LayerStoreError, LayerStoreSettings,
    LayeredSearch, Method, SearchError, ShortestPaths,
};

use super::layered::{Bound, Options, Side, count_solutions, path_to_jumps};
use crate::text::Drawing;
use crate::{Goal, Jump, Lattice, Metric, Pegs, Problem};

choices! {
    /// How a search in layers finds jumps to the same position.
    #[derive(Default)]
    pub(crate) enum Duplicates {
        /// small tables in the order of the positions
        #[default]
        Tables = "tables",
        /// sorting alone
        Sort = "sort",
        /// hash partitions that fit into memory; layers are not sorted and take more bytes
        Hash = "hash",
    }
}

impl From<Duplicates> for DuplicateDetection {
    fn from(duplicates: Duplicates) -> Self {
        match duplicates {
            Duplicates::Tables => Self::Tables,
            Duplicates::Sort => Self::Sorting,
            Duplicates::Hash => Self::HashPartitions,
        }
    }
}

settings! {
    /// Settings of searches in layers. An engine has some of them.
    pub(crate) struct LayeredSettings {
        /// Count all solutions with the fewest moves as well
        count: bool = false;
        /// Search from the start only
        one_way: bool = false;
        /// Keep states that cannot reach the other side's frontier
        no_propagation: bool = false;
        /// Stop inside an iteration, in the layer in which the frontiers meet in a solution that is proven optimal
        stop_early: bool = false;
        /// How jumps to the same position are found; answers and node counts are the same
        duplicate_detection: Duplicates = Duplicates::default();
        /// Keep layers in this folder instead of in memory, each search in a folder of its own; a search that was killed, or that a full disk
        /// has ended, continues from its finished layers when it is started again
        disk: Option<PathBuf> = None;
        /// The most bytes that the layers of a search may take on disk, such as 50G; a search that needs more ends with an error and can
        /// be resumed
        disk_limit: Option<Bytes> = None;
        /// Keep the layers of a search that a limit or Ctrl-C ends, so that it can be resumed
        keep: bool = false;
        /// Resume a search; an error if the folder has no layers of a search by this engine in this metric
        resume: bool = false;
    }
}

/// The settings of all engines: about duplicates and the disk.
const SHARED: [&str; 5] = ["duplicate_detection", "disk", "disk_limit", "keep", "resume"];

/// An engine by name: its method, what it does, and the settings that only it has.
struct Kind {
    name: &'static str,
    method: Method,
    summary: &'static str,
    own: &'static [&'static str],
}

const KINDS: [Kind; 4] = [
    Kind {
        name: "best",
        method: Method::Best,
        summary: "fewest moves: growing cut-offs on the cheaper side, solutions of one move more from the other",
        own: &["count"],
    },
    Kind {
        name: "bd-bfida",
        method: Method::BdBfida { propagate: true },
        summary: "fewest moves: bidirectional BFIDA* with frontiers, as Barker and Korf describe it",
        own: &["no_propagation", "stop_early"],
    },
    Kind {
        name: "bfida",
        method: Method::Bfida,
        summary: "fewest moves: BFIDA* from the start, levels by jumps",
        own: &[],
    },
    Kind {
        name: "brute",
        method: Method::BruteBoth,
        summary: "fewest moves: breadth-first from both ends, no heuristic",
        own: &["one_way"],
    },
];

/// A search in layers with its settings.
pub(crate) struct Shortest {
    name: &'static str,
    method: Method,
    metric: Metric,
    counts: bool,
    duplicates: DuplicateDetection,
    stop_early: bool,
    threads: usize,
    ranks: Option<Ranks>,
    folders: Option<LayerFolders>,
    disk_limit: Option<u64>,
}

/// What a search found.
pub(crate) struct Found {
    pub(crate) end: End,
    /// The jumps of a solution.
    pub(crate) jumps: Vec<Jump>,
    /// How many solutions have the fewest moves, if they were counted and no limit was reached.
    pub(crate) solutions: Option<u128>,
}

impl Found {
    /// There is no solution.
    pub(crate) fn nothing(reason: &dyn std::fmt::Display) -> Self {
        Self::ended(End::Unsolvable { reason: Some(reason.to_string()) })
    }

    /// There is no solution, as a search has shown.
    pub(crate) fn exhausted() -> Self {
        Self::nothing(&"search exhausted")
    }

    /// The search ended without a solution.
    pub(crate) fn ended(end: End) -> Self {
        Self { end, jumps: Vec::new(), solutions: None }
    }
}

impl Shortest {
    /// The engines, the default first.
    pub(crate) fn engines() -> impl Iterator<Item = EngineAbout> {
        KINDS.iter().map(|kind| EngineAbout {
            name: kind.name,
            summary: kind.summary,
            complete: true,
            optimal: "yes",
            guided: false,
            parallel: true,
            default_nodes: None,
            settings: fields(kind),
        })
    }

    /// The engine of a name with its settings; `None` if none has that name.
    pub(crate) fn prepare(
        name: &str,
        metric: Metric,
        setup: &Setup<'_>,
    ) -> Option<Result<Self, Fault>> {
        let kind = KINDS.iter().find(|kind| kind.name == name)?;
        let values = setup.settings.cloned().unwrap_or_else(Values::default);
        Some(LayeredSettings::read(&values).and_then(|it| Self::new(kind, metric, it, setup)))
    }

    fn new(
        kind: &Kind,
        metric: Metric,
        settings: LayeredSettings,
        setup: &Setup<'_>,
    ) -> Result<Self, Fault> {
        let LayeredSettings { count, one_way, no_propagation, stop_early, .. } = settings;
        let LayeredSettings { duplicate_detection, disk, disk_limit, keep, resume, .. } = settings;
        if count && metric == Metric::Jumps {
            return Err(Fault::input(
                "count does not apply to the metric jumps, in which all solutions are optimal",
            ));
        }
        if disk.is_none() && (disk_limit.is_some() || keep || resume) {
            return Err(Fault::input("disk_limit, keep and resume need a folder: disk"));
        }
        let method = match kind.method {
            Method::BruteBoth if one_way => Method::Brute,
            Method::BdBfida { .. } => Method::BdBfida { propagate: !no_propagation },
            method => method,
        };
        let engine = Self {
            name: kind.name,
            method,
            metric,
            counts: count,
            duplicates: duplicate_detection.into(),
            stop_early,
            threads: setup.threads.max(1),
            ranks: setup.ranks.cloned(),
            folders: disk.map(|folder| LayerFolders::new(folder, keep || resume)),
            disk_limit: disk_limit.map(|limit| limit.0),
        };
        match &engine.folders {
            _ if engine.ranks.is_some() => engine.check_ranks().map(|()| engine),
            Some(folders) if resume && !folders.has_begun(&engine.ending()) => {
                Err(Fault::input(format_args!(
                    "{} has no layers of this search: leave resume out to begin it",
                    folders.folder().display()
                )))
            }
            _ => Ok(engine),
        }
    }

    /// Refuses what does not run on ranks.
    fn check_ranks(&self) -> Result<(), Fault> {
        if RankedSearch::new(self.method).is_none() {
            return Err(Fault::input(format_args!(
                "{} does not run on ranks: choose the engine bfida, or brute with one_way",
                self.name
            )));
        }
        if self.counts || self.disk_limit.is_some() || self.duplicates != DuplicateDetection::Tables
        {
            let what =
                "count, disk_limit and duplicate_detection do not apply to searches on ranks";
            return Err(Fault::input(what));
        }
        Ok(())
    }

    /// Whether it searches on several ranks.
    pub(crate) fn runs_on_ranks(&self) -> bool {
        self.ranks.is_some()
    }

    /// What may help against a limit.
    pub(crate) fn advice(&self, stop: Stop) -> Option<&'static str> {
        match (stop, &self.folders) {
            (Stop::Memory, None) => Some("allow more with --memory or use a folder with --disk"),
            (Stop::Memory, Some(_)) => Some("allow more with --memory"),
            _ => None,
        }
    }

    /// Whether an interrupted search has left layers.
    pub(crate) fn is_resumable(&self) -> bool {
        self.folders.as_ref().is_some_and(|folders| folders.has_begun(&self.ending()))
    }

    /// Searches for the fewest moves.
    pub(crate) fn solve(&self, problem: &Problem, meter: &mut Meter<'_>) -> Result<Found, Fault> {
        let folder = self.folders.as_ref().map(|folders| folders.place(&self.search_name(problem)));
        let options = self.options(problem);
        let search = self.search(problem, options.bound, folder.as_ref(), meter);
        // A limit that is reached meanwhile stops the search before it begins.
        let mut goes_on = || meter.expand_many(0).is_ok();
        let (forward, backward) = Side::both_while(problem, options, &mut goes_on);
        let trouble = |error: LayerStoreError| trouble(&error, folder.as_ref());
        let leave = || folder.as_ref().map_or(Ok(()), LayerFolder::leave).map_err(&trouble);
        let counts = self.counts && self.metric == Metric::Moves;
        let ranked = self.ranks.as_ref().zip(RankedSearch::new(self.method));
        let found = if let Some((ranks, ranked)) = ranked {
            let ranked = RankedSearch { disk: search.disk, ..ranked };
            let path = ranked.run(&forward, &backward, &mut *ranks.exchange(), meter);
            path.map(|path| path.map(|path| (path, None)))
        } else if counts {
            let paths = search.run_for_all(forward, backward, meter);
            paths.map(|paths| paths.map(|ShortestPaths { path, layers }| (path, layers.ok())))
        } else {
            search.run(forward, backward, meter).map(|path| path.map(|path| (path, None)))
        };
        match found {
            Ok(None) => Ok(Found::exhausted()),
            Err(SearchError::Stop(stop)) => {
                // Ranks keep their layers.
                if self.ranks.is_none() {
                    leave()?;
                }
                Ok(Found::ended(End::Limit(stop)))
            }
            Err(SearchError::LayerStore(error)) => Err(trouble(error)),
            // Ranks that cannot talk.
            Err(error) => Err(Fault::environment(error)),
            Ok(Some((path, layers))) => {
                let solutions = layers.and_then(|layers| {
                    count_solutions(problem, &layers, path.cost.into(), meter).ok()
                });
                if counts && solutions.is_none() {
                    // A limit was reached after the solution was found.
                    leave()?;
                }
                let jumps = path_to_jumps(problem, &path.keys).expect("jumps lead along the way");
                let cost = match self.metric {
                    Metric::Moves => path.cost.into(),
                    Metric::Jumps => problem.jumps_to_play(),
                };
                Ok(Found { end: End::Solved { cost, optimal: true }, jumps, solutions })
            }
        }
    }

    /// What the two sides use.
    fn options(&self, problem: &Problem) -> Options {
        let metric = self.metric;
        match self.method {
            Method::Brute | Method::BruteBoth => Options::brute(metric),
            Method::Best => {
                Options { bound: Bound::for_problem(problem, metric), metric, ..Options::default() }
            }
            Method::Bfida | Method::BdBfida { .. } => Options { metric, ..Options::default() },
        }
    }

    fn search(
        &self,
        problem: &Problem,
        bound: Bound,
        folder: Option<&LayerFolder>,
        meter: &Meter<'_>,
    ) -> LayeredSearch {
        // Half of the memory is for steps that wait to be sorted, and half of that for those that are being sorted.
        let memory = meter.limits().memory;
        let room = memory.map_or(u64::MAX, |memory| memory / 4).min(LayeredSearch::ROOM);
        // Layers with another bound have other states.
        let regions = if bound == Bound::AllRegions { " all regions" } else { "" };
        let disk = folder.map(|folder| LayerStoreSettings {
            folder: folder.folder().to_owned(),
            problem: format!(
                "{} {:?} {:?} {}{regions}",
                self.name,
                self.method,
                self.metric,
                description_of(problem)
            ),
            limit: self.disk_limit,
        });
        let (duplicates, stop_early) = (self.duplicates, self.stop_early);
        LayeredSearch {
            method: self.method,
            threads: self.threads,
            room,
            duplicates,
            stop_early,
            disk,
        }
    }

    /// A name that no other search has: it becomes the name of a folder.
    fn search_name(&self, problem: &Problem) -> String {
        format!("{}{}", name_of(problem), self.ending())
    }

    fn ending(&self) -> String {
        // Layers that are not sorted have a folder of their own.
        let order = match self.duplicates {
            DuplicateDetection::Tables | DuplicateDetection::Sorting => "",
            DuplicateDetection::HashPartitions => " hash",
        };
        format!(" {} {}{order}", self.name, self.metric.name())
    }
}

/// The name of a problem: that of its board, or a drawing; the start and the end.
pub(super) fn name_of(problem: &Problem) -> String {
    let board = problem.board();
    let drawing = |pegs: Pegs| Drawing { board: board.clone(), pegs }.on_one_line();
    let only = |set: Pegs| board.only(set).map(|hole| hole.to_string());
    let name = board.name().map_or_else(|| drawing(board.all()), str::to_owned);
    let start = only(board.all() & !problem.start());
    let start = start.unwrap_or_else(|| drawing(problem.start()));
    let goal = match problem.goal() {
        Goal::OneAnywhere => "any".to_owned(),
        Goal::Exactly(pegs) => only(pegs).unwrap_or_else(|| drawing(pegs)),
    };
    format!("{name} {start} to {goal}")
}

/// A problem in all details. It is compared with that of layers on disk.
pub(super) fn description_of(problem: &Problem) -> String {
    let board = problem.board();
    let lattice = match board.lattice() {
        Lattice::Square => "",
        Lattice::Triangular => " triangle",
    };
    format!("{:?} {:?} {:?}{lattice}", board.holes(), problem.start(), problem.goal())
}

/// The settings of an engine.
fn fields(kind: &Kind) -> Vec<Field> {
    let has = |name: &str| SHARED.contains(&name) || kind.own.contains(&name);
    LayeredSettings::fields().into_iter().filter(|field| has(field.name)).collect()
}

/// What went wrong with a file, and how to go on.
fn trouble(error: &LayerStoreError, folder: Option<&LayerFolder>) -> Fault {
    if folder.is_some_and(|folder| folder.can_resume_after(error)) {
        Fault::environment(format_args!(
            "{error}; the finished layers are kept, and --resume continues from them"
        ))
    } else if error.is_of_another_folder() {
        Fault::input(error)
    } else {
        Fault::environment(error)
    }
}
