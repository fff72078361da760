//! Staged deepening on FreeCell under the parameters of the original: an item is a node, so items a second are nodes a second.

use divan::Bencher;
use divan::counter::ItemsCount;
use patience_core::{ByFeature, Cancel, Features, Limits, Puzzle, Reading, solve};
use patience_freecell::{FreeCell, MoveSet};
use patience_search::StagedDeepening;

/// The nodes of deals 1 to 20: states that the search enters, the expanded ones and the stored leaves. Deals 10 and 12 end with
/// an empty open list, the others with a solution.
///
/// They are the same on every machine. Where one differs, the search is another one, and so its speed says nothing.
const NODES: [u64; 20] = [
    577_275, 257_350, 478_570, 594_929, 958_336, 350_283, 333_591, 642_765, 1_341_034, 15_089,
    335_585, 177_965, 819_120, 508_561, 818_360, 460_061, 232_147, 466_178, 560_356, 290_549,
];

fn main() {
    divan::main();
}

/// The original's moves, table, horizon and open list, one search after the other.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn hsdh(bencher: Bencher) {
    let feature = FreeCell::feature("HSDH").expect("the first heuristic of Table I");
    let solver = StagedDeepening::new(ByFeature { feature, reading: Reading::Distance });
    let games: Vec<FreeCell> = (1..).take(NODES.len()).map(game).collect();
    let nodes = |game: &FreeCell| {
        let (limits, cancel) = (Limits::default(), Cancel::new());
        solve(&solver, game, &game.start(), &limits, &cancel, &mut ()).stats.expanded
    };
    bencher.counter(ItemsCount::new(NODES.iter().sum::<u64>())).bench_local(|| {
        for (game, expected) in games.iter().zip(NODES) {
            assert_eq!(nodes(game), expected);
        }
    });
}

fn game(number: u64) -> FreeCell {
    let mut game = FreeCell::microsoft(number).expect("there are deals 1 to 20");
    game.moves = MoveSet::Runs;
    game
}
