// The toy of the examples: a move takes two or three from a heap, until nothing is left. A heap of one is stuck.

use std::ops::RangeInclusive;

use patience_core::text::words_of_moves;
use patience_core::{Feature, Features, Kind, Meter, Nearer, Packed, Puzzle, Stats, solve_with};
use patience_kit::*;
use patience_learn::FeatureSet;
use patience_search::IdaStar;
use serde_json::{Value, json};

/// A heap of some stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heap(pub u32);

impl Puzzle for Heap {
    type State = u32;
    type Move = u32;
    type Key = u32;

    fn start(&self) -> u32 {
        self.0
    }
    fn is_goal(&self, left: &u32) -> bool {
        *left == 0
    }
    fn moves(&self, left: &u32, out: &mut Vec<u32>) {
        out.extend([2, 3].into_iter().filter(|taken| taken <= left));
    }
    fn apply(&self, left: &mut u32, taken: u32) {
        *left -= taken;
    }
    fn key(&self, left: &u32) -> u32 {
        *left
    }
}

impl Packed for Heap {
    fn unpack(&self, key: u32) -> u32 {
        key
    }
}

impl Features for Heap {
    fn features() -> &'static [Feature<Self>] {
        &[
            Feature {
                name: "Height",
                summary: "stones by three, rounded up",
                kind: Kind::Heuristic { nearer: Nearer::Low, admissible: true },
                range: |heap| (0.0, f64::from(heap.0.div_ceil(3))),
                measure: |_, node| f64::from(node.state.div_ceil(3)),
            },
            Feature {
                name: "g",
                summary: "moves since the start",
                kind: Kind::Advisor,
                range: |heap| (0.0, f64::from(heap.0)),
                measure: |_, node| f64::from(node.g),
            },
        ]
    }
}

impl Guided for Heap {
    const DEFAULT_HEURISTIC: &'static str = "Height";
}

/// What was taken from a heap.
pub struct Takes(pub Vec<u32>);

impl Line for Takes {
    fn notation(&self) -> Vec<String> {
        self.0.iter().map(u32::to_string).collect()
    }
    fn lengths(&self) -> Lengths {
        Lengths(vec![self.0.len() as i64, self.0.iter().sum::<u32>().into()])
    }
    fn render(&self, format: &str) -> String {
        if format == "notation" { rows(&self.notation()) } else { String::new() }
    }
    fn animate(&self, _pace: f64) -> String {
        "<svg xmlns='http://www.w3.org/2000/svg'/>".to_owned()
    }
}

/// The game.
pub struct Heaps;

pub static KIT: KitOf<Heaps> = KitOf(&Heaps);

const MOST: u32 = 9;

static ABOUT: About = About {
    name: "heap",
    title: "Heap",
    one: "heap",
    many: "heaps",
    instance: "a number of stones, at most 9",
    default_instance: None,
    metrics: &[Named { name: "moves", summary: "Every move costs 1" }],
    lengths: &[
        Length {
            field: "move_count",
            summary: Some("moves"),
            label: LengthLabel::Unit("move", "moves"),
        },
        Length {
            field: "stone_count",
            summary: Some("stones"),
            label: LengthLabel::Unit("stone", "stones"),
        },
    ],
    formats: &[Named { name: "number", summary: "The number of stones" }],
    exchange: "number",
    line_formats: &[Named { name: "notation", summary: "What every move takes" }],
    engine_switches: &[],
    reports: &[Named { name: "parity", summary: "Whether the number is even" }],
};

impl Game for Heaps {
    type Position = Heap;
    type Line = Takes;
    type Engine = (String, Option<Policy>);

    fn about(&self) -> &'static About {
        &ABOUT
    }
    fn numbers(&self) -> Option<RangeInclusive<u64>> {
        Some(0..=MOST.into())
    }
    fn deal(&self, number: u64, _: &Values) -> Result<Heap, Fault> {
        Ok(Heap(number as u32))
    }
    fn read(&self, text: &str, _: &Values) -> Result<Vec<(Option<String>, Heap)>, Fault> {
        let heap = |word: &str| word.parse().ok().filter(|stones| *stones <= MOST).map(Heap);
        let words = words_of_moves(text).map(|word| match heap(word.text) {
            Some(heap) => Ok((None, heap)),
            None => Err(word.expected("a number up to 9").into()),
        });
        words.collect()
    }
    fn write(&self, heap: &Heap, format: &str) -> Option<String> {
        (format == "number").then(|| heap.0.to_string())
    }
    fn json(&self, heap: &Heap) -> Value {
        json!({ "puzzle": "heap", "stones": heap.0 })
    }
    fn is_solved(&self, heap: &Heap) -> bool {
        heap.0 == 0
    }
    fn moves(&self, heap: &Heap) -> Vec<MoveInfo> {
        let legal = [2, 3].into_iter().filter(|taken| *taken <= heap.0);
        let info = |taken: u32| MoveInfo {
            text: taken.to_string(),
            piece: format!("stone-{}", heap.0 - taken + 1),
            from: "heap".to_owned(),
            to: "hand".to_owned(),
        };
        legal.map(info).collect()
    }
    fn replay(&self, heap: &Heap, moves: &str, _: &Values) -> Result<Replay<Heap, Takes>, Fault> {
        let (mut left, mut taken, mut refused) = (heap.0, Vec::new(), None);
        for word in words_of_moves(moves) {
            let take: u32 = word.text.parse().map_err(|_| word.expected("2 or 3"))?;
            if !(2..=3).contains(&take) || left < take {
                let reason = format!("{take} cannot be taken from {left}");
                refused = Some(Refused::new(taken.len(), &word.written(take), reason));
                break;
            }
            left -= take;
            taken.push(take);
        }
        let unfinished = (left != 0).then(|| format!("{left} left"));
        Ok(Replay { line: Takes(taken), end: Heap(left), refused, unfinished })
    }
    fn view(&self, heap: &Heap) -> View {
        let stone = |number| {
            Piece::new(format!("stone-{number}"), "a stone".into(), Label::plain("o"), Ink::Neutral)
        };
        let place = |id: &'static str, column| Place::new(id.into(), id.into(), id, Area::cell(column, 0));
        let full = place("heap", 0).holding(Spread::Stack, (1..=heap.0).map(stone).collect());
        View { places: vec![full, place("hand", 1)] }
    }
    fn alphabet(&self, _: &Heap) -> Alphabet {
        Alphabet { labels: vec!["o".to_owned()], depth: MOST as usize, most_moved: 3 }
    }
    fn svg(&self, _: &Heap) -> String {
        "<svg xmlns='http://www.w3.org/2000/svg'/>".to_owned()
    }
    fn engines(&self) -> Vec<EngineAbout> {
        let optimal = "with an admissible heuristic";
        let about = EngineAbout::new("ida-star", "IDA*", optimal, HeuristicSettings::fields());
        vec![EngineAbout { guided: true, ..about }]
    }
    fn prepare(&self, _: &EngineAbout, setup: &Setup<'_>) -> Result<Self::Engine, Fault> {
        let values = setup.settings.cloned().unwrap_or_default();
        let heuristic = HeuristicSettings::read(&values)?.heuristic;
        let name = heuristic.unwrap_or_else(|| Heap::DEFAULT_HEURISTIC.to_owned());
        Guide::<Heap>::named(&name)?;
        Ok((name, setup.policy.cloned()))
    }
    fn solve(&self, (name, policy): &Self::Engine, heap: &Heap, meter: &mut Meter<'_>) -> Result<Answer, Fault> {
        let guide = match policy {
            Some(policy) => Guide::Policy(policy.bind(heap)),
            None => Guide::named(name)?,
        };
        let search = IdaStar { heuristic: &guide, step: 1, table: 1000, ordered: false };
        let outcome = solve_with(&search, heap, &heap.0, meter);
        Ok(Answer::refereed(&outcome, |moves| Ok::<_, String>(Takes(moves.to_vec()))))
    }
    fn distance_with(&self, _: &Heap) -> Option<&'static str> {
        Some("ida-star")
    }
    fn distance_effort(&self, _: &Heap) -> u64 {
        1000
    }
    fn report(&self, heap: &Heap, name: &str, _: &Values, _: &mut Meter<'_>) -> Option<Result<Report, Fault>> {
        let is_even = heap.0 % 2 == 0;
        let text = if is_even { "even\n" } else { "odd\n" }.to_owned();
        (name == "parity").then(|| Ok(Report { text, json: json!({ "even": is_even }), svg: None }))
    }
    fn jobs(&self) -> &'static [&'static dyn Job] {
        &[&Make(EveryHeap)]
    }
    fn features(&self, _: Option<&str>) -> Vec<FeatureAbout> {
        features(&Heap(MOST))
    }
    fn feature_values(&self, heap: &Heap) -> Option<Vec<f64>> {
        Some(feature_values(heap))
    }
    fn feature_set(&self, _: Option<&str>) -> Option<FeatureSet> {
        FeatureSet::of::<Heap>(&["Height"]).ok()
    }
    fn policy_engine(&self) -> &'static str {
        "ida-star"
    }
}


/// Makes every heap that can be emptied, the smallest first.
pub struct EveryHeap;

impl Maker for EveryHeap {
    type Game = Heaps;

    fn kit(&self) -> &'static KitOf<Heaps> {
        &KIT
    }
    fn summary(&self) -> &'static str {
        "Heaps: all that can be emptied"
    }
    fn fields(&self) -> Vec<Field> {
        Vec::new()
    }
    fn recipe(&self, _: &Values) -> Result<Box<dyn Recipe<Heaps>>, Fault> {
        Ok(Box::new(EveryHeap))
    }
}

impl Recipe<Heaps> for EveryHeap {
    fn candidates(&self) -> Option<u64> {
        Some(u64::from(MOST) + 1)
    }
    fn candidate(&self, index: u64) -> Result<Candidate<Heap>, Fault> {
        let (name, argument, title) = (format!("heap-{index}"), index.to_string(), format!("heap {index}"));
        Ok(Candidate { name, argument, title, position: Heap(index as u32) })
    }
    fn can_repeat(&self) -> bool {
        false
    }
    fn engine(&self) -> &'static str {
        "ida-star"
    }
    fn accepts(&self, heap: &Heap, _: &Answer) -> bool {
        heap.0 != 0 // an empty heap is no puzzle
    }
    fn fields(&self, candidate: &Candidate<Heap>) -> Vec<(&'static str, Value)> {
        vec![("stones", candidate.position.0.into())]
    }
    fn words(&self, _: &Heap, answer: &Answer) -> String {
        answer.line.as_ref().map_or_else(String::new, |line| ABOUT.describe(&line.lengths()))
    }
}
