//! Fitness cases for evolution: boards that IDA* solves, guided by a genome, compared with iterative deepening (*GP-Rush*, Hauptman,
//! Elyasaf, Sipper and Karmon, 2009).

use std::fmt;
use std::path::Path;
use std::sync::OnceLock;

use patience_core::{Cancel, Cost, Limits, Meter, Outcome, Puzzle, solve};
use patience_kit::{Fault, Guided, IdaStarSettings, Settings as _, read_search};
use patience_learn::{
    Arena, Attempt, Bound, Case, Constants, CurriculumKind, FeatureEncoding, FeatureSet, Genome,
    Gradual, RandomCases, RuleMutation, Scale, Settings, Shape, Table, UnknownHeuristic,
    ValueShape,
};
use patience_search::{IdaStar, IterativeDeepening};

use crate::engines::engine::Engine;
use crate::kit::KIT;
use crate::rules::any_size::{AnySize, with_game};
use crate::rules::board::Board;
use crate::rules::game::{Metric, MoveSet, RushHour};
use crate::rules::word::Word;
use crate::sets;
use crate::text::reading::read_boards;

/// The engine that genomes guide.
pub(crate) const ENGINE: &str = "ida-star";

/// The step of new runs, of both sides: the paper says "usually larger than one".
const STEP: i64 = 2;

/// The node limit of the search for an optimum: a few seconds.
const OPTIMUM_NODES: u64 = 20_000_000;

/// The heuristics that have weights.
const WEIGHTED: [&str; 3] = ["BlockersLowerBound", "GoalDistance", "Hybrid"];

/// The default set.
const USUAL: &str = "6x6";

/// The vocabulary of genomes: all features, with weights for the heuristics.
pub(crate) fn feature_set() -> Result<FeatureSet, UnknownHeuristic> {
    // Features do not depend on the size of the board.
    FeatureSet::of::<RushHour>(&WEIGHTED)
}

/// The default settings of an evolution: those of *GP-Rush*. Values that the paper leaves open or limits by time are chosen so that a generation
/// takes less than a minute on two cores: a search ends after 100,000 nodes, or where it can save none. Solutions of more than twice the
/// fewest slides count as none, so that no genome is rewarded for wandering.
pub(crate) fn settings() -> Settings {
    Settings {
        genome: Shape::Policy,
        curriculum: CurriculumKind::Random,
        generations: 100,
        population: 50,
        reproduction: 0.5,
        crossover: 0.4,
        mutation: 0.1,
        rule_mutation: RuleMutation::Swap,
        values: ValueShape::Formula,
        constants: Constants::Steps,
        constant_leaves: 0.5,
        favourite: 1.0 / 6.0,
        scale: Scale::Counts,
        training: 180,
        validation: 30,
        nodes: 100_000,
        baseline_nodes: 1_500_000,
        give_up: Some(1.0),
        longest: Some(2.0),
        penalty: 1_500_000.0,
        partial: 0.0,
        random: RandomCases { cases: 10 },
        // Together as many as the other curricula learn from.
        gradual: Gradual { group_size: 4, ..Gradual::default() },
        search: Table::from_iter([("step".to_owned(), STEP.into())]),
        ..Settings::default()
    }
}

/// Boards to be solved by IDA*, compared with iterative deepening of the same step and table.
pub(crate) struct Boards {
    feature_set: FeatureSet,
    encoding: FeatureEncoding,
    step: Cost,
    table: usize,
    rival: String,
    entries: Vec<Entry>,
    /// How many of them are for training; the others are for tests only.
    training: usize,
}

/// A board that genomes are tried on.
struct Entry {
    name: String,
    letters: String,
    game: AnySize,
    /// The fewest slides, computed when needed.
    optimum: OnceLock<Option<u32>>,
}

impl Entry {
    fn new(name: &str, board: &Board, difficulty: f64) -> Result<Self, String> {
        let game = AnySize::new(board.clone());
        let mut game = game.map_err(|error| format!("{name}: {error}"))?;
        with_game!(&mut game, game => {
            (game.moves, game.difficulty) = (MoveSet::Macros, difficulty);
        });
        let (name, letters) = (name.to_owned(), board.letters());
        Ok(Self { name, letters, game, optimum: OnceLock::new() })
    }
}

/// An error of a setting.
fn wrong(setting: &str, message: impl fmt::Display) -> Fault {
    Fault::input(format_args!("setting {setting}: {message}"))
}

impl Boards {
    /// The cases of an evolution with these settings. `search.boards` is the name of a set, or a file of boards.
    pub(crate) fn new(settings: &Settings) -> Result<Self, Fault> {
        let mut search = settings.search.clone();
        let set = search.remove("boards");
        let (engine, values) = read_search(&KIT, &search)
            .map_err(|error| wrong(&format!("search.{}", error.key), error.message))?;
        if engine != ENGINE {
            let message = format!("expected \"{ENGINE}\", found \"{engine}\"");
            return Err(wrong("search.engine", message));
        }
        let set = match &set {
            None => USUAL,
            Some(set) => set.as_str().ok_or_else(|| {
                let expected = "expected the name of a set such as \"6x6/1\", or a file of boards";
                wrong("search.boards", format_args!("{expected}, found {set}"))
            })?,
        };
        let (entries, training) = boards(set).map_err(|message| wrong("search.boards", message))?;
        let feature_set = feature_set().map_err(Fault::input)?;
        let IdaStarSettings { step, table, .. } = IdaStarSettings::read(&values)?;
        Ok(Self {
            feature_set: feature_set
                .avoiding(&settings.avoid)
                .map_err(|error| wrong("avoid", error))?,
            encoding: FeatureEncoding { reading: settings.reading, scale: settings.scale },
            rival: match step {
                1 => "iterative deepening".to_owned(),
                step => format!("iterative deepening with a step of {step}"),
            },
            step,
            table: table.unwrap_or(usize::MAX),
            entries,
            training,
        })
    }

    fn search<W: Word>(
        &self,
        game: &RushHour<W>,
        genome: &Genome,
        limits: &Limits,
        cancel: &Cancel,
    ) -> Attempt {
        let bound = Bound::new(genome, &self.feature_set, self.encoding, game);
        let Self { step, table, .. } = *self;
        let ordered = RushHour::<W>::ORDERED;
        let solver = IdaStar { heuristic: &bound, step, table, ordered };
        let report = solve(&solver, game, &game.start(), limits, cancel, &mut ());
        Attempt::new(&report, bound.fired())
    }

    fn deepen<W: Word>(&self, game: &RushHour<W>, limits: &Limits, cancel: &Cancel) -> Attempt {
        let solver = IterativeDeepening { step: self.step, table: self.table };
        let report = solve(&solver, game, &game.start(), limits, cancel, &mut ());
        Attempt::new(&report, Vec::new())
    }

    fn board(&self, case: Case) -> &Entry {
        &self.entries[case as usize - 1]
    }
}

impl Arena for Boards {
    fn feature_set(&self) -> &FeatureSet {
        &self.feature_set
    }

    fn cases(&self) -> Vec<Case> {
        (1..).take(self.training).collect()
    }

    /// The test boards of a group of the paper, or of the boards of 8×8 cells.
    fn reserved(&self) -> Vec<Case> {
        (1..).take(self.entries.len()).skip(self.training).collect()
    }

    fn name(&self, case: Case) -> String {
        self.board(case).name.clone()
    }

    fn description(&self, case: Case) -> String {
        let Entry { name, letters, .. } = self.board(case);
        format!("{name} {letters}")
    }

    fn attempt(&self, genome: &Genome, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt {
        with_game!(&self.board(case).game, game => self.search(game, genome, limits, cancel))
    }

    fn rival(&self) -> &str {
        &self.rival
    }

    fn baseline(&self, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt {
        with_game!(&self.board(case).game, game => self.deepen(game, limits, cancel))
    }

    /// The fewest slides.
    fn optimum(&self, case: Case) -> Option<u32> {
        let Entry { optimum, game, .. } = self.board(case);
        *optimum.get_or_init(|| with_game!(game, game => fewest_slides(game.first_board().clone())))
    }
}

/// The fewest slides of a board; `None` if it has no solution, or none within the node limit.
fn fewest_slides(board: Board) -> Option<u32> {
    let engine = Engine::exact(Metric::Slides);
    let game = engine.game(board).ok()?;
    let limits = Limits { nodes: Some(OPTIMUM_NODES), ..Limits::default() };
    let mut observer = ();
    let mut meter = Meter::start(&limits, &Cancel::new(), &mut observer);
    match engine.search(&game, &mut meter).ok()? {
        Outcome::Solved(solution) => Some(solution.cost),
        _ => None,
    }
}

/// The boards of a set or a file, and how many of them are for training; the others are for tests only. Those of a file have no difficulty.
fn boards(set: &str) -> Result<(Vec<Entry>, usize), String> {
    if sets::is_test(set) {
        return Err(format!("{set} are test boards, which no run may see"));
    }
    if let Some(members) = sets::set(set) {
        let entries = members.iter().map(|it| Entry::new(&it.name, &it.board, it.difficulty));
        let mut entries = entries.collect::<Result<Vec<_>, _>>()?;
        let whole = set.strip_suffix("/training").unwrap_or(set);
        // The whole suite is for training and tests, as the settings divide it.
        let tests = if set == USUAL { None } else { sets::set(&format!("{whole}/test")) };
        let tests = tests.unwrap_or_default();
        let training = entries.len() - if whole == set { tests.len() } else { 0 };
        if whole != set {
            let reserved = tests.iter().map(|it| Entry::new(&it.name, &it.board, it.difficulty));
            entries.extend(reserved.collect::<Result<Vec<_>, _>>()?);
        }
        return Ok((entries, training));
    }
    let text = patience_files::read_text(Path::new(set), patience_files::MOST_TEXT);
    let text = text.map_err(|error| {
        format!("{set}: {error} (sets of boards: {})", sets::names().join(", "))
    })?;
    let listed = read_boards(&text).map_err(|error| format!("{set}: {error}"))?;
    let entry = |(name, board): (Option<String>, Board)| {
        Entry::new(&name.unwrap_or_else(|| board.letters()), &board, 0.0)
    };
    let entries = listed.into_iter().map(entry).collect::<Result<Vec<_>, _>>();
    let entries = entries.map_err(|error| format!("{set}, {error}"))?;
    let training = entries.len();
    Ok((entries, training))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::jam::JAM;

    #[test]
    fn no_run_sees_the_test_boards_of_its_set() {
        let arena = |set: &str| {
            let search = Table::from_iter([("boards".to_owned(), set.into())]);
            Boards::new(&Settings { search, ..settings() })
        };
        let names = |arena: &Boards, cases: Vec<Case>| -> Vec<String> {
            cases.into_iter().map(|case| arena.name(case)).collect()
        };
        let of_set = |set: &str| -> Vec<String> {
            sets::set(set).unwrap().iter().map(|member| member.name.clone()).collect()
        };
        for set in ["6x6/1", "6x6/5", "8x8", "6x6/training", "6x6/2/training"] {
            let whole = set.strip_suffix("/training").unwrap_or(set);
            let boards = arena(set).unwrap();
            let (cases, reserved) = (boards.cases(), boards.reserved());
            assert_eq!(names(&boards, cases), of_set(&format!("{whole}/training")), "{set}");
            assert_eq!(names(&boards, reserved), of_set(&format!("{whole}/test")), "{set}");
        }
        let suite = arena("6x6").unwrap();
        assert_eq!((suite.cases().len(), suite.reserved().len()), (240, 0));
        let error = arena("6x6/1/test").err().unwrap().to_string();
        assert!(error.contains("no run may see"), "{error}");
        let error = arena("6x6/6").err().unwrap().to_string();
        assert!(error.contains("sets of boards: 6x6, 6x6/1, "), "{error}");
    }

    #[test]
    fn optima_are_the_known_fewest_slides_and_bound_what_searches_find() {
        let arena = Boards::new(&settings()).unwrap();
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        for (case, card) in (1..).zip(&JAM) {
            assert_eq!(arena.optimum(case), Some(card.slides), "{}", card.name);
            let found = arena.baseline(case, &limits, &Cancel::new()).length;
            assert!(found.is_none_or(|length| card.slides <= length), "{}", card.name);
        }
    }

    #[test]
    fn boards_that_are_not_square_and_boards_without_a_solution_have_their_own_optimum() {
        let slides = |text: &str| fewest_slides(Board::parse(text).unwrap());
        assert_eq!(slides("AA.B....\n...B....\n........"), Some(2));
        assert_eq!(slides("AA.B...B...C...C"), None);
    }

    #[test]
    fn genome_and_baseline_have_the_same_step() {
        let blind = |step: i64| {
            let search = Table::from_iter([("step".to_owned(), step.into())]);
            let arena = Boards::new(&Settings { search, ..settings() }).unwrap();
            // A genome that estimates nothing is iterative deepening, except for its first bound.
            let text =
                "format = 1\npuzzle = \"rushhour\"\nname = \"blind\"\ndefault = { value = \"0\" }";
            let genome = patience_kit::Policy::parse(text, &KIT).unwrap().file().genome.clone();
            let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
            let cancel = Cancel::new();
            let attempt = arena.attempt(&genome, 1, &limits, &cancel);
            (attempt.nodes, arena.baseline(1, &limits, &cancel).nodes, arena.rival().to_owned())
        };
        let (one, five) = (blind(1), blind(5));
        assert!(five.0 < one.0 && five.1 < one.1, "{one:?}, {five:?}");
        // The genome's first bound is 0 instead of 1: one node more.
        assert_eq!(one.0, one.1 + 1);
        assert_eq!(one.2, "iterative deepening");
        assert_eq!(five.2, "iterative deepening with a step of 5");
    }
}
