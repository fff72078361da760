//! Rush Hour as a kit, for all surfaces.

pub(crate) mod about;
mod arrays;
mod judge;
mod line;
mod report;

use patience_core::Meter;
use patience_kit::{
    About, Answer, Area, ArrayGame, Choice as _, EngineAbout, Evolvable, Fault, FeatureAbout, Game,
    Graded, Grading, Ink, Job, Judgement, KitOf, Label, MoveInfo, Packer, Piece, Place, Refused,
    Replay, Report, Setup, Spread, Unpacker, Values, View, feature_values, features,
};
use patience_learn::{Arena, FeatureSet, Settings as EvolutionSettings, Table};
use serde_json::Value;

use self::about::{ABOUT, CLUSTER, EXCHANGE};
use self::arrays::Traffic;
use crate::arena;
use crate::engines::engine::{EXACT, Engine};
use crate::enumerate::job::Enumerate;
use crate::evolve_boards::EvolvableBoards;
use crate::generate::job::Generate;
use crate::grade;
use crate::picture::{self, EXIT, cell_id};
use crate::rules::any_size::{AnySize, with_game};
use crate::rules::board::{Axis, Board, Vehicle};
use crate::rules::game::{Metric, RushHour};
use crate::rules::jam::JAM;
use crate::rules::line::{Line, NotASolution};
use crate::rules::referee::Referee;
use crate::sets;
use crate::text::code;
use crate::text::notation::{Step, WrittenStep, read_steps};
use crate::text::reading::{cards, read_boards};
use crate::text::shown::{axis, is_square, of_json, shown, table, word};

/// Rush Hour.
pub static KIT: KitOf<RushHourGame> = KitOf(&RushHourGame);

/// The puzzle, for [`KIT`].
///
/// ```
/// use patience_kit::{Game, Values};
/// use patience_rush_hour::{Board, RushHourGame};
///
/// let board = Board::parse("AA.B...B........")?;
/// let moves: Vec<String> = RushHourGame.moves(&board).into_iter().map(|it| it.text).collect();
/// assert_eq!(moves, ["A+1", "B+1", "B+2"]);
/// let played = RushHourGame.replay(&board, "B+2 A+2", &Values::default())?;
/// assert!(RushHourGame.is_solved(&played.end));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RushHourGame;

/// The notation of moves.
const MOVE_HELP: &str = "\
B+2     vehicle B two cells right or down
B-1     vehicle B one cell left or up
";

impl Game for RushHourGame {
    type Position = Board;
    type Line = Line;
    type Engine = Engine;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn deal(&self, _number: u64, _rules: &Values) -> Result<Board, Fault> {
        Err(Fault::input("boards have no numbers"))
    }

    fn named(&self, word: &str, _rules: &Values) -> Option<Result<Vec<(String, Board)>, Fault>> {
        if let Some(members) = sets::set(word) {
            return Some(Ok(members
                .iter()
                .map(|it| (it.name.clone(), it.board.clone()))
                .collect()));
        }
        let cards = match cards(word)? {
            Ok(cards) => cards.iter(),
            Err(fault) => return Some(Err(fault)),
        };
        let board = |card: &crate::Known| Ok((card.name.to_owned(), Board::parse(card.letters)?));
        Some(cards.map(board).collect())
    }

    fn read(&self, text: &str, _rules: &Values) -> Result<Vec<(Option<String>, Board)>, Fault> {
        Ok(read_boards(text)?)
    }

    fn write(&self, board: &Board, format: &str) -> Option<String> {
        match format {
            "table" => Some(table(board)),
            "letters" if is_square(board) => Some(board.letters()),
            "letters" => Some(board.to_string()),
            EXCHANGE => Some(word(board)),
            _ => None,
        }
    }

    fn json(&self, board: &Board) -> Value {
        shown(board)
    }

    fn read_json(&self, value: &Value, _rules: &Values) -> Option<Result<Board, Fault>> {
        of_json(value).map(|board| board.map_err(|error| Fault::input(error.message)))
    }

    fn encode(&self, board: &Board, packer: &mut Packer) {
        code::encode(board, packer);
    }

    fn decode(&self, unpacker: &mut Unpacker) -> Result<Board, Fault> {
        code::decode(unpacker)
    }

    fn is_solved(&self, board: &Board) -> bool {
        Referee::new(board).is_solved()
    }

    fn move_help(&self) -> &'static str {
        MOVE_HELP
    }

    fn moves(&self, board: &Board) -> Vec<MoveInfo> {
        let mut moves = Vec::new();
        for &vehicle in board.vehicles() {
            for (step, to) in slides(board, vehicle) {
                moves.push(MoveInfo {
                    text: step.to_string(),
                    piece: vehicle.letter.to_string(),
                    from: cell_id((vehicle.row, vehicle.column)),
                    to: cell_id((to.row, to.column)),
                });
            }
        }
        moves
    }

    fn replay(
        &self,
        board: &Board,
        moves: &str,
        _reading: &Values,
    ) -> Result<Replay<Board, Line>, Fault> {
        let mut written = read_steps(moves)?;
        for step in written.iter_mut().map(|written| &mut written.step) {
            step.letter = letter_of(board, step.letter);
        }
        let steps: Vec<Step> = written.iter().map(|written| written.step).collect();
        let (line, wrong) = Line::play(board, &steps);
        let refused = match &wrong {
            Some(NotASolution::Move { index, step, foul }) => {
                let WrittenStep { line, column, .. } = written[*index];
                let (step, notation) = (index + 1, step.to_string());
                Some(Refused { step, line, column, notation, reason: foul.to_string() })
            }
            _ => None,
        };
        let end = line.end().clone();
        Ok(Replay { line, end, refused, unfinished: wrong.map(|wrong| wrong.to_string()) })
    }

    /// A vehicle is a piece of its first cell.
    fn view(&self, board: &Board) -> View {
        let mut places = Vec::new();
        for (row, letters) in (0..).zip(board.rows()) {
            for (column, letter) in (0..).zip(letters.chars()) {
                let begins = |it: &&Vehicle| (it.row, it.column) == (row, column);
                let pieces = board.vehicles().iter().filter(begins);
                let pieces = pieces.map(|vehicle| piece(board, vehicle)).collect();
                let name = format!("row {}, column {}", row + 1, column + 1);
                let area = Area::cell(column.into(), row.into());
                let kind = if letter == 'x' { "wall" } else { "cell" };
                let place = Place::new(cell_id((row, column)), name, kind, area);
                places.push(if letter == 'x' {
                    place.labelled(Label::new("▓▓", "XX")).solid()
                } else {
                    place.labelled(Label::new("·", ".")).holding(Spread::Stack, pieces)
                });
            }
        }
        let exit = Area::cell(board.width().into(), board.target().row.into());
        let exit = Place::new(EXIT.to_owned(), "exit".to_owned(), "exit", exit);
        places.push(exit.labelled(Label::new("→", ">")).solid());
        View { places }
    }

    fn array_game(&self, board: &Board) -> Option<Box<dyn ArrayGame>> {
        Some(Box::new(Traffic::new(board)?))
    }

    fn svg(&self, board: &Board) -> String {
        picture::svg(board)
    }

    fn engines(&self) -> Vec<EngineAbout> {
        Engine::engines()
    }

    fn prepare(&self, engine: &EngineAbout, setup: &Setup<'_>) -> Result<Engine, Fault> {
        Engine::new(engine.name, metric(setup.metric), setup)
    }

    fn solve(
        &self,
        engine: &Engine,
        board: &Board,
        meter: &mut Meter<'_>,
    ) -> Result<Answer, Fault> {
        engine.answer(board, meter)
    }

    fn judge_with(&self) -> &'static str {
        EXACT
    }

    fn distance_with(&self, _position: &Board) -> Option<&'static str> {
        Some(EXACT)
    }

    fn is_reversible(&self) -> bool {
        true
    }

    /// The search for a verdict finds the distance as well.
    fn distance_effort(&self, _board: &Board) -> u64 {
        u64::MAX
    }

    fn judge(
        &self,
        board: &Board,
        name: Option<&str>,
        meter: &mut Meter<'_>,
    ) -> Result<Judgement, Fault> {
        judge::judge(board, metric(name), meter)
    }

    fn grading(&self) -> Option<&'static Grading> {
        Some(&grade::GRADING)
    }

    fn grade(&self, position: &Board, meter: &mut Meter<'_>) -> Result<Option<Graded>, Fault> {
        grade::grade(position, meter)
    }

    fn report(
        &self,
        board: &Board,
        name: &str,
        settings: &Values,
        meter: &mut Meter<'_>,
    ) -> Option<Result<Report, Fault>> {
        let text = |name: &str| settings.get(name).and_then(Value::as_str);
        let instance = text("instance").unwrap_or_default();
        let report = || report::cluster(board, instance, metric(text("metric")), meter);
        (name == CLUSTER).then(report)
    }

    fn jobs(&self) -> &'static [&'static dyn Job] {
        &[&Generate, &Enumerate]
    }

    fn evolvables(&self) -> &'static [&'static dyn Evolvable] {
        &[&EvolvableBoards]
    }

    /// The ranges are those of the last card of the original game.
    fn features(&self, _engine: Option<&str>) -> Vec<FeatureAbout> {
        let board = Board::parse(JAM[JAM.len() - 1].letters).ok();
        let game = board.and_then(|board| <RushHour>::new(board).ok());
        game.map_or_else(Vec::new, |game| features(&game))
    }

    fn feature_values(&self, board: &Board) -> Option<Vec<f64>> {
        let game = AnySize::new(board.clone()).ok()?;
        Some(with_game!(&game, game => feature_values(game)))
    }

    fn feature_set(&self, engine: Option<&str>) -> Option<FeatureSet> {
        let name = engine.unwrap_or(arena::ENGINE);
        let is_guided = |engine: &EngineAbout| engine.name == name && engine.guided;
        Engine::engines().iter().any(is_guided).then(arena::feature_set)?.ok()
    }

    fn policy_engine(&self) -> &'static str {
        arena::ENGINE
    }

    fn sample(&self) -> Option<&'static str> {
        Some("JAM01..=JAM40")
    }

    fn evolution(&self, _chosen: &Table) -> Option<EvolutionSettings> {
        Some(arena::settings())
    }

    fn arena(&self, settings: &EvolutionSettings) -> Result<Box<dyn Arena>, Fault> {
        Ok(Box::new(arena::Boards::new(settings)?))
    }
}

/// The letter of the vehicle that is meant: in the other case if only that one is on the board.
fn letter_of(board: &Board, letter: char) -> char {
    let has = |letter: char| board.vehicles().iter().any(|vehicle| vehicle.letter == letter);
    let other = if letter.is_ascii_lowercase() {
        letter.to_ascii_uppercase()
    } else {
        letter.to_ascii_lowercase()
    };
    if !has(letter) && has(other) { other } else { letter }
}

/// The metric of a name; the default one for a name that is none, which the adapter refuses.
fn metric(name: Option<&str>) -> Metric {
    name.and_then(Metric::named).unwrap_or_default()
}

/// Every slide of a vehicle that the referee allows, and the vehicle after it: right and down before left and up, the nearest first.
fn slides(board: &Board, vehicle: Vehicle) -> Vec<(Step, Vehicle)> {
    let mut slides = Vec::new();
    for sign in [1, -1] {
        let mut referee = Referee::new(board);
        let one = Step { letter: vehicle.letter, by: sign };
        for by in (1..).map(|distance: i8| sign * distance) {
            if referee.play(one).is_err() {
                break;
            }
            let to = vehicle.at(vehicle.offset().saturating_add_signed(by));
            slides.push((Step { by, ..one }, to));
        }
    }
    slides
}

/// A vehicle; the goal is about the target.
fn piece(board: &Board, vehicle: &Vehicle) -> Piece {
    let Vehicle { letter, length, axis: direction, .. } = *vehicle;
    let (role, ink) = if *vehicle == board.target() {
        ("target", Ink::Accent)
    } else {
        ("vehicle", Ink::Neutral)
    };
    let name = format!("{} {role} {letter}, {length} cells", axis(direction));
    let size = match direction {
        Axis::Horizontal => (length, 1),
        Axis::Vertical => (1, length),
    };
    Piece::new(letter.to_string(), name, Label::plain(letter), ink).sized(size)
}
