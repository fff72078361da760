//! The laws of arrays: every position is an observation of one shape, every legal move an action of its own.

use std::collections::HashSet;

use patience_core::SplitMix;
use patience_kit::{Codec, HiddenGame, Kit, MoveInfo, Position, Values, View};
use patience_workbench::{find, kits, read};

use crate::kit_laws::{start, walk};

/// Checks the moves of a position, and returns its observation.
fn check(codec: &Codec, view: &View, moves: &[MoveInfo], what: &str) -> Vec<u8> {
    let cells = codec.observe(view).unwrap_or_else(|fault| panic!("{what}: {fault}"));
    let (places, depth) = codec.shape();
    assert_eq!(cells.len(), places * depth);
    assert!(cells.iter().all(|&cell| cell <= codec.solid()));
    let actions: HashSet<usize> = moves
        .iter()
        .map(|mv| codec.action(view, mv).unwrap_or_else(|| panic!("{what}: {mv:?}")))
        .inspect(|&action| assert!(action < codec.actions()))
        .collect();
    assert_eq!(actions.len(), moves.len(), "{what}: two moves are one action");
    cells
}

#[test]
fn moves_have_different_actions_and_change_the_observation() {
    for kit in kits() {
        let name = kit.about().name;
        let codec = Codec::new(&*start(*kit, 1)).unwrap();
        for seed in 1..6 {
            let mut before = Vec::new();
            for position in walk(*kit, seed, 120) {
                let cells = check(&codec, &position.view(), &position.moves(), name);
                assert_ne!(cells, before, "{name}");
                before = cells;
            }
        }
    }
}

#[test]
fn runs_of_different_lengths_between_the_same_piles_are_different_actions() {
    // Jack, queen and king are in order: one, two or three cards go to the empty column.
    let text = "Foundations: H-T C-T D-T S-T\nFreecells: - - - -\n: KC QD JS\n:\n: KD\n: KH\n: KS QH\n: JC\n: JD\n: JH QC QS\n";
    let board = read(find("freecell").unwrap(), text, &Values::default()).unwrap();
    let (view, moves) = (board.view(), board.moves());
    let same = moves.iter().filter(|mv| mv.from == "1" && mv.to == "2");
    assert_eq!(same.map(|mv| mv.piece.as_str()).collect::<HashSet<_>>(), ["JS", "QD", "KC"].into());
    check(&Codec::new(&*board).unwrap(), &view, &moves, "freecell");
}

/// A game whose hidden pieces are hidden, and its codec.
fn hidden(kit: &dyn Kit, seed: u64) -> (Codec, Box<dyn HiddenGame<Box<dyn Position>>>) {
    let game = kit.players().unwrap().deal(seed, &Values::default()).unwrap();
    (Codec::new(&*game.visible()).unwrap(), game)
}

#[test]
fn hidden_pieces_have_one_number() {
    for kit in kits().iter().filter(|kit| kit.players().is_some()) {
        let mut random = SplitMix::new(1);
        for seed in 1..6 {
            let (codec, mut game) = hidden(*kit, seed);
            for _ in 0..80 {
                let (view, moves) = (game.visible().view(), game.moves());
                let cells = check(&codec, &view, &moves, kit.about().name);
                let down = view.places.iter().flat_map(|it| &it.pieces).filter(|it| it.is_down);
                let hidden = cells.iter().filter(|&&cell| cell == codec.face_down());
                assert_eq!(hidden.count(), down.count());
                let Some(mv) = moves.get(random.below(moves.len().max(1))) else { break };
                assert_eq!(game.play(&mv.text).unwrap().refused, None);
            }
        }
    }
}

#[test]
fn games_that_begin_alike_have_equal_observations() {
    // The cards that lie face up at the start decide everything that the arrays show.
    for kit in kits().iter().filter(|kit| kit.players().is_some()) {
        for seed in 1..20 {
            let (codec, game) = hidden(*kit, seed);
            let visible = game.visible();
            let open = kit.deal(seed, &Values::default()).unwrap();
            let shown = codec.observe(&visible.view()).unwrap();
            let all = codec.observe(&open.view()).unwrap();
            assert_eq!(shown, all, "face-down pieces show nothing, whoever knows them");
        }
    }
}

#[test]
fn large_pieces_are_wherever_they_lie() {
    let kit = find("rushhour").unwrap();
    let board = read(kit, "..BB/AA.C/...C/....", &Values::default()).unwrap();
    let codec = Codec::new(&*board).unwrap();
    let cells = codec.observe(&board.view()).unwrap();
    let at = |id: &str| cells[codec.places().iter().position(|place| place == id).unwrap()];
    assert_eq!((at("r1c3"), at("r1c1")), (at("r1c4"), 0));
    assert_eq!((at("r2c4"), at("r4c4")), (at("r3c4"), 0));
    assert_eq!((at("r2c1"), at("r2c2")), (codec.accent(), codec.accent()));
    assert_eq!(at("exit"), codec.solid());
}

#[test]
fn boards_of_other_sizes_are_refused() {
    let kit = find("tiles").unwrap();
    let board = |text| read(kit, text, &Values::default()).unwrap();
    let codec = Codec::new(&*board("1 2/3 .")).unwrap();
    assert_eq!(codec.observe(&board("2 1/3 .").view()), Ok(vec![2, 1, 3, 0]));
    assert!(codec.observe(&board("1 2 3/4 5 .").view()).is_err());
}
