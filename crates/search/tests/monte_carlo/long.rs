//! A game as long and as large as Klondike, without a win: for the memory and the growth of trees.

use std::num::NonZeroU32;

use patience_core::{Cancel, Choice, Hidden, Limits, Meter, Puzzle, SplitMix, Stats, Stop, advise};
use patience_search::monte_carlo::Uct;

/// Moves of a game.
const LENGTH: u8 = 100;

/// Moves to choose from.
const CHOICES: u8 = 8;

/// Every this many moves, one of [`CARDS`] cards is turned over.
const EVERY: u8 = 5;

const CARDS: usize = 21;

struct Long;

#[derive(Clone, Debug, PartialEq, Eq)]
struct View {
    made: u8,
    /// The moves and cards so far.
    record: [u8; 150],
}

impl Hidden for Long {
    type View = View;
    type Move = u8;
    type Outcome = u8;
    type Key = (u8, u64);
    type World = World;

    fn moves(&self, view: &View, out: &mut Vec<u8>) {
        if view.made < LENGTH {
            out.extend(0..CHOICES);
        }
    }

    fn payoff(&self, _: &View) -> Option<f64> {
        None
    }

    fn key(&self, view: &View) -> (u8, u64) {
        // The count alone would identify the view; the rest takes as long as real keys do.
        let words = view
            .record
            .chunks(8)
            .map(|chunk| chunk.iter().fold(0, |word, &entry| word << 8 | u64::from(entry)));
        (view.made, words.fold(0, |sum, word| sum ^ word))
    }

    fn is_open(&self, _: &View) -> bool {
        false
    }

    fn reveals(&self, view: &View, _: u8) -> bool {
        view.made.is_multiple_of(EVERY)
    }

    fn apply(&self, view: &mut View, mv: u8, outcome: Option<u8>) {
        view.record[usize::from(view.made)] = mv + CHOICES * outcome.unwrap_or(0);
        view.made += 1;
    }

    fn determinise(&self, view: &View, _: &mut SplitMix) -> World {
        World(view.clone())
    }

    fn observe(&self, _: &World, state: &View) -> View {
        state.clone()
    }

    fn reveal(&self, _: &World, _: &View, _: u8) -> Option<u8> {
        None
    }

    fn draw(&self, _: &View, _: u8, rng: &mut SplitMix) -> Option<u8> {
        u8::try_from(rng.below(CARDS)).ok()
    }
}

/// Never played: trees sample no world.
struct World(View);

impl Puzzle for World {
    type State = View;
    type Move = u8;
    type Key = ();

    fn start(&self) -> View {
        self.0.clone()
    }

    fn is_goal(&self, _: &View) -> bool {
        false
    }

    fn moves(&self, _: &View, _: &mut Vec<u8>) {}

    fn apply(&self, _: &mut View, _: u8) {}

    fn key(&self, _: &View) {}
}

fn ask(player: &Uct, limits: &Limits) -> (Choice<u8>, Stats) {
    let mut watcher = ();
    let mut meter = Meter::start(limits, &Cancel::new(), &mut watcher);
    let view = View { made: 0, record: [0; 150] };
    let choice = advise(&Long, player, &view, &[], 1, &mut meter);
    (choice.expect("there is a move"), meter.finish())
}

#[test]
fn a_memory_limit_stops_trees_with_estimates() {
    let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
    let (choice, stats) = ask(&Uct { trajectories: 100_000, ..Uct::new(()) }, &limits);
    assert_eq!(choice.stopped, Some(Stop::Memory));
    assert!(1 << 19 < stats.peak_bytes && stats.peak_bytes <= 1 << 20);
    assert!(choice.estimates.iter().all(|estimate| 10 < estimate.visits));
}

#[test]
fn trees_take_a_few_bytes_per_step() {
    for width in [None, NonZeroU32::new(1), NonZeroU32::new(4)] {
        let player = Uct { trees: 3, trajectories: 2000, width, ..Uct::new(()) };
        let (choice, stats) = ask(&player, &Limits::default());
        // Each trajectory enters a hundred views, and the moves of the last one are listed, too.
        assert_eq!((choice.stopped, stats.expanded), (None, 3 * 2000 * 101));
        // Three bytes per step, and the arrays double with both copies held.
        assert!(stats.peak_bytes < 2000 * 100 * 12, "{}", stats.peak_bytes);
        // A view is stored once, however often trajectories pass it.
        assert!((190_000..=200_000).contains(&stats.peak_stored), "{}", stats.peak_stored);
    }
}
