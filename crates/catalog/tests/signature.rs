//! Node counts, to the unit: a change that alters one changes a search, and says so.

use patience_catalog::freecell::{Engine, solve};
use patience_core::{Cancel, Limits};
use patience_freecell::FreeCell;

/// Nodes that an engine visits on deals 1, 2, 617 and 11982, each with at most 200,000.
fn nodes(name: &str) -> [u64; 4] {
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    let mut engine = Engine::named(name).expect("an engine of the catalog");
    engine.set_width(256);
    [1, 2, 617, 11_982].map(|deal| {
        let mut game = FreeCell::microsoft(deal).expect("a deal that exists");
        game.moves = engine.usual_moves();
        solve(&game, &engine, &limits, &Cancel::new(), &mut ()).stats.expanded
    })
}

#[test]
fn fast_visits_as_many_nodes_as_ever() {
    assert_eq!(nodes("fast"), [82, 115, 950, 148_299]);
}

#[test]
fn short_visits_as_many_nodes_as_ever() {
    assert_eq!(nodes("short"), [17_870, 11_642, 19_215, 148_299]);
}

#[test]
fn exact_visits_as_many_nodes_as_ever() {
    assert_eq!(nodes("exact"), [200_000, 49_152, 200_000, 148_299]);
}

#[test]
fn staged_visits_as_many_nodes_as_ever() {
    assert_eq!(nodes("staged"), [200_000, 200_000, 200_000, 11_630]);
}

#[test]
fn bounded_searches_come_to_their_limit() {
    assert_eq!(nodes("iterative"), [200_000; 4]);
    assert_eq!(nodes("ida-star"), [200_000; 4]);
}
