//! Genomes that guide IDA* through boards of Rush Hour.

use std::collections::HashMap;
use std::path::Path;
use std::sync::LazyLock;

use patience_core::{Cancel, Limits, Puzzle, solve};
use patience_learn::{Arena, Attempt, Bound, Case, Genome, Lexicon, Manner, Settings};
use patience_rush_hour::{AnySize, Board, JAM, MoveSet, RushHour, Word};
use patience_search::{IdaStar, IterativeDeepening};

use super::{NoArena, lexicon};
use crate::policy::Plan;

/// The hardest boards of 6×6 cells, by steps, the hardest first; so are the others.
const HARDEST: &str = include_str!("../../../../data/rush-hour-hardest-steps.txt");

/// Boards of 8×8 cells that evolution made.
const EVOLVED: &str = include_str!("../../../../data/rush-hour-8x8.txt");

/// How many of the former stand beside the forty of the game.
const HARD: usize = 200;

/// Why there are no boards.
#[derive(Debug, thiserror::Error)]
pub enum BadBoards {
    /// The setting is not text.
    #[error("expected \"6x6\", \"8x8\" or a file of boards, found {0}")]
    Value(String),
    /// The file cannot be read.
    #[error("{file}: {error}")]
    File {
        /// The file.
        file: String,
        /// Why.
        error: std::io::Error,
    },
    /// A line of it is no board.
    #[error("{file}, line {line}: {error}")]
    Line {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// Why.
        error: String,
    },
    /// There is none in it.
    #[error("{0}: there is no board in it")]
    Empty(String),
}

/// The sets that come with the program.
const SETS: [&str; 2] = ["6x6", "8x8"];

/// Boards to be solved by IDA*, compared with iterative deepening.
pub(super) struct Boards {
    lexicon: Lexicon,
    manner: Manner,
    table: usize,
    entries: Vec<Entry>,
}

/// A board that genomes are tried on.
struct Entry {
    name: String,
    letters: String,
    difficulty: f64,
    game: AnySize,
}

impl Boards {
    pub(super) fn new(settings: &Settings) -> Result<Self, NoArena> {
        let mut search = settings.search.clone();
        let set = search.remove("boards");
        let plan = Plan::read(crate::rush_hour::NAME, &search)?;
        Ok(Self {
            lexicon: lexicon(settings)?,
            manner: Manner { reading: settings.reading, scale: settings.scale },
            table: plan.table.unwrap_or(usize::MAX),
            entries: boards(
                set.map_or_else(
                    || Ok("6x6".to_owned()),
                    |set| match set.as_str() {
                        Some(set) => Ok(set.to_owned()),
                        None => Err(BadBoards::Value(set.to_string())),
                    },
                )?
                .as_str(),
            )?,
        })
    }

    fn search<W: Word>(
        &self,
        game: &RushHour<W>,
        genome: &Genome,
        limits: &Limits,
        cancel: &Cancel,
    ) -> Attempt {
        let bound = Bound::new(genome, &self.lexicon, self.manner, game);
        let solver = IdaStar { heuristic: &bound, table: self.table, ordered: true };
        let report = solve(&solver, game, &game.start(), limits, cancel, &mut ());
        Attempt::new(&report, bound.fired())
    }

    fn deepen<W: Word>(&self, game: &RushHour<W>, limits: &Limits, cancel: &Cancel) -> Attempt {
        let solver = IterativeDeepening { table: self.table, ..IterativeDeepening::default() };
        let report = solve(&solver, game, &game.start(), limits, cancel, &mut ());
        Attempt::new(&report, Vec::new())
    }

    fn board(&self, case: Case) -> &Entry {
        &self.entries[case as usize - 1]
    }
}

impl Arena for Boards {
    fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    fn cases(&self) -> Vec<Case> {
        // There are hundreds of them.
        #[allow(clippy::cast_possible_truncation)]
        let count = self.entries.len() as Case;
        (1..=count).collect()
    }

    fn name(&self, case: Case) -> String {
        self.board(case).name.clone()
    }

    fn description(&self, case: Case) -> String {
        let Entry { name, letters, .. } = self.board(case);
        format!("{name} {letters}")
    }

    fn attempt(&self, genome: &Genome, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt {
        match &self.board(case).game {
            AnySize::Small(game) => self.search(game, genome, limits, cancel),
            AnySize::Large(game) => self.search(game, genome, limits, cancel),
        }
    }

    fn rival(&self) -> &'static str {
        "iterative deepening"
    }

    fn baseline(&self, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt {
        match &self.board(case).game {
            AnySize::Small(game) => self.deepen(game, limits, cancel),
            AnySize::Large(game) => self.deepen(game, limits, cancel),
        }
    }
}

/// The difficulty of a board of the sets that come with the program, from 0 (easiest) to 1.
pub(super) fn difficulty(board: &Board) -> Option<f64> {
    static KNOWN: LazyLock<HashMap<String, f64>> = LazyLock::new(|| {
        let known = SETS.iter().filter_map(|set| boards(set).ok()).flatten();
        known.map(|Entry { letters, difficulty, .. }| (letters, difficulty)).collect()
    });
    KNOWN.get(&board.letters()).copied()
}

/// The boards of a set, or of a file with a name and a board a line. Those of a set know how hard they are among all of it.
fn boards(set: &str) -> Result<Vec<Entry>, BadBoards> {
    let owned =
        |(line, name, board): (usize, &str, &str)| (line, name.to_owned(), board.to_owned());
    let listed: Vec<(usize, String, String)> = match set {
        "6x6" => {
            let mut hard: Vec<_> = lines(HARDEST).take(HARD).map(owned).collect();
            hard.reverse();
            let jam = JAM.iter().map(|known| (0, known.name.to_owned(), known.letters.to_owned()));
            jam.chain(hard).collect()
        }
        "8x8" => {
            let mut hard: Vec<_> = lines(EVOLVED).map(owned).collect();
            hard.reverse();
            hard
        }
        file => {
            let text = std::fs::read_to_string(Path::new(file))
                .map_err(|error| BadBoards::File { file: file.to_owned(), error })?;
            lines(&text).map(owned).collect()
        }
    };
    if listed.is_empty() {
        return Err(BadBoards::Empty(set.to_owned()));
    }
    let is_sorted = SETS.contains(&set);
    let last = (listed.len() - 1).max(1) as f64;
    let mut entries = Vec::new();
    for (at, (line, name, text)) in listed.into_iter().enumerate() {
        let wrong = |error: String| BadBoards::Line { file: set.to_owned(), line, error };
        let board = Board::parse(&text).map_err(|error| wrong(error.to_string()))?;
        let letters = board.letters();
        let mut game = AnySize::new(board).map_err(|error| wrong(error.to_string()))?;
        let difficulty = if is_sorted { at as f64 / last } else { 0.0 };
        match &mut game {
            AnySize::Small(game) => (game.moves, game.difficulty) = (MoveSet::Macros, difficulty),
            AnySize::Large(game) => (game.moves, game.difficulty) = (MoveSet::Macros, difficulty),
        }
        entries.push(Entry { name, letters, difficulty, game });
    }
    Ok(entries)
}

/// The lines that hold a board, with their numbers: its name and its letters.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    text.lines().enumerate().filter_map(|(index, line)| {
        let mut words = line.split('#').next().unwrap_or("").split_whitespace();
        let (first, second) = (words.next()?, words.next());
        let (name, board) = second.map_or((first, first), |board| (first, board));
        Some((index + 1, name, board))
    })
}
