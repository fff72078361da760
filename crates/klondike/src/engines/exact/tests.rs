//! Searches of one game that share what they decide, and games with a relaxed stock.

use patience_core::{Cancel, Limits, Meter, Puzzle, SplitMix};

use super::stock::Relaxation;
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

/// With the relaxed stock of a last pass, a game that can be won can still be won. The prunings of its search change no answer, and it refutes
/// more than a stock that is open.
#[test]
fn the_last_pass_with_a_relaxed_stock_loses_no_win() {
    let (cancel, limits, mut watcher) = (Cancel::new(), Limits::default(), ());
    let mut meter = Meter::start(&limits, &cancel, &mut watcher);
    let mut is_won = |prunings, layout: &Layout, state| {
        DepthFirst::<u64>::new(prunings).decide(layout, state, &mut meter).unwrap()
    };
    let all = Prunings::default();
    let plain = Prunings { eager: false, safe: false, links: false, relaxed: false };
    let (mut won, mut lost, mut refuted, mut overrated) = (0, 0, 0, 0);
    for seed in 0..1500 {
        let mut rng = SplitMix::new(seed);
        let draw = if rng.below(3) == 0 { 3 } else { 1 };
        let passes = if rng.below(4) == 0 { 2 } else { 1 };
        let bring_back = rng.below(3) > 0;
        let rules = Rules {
            ranks: 6,
            columns: 4,
            draw,
            passes: Some(passes),
            bring_back,
            ..Rules::default()
        };
        let game = Klondike::of_seed(seed, rules).unwrap();
        let mut state = game.start();
        let mut moves = Vec::new();
        for _ in 0..rng.below(12) {
            moves.clear();
            game.moves(&state, &mut moves);
            if moves.is_empty() {
                break;
            }
            game.apply(&mut state, moves[rng.below(moves.len())]);
        }
        let (layout, root) = Layout::new(&game, &state);
        if !layout.stock.is_last_pass(root.turned) {
            continue;
        }
        let truth = is_won(Prunings { relaxed: false, ..all }, &layout, root);
        let relaxed = layout.relaxed(Relaxation::LastPass);
        let may_win = is_won(all, &relaxed, root);
        assert_eq!(may_win, is_won(plain, &relaxed, root), "seed {seed}: prunings");
        assert!(may_win || !truth, "seed {seed}: a win is lost");
        let mut open = root;
        (open.turned.waste, open.turned.passes) = (0, 0);
        let open = is_won(all, &layout.relaxed(Relaxation::Open), open);
        assert!(open || !may_win, "seed {seed}: an open stock allows less");
        (won, lost) = (won + u32::from(truth), lost + u32::from(!truth));
        (refuted, overrated) =
            (refuted + u32::from(open && !may_win), overrated + u32::from(may_win && !truth));
    }
    assert!(100 < won && 100 < lost, "{won} {lost}");
    assert!(20 < refuted && 20 < overrated, "{refuted} {overrated}");
}
