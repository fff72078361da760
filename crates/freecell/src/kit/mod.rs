//! FreeCell as a kit: the interface of all surfaces.

mod arrays;
mod line;
mod view;

use std::ops::RangeInclusive;

use patience_cards::{Card, LAST_DEAL, microsoft_deal, pysol_deal, pysolfc_deal};
use patience_core::{Cost, Meter, Reading};
use patience_kit::{
    About, Alphabet, Answer, ArrayGame, Choice, End, EngineAbout, Fault, FeatureAbout, Field, Game,
    Graded, Grading, Job, KitOf, Length, LengthLabel, Make, MoveInfo, Named, Packer, Refused,
    Replay, Settings as _, Setup, Unpacker, Values, View, feature_values, features, settings,
    weights,
};
use patience_learn::{Arena, FeatureSet, GenomeFile, Settings as EvolutionSettings, Table};
use serde::Deserialize as _;
use serde_json::Value;

use self::arrays::CardArrays;
use self::view::id;
use crate::arena::MakeBaselines;
use crate::engines::{self, EXACT, Engine, FAST};
use crate::generate::Deals;
use crate::grade;
use crate::rules::step;
use crate::text::{code, read_solution};
use crate::{
    Board, Build, Fill, FreeCell, Line, Metric, Position, Referee, Rules, arena, picture,
    read_steps,
};

/// FreeCell and its family.
pub static KIT: KitOf<FreeCellGame> = KitOf(&FreeCellGame);

/// The puzzle.
///
/// ```
/// use patience_freecell::FreeCellGame;
/// use patience_kit::{Game, Values};
///
/// // Here positions have their own type; `KIT` erases it.
/// let deal = FreeCellGame.deal(1, &Values::default())?;
/// assert_eq!(deal.position().columns[0][0].to_string(), "JD");
/// let mv = &FreeCellGame.moves(&deal)[0];
/// let play = FreeCellGame.replay(&deal, &mv.text, &Values::default())?;
/// assert_eq!(play.line.moves()[0].card.to_string(), mv.piece);
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub struct FreeCellGame;

settings! {
    /// Deviations from the standard rules.
    struct RuleSettings {
        /// The rules to play by
        variant: Rules = Rules::default();
        /// Number of free cells [default: as in the variant]
        cells: Option<u8> = None, 0..=8;
        /// Number of columns [default: as in the variant]
        columns: Option<u8> = None, 1..=10;
        /// How cards build on each other in a column [default: as in the variant]
        build: Option<Build> = None;
        /// What may fill an empty column [default: as in the variant]
        fill: Option<Fill> = None;
    }
}

settings! {
    /// Settings of reading moves.
    struct ReadingSettings {
        /// Send safe cards home after every move, as many programs do without writing it down
        autoplay: bool = false;
    }
}

impl RuleSettings {
    fn rules(values: &Values) -> Result<Rules, Fault> {
        let Self { variant: mut rules, cells, columns, build, fill } = Self::read(values)?;
        rules.cells = cells.unwrap_or(rules.cells);
        // With fewer cells, more cards are dealt to the columns.
        rules.dealt_to_cells = rules.dealt_to_cells.min(rules.cells);
        rules.columns = columns.unwrap_or(rules.columns);
        rules.build = build.unwrap_or(rules.build);
        rules.fill = fill.unwrap_or(rules.fill);
        rules.check().map_err(Fault::input)?;
        Ok(rules)
    }
}

static ABOUT: About = About {
    name: "freecell",
    title: "FreeCell and its family",
    one: "deal",
    many: "deals",
    instance: "A deal number (617), a range of numbers (1..=1000), or a board: a file, - for standard input, or its text",
    default_instance: None,
    metrics: &[Metric::ALL[0].1, Metric::ALL[1].1, Metric::ALL[2].1],
    lengths: &[
        Length { field: "m1", summary: Some("m1"), label: LengthLabel::Before("M1") },
        Length { field: "m2", summary: Some("m2"), label: LengthLabel::Before("M2") },
        Length { field: "m3", summary: None, label: LengthLabel::Before("M3") },
    ],
    formats: &[
        Named::new("table", "As on a table, columns downwards"),
        Named::new("board", "Board text, one line per column, as solvers read it"),
        Named::new("full", "Board text, after a line with rules that are not standard"),
    ],
    exchange: "full",
    line_formats: &[
        Named::new(
            "notation",
            "Standard notation: 26 moves from column 2 to column 6, a to d are the cells, h is home",
        ),
        Named::new("single", "Standard notation of single-card moves"),
        Named::new("text", "One sentence per move"),
        Named::new("positions", "The position after every move"),
    ],
    engine_switches: &[],
    reports: &[],
};

/// The notation of moves.
const MOVE_HELP: &str = "\
26      column 2 to column 6: as many cards as fit, or one to an empty column; 26v3 for three
2a      column 2 to cell a        a6      cell a to column 6
2h      column 2 home             ah      cell a home
";

/// The numbers of programs: `microsoft:617` is `617`.
static NUMBERINGS: [Named; 3] = [
    Named::new("microsoft", "Deals of Microsoft's FreeCell, as numbers without a word are"),
    Named::new("pysol", "Deals of PySolFC: the first 32,000 are Microsoft's"),
    Named::new("oldpysol", "Deals of PySol before PySolFC: the first 32,000 are Microsoft's"),
];

impl Game for FreeCellGame {
    type Position = Board;
    type Line = Line;
    type Engine = Engine;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn rules(&self) -> Vec<Field> {
        RuleSettings::fields()
    }

    fn reading(&self) -> Vec<Field> {
        ReadingSettings::fields()
    }

    fn numbers(&self) -> Option<RangeInclusive<u64>> {
        Some(1..=LAST_DEAL)
    }

    fn deal(&self, number: u64, rules: &Values) -> Result<Board, Fault> {
        let rules = RuleSettings::rules(rules)?;
        let cards = microsoft_deal(number).map_err(Fault::input)?;
        Board::new(rules, Position::deal(&cards, &rules)).map_err(Fault::input)
    }

    fn numberings(&self) -> &'static [Named] {
        &NUMBERINGS
    }

    fn deal_by(&self, numbering: &str, number: u64, rules: &Values) -> Result<Board, Fault> {
        let rules = RuleSettings::rules(rules)?;
        if rules.dealt_to_cells != 0 && numbering != NUMBERINGS[0].name {
            return Err(Fault::input(format_args!(
                "{numbering}:{number}: other programs deal cards to other cells, so that these rules have Microsoft's deals only"
            )));
        }
        let cards = match numbering {
            "pysol" => pysolfc_deal(number),
            "oldpysol" => pysol_deal(number),
            _ => microsoft_deal(number).map(Vec::from),
        };
        let position = Position::deal(&cards.map_err(Fault::input)?, &rules);
        Board::new(rules, position).map_err(Fault::input)
    }

    fn read(&self, text: &str, rules: &Values) -> Result<Vec<(Option<String>, Board)>, Fault> {
        let boards = Board::parse_all(text, &RuleSettings::rules(rules)?)?;
        Ok(boards.into_iter().map(|board| (None, board)).collect())
    }

    fn write(&self, board: &Board, format: &str) -> Option<String> {
        match format {
            "table" => Some(board.table()),
            "board" => Some(board.position().to_string()),
            "full" => Some(board.to_string()),
            _ => None,
        }
    }

    fn json(&self, board: &Board) -> Value {
        // A structure of names and numbers.
        let mut value = serde_json::to_value(board.position()).unwrap_or_default();
        if let (true, Some(fields)) = (*board.rules() != Rules::default(), value.as_object_mut()) {
            fields.insert(
                "rules".to_owned(),
                serde_json::to_value(board.rules()).unwrap_or_default(),
            );
        }
        value
    }

    fn read_json(&self, value: &Value, rules: &Values) -> Option<Result<Board, Fault>> {
        let is_position = value.get("columns").is_some_and(Value::is_array);
        is_position.then(|| {
            let wrong = |error: serde_json::Error| Fault::input(error);
            let mut rules = RuleSettings::rules(rules)?;
            if let Some(given) = value.get("rules") {
                rules = Rules::deserialize(given).map_err(wrong)?;
            }
            let position = Position::deserialize(value).map_err(wrong)?;
            Board::new(rules, position).map_err(Fault::input)
        })
    }

    fn encode(&self, board: &Board, packer: &mut Packer) {
        code::encode(board, packer);
    }

    fn decode(&self, unpacker: &mut Unpacker) -> Result<Board, Fault> {
        code::decode(unpacker)
    }

    fn is_solved(&self, board: &Board) -> bool {
        board.position().is_solved(board.rules())
    }

    fn move_help(&self) -> &'static str {
        MOVE_HELP
    }

    fn moves(&self, board: &Board) -> Vec<MoveInfo> {
        let position = board.position();
        let moves = Referee::new(board.rules(), position.clone()).legal_moves();
        let info = |mv| MoveInfo {
            text: step(mv, position).to_string(),
            piece: mv.card.to_string(),
            from: id(mv.from, mv.card.suit()),
            to: id(mv.to, mv.card.suit()),
        };
        moves.into_iter().map(info).collect()
    }

    fn safe_move(&self, board: &Board) -> Option<String> {
        let referee = Referee::new(board.rules(), board.position().clone());
        referee.safe_step().map(|step| step.to_string())
    }

    fn replay(
        &self,
        board: &Board,
        moves: &str,
        reading: &Values,
    ) -> Result<Replay<Board, Line>, Fault> {
        let ReadingSettings { autoplay } = ReadingSettings::read(reading)?;
        let steps = read_steps(moves, board.rules())?;
        let reading = read_solution(board, &steps, autoplay);
        let refused = reading.foul.and_then(|(index, foul)| {
            steps.get(index).map(|written| Refused::new(index, written, foul))
        });
        let line = Line::play(board.rules(), board.position().clone(), reading.moves)
            .map_err(Fault::input)?;
        let end = Board::new(*board.rules(), line.end().clone()).map_err(Fault::input)?;
        let unfinished = line.unfinished().map(|reason| reason.to_string());
        Ok(Replay { line, end, refused, unfinished })
    }

    fn view(&self, board: &Board) -> View {
        view::view(board.position())
    }

    fn alphabet(&self, board: &Board) -> Alphabet {
        let ranks = board.rules().ranks;
        let labels = Card::deck(ranks).map(|card| card.to_string()).collect();
        Alphabet { labels, depth: arrays::depth(board.rules()), most_moved: ranks.into() }
    }

    fn array_game(&self, board: &Board) -> Option<Box<dyn ArrayGame>> {
        Some(Box::new(CardArrays::new(board)?))
    }

    fn svg(&self, board: &Board) -> String {
        picture::svg(board.position())
    }

    fn engines(&self) -> Vec<EngineAbout> {
        engines::engines()
    }

    fn prepare(&self, engine: &EngineAbout, setup: &Setup<'_>) -> Result<Engine, Fault> {
        Engine::prepare(engine.name, setup)
    }

    fn solve(
        &self,
        engine: &Engine,
        board: &Board,
        meter: &mut Meter<'_>,
    ) -> Result<Answer, Fault> {
        engine.solve(board, meter)
    }

    /// M2 whatever the metric, then all lengths.
    fn headline(&self, _metric: &str, answer: &Answer) -> String {
        let (Some(line), End::Solved { optimal, .. }) = (&answer.line, &answer.end) else {
            return String::new();
        };
        let lengths = line.lengths();
        let optimal = if *optimal { ", optimal" } else { "" };
        let m2 = lengths.0.get(1).copied().unwrap_or_default();
        format!("{m2} moves ({}{optimal})", ABOUT.describe(&lengths))
    }

    fn grading(&self) -> Option<&'static Grading> {
        Some(&grade::GRADING)
    }

    fn grade(&self, position: &Board, meter: &mut Meter<'_>) -> Result<Option<Graded>, Fault> {
        grade::grade(position, meter)
    }

    fn distance_with(&self, _position: &Board) -> Option<&'static str> {
        Some(EXACT)
    }

    /// A card that goes home costs nothing in M3.
    fn cost(&self, board: &Board, mv: &str, metric: &str) -> Result<Cost, Fault> {
        let crate::Lengths { m1, m2, m3 } =
            self.replay(board, mv, &Values::default())?.line.lengths();
        Ok(match Metric::named(metric).unwrap_or_default() {
            Metric::M1 => m1,
            Metric::M2 => m2,
            Metric::M3 => Cost::try_from(m3).unwrap_or(0),
        })
    }

    fn class(&self, board: &Board) -> String {
        board.class()
    }

    fn features(&self, engine: Option<&str>) -> Vec<FeatureAbout> {
        if engine == Some(FAST) {
            return self
                .feature_set(engine)
                .iter()
                .flat_map(FeatureAbout::without_ranges)
                .collect();
        }
        FreeCell::microsoft(1).map_or_else(|_| Vec::new(), |game| features(&game))
    }

    fn feature_values(&self, board: &Board) -> Option<Vec<f64>> {
        let game = FreeCell::new(*board.rules(), board.position()).ok()?;
        Some(feature_values(&game))
    }

    fn feature_set(&self, engine: Option<&str>) -> Option<FeatureSet> {
        arena::vocabulary(engine.unwrap_or(arena::ENGINE))
    }

    fn policy_engine(&self) -> &'static str {
        arena::ENGINE
    }

    fn check_policy(&self, engine: &str, file: &GenomeFile) -> Result<(), String> {
        let is_plain =
            weights(&file.genome).is_some() && file.encoding.reading == Reading::Distance;
        if engine == FAST && !is_plain {
            return Err(
                "`fast` takes weights of distances: no rules, formulas or raw reading".to_owned()
            );
        }
        Ok(())
    }

    fn jobs(&self) -> &'static [&'static dyn Job] {
        &[&Make(Deals), &MakeBaselines]
    }

    fn evolution(&self, chosen: &Table) -> Option<EvolutionSettings> {
        Some(arena::settings(chosen))
    }

    fn arena(&self, settings: &EvolutionSettings) -> Result<Box<dyn Arena>, Fault> {
        arena::arena(settings)
    }
}
