//! Tests of the full-screen game: keys are pressed, and the screen is read.

use patience_core::{Cancel, Limits};
use patience_kit::Values;
use patience_workbench::session::Session;
use patience_workbench::{find, kits, read};

use super::app::{App, Flow, Key};
use super::buffer::Tone;
use super::paint::Painter;
use super::targets::Way;
use crate::{Game, Hints, Keep, Keeper};

const SYMBOLS: Painter = Painter { is_ascii: false };
const ASCII: Painter = Painter { is_ascii: true };

fn open(puzzle: &str, text: &str) -> Game<'static> {
    let kit = find(puzzle).unwrap();
    let position = read(kit, text, &Values::default()).unwrap();
    with(Session::open(kit, "test", position))
}

fn with(session: Session) -> Game<'static> {
    let hints = Hints::new(None, Limits::default(), Cancel::new());
    let keeper = Keeper::new(&session, None, Keep::Nowhere).unwrap();
    Game { session, keeper, hints, is_strict: false }
}

fn press(app: &mut App<'_, '_>, keys: &[Key]) {
    for key in keys {
        assert_eq!(app.press(*key), Flow::On, "{key:?}");
    }
}

fn typed(app: &mut App<'_, '_>, text: &str) {
    let keys: Vec<Key> = text.chars().map(Key::Letter).collect();
    press(app, &keys);
    press(app, &[Key::Enter]);
}

/// The lines of the board.
fn board(app: &App<'_, '_>, painter: Painter, lines: usize) -> Vec<String> {
    let text = app.draw(painter, 60, 24).text();
    text.lines().skip(2).take(lines).map(str::to_owned).collect()
}

#[test]
fn a_small_game_is_won_by_arrow_keys_and_taken_back() {
    let mut game = open("tiles", "1 2 3 / 4 5 6 / 7 0 8");
    let mut app = App::new(&mut game);
    // From the empty cell in the middle of the last row to tile 8.
    while app.detail() != "row 3, column 3: tile 8" {
        press(&mut app, &[Key::Tab]);
    }
    press(&mut app, &[Key::Enter]);
    assert_eq!(board(&app, ASCII, 5)[4], "    7  [    ]{  8 }");
    press(&mut app, &[Key::Enter]);
    // The cursor follows the tile.
    assert_eq!(board(&app, ASCII, 5)[4], "    7  [  8 ]");
    assert!(app.game.session.is_won());
    assert!(app.messages[0].contains("Won in 1 move "), "{:?}", app.messages);
    press(&mut app, &[Key::Letter('u')]);
    assert!(!app.game.session.is_won());
    assert!(app.draw(ASCII, 60, 24).text().contains(" 0 played, 1 to redo"));
    press(&mut app, &[Key::Letter('r')]);
    assert!(app.game.session.is_won());
    press(&mut app, &[Key::Letter('x'), Key::Letter('u')]);
    assert_eq!(app.messages, ["there is no move to take back"]);
}

#[test]
fn cards_are_typed_and_fouls_are_explained() {
    let mut game = open("freecell", "617");
    let mut app = App::new(&mut game);
    typed(&mut app, "83");
    assert_eq!(app.game.session.moves(), ["83"]);
    typed(&mut app, "11");
    assert!(app.messages[0].starts_with("11 is not allowed: "), "{:?}", app.messages);
    typed(&mut app, "9z");
    assert!(!app.messages.is_empty() && app.game.session.moves().len() == 1);
    // Keys that are commands begin a move after a slash, and Esc leaves it.
    press(&mut app, &[Key::Letter('/'), Key::Letter('h'), Key::Escape]);
    assert_eq!((app.typed.clone(), app.game.session.moves().len()), (None, 1));
    press(&mut app, &[Key::Letter('1'), Key::Backspace, Key::Backspace]);
    assert_eq!(app.typed, None);
    let screen = app.draw(SYMBOLS, 60, 24);
    assert!(screen.text().contains("   Q♥"), "{}", screen.text());
    let tones: Vec<Tone> = screen.rows().into_iter().flatten().map(|(tone, _)| tone).collect();
    assert!(tones.contains(&Tone::RedCard) && tones.contains(&Tone::BlackCard));
    assert!(app.draw(ASCII, 60, 24).text().is_ascii());
}

#[test]
fn what_is_selected_shows_where_it_can_go() {
    let mut game = open("rushhour", "AA..B./....B.");
    let mut app = App::new(&mut game);
    app.cursor = 1;
    press(&mut app, &[Key::Enter]);
    // The front of the car reaches one of two cells.
    assert_eq!(board(&app, ASCII, 1)[0], " {  A-----A }[  . ](  . )   B     .     >");
    press(&mut app, &[Key::Arrow(Way::Right), Key::Enter]);
    assert_eq!(app.game.session.moves(), ["A+2"]);
    press(&mut app, &[Key::Arrow(Way::Left), Key::Arrow(Way::Left), Key::Arrow(Way::Left)]);
    // The only move that leads to an empty cell is selected there.
    press(&mut app, &[Key::Enter]);
    assert_eq!((app.cursor, app.selected), (0, Some(2)));
    press(&mut app, &[Key::Enter]);
    assert_eq!(app.game.session.moves(), ["A+2", "A-2"]);
    app.cursor = 6;
    press(&mut app, &[Key::Enter]);
    assert!(app.messages[0].starts_with("nothing can move from row 2, column 1"));
}

#[test]
fn moves_of_one_source_and_target_are_chosen_by_a_digit() {
    // Two cards go to the empty column together, or one of them does.
    let mut game = open(
        "freecell",
        "Foundations: C-K D-K H-3 S-4\nKH QS JH TS 9H 8S 7H 6S 5H\nKS QH JS TH 9S 8H 7S 6H 5S 4H\n",
    );
    let mut app = App::new(&mut game);
    app.cursor = super::targets::index(&app.view, "2").unwrap();
    press(&mut app, &[Key::Enter]);
    app.cursor = super::targets::index(&app.view, "3").unwrap();
    press(&mut app, &[Key::Enter]);
    assert!(
        app.messages[0].starts_with("which one? 1: 23  2: 23v2  3: 23v3"),
        "{:?}",
        app.messages
    );
    press(&mut app, &[Key::Letter('2')]);
    assert_eq!(app.game.session.moves(), ["23v2"]);
    assert!(app.choices.is_empty());
}

#[test]
fn hidden_cards_are_not_on_the_screen() {
    let kit = find("klondike").unwrap();
    let look = |seed: u64| {
        let rules = Values::from_iter([("stock", "unseen")]);
        let mut game = with(Session::deal(kit, seed, rules).unwrap());
        let app = App::new(&mut game);
        app.draw(ASCII, 60, 24).text()
    };
    let screen = look(7);
    // Columns hold 21 cards face down, the stock shows the back of one.
    assert_eq!(screen.matches("##").count(), 22, "{screen}");
    let cards = |text: &str| {
        let is_card = |word: &&str| word.len() == 2 && word.ends_with(['C', 'D', 'H', 'S']);
        text.split_whitespace().filter(is_card).count()
    };
    assert_eq!(cards(&screen), 7, "{screen}");
}

#[test]
fn every_size_of_a_terminal_is_drawn() {
    for kit in kits() {
        let mut game = match kit.players() {
            Some(_) => with(Session::deal(*kit, 1, Values::default()).unwrap()),
            None => {
                let name = kit.about().default_instance.unwrap_or("1");
                let text = if kit.numbers().is_some() { "1" } else { name };
                let card = kit.named("JAM01", &Values::default());
                match card {
                    Some(card) => {
                        with(Session::open(*kit, "test", card.unwrap().remove(0).position))
                    }
                    None => open(kit.about().name, text),
                }
            }
        };
        let app = App::new(&mut game);
        for width in [0, 1, 20, 40, 60, 200] {
            for height in [0, 1, 5, 12, 16, 24, 60] {
                let screen = app.draw(SYMBOLS, width, height);
                assert_eq!((screen.width, screen.height), (width, height));
                let is_small = screen.text().contains("too small");
                let is_readable = 20 <= width && 4 <= height;
                assert!(!is_readable || is_small == screen.text().contains("q quits"));
                assert!(!is_small || width < 60 || height < 24, "{}", screen.text());
            }
        }
    }
}

#[test]
fn long_columns_say_how_many_cards_are_left_out() {
    let mut game = open("freecell", "617");
    let app = App::new(&mut game);
    // Two lines above, the cells, seven below: room for four lines of cards of columns of seven.
    let screen = app.draw(ASCII, 60, 15).text();
    assert!(screen.contains(":4"), "{screen}");
    assert!(screen.contains("JD"), "the last card is shown: {screen}");
}

#[test]
fn a_hint_points_at_the_move() {
    let mut game = open("tiles", "1 2 3 / 4 5 6 / 7 0 8");
    let mut app = App::new(&mut game);
    assert_eq!(app.press(Key::Letter('h')), Flow::Hint);
    app.hint();
    assert_eq!(app.messages, ["hint: 8 (1 move to go)"]);
    assert_eq!(app.press(Key::Enter), Flow::On);
    assert!(app.game.session.is_won());
    assert_eq!(app.press(Key::Letter('q')), Flow::Quit);
    assert_eq!(app.press(Key::Quit), Flow::Quit);
}

#[test]
fn a_strict_game_takes_nothing_back() {
    let mut game = open("tiles", "1 2 3 / 4 5 6 / 0 7 8");
    game.is_strict = true;
    let mut app = App::new(&mut game);
    typed(&mut app, "7");
    press(&mut app, &[Key::Letter('u')]);
    assert_eq!(app.game.session.moves(), ["7"]);
    assert!(app.messages[0].contains("--strict"));
}
