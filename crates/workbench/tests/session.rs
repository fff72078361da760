//! Games that people play: undo, redo, and the file that keeps them.

use patience_core::SplitMix;
use patience_kit::{Kit, Values};
use patience_workbench::session::{Saved, Session, is_game};
use patience_workbench::{find, kits, read};

use crate::kit_laws::walk;

/// A game of a puzzle after random moves.
fn game(kit: &'static dyn Kit, seed: u64, moves: usize) -> Session {
    let mut game = if kit.players().is_some() {
        Session::deal(kit, seed, Values::from_iter([("stock", "unseen")])).unwrap()
    } else {
        Session::open(kit, "start", walk(kit, seed, 0).remove(0))
    };
    let mut random = SplitMix::new(seed);
    for _ in 0..moves {
        let legal = game.legal();
        if legal.is_empty() {
            break;
        }
        let mv = &legal[random.below(legal.len())].text;
        let played = game.play(mv).unwrap();
        assert_eq!((played.moves.len(), played.refused), (1, None), "{mv}");
    }
    game
}

#[test]
fn undo_and_redo_lead_through_the_same_positions() {
    for kit in kits() {
        let mut game = game(*kit, 3, 25);
        let count = game.moves().len();
        assert!(5 < count, "{}", kit.about().name);
        let (notation, lengths) = (game.moves(), game.lengths().unwrap());
        let mut tables = vec![game.table().unwrap()];
        while game.undo() {
            tables.push(game.table().unwrap());
        }
        assert_eq!((tables.len(), game.undone(), game.moves().len()), (count + 1, count, 0));
        for table in tables.iter().rev().skip(1) {
            assert!(game.redo());
            assert_eq!(game.table().unwrap(), *table, "{}", kit.about().name);
        }
        assert!(!game.redo());
        assert_eq!((game.moves(), game.lengths().unwrap()), (notation, lengths));
        assert!(game.restart() && !game.restart());
        assert_eq!((game.undone(), &game.table().unwrap()), (count, tables.last().unwrap()));
    }
}

#[test]
fn a_new_move_ends_what_could_be_redone_and_a_foul_does_not() {
    let kit = find("tiles").unwrap();
    let position = read(kit, "1 2 3 / 4 5 0 / 7 8 6", &Values::default()).unwrap();
    let mut game = Session::open(kit, "example", position);
    game.play("5 4").unwrap();
    assert!(game.undo());
    let fouled = game.play("8 1").unwrap();
    // Tile 8 is below the empty cell, tile 1 is not beside it then.
    assert_eq!(
        (fouled.moves, fouled.refused.map(|it| it.notation)),
        (vec!["8".to_owned()], Some("1".to_owned()))
    );
    assert_eq!(game.undone(), 0);
    assert!(game.undo());
    assert!(game.play("1").unwrap().refused.is_some());
    assert_eq!((game.moves(), game.undone()), (vec!["5".to_owned()], 1));
    assert!(game.play("").is_err() && game.play("left").is_err());
}

#[test]
fn a_saved_game_is_resumed_where_it_was_left() {
    for kit in kits() {
        let name = kit.about().name;
        for seed in 1..6 {
            let mut game = game(*kit, seed, 20);
            game.undo();
            game.undo();
            let text = game.saved().write("a note");
            assert!(is_game(&text) && text.lines().nth(1) == Some("# a note"), "{text}");
            let mut again = Session::resume(Saved::read(&text).unwrap())
                .unwrap_or_else(|fault| panic!("{name}: {fault}\n{text}"));
            assert_eq!(again.saved().write("a note"), text);
            assert_eq!(again.table().unwrap(), game.table().unwrap(), "{text}");
            assert_eq!(again.legal(), game.legal(), "{text}");
            while game.redo() {
                assert!(again.redo());
                assert_eq!(again.table().unwrap(), game.table().unwrap(), "{text}");
            }
            assert!(!again.redo());
            assert_eq!(again.lengths().unwrap(), game.lengths().unwrap());
        }
    }
}

#[test]
fn a_position_is_played_with_its_hidden_pieces_hidden() {
    for kit in kits().iter().filter(|kit| kit.players().is_some()) {
        let rules = || Values::from_iter([("stock", "unseen")]);
        let position = kit.deal(4, &Values::default()).unwrap();
        let hidden = Session::hide(*kit, "four", &position, rules()).unwrap();
        let dealt = Session::deal(*kit, 4, rules()).unwrap();
        assert_eq!(hidden.table().unwrap(), dealt.table().unwrap());
        let again = Session::resume(Saved::read(&hidden.saved().write("")).unwrap()).unwrap();
        assert_eq!(again.table().unwrap(), dealt.table().unwrap());
        // A position with unknown cards cannot be played: nobody knows what a turned card is.
        let seen = dealt.visible(|it| it.write(kit.about().exchange)).unwrap();
        let seen = read(*kit, &seen, &Values::default()).unwrap();
        let fault = Session::hide(*kit, "seen", &seen, rules()).err().unwrap();
        assert!(fault.message.contains("45 cards of the position are unknown"), "{fault}");
    }
}

#[test]
fn files_that_are_not_ours_are_refused_with_their_place() {
    let head = "# Patience game, version 1\n";
    for (text, message) in [
        ("", "line 1, column 1: this is not a saved game: expected the line"),
        ("a shopping list\n", "line 1, column 1: this is not a saved game"),
        ("# Patience game, version 9\n", "version 9: this program reads version 1"),
        (&format!("{head}seed: 1\nmoves:\n"), "the saved game has no `puzzle:`"),
        (&format!("{head}puzzle: chess\n"), "line 2, column 1: unknown puzzle `chess`"),
        (&format!("{head}puzzle: tiles\nmoves:\n"), "no `seed:` and no `position:`"),
        (&format!("{head}puzzle: tiles\nseed: 1\n"), "the saved game has no `moves:`"),
        (&format!("{head}puzzle: tiles\nseed: x\n"), "line 3, column 1: expected the number"),
        (&format!("{head}puzzle: tiles\ntiles\n"), "line 3, column 1: expected puzzle, seed"),
        (&format!("{head}puzzle: tiles\ncolour: red\n"), "line 3, column 1: unknown part `colour`"),
        (
            &format!("{head}puzzle: klondike\nseed: 1\nrule draw: 99\nmoves:\n"),
            "line 4, column 1: draw: expected a whole number from 1 to 52",
        ),
        (
            &format!("{head}puzzle: klondike\nseed: 1\nrule jokers: 2\nmoves:\n"),
            "line 4, column 1: unknown rule `jokers`",
        ),
    ] {
        let fault = Saved::read(text).err().unwrap().to_string();
        assert!(fault.contains(message), "{text}: {fault}");
    }
    let text = format!("{head}puzzle: klondike\nseed: 1\nmoves:\n  T w-h\n");
    let fault = Session::resume(Saved::read(&text).unwrap()).err().unwrap();
    assert!(fault.message.starts_with("move 2 (w-h): "), "{fault}");
}
