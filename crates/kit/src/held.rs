//! Positions as surfaces see them: a position with the game that knows it.

use std::any::Any;

use patience_core::{Cost, Meter};
use serde_json::Value;

use crate::adapter::{PLAYS_ARRAYS, metric};
use crate::assess::{measure, prepared};
use crate::code::CODE;
use crate::reading;
use crate::{
    Alphabet, ArrayGame, Assessment, Assessor, Fault, Game, Graded, Judgement, MoveInfo, Packer,
    Play, Position, Replay, Report, Values, View,
};

/// A position with the game that knows it.
pub(crate) struct Held<G: Game> {
    pub(crate) game: &'static G,
    pub(crate) position: G::Position,
}

impl<G: Game> Held<G> {
    fn hold(&self, position: G::Position) -> Box<dyn Position> {
        Box::new(Self { game: self.game, position })
    }
}

impl<G: Game> Position for Held<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn write(&self, format: &str) -> Result<String, Fault> {
        let about = self.game.about();
        if format == CODE.name {
            return Ok(self.code());
        }
        let formats = about.formats.iter().map(|format| format.name).chain([CODE.name]);
        if format != about.exchange && !formats.clone().any(|name| name == format) {
            return Err(Fault::unknown("format", format, formats));
        }
        self.game.write(&self.position, format).ok_or_else(|| {
            Fault::input(format_args!("this position cannot be written as `{format}`"))
        })
    }

    fn code(&self) -> String {
        let mut packer = Packer::default();
        self.game.encode(&self.position, &mut packer);
        packer.code(self.game.about().name)
    }

    fn json(&self) -> Value {
        self.game.json(&self.position)
    }

    fn rules(&self) -> Option<Value> {
        self.game.rules_of(&self.position)
    }

    fn is_solved(&self) -> bool {
        self.game.is_solved(&self.position)
    }

    fn moves(&self) -> Vec<MoveInfo> {
        self.game.moves(&self.position)
    }

    fn safe_move(&self) -> Option<String> {
        self.game.safe_move(&self.position)
    }

    fn play(&self, mv: &str) -> Result<Box<dyn Position>, Fault> {
        Ok(self.hold(self.game.play(&self.position, mv)?))
    }

    fn replay(&self, moves: &str, values: &Values) -> Result<Play, Fault> {
        let Replay { line, end, refused, unfinished } =
            self.game.replay(&self.position, &reading::moves(moves)?, values)?;
        Ok(Play { line: Box::new(line), end: self.hold(end), refused, unfinished })
    }

    fn view(&self) -> View {
        self.game.view(&self.position)
    }

    fn alphabet(&self) -> Alphabet {
        self.game.alphabet(&self.position)
    }

    fn array_game(&self) -> Option<Box<dyn ArrayGame>> {
        if PLAYS_ARRAYS { self.game.array_game(&self.position) } else { None }
    }

    fn svg(&self) -> String {
        self.game.svg(&self.position)
    }

    fn judge(&self, metric: Option<&str>, meter: &mut Meter<'_>) -> Result<Judgement, Fault> {
        self.game.judge(&self.position, Some(self::metric(self.game, metric)?), meter)
    }

    fn assess(&self, metric: Option<&str>, meter: &mut Meter<'_>) -> Result<Assessment, Fault> {
        let (game, metric) = (self.game, Some(self::metric(self.game, metric)?));
        let engine = prepared(game, game.judge_with(), metric)?;
        let quick =
            |position: &G::Position, meter: &mut Meter<'_>| game.solve(&engine, position, meter);
        Assessor::new(game, &self.position, metric, quick)?.assess(&self.position, meter)
    }

    fn measure(&self, metric: Option<&str>, meter: &mut Meter<'_>) -> Result<Assessment, Fault> {
        let metric = self::metric(self.game, metric)?;
        measure(self.game, &self.position, Some(metric), meter)
    }

    fn distance_effort(&self) -> u64 {
        self.game.distance_effort(&self.position)
    }

    fn cost(&self, mv: &str, metric: Option<&str>) -> Result<Cost, Fault> {
        self.game.cost(&self.position, mv, self::metric(self.game, metric)?)
    }

    fn grade(&self, meter: &mut Meter<'_>) -> Result<Option<Graded>, Fault> {
        self.game.grade(&self.position, meter)
    }

    fn feature_values(&self) -> Option<Vec<f64>> {
        self.game.feature_values(&self.position)
    }

    fn report(
        &self,
        name: &str,
        settings: &Values,
        meter: &mut Meter<'_>,
    ) -> Result<Report, Fault> {
        let reports = self.game.about().reports.iter().map(|report| report.name);
        match self.game.report(&self.position, name, settings, meter) {
            Some(report) => report,
            None => Err(Fault::unknown("report", name, reports)),
        }
    }
}
