//! Searches of one game that share what they find out.

use patience_core::{Cancel, Limits, Meter};

use super::{DepthFirst, Layout, Prunings};
use crate::{Klondike, Rules};

#[test]
fn searches_that_are_cut_off_leave_nothing_wrong_behind() {
    let rules = Rules { ranks: 7, columns: 5, ..Rules::default() };
    let (mut won, mut lost, mut cut) = (0, 0, 0);
    for seed in 0..150 {
        let game = Klondike::of_seed(seed, rules).unwrap();
        let (layout, root) = Layout::new(&game, &patience_core::Puzzle::start(&game));
        let (cancel, limits, mut watcher) = (Cancel::new(), Limits::default(), ());
        let mut meter = Meter::start(&limits, &cancel, &mut watcher);
        let mut walker = DepthFirst::<u64>::new(Prunings::default());
        let mut ends = vec![root];
        walker.settle(&layout, &mut ends[0]);
        let mut candidates = Vec::new();
        walker.candidates(&layout, &ends[0], &mut candidates);
        for candidate in candidates {
            let mut end = ends[0];
            for action in candidate {
                layout.apply(&mut end, action);
            }
            ends.push(end);
        }
        let mut shared =
            [DepthFirst::<u64>::new(Prunings::default()), DepthFirst::hasty(Prunings::default())];
        for search in &mut shared {
            search.forget();
            for budget in [1, 3, 10, 30, 1000] {
                for &end in &ends {
                    let decided = meter.within(budget, |meter| search.run(&layout, end, meter));
                    let truth = walker.decide(&layout, end, &mut meter).unwrap();
                    match decided.unwrap() {
                        Some(found) => assert_eq!(found, truth, "seed {seed}, budget {budget}"),
                        None => cut += 1,
                    }
                    (won, lost) = (won + u32::from(truth), lost + u32::from(!truth));
                }
            }
        }
    }
    assert!(100 < won && 100 < lost && 100 < cut, "{won} {lost} {cut}");
}
