//! Sliding tiles as a kit: what the program, the page and Python reach the puzzle through.

use std::ops::RangeInclusive;

use patience_core::{Meter, Stats};
use patience_kit::{
    About, Alphabet, Answer, Area, ArrayGame, End, EngineAbout, Fault, FeatureAbout, Field, Game,
    Generic, Graded, Grading, Ink, Job, KitOf, Label, Length, LengthLabel, Lengths, Make, MoveInfo,
    Named, Packer, Piece, Place, Refused, Replay, Settings as _, Setup, Spread, Unpacker, Values,
    View, feature_values, features, rows, settings,
};
use patience_learn::{Arena, FeatureSet, Settings as EvolutionSettings, Table};
use serde_json::{Value, json};

use crate::arena::{self, Shuffled};
use crate::arrays::Slider;
use crate::code;
use crate::generate::Boards;
use crate::grade;
use crate::picture::cell_id;
use crate::{Line, NotASolution, Referee, SlidingTiles, Tile, picture, read, read_moves};

/// Sliding tiles.
pub static KIT: KitOf<Tiles> = KitOf(&Tiles);

/// The puzzle.
///
/// ```
/// use patience_kit::{Game, Values};
/// use patience_tiles::Tiles;
///
/// // Here positions have their own type; `KIT` erases it.
/// let (_, board) = &Tiles.read("1 2/. 3", &Values::default())?[0];
/// assert_eq!((board.width(), Tiles.is_solved(board)), (2, false));
/// assert_eq!(Tiles.moves(board).iter().map(|mv| &mv.text).collect::<Vec<_>>(), ["1", "3"]);
/// assert!(Tiles.is_solved(&Tiles.replay(board, "3", &Values::default())?.end));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub struct Tiles;

settings! {
    /// The size of boards that are dealt by number; a board in text has its own.
    struct Frame {
        /// Columns of a board that is dealt; it has at most 16 cells
        columns: u32 = 3, 2..=8;
        /// Rows of a board that is dealt; it has at most 16 cells
        rows: u32 = 3, 2..=8;
    }
}

static ABOUT: About = About {
    name: "tiles",
    title: "Sliding tiles",
    one: "board",
    many: "boards",
    instance: "a seed from 1, or rows with `/` between them, such as `8 1 3/4 . 2/7 6 5`",
    default_instance: None,
    metrics: &[Named { name: "moves", summary: "Every tile that slides counts one" }],
    lengths: &[Length {
        field: "move_count",
        summary: Some("moves"),
        label: LengthLabel::Unit("move", "moves"),
    }],
    formats: &[
        Named { name: "table", summary: "A row a line, in columns" },
        Named { name: "board", summary: "One line with `/` between the rows" },
    ],
    exchange: "board",
    line_formats: &[
        Named { name: "notation", summary: "The numbers of the tiles that slide" },
        Named { name: "boards", summary: "The board after every move" },
    ],
    engine_switches: &[],
    reports: &[],
};

/// The largest seed: the largest whole number that JSON carries everywhere.
const LAST_SEED: u64 = (1 << 53) - 1;

/// Why half of the boards cannot be solved.
const ODD: &str = "every move changes both the parity of the permutation and that of the gap's distance from its corner; \
                   here they differ, on a solved board they do not";

/// The notation of moves.
const MOVE_HELP: &str = "\
5       slides tile 5 into the empty cell
";

impl Game for Tiles {
    type Position = SlidingTiles;
    type Line = Line;
    type Engine = Generic;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn rules(&self) -> Vec<Field> {
        Frame::fields()
    }

    fn numbers(&self) -> Option<RangeInclusive<u64>> {
        Some(1..=LAST_SEED)
    }

    fn deal(&self, number: u64, rules: &Values) -> Result<SlidingTiles, Fault> {
        let Frame { columns: width, rows: height } = Frame::read(rules)?;
        SlidingTiles::shuffled(width, height, number).ok_or_else(|| {
            let most = crate::MAX_CELLS;
            Fault::input(format_args!(
                "a board has at most {most} cells, but {height} × {width} are {}",
                width * height
            ))
        })
    }

    fn read(
        &self,
        text: &str,
        _rules: &Values,
    ) -> Result<Vec<(Option<String>, SlidingTiles)>, Fault> {
        Ok(read(text)?.into_iter().map(|board| (None, board)).collect())
    }

    fn write(&self, position: &SlidingTiles, format: &str) -> Option<String> {
        match format {
            "table" => Some(position.table()),
            "board" => Some(position.to_string()),
            _ => None,
        }
    }

    fn json(&self, position: &SlidingTiles) -> Value {
        json!({
            "puzzle": ABOUT.name,
            "width": position.width(),
            "rows": position.rows(),
            "solved": self.is_solved(position),
        })
    }

    fn read_json(&self, value: &Value, _rules: &Values) -> Option<Result<SlidingTiles, Fault>> {
        let rows: Vec<Vec<Tile>> = serde_json::from_value(value.get("rows")?.clone()).ok()?;
        let row = |row: &Vec<Tile>| row.iter().map(Tile::to_string).collect::<Vec<_>>().join(" ");
        let text = rows.iter().map(row).collect::<Vec<_>>().join("\n");
        let boards = read(&text).map_err(|error| Fault::input(error.message));
        Some(boards.map(|mut boards| boards.remove(0)))
    }

    fn encode(&self, position: &SlidingTiles, packer: &mut Packer) {
        code::encode(position, packer);
    }

    fn decode(&self, unpacker: &mut Unpacker) -> Result<SlidingTiles, Fault> {
        code::decode(unpacker)
    }

    fn is_solved(&self, position: &SlidingTiles) -> bool {
        Referee::new(position).is_solved()
    }

    fn move_help(&self) -> &'static str {
        MOVE_HELP
    }

    fn moves(&self, position: &SlidingTiles) -> Vec<MoveInfo> {
        let referee = Referee::new(position);
        let place = |tile| referee.place(tile).map(cell_id).unwrap_or_default();
        let info = |tile: Tile| MoveInfo {
            text: tile.to_string(),
            piece: tile.to_string(),
            from: place(tile),
            to: place(0),
        };
        referee.moves().into_iter().map(info).collect()
    }

    fn replay(
        &self,
        position: &SlidingTiles,
        moves: &str,
        _reading: &Values,
    ) -> Result<Replay<SlidingTiles, Line>, Fault> {
        let written = read_moves(moves)?;
        let tiles: Vec<Tile> = written.iter().map(|written| written.tile).collect();
        let (line, wrong) = Line::play(position, &tiles);
        let refused = match wrong {
            Some(NotASolution::Move(step, foul)) => {
                written.get(line.tiles().len()).map(|written| Refused {
                    step,
                    line: written.line,
                    column: written.column,
                    notation: written.tile.to_string(),
                    reason: foul.to_string(),
                })
            }
            _ => None,
        };
        let end = *line.end();
        Ok(Replay { line, end, refused, unfinished: wrong.map(|wrong| wrong.to_string()) })
    }

    fn view(&self, position: &SlidingTiles) -> View {
        let mut places = Vec::new();
        for (row, tiles) in position.rows().iter().enumerate() {
            for (column, &tile) in tiles.iter().enumerate() {
                let label = Label::plain(tile.to_string());
                let piece =
                    Piece::new(tile.to_string(), format!("tile {tile}"), label, Ink::Neutral);
                let name = format!("row {}, column {}", row + 1, column + 1);
                let place =
                    Place::new(cell_id((row, column)), name, "cell", Area::cell(column, row));
                let pieces = if tile == 0 { Vec::new() } else { vec![piece] };
                places.push(place.holding(Spread::Stack, pieces));
            }
        }
        View { places }
    }

    fn alphabet(&self, _position: &SlidingTiles) -> Alphabet {
        let labels = (1..crate::MAX_CELLS).map(|tile| tile.to_string()).collect();
        Alphabet { labels, ..Alphabet::default() }
    }

    fn array_game(&self, position: &SlidingTiles) -> Option<Box<dyn ArrayGame>> {
        Some(Box::new(Slider::new(position)))
    }

    fn svg(&self, position: &SlidingTiles) -> String {
        picture::svg(position)
    }

    /// The default finds optimal solutions, so it is IDA*.
    fn engines(&self) -> Vec<EngineAbout> {
        let mut engines = Generic::engines::<SlidingTiles>();
        engines.sort_by_key(|engine| engine.name != arena::ENGINE);
        engines
    }

    fn prepare(&self, engine: &EngineAbout, setup: &Setup<'_>) -> Result<Generic, Fault> {
        let known = || Generic::engines::<SlidingTiles>().into_iter().map(|engine| engine.name);
        Generic::prepare::<SlidingTiles>(engine.name, setup)
            .unwrap_or_else(|| Err(Fault::unknown("engine", engine.name, known())))
    }

    /// Parity decides whether there is a solution, before any search.
    fn solve(
        &self,
        engine: &Generic,
        position: &SlidingTiles,
        meter: &mut Meter<'_>,
    ) -> Result<Answer, Fault> {
        use patience_core::Puzzle as _;
        if !position.is_solvable() {
            let end = End::Unsolvable { reason: Some(ODD.to_owned()) };
            return Ok(Answer { end, line: None, solutions: None, stats: Stats::default() });
        }
        let outcome = engine.solve(position, &position.start(), meter)?;
        Ok(Answer::refereed(&outcome, |moves| Line::solution(position, moves)))
    }

    fn grading(&self) -> Option<&'static Grading> {
        Some(&grade::GRADING)
    }

    fn grade(
        &self,
        position: &SlidingTiles,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Graded>, Fault> {
        grade::grade(position, meter)
    }

    fn jobs(&self) -> &'static [&'static dyn Job] {
        &[&Make(Boards)]
    }

    fn judge_with(&self) -> &'static str {
        "best-first"
    }

    fn distance_with(&self, _position: &SlidingTiles) -> Option<&'static str> {
        Some(arena::ENGINE)
    }

    fn is_reversible(&self) -> bool {
        true
    }

    /// Enough for every board of nine cells, and for larger ones near the goal.
    fn distance_effort(&self, _position: &SlidingTiles) -> u64 {
        50_000
    }

    fn features(&self, _engine: Option<&str>) -> Vec<FeatureAbout> {
        let Frame { columns: width, rows: height } = Frame::default();
        SlidingTiles::shuffled(width, height, 1).map_or_else(Vec::new, |board| features(&board))
    }

    fn feature_values(&self, position: &SlidingTiles) -> Option<Vec<f64>> {
        Some(feature_values(position))
    }

    fn feature_set(&self, engine: Option<&str>) -> Option<FeatureSet> {
        let name = engine.unwrap_or(self.policy_engine());
        let is_guided = |engine: &EngineAbout| engine.name == name && engine.guided;
        self.engines().iter().any(is_guided).then(arena::feature_set)?.ok()
    }

    fn policy_engine(&self) -> &'static str {
        arena::ENGINE
    }

    fn evolution(&self, _chosen: &Table) -> Option<EvolutionSettings> {
        Some(arena::settings())
    }

    fn arena(&self, settings: &EvolutionSettings) -> Result<Box<dyn Arena>, Fault> {
        Ok(Box::new(Shuffled::new(settings)?))
    }
}

impl patience_kit::Line for Line {
    fn notation(&self) -> Vec<String> {
        self.tiles().iter().map(Tile::to_string).collect()
    }

    fn lengths(&self) -> Lengths {
        // No line in memory is longer.
        Lengths(vec![i64::try_from(self.tiles().len()).unwrap_or(i64::MAX)])
    }

    fn render(&self, format: &str) -> String {
        match format {
            "notation" => rows(&self.notation()),
            "boards" => {
                let mut boards = self.boards().iter().map(SlidingTiles::table);
                let start = boards.next().unwrap_or_default() + "\n";
                let after = self.tiles().iter().zip(boards);
                after.fold(start, |out, (tile, board)| format!("{out}\nMove: {tile}\n\n{board}\n"))
            }
            _ => String::new(),
        }
    }

    fn words(&self) -> Vec<String> {
        let words = |(&tile, pair): (&Tile, &[SlidingTiles])| {
            let [from, to] = [0, 1].map(|at| Referee::new(&pair[at]).place(tile));
            let way = match (from, to) {
                (Some((from, _)), Some((to, _))) if from < to => "down",
                (Some((from, _)), Some((to, _))) if to < from => "up",
                (Some((_, from)), Some((_, to))) if from < to => "right",
                _ => "left",
            };
            format!("tile {tile} {way}")
        };
        self.tiles().iter().zip(self.boards().windows(2)).map(words).collect()
    }

    fn animate(&self, pace: f64) -> String {
        picture::animation(self, pace)
    }
}
