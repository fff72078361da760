//! Hostile messages: requests with fields dropped, swapped, huge, of wrong types, with hostile texts and deep nesting.

use patience_core::SplitMix;
use patience_kit::Kit;
use patience_workbench::kits;
use patience_workbench::request::Request;
use serde_json::{Map, Value, json};

/// Texts that readers may trip over.
const TEXTS: [&str; 34] = [
    "",
    " ",
    "0",
    "1",
    "617",
    "-1",
    "1..=3",
    "0..18446744073709551615",
    "18446744073709551616",
    "pysol:1",
    "NaN",
    "null",
    "{}",
    "[]",
    "[[[[[[",
    "{\"code\": 3}",
    "{\"moves\": [\"T\"]}",
    "p1.",
    "p1.AAAAAAAA",
    "hidden.",
    "hidden./",
    "hidden.0/T.T.T",
    "hidden.00000000000000000000000000/..",
    "english",
    "JAM01",
    "JAM01/",
    "1/",
    "1/T.T.w-h",
    "../../etc/passwd",
    "/dev/zero",
    "<script>alert(1)</script>",
    "\u{0}\u{7f}\u{85}",
    "🂡🂢 \u{202e}x\u{301}",
    "# Patience game, version 1\n# x\npuzzle: tiles\nseed: 1\nmoves:\n",
];

/// Fields of any request.
const FIELDS: [&str; 28] = [
    "puzzle",
    "position",
    "text",
    "rules",
    "hidden",
    "move",
    "scene",
    "metric",
    "limits",
    "all",
    "distances",
    "moves",
    "engine",
    "settings",
    "maker",
    "count",
    "seed",
    "games",
    "positions",
    "title",
    "answers",
    "per_page",
    "format",
    "of",
    "name",
    "theme",
    "date",
    "grade",
];

/// What requests can do.
pub const KINDS: [&str; 20] = [
    "puzzles", "about", "read", "open", "deal", "daily", "scene", "reveal", "moves", "view", "svg",
    "play", "judge", "hint", "review", "solve", "grade", "export", "generate", "sheet",
];

/// The most words that are kept for later messages.
const MOST_WORDS: usize = 200;

/// Makes messages.
pub struct Hostile {
    random: SplitMix,
    /// Positions of answers.
    positions: Vec<(&'static str, String)>,
    /// Moves of answers.
    moves: Vec<String>,
}

impl Hostile {
    /// Messages of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { random: SplitMix::new(seed), positions: Vec::new(), moves: Vec::new() }
    }

    fn one<'t, T: ?Sized>(&mut self, list: &[&'t T]) -> &'t T {
        list[self.random.below(list.len())]
    }

    /// A request that may be answered.
    pub fn request(&mut self) -> Value {
        let kit = kits()[self.random.below(kits().len())];
        let kind = self.one(&KINDS);
        let mut request = json!({ "do": kind, "puzzle": kit.about().name });
        let position = self.position(kit);
        let moves: Vec<String> = (0..self.random.below(4)).map(|_| self.mv()).collect();
        match kind {
            "puzzles" => request = json!({ "do": kind }),
            "about" => {}
            "read" => request["text"] = position.into(),
            "open" => {
                request["text"] = position.into();
                request["hidden"] = self.random.chance(0.3).into();
                request["rules"] = self.settings(kit);
            }
            "deal" => {
                request["hidden"] = self.random.chance(0.5).into();
                request["winnable"] = self.random.chance(0.1).into();
                if self.random.chance(0.1) {
                    request["grade"] = self.one(&["easy", "medium", "hard", "expert"]).into();
                }
            }
            "daily" => {
                request["date"] = self.one(&["2026-11-16", "2028-02-29", "0001-01-01"]).into();
            }
            "export" => {
                request["position"] = position.into();
                request["moves"] = moves.into();
                let own = kit.about().formats.iter().chain(kit.about().line_formats);
                let mut formats: Vec<&str> = own.map(|named| named.name).collect();
                formats.extend(["json", "svg", "animation", "player", "link", "code"]);
                request["format"] = self.one(&formats).into();
            }
            "generate" => {
                request["settings"] = self.settings(kit);
                request["count"] = (1 + self.random.below(2)).into();
                request["seed"] = self.random.below(100).to_string().into();
            }
            "sheet" => request["positions"] = json!([position]),
            "play" => {
                request["position"] = position.into();
                request["move"] = self.mv().into();
                request["scene"] = self.random.chance(0.5).into();
            }
            _ => request["position"] = position.into(),
        }
        match kind {
            "review" => request["moves"] = (0..2).map(|_| self.mv()).collect::<Vec<_>>().into(),
            "hint" => {
                request["all"] = self.random.chance(0.5).into();
                request["hidden"] = self.random.chance(0.2).into();
                request["games"] = 1.into();
            }
            "solve" => {
                let engines = kit.engines();
                let names: Vec<&str> = engines.iter().map(|engine| engine.name).collect();
                request["engine"] = self.one(&names).into();
            }
            _ => {}
        }
        request
    }

    fn position(&mut self, kit: &dyn Kit) -> String {
        let name = kit.about().name;
        let own: Vec<&String> =
            self.positions.iter().filter(|(of, _)| *of == name).map(|(_, text)| text).collect();
        if !own.is_empty() && self.random.chance(0.6) {
            return own[self.random.below(own.len())].clone();
        }
        match self.random.below(3) {
            0 => self.one(&TEXTS).to_owned(),
            1 => kit.about().default_instance.unwrap_or("JAM02").to_owned(),
            _ => self.random.below(1000).to_string(),
        }
    }

    fn mv(&mut self) -> String {
        if self.moves.is_empty() || self.random.chance(0.2) {
            return self.one(&["T", "w-3", "83", "8", "A+1", "13-33", "", "?"]).to_owned();
        }
        self.moves[self.random.below(self.moves.len())].clone()
    }

    /// Values of some settings of a puzzle, of the right kind or not.
    fn settings(&mut self, kit: &dyn Kit) -> Value {
        let mut fields = kit.rules();
        fields.extend(kit.jobs().iter().flat_map(|job| job.about().settings));
        fields.extend(kit.players().into_iter().flat_map(|players| players.rules()));
        let mut values = Map::new();
        while !fields.is_empty() && self.random.chance(0.3) {
            let field = &fields[self.random.below(fields.len())];
            let value = if self.random.chance(0.5) { field.default.clone() } else { self.junk() };
            values.insert(field.name.to_owned(), value);
        }
        values.into()
    }

    /// Any value.
    fn junk(&mut self) -> Value {
        match self.random.below(14) {
            0 => Value::Null,
            1 => true.into(),
            2 => (-1).into(),
            3 => 0.into(),
            4 => u64::MAX.into(),
            5 => json!(1e308),
            6 => json!([]),
            7 => json!({}),
            8 => json!([[[[[{ "a": [] }]]]]]),
            9 => "9".repeat(1 + self.random.below(5000)).into(),
            10 => self.one(&["x", "ü", "T ", "1 2/3 ."]).repeat(1 + self.random.below(3000)).into(),
            11 => self.random.below(70_000).into(),
            12 => (0..self.random.below(300)).map(|_| self.mv()).collect::<Vec<_>>().into(),
            _ => self.one(&TEXTS).into(),
        }
    }

    /// A message: a request that was changed at a few places, or almost a request.
    pub fn message(&mut self) -> String {
        let mut request = self.request();
        let changes = if self.random.chance(0.5) { 0 } else { 1 + self.random.below(2) };
        for _ in 0..changes {
            let Some(fields) = request.as_object_mut() else { break };
            let names: Vec<String> = fields.keys().cloned().collect();
            let name = |random: &mut SplitMix| names[random.below(names.len().max(1))].clone();
            match self.random.below(6) {
                0 if !names.is_empty() => {
                    fields.remove(&name(&mut self.random));
                }
                1 if !names.is_empty() => {
                    let (one, other) = (name(&mut self.random), name(&mut self.random));
                    let (first, second) = (fields[&one].clone(), fields[&other].clone());
                    fields.insert(one, second);
                    fields.insert(other, first);
                }
                2 => {
                    let field = self.one(&FIELDS).to_owned();
                    let junk = self.junk();
                    request[field] = junk;
                }
                3 => {
                    let junk = [self.junk(), self.junk(), self.junk()];
                    let [nodes, time, memory] = junk;
                    request["limits"] = json!({ "nodes": nodes, "time": time, "memory": memory });
                }
                _ if !names.is_empty() => {
                    let field = name(&mut self.random);
                    let junk = self.junk();
                    request[field] = junk;
                }
                _ => {}
            }
        }
        let text = request.to_string();
        if self.random.chance(0.9) { text } else { self.broken(&text) }
    }

    /// A text that is no longer JSON, or another JSON.
    fn broken(&mut self, text: &str) -> String {
        let mut letters: Vec<char> = text.chars().collect();
        let at = self.random.below(letters.len() + 1);
        match self.random.below(6) {
            0 => letters.truncate(at),
            1 => letters.splice(at..at, "[".repeat(self.random.below(3000)).chars()).for_each(drop),
            2 => letters.splice(at..at, self.one(&TEXTS).chars()).for_each(drop),
            3 => letters.extend_from_within(at..),
            4 => letters.splice(at..at, "1".repeat(self.random.below(3000)).chars()).for_each(drop),
            _ => {
                if let Some(letter) = letters.get_mut(at) {
                    *letter = self
                        .one(&["\"", "{", "}", ",", "\\", "e", "."])
                        .chars()
                        .next()
                        .unwrap_or('0');
                }
            }
        }
        letters.into_iter().collect()
    }

    /// Keeps positions and moves of an answer, so that later messages reach further.
    pub fn learn(&mut self, message: &str, answer: &Value) {
        let Ok(request) = serde_json::from_str::<Value>(message) else { return };
        let named = |kit: &&&'static dyn Kit| request["puzzle"] == kit.about().name;
        let Some(kit) = kits().iter().find(named) else { return };
        let ok = &answer["ok"];
        let scenes = [ok, &ok["start"], &ok["made"][0]];
        for scene in scenes {
            for field in ["position", "code"] {
                if let Some(text) = scene[field].as_str() {
                    let at = self.positions.len().min(self.random.below(MOST_WORDS));
                    self.positions.truncate(MOST_WORDS - 1);
                    self.positions.insert(at, (kit.about().name, text.to_owned()));
                }
            }
            for mv in scene["moves"].as_array().into_iter().flatten() {
                if let Some(text) = mv["text"].as_str() {
                    let at = self.moves.len().min(self.random.below(MOST_WORDS));
                    self.moves.truncate(MOST_WORDS - 1);
                    self.moves.insert(at, text.to_owned());
                }
            }
        }
    }
}

/// Whether a text is a request in form, answered or not.
#[must_use]
pub fn is_request(text: &str) -> bool {
    serde_json::from_str::<Request>(text).is_ok()
}
