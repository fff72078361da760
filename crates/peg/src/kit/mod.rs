//! Peg solitaire as a kit, for all surfaces.

mod arrays;
mod generate;
mod grade;
mod line;
mod reading;
mod solving;

use patience_core::{Features as _, Kind, Meter, Stop};
use patience_kit::{
    About, Answer, Area, ArrayGame, Assessor, End, EngineAbout, Fault, FeatureAbout, Field, Game,
    Generic, Graded, Grading, Ink, Job, Judgement, KitOf, Label, Length, LengthLabel, Make,
    MoveInfo, Named, Packer, Piece, Place, Refused, Replay, Report, Settings as _, Setup, Spread,
    Unpacker, Values, View, feature_values, features, grouped, judge_by, judge_each,
};
use patience_learn::FeatureSet;
use serde_json::{Value, json};

use self::arrays::Jumper;
use self::generate::Problems;
use self::reading::ProblemRules;
use self::solving::{DECIDE, Engine};
use crate::engines::Decider;
use crate::text::{Grid, code, drawn_lines, goal_words, hole_id, sections, text_of_json};
use crate::{
    Board, Drawing, Hole, Lattice, Line, Metric, Peg, Pegs, Position, Problem, Referee, members,
    picture, read_chains, report,
};

/// Peg solitaire.
pub static KIT: KitOf<PegSolitaire> = KitOf(&PegSolitaire);

/// The puzzle.
///
/// ```
/// use patience_kit::{Game, Values};
/// use patience_peg::PegSolitaire;
///
/// let named = PegSolitaire.named("english", &Values::default());
/// let (_, start) = named.expect("a board of that name")?.remove(0);
/// // The central game begins with one of four jumps.
/// assert_eq!(PegSolitaire.moves(&start).len(), 4);
/// let after = PegSolitaire.play(&start, "35-33")?;
/// assert_eq!((start.pegs().count_ones(), after.pegs().count_ones()), (32, 31));
/// assert!(PegSolitaire.play(&after, "35-33").is_err());
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub struct PegSolitaire;

/// Holes of a board whose distances are cheap.
const SMALL_BOARD: usize = 15;

/// Expansions that a distance on a small board is worth: more than it takes.
const EFFORT: u64 = 1 << 16;

/// The name on the command line and in files.
pub(crate) const NAME: &str = "peg";

static ABOUT: About = About {
    name: NAME,
    title: "Peg solitaire",
    one: "problem",
    many: "problems",
    instance: "A board (english, french, diamond5, wiegleb, triangle15, triangle21, ...); or a drawing with `o` for a peg, `.` for an empty \
               hole and a space outside, `/` or a new line between rows, and the word `triangle` before the rows of a triangular board; or \
               a file with one; or - for standard input",
    default_instance: Some("english"),
    metrics: &[
        Named { name: "moves", summary: "Successive jumps of one peg count one" },
        Named { name: "jumps", summary: "Every jump counts one: all solutions are equally long" },
    ],
    lengths: &[
        Length {
            field: "move_count",
            summary: Some("moves"),
            label: LengthLabel::Unit("move", "moves"),
        },
        Length {
            field: "jumps",
            summary: Some("jumps"),
            label: LengthLabel::Unit("jump", "jumps"),
        },
    ],
    formats: &[
        Named { name: "table", summary: "With the numbers of rows and columns" },
        Named { name: "drawing", summary: "A drawing of the board" },
        Named {
            name: "position",
            summary: "A drawing with the goal and the peg that is in the middle of a move",
        },
    ],
    exchange: "position",
    line_formats: &[
        Named {
            name: "notation",
            summary: "The moves: 64-62-42 is the peg in row 6, column 4, over two others to row 4, column 2",
        },
        Named { name: "drawings", summary: "The board after every move" },
    ],
    engine_switches: &[],
    reports: &[Named {
        name: "analysis",
        summary: "Print what is known without a search: class, types, corners, Merson regions, pagodas, symmetries, a lower bound of the \
                  moves, and a proof where there is no solution; with --svg as a picture",
    }],
};

/// The notation of moves.
const MOVE_HELP: &str = "\
35-33       the peg at row 3, column 5 jumps to row 3, column 3 (both from 0)
64-62-42    several jumps of one peg are one move
3,12-3,10   the same on boards with more than ten rows or columns
";

impl Game for PegSolitaire {
    type Position = Position;
    type Line = Line;
    type Engine = Engine;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn rules(&self) -> Vec<Field> {
        ProblemRules::fields()
    }

    fn deal(&self, _number: u64, _rules: &Values) -> Result<Position, Fault> {
        Err(Fault::input("problems have no numbers"))
    }

    fn named(&self, word: &str, rules: &Values) -> Option<Result<Vec<(String, Position)>, Fault>> {
        if let Some(board) = Board::named(word) {
            return Some(reading::of_board(word, board, rules));
        }
        // The names of problems in results: `english 0,3 to 3,3`.
        if let [name, start, "to", end] = word.split_whitespace().collect::<Vec<_>>()[..]
            && let Some(board) = Board::named(name)
        {
            let ends = Values::from_iter([("start", start), ("end", end)]);
            return Some(reading::of_board(name, board, &ends.or(rules)));
        }
        // A drawing on the command line: its name has no new lines.
        let is_drawing = |word: &str| {
            word.contains(['o', '.']) && word.chars().all(|it| "o. /\r\n".contains(it))
        };
        let drawn = word.strip_prefix("triangle").unwrap_or(word);
        is_drawing(drawn).then(|| {
            let name = Drawing::parse(word)?.on_one_line();
            reading::of_text(&name, word, rules)
        })
    }

    fn read(&self, text: &str, rules: &Values) -> Result<Vec<(Option<String>, Position)>, Fault> {
        let mut positions = Vec::new();
        for (before, section) in sections(text) {
            let read = reading::of_text("*", &section, rules);
            let read = read.map_err(|fault| fault.shifted(before))?;
            positions.extend(read.into_iter().map(|(name, position)| (Some(name), position)));
        }
        Ok(positions)
    }

    fn write(&self, position: &Position, format: &str) -> Option<String> {
        let (board, pegs) = (position.board(), position.pegs());
        match format {
            "table" => {
                let cell = |hole: u8| if pegs >> hole & 1 == 1 { "o" } else { "." };
                let grid = Grid::new(board, |hole| cell(hole).to_owned());
                // The rows of both lattices look alike.
                let is_triangular = board.lattice() == Lattice::Triangular;
                let lattice = if is_triangular { "triangle\n" } else { "" };
                Some(format!("{lattice}{grid}{}", drawn_lines(position)))
            }
            "drawing" => {
                let drawing = Drawing { board: board.clone(), pegs };
                Some(format!("{drawing}\n{}", drawn_lines(position)))
            }
            "position" => Some(position.to_string()),
            _ => None,
        }
    }

    fn json(&self, position: &Position) -> Value {
        let (board, pegs) = (position.board(), position.pegs());
        let drawing = Drawing { board: board.clone(), pegs }.to_string();
        json!({
            "puzzle": NAME,
            // The surface knows where the position comes from.
            "instance": null,
            "rows": board.rows(),
            "columns": board.columns(),
            "drawing": drawing.lines().collect::<Vec<_>>(),
            "pegs": places(board, pegs),
            "empty": places(board, board.all() & !pegs),
            "goal": goal_words(board, position.goal()),
            "moving": position.last().map(|hole| places(board, 1 << hole)[0]),
            "solved": self.is_solved(position),
            "move_count": position.played().moves,
            "jumps": position.played().jumps,
        })
    }

    fn read_json(&self, value: &Value, rules: &Values) -> Option<Result<Position, Fault>> {
        let text = text_of_json(value)?;
        let read = reading::of_text(NAME, &text, rules).map(|mut read| read.remove(0).1);
        // The object has no lines of that text.
        Some(read.map_err(|fault| Fault::input(fault.message)))
    }

    fn encode(&self, position: &Position, packer: &mut Packer) {
        code::encode(position, packer);
    }

    fn decode(&self, unpacker: &mut Unpacker) -> Result<Position, Fault> {
        code::decode(unpacker)
    }

    fn is_solved(&self, position: &Position) -> bool {
        Referee::at(position).is_solved()
    }

    fn move_help(&self) -> &'static str {
        MOVE_HELP
    }

    fn moves(&self, position: &Position) -> Vec<MoveInfo> {
        let board = position.board();
        let info = |chain: crate::Chain| {
            let [from, to] = [0, 1].map(|at| hole_id(board, chain.holes()[at]));
            MoveInfo { text: chain.written(board), piece: from.clone(), from, to }
        };
        Referee::at(position).jumps().into_iter().map(info).collect()
    }

    fn replay(
        &self,
        position: &Position,
        moves: &str,
        _reading: &Values,
    ) -> Result<Replay<Position, Line>, Fault> {
        let written = read_chains(moves)?;
        if written.is_empty() && !moves.trim().is_empty() {
            return Err(Fault::input("expected moves such as 35-33, found none"));
        }
        let (line, end, foul) = Line::play(position, &written);
        let step = line.moves().len();
        let refused = foul.zip(written.get(step)).map(|(foul, written)| Refused {
            step: step + 1,
            line: written.line,
            column: written.column,
            notation: written.chain.written(position.board()),
            reason: foul.to_string(),
        });
        let unfinished = Referee::at(&end).finish().err().map(|reason| reason.to_string());
        Ok(Replay { line, end, refused, unfinished })
    }

    fn view(&self, position: &Position) -> View {
        let board = position.board();
        let lefts = board.half_columns();
        let place = |number: u8| {
            let hole = board.holes()[usize::from(number)];
            let id = hole_id(board, hole);
            let has_peg = position.pegs() >> number & 1 == 1;
            let peg = Label::new("●", "o");
            let peg = Piece::new(id.clone(), "peg".to_owned(), peg, Ink::Neutral);
            let name = format!("row {}, column {}", hole.row, hole.column);
            let area = Area::half(lefts[usize::from(number)], hole.row.into());
            Place::new(id, name, "hole", area)
                .labelled(Label::new("·", "."))
                .holding(Spread::Stack, if has_peg { vec![peg] } else { Vec::new() })
        };
        View { places: members(board.all()).map(place).collect() }
    }

    fn array_game(&self, position: &Position) -> Option<Box<dyn ArrayGame>> {
        Some(Box::new(Jumper::new(position)?))
    }

    fn svg(&self, position: &Position) -> String {
        picture::svg(position.board(), position.pegs())
    }

    fn engines(&self) -> Vec<EngineAbout> {
        solving::engines()
    }

    fn absent_engines(&self) -> &'static [(&'static str, &'static str)] {
        solving::absent_engines()
    }

    fn prepare(&self, engine: &EngineAbout, setup: &Setup<'_>) -> Result<Engine, Fault> {
        Engine::prepare(engine.name, setup)
    }

    fn solve(
        &self,
        engine: &Engine,
        position: &Position,
        meter: &mut Meter<'_>,
    ) -> Result<Answer, Fault> {
        engine.solve(position, meter)
    }

    /// `18 moves, optimal (31 jumps), 7,488 optimal solutions`.
    fn headline(&self, metric: &str, answer: &Answer) -> String {
        let (Some(line), End::Solved { optimal, .. }) = (&answer.line, &answer.end) else {
            return String::new();
        };
        let lengths = line.lengths().0;
        let mut words =
            ABOUT.lengths.iter().zip(&lengths).map(|(length, &value)| length.with(value));
        let (moves, jumps) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        if metric == Metric::Jumps.name() {
            return format!("{jumps} ({moves})");
        }
        let optimal = if *optimal { ", optimal" } else { "" };
        let solutions = match answer.solutions {
            None => String::new(),
            Some(1) => ", a single optimal solution".to_owned(),
            Some(count) => format!(", {} optimal solutions", grouped(count)),
        };
        format!("{moves}{optimal} ({jumps}){solutions}")
    }

    fn advice(&self, engine: &Engine, stop: Stop) -> Option<&'static str> {
        engine.advice(stop)
    }

    fn is_resumable(&self, engine: &Engine) -> bool {
        engine.is_resumable()
    }

    fn runs_on_ranks(&self, engine: &Engine) -> bool {
        engine.runs_on_ranks()
    }

    fn judge_with(&self) -> &'static str {
        DECIDE
    }

    /// All moves share what the decider learns.
    fn judge(
        &self,
        position: &Position,
        metric: Option<&str>,
        meter: &mut Meter<'_>,
    ) -> Result<Judgement, Fault> {
        let Ok(problem) = position.problem() else {
            return judge_each(self, position, metric, meter);
        };
        let engine = Engine::prepare(DECIDE, &Setup { metric, ..Setup::default() })?;
        let mut decider = Decider::new(&problem);
        let decide = |position: &Position, meter: &mut Meter<'_>| {
            engine.decide(position, &mut decider, meter)
        };
        judge_by(&mut Assessor::new(self, position, metric, decide)?, position, meter)
    }

    /// A search in layers pays off on large boards only.
    fn distance_with(&self, position: &Position) -> Option<&'static str> {
        Some(if is_small(position) { "a-star" } else { "best" })
    }

    /// Small boards have few positions.
    fn distance_effort(&self, position: &Position) -> u64 {
        if is_small(position) { EFFORT } else { 0 }
    }

    fn class(&self, position: &Position) -> String {
        format!("{:?}", position.class())
    }

    fn grading(&self) -> Option<&'static Grading> {
        Some(&grade::GRADING)
    }

    fn grade(&self, position: &Position, meter: &mut Meter<'_>) -> Result<Option<Graded>, Fault> {
        grade::grade(position, meter)
    }

    fn jobs(&self) -> &'static [&'static dyn Job] {
        &[&Make(Problems)]
    }

    fn report(
        &self,
        position: &Position,
        name: &str,
        settings: &Values,
        _meter: &mut Meter<'_>,
    ) -> Option<Result<Report, Fault>> {
        if name != "analysis" {
            return None;
        }
        let instance = settings.get("instance").and_then(Value::as_str).unwrap_or(NAME);
        let problem = position.problem().map_err(Fault::input);
        Some(problem.map(|problem| report::analysis(instance, &problem)))
    }

    fn features(&self, _engine: Option<&str>) -> Vec<FeatureAbout> {
        example().map_or_else(Vec::new, |example| features(&example))
    }

    fn feature_values(&self, position: &Position) -> Option<Vec<f64>> {
        Some(feature_values(&Peg::new(position.problem().ok()?)))
    }

    fn feature_set(&self, engine: Option<&str>) -> Option<FeatureSet> {
        let name = engine.unwrap_or(self.policy_engine());
        let engines = Generic::engines::<Peg>();
        engines.iter().find(|engine| engine.name == name && engine.guided)?;
        let is_heuristic = |kind: Kind| matches!(kind, Kind::Heuristic { .. });
        let heuristics = Peg::features().iter().filter(|feature| is_heuristic(feature.kind));
        FeatureSet::of::<Peg>(&heuristics.map(|feature| feature.name).collect::<Vec<_>>()).ok()
    }

    fn policy_engine(&self) -> &'static str {
        "best-first"
    }
}

/// Whether the board has so few holes that distances are cheap.
fn is_small(position: &Position) -> bool {
    position.board().holes().len() <= SMALL_BOARD
}

/// The central game, whose features have the usual ranges.
fn example() -> Option<Peg> {
    let board = Board::named("english")?;
    let centre = board.centre()?;
    Problem::vacancy(board, centre, centre).ok().map(Peg::new)
}

/// Rows and columns of the holes of a set.
pub(crate) fn places(board: &Board, set: Pegs) -> Vec<[u8; 2]> {
    let place = |hole: u8| {
        let Hole { row, column } = board.holes()[usize::from(hole)];
        [row, column]
    };
    members(set).map(place).collect()
}
