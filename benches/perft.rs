//! The inner loop of every FreeCell search: the moves of a state, its children, their keys. An item is a move.

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use patience_cards::microsoft_deal;
use patience_core::Puzzle;
use patience_freecell::{FreeCell, Move, MoveSet, Position, Referee, Rules, State, read_steps};
use patience_kit::Choice;
use patience_laws::Walks;

/// Half of a solution of deal 617: walks from here meet long runs and empty columns, which walks from the deal seldom do.
const FIRST_HALF: &str = "2a 4b 46 42 83 21 8c 83 4d 48 4h 72 7h 47 dh c4 1c 12 1d 16 1h c2 4c b4 2b \
                          74 82 b8 7b c7 76 74 27v2 21 81 8c 86 d8 78 c7 2c 27 4h 6h 2d 2h 4h a2 32 6h";

/// Random walks from the deal and as many from the middle of the game.
const WALKS: Walks = Walks { seed: 617, count: 100, length: 100 };

/// The moves of all states of the walks, by move set. Where one differs, the walks are others, and times cannot be compared.
const MOVES: [(&str, usize); 4] =
    [("single", 43_355), ("runs", 54_863), ("supermoves", 62_473), ("autoplay", 62_443)];

fn main() {
    divan::main();
}

/// Lists moves.
#[divan::bench(args = names())]
fn moves(bencher: Bencher, set: &str) {
    bench(bencher, set, |_, _, mv| {
        black_box(mv);
    });
}

/// Lists moves and computes the key of every child, without building it where possible.
#[divan::bench(args = names())]
fn child_keys(bencher: Bencher, set: &str) {
    bench(bencher, set, |game, state, mv| {
        black_box(game.child_key(state, mv));
    });
}

/// Lists moves, builds every child, and takes its key.
#[divan::bench(args = names())]
fn children(bencher: Bencher, set: &str) {
    bench(bencher, set, |game, state, mv| {
        let child = black_box(game.child(state, mv));
        black_box(game.key(&child));
    });
}

fn names() -> [&'static str; 4] {
    MOVES.map(|(name, _)| name)
}

/// Measures `visit` on every move of every state.
fn bench(bencher: Bencher, set: &str, visit: impl Fn(&FreeCell, &State, Move)) {
    let walked = [Walked::after("", set), Walked::after(FIRST_HALF, set)];
    let expected = MOVES.iter().find(|(name, _)| *name == set).map_or(0, |&(_, moves)| moves);
    let mut buffer = Vec::new();
    bencher.counter(ItemsCount::new(expected)).bench_local(|| {
        let moves: usize = walked.iter().map(|walked| walked.each_move(&mut buffer, &visit)).sum();
        assert_eq!(moves, expected, "{set}");
    });
}

/// A game and the states that walks met in it.
struct Walked {
    game: FreeCell,
    states: Vec<State>,
}

impl Walked {
    /// Walks that begin after these moves of deal 617.
    fn after(moves: &str, set: &str) -> Self {
        let rules = Rules::default();
        let deal = microsoft_deal(617).expect("there is a deal 617");
        let mut referee = Referee::new(&rules, Position::deal(&deal, &rules));
        for written in read_steps(moves, &rules).expect("the moves are written as they should be") {
            referee.play(written.step).expect("the moves are those of a solution");
        }
        let mut game = FreeCell::new(rules, referee.position()).expect("a position of the game");
        game.moves = MoveSet::named(set).expect("a move set of that name");
        let mut states = Vec::new();
        WALKS.visit(&game, |node| states.push(*node.state));
        Self { game, states }
    }

    /// Visits every move of every state and returns their number.
    fn each_move(&self, buffer: &mut Vec<Move>, visit: impl Fn(&FreeCell, &State, Move)) -> usize {
        let mut count = 0;
        for state in &self.states {
            buffer.clear();
            self.game.moves(black_box(state), buffer);
            for &mv in &*buffer {
                visit(&self.game, state, mv);
            }
            count += buffer.len();
        }
        count
    }
}
