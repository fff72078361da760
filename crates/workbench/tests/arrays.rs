//! The laws of arrays: every position is an observation of one shape, every legal move an action of its own.

use std::collections::HashSet;

use patience_core::SplitMix;
use patience_kit::{ArrayGame as _, Codec, HiddenGame, Kit, MoveInfo, Position, Values, View};
use patience_workbench::{Arrays, find, kits, read};

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

/// Plays a game both ways with the same random actions, and compares everything. Returns how it ended.
fn compare(arrays: &Arrays, text: Option<&str>, random: u64, steps: usize) -> (bool, bool) {
    let what = format!("{} {text:?} {random}", arrays.kit().about().name);
    let (name, mut slow) = arrays.begin(text, random).unwrap();
    let (same, mut fast) = arrays.begin_fast(text, random).unwrap();
    assert_eq!(name, same, "{what}");
    let mut choice = SplitMix::new(random);
    for step in 0..=steps {
        let [mut expected, mut legal] = [Vec::new(), Vec::new()];
        slow.legal(&mut expected);
        fast.legal(&mut legal);
        let ended = (slow.is_solved(), slow.is_stuck(&expected));
        assert_eq!((fast.is_solved(), fast.is_stuck(&legal)), ended, "{what}: step {step}");
        assert_eq!(fast.observation(), slow.observation(), "{what}: step {step}");
        expected.sort_unstable();
        legal.sort_unstable();
        assert_eq!(legal, expected, "{what}: step {step}");
        if step == steps || legal.is_empty() || ended.0 || ended.1 {
            return ended;
        }
        let action = legal[choice.below(legal.len())];
        slow.play(action).unwrap();
        fast.play(action).unwrap();
    }
    (false, false)
}

#[test]
fn the_fast_way_is_the_way_of_views() {
    for kit in kits() {
        for hide in [false, true] {
            let arrays = Arrays::new(*kit, &Values::default(), hide, None).unwrap();
            for random in 1..5 {
                compare(&arrays, None, random, 100);
            }
        }
    }
}

#[test]
fn the_fast_way_keeps_other_rules() {
    let rules = [
        ("freecell", vec![("fill", "kings")]),
        ("freecell", vec![("fill", "nothing")]),
        ("freecell", vec![("build", "suit")]),
        ("freecell", vec![("build", "rank")]),
        ("klondike", vec![("stock", "unseen")]),
        ("klondike", vec![("passes", "1")]),
    ];
    for (name, values) in rules {
        let values = values.into_iter().collect::<Values>();
        let arrays = Arrays::new(find(name).unwrap(), &values, true, None).unwrap();
        for random in 1..3 {
            compare(&arrays, None, random, 80);
        }
    }
    let small = [
        ("freecell", vec![("cells", 1), ("columns", 10)]),
        ("klondike", vec![("draw", 1)]),
        ("tiles", vec![("columns", 5), ("rows", 3)]),
    ];
    for (name, values) in small {
        let values = values.into_iter().collect::<Values>();
        let arrays = Arrays::new(find(name).unwrap(), &values, true, None).unwrap();
        for random in 1..3 {
            compare(&arrays, None, random, 80);
        }
    }
}

#[test]
fn the_fast_way_ends_where_the_game_ends() {
    let ended = |name: &str, text: &str, steps| {
        let arrays =
            Arrays::new(find(name).unwrap(), &Values::default(), true, Some(text)).unwrap();
        (1..30).map(|random| compare(&arrays, Some(text), random, steps)).collect::<HashSet<_>>()
    };
    let solved = (true, false);
    assert!(ended("tiles", "1 2/. 3", 40).contains(&solved));
    assert!(ended("peg", "triangle15", 20).contains(&(false, true)));
    let text = "Foundations: H-K C-K D-K S-J\nFreecells: KS - - -\n: QS\n:\n:\n:\n:\n:\n:\n:\n";
    assert!(ended("freecell", text, 40).contains(&solved));
    assert!(ended("rushhour", "....../....../AA..../....../....../......", 30).contains(&solved));
    let stuck = (0..8).map(|random| {
        let rules = [("passes", "1")].into_iter().collect::<Values>();
        let arrays = Arrays::new(find("klondike").unwrap(), &rules, true, None).unwrap();
        compare(&arrays, None, random, 200)
    });
    assert!(stuck.collect::<HashSet<_>>().contains(&(false, true)));
}

#[test]
fn instances_of_another_shape_are_refused() {
    let arrays = |name| Arrays::new(find(name).unwrap(), &Values::default(), true, None).unwrap();
    let refused = |name, text| arrays(name).begin_fast(Some(text), 1).err().unwrap().to_string();
    assert!(refused("tiles", "1 2/3 .").contains("other places"));
    assert!(refused("rushhour", "AA.B/...B/..../....").contains("other places"));
}
