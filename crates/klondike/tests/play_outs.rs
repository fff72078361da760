//! Play-outs: chances with their intervals, on positions whose true chances can be counted.

use patience_core::{Cancel, Hidden as _, Limits, Meter, Proportion, SplitMix, play_game};
use patience_kit::{Advice, Kit as _, MoveAdvice, PlayOuts, PlayerSetup, Values};
use patience_klondike::players::PlayerKind;
use patience_klondike::players::hidden::{KnownStock, preference};
use patience_klondike::{
    KIT, Klondike, MoveSet, Position, Referee, Rules, read_position, read_steps, write_position,
};
use patience_search::monte_carlo::{Descent, Greedy, Ties};

/// Advice that lists every useful move of a position.
fn every_move(rules: &Rules, seen: &Position, player: &str) -> (Advice, Box<dyn PlayOuts>) {
    let setup = PlayerSetup { player: Some(player), settings: None };
    let position = KIT.read(&write_position(rules, seen), &Values::default()).unwrap().remove(0);
    let players = KIT.players().unwrap();
    let limits = Limits::default();
    let mut advice =
        players.advise(&setup, &position.position, 1, &limits, &Cancel::new()).unwrap();
    let table = KnownStock::new(*rules, seen).unwrap().with_moves(MoveSet::Useful);
    let (view, mut moves) = (table.first_view(), Vec::new());
    table.moves(&view, &mut moves);
    let world = table.determinise(&view, &mut SplitMix::new(1));
    advice.moves = moves
        .iter()
        .map(|&mv| {
            let steps = world.expand(&[mv]);
            plain(&steps.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        })
        .collect();
    let games = players.play_outs(&setup, &position.position, &advice, 1).unwrap().unwrap();
    (advice, games)
}

/// A move without anything else.
fn plain(mv: &str) -> MoveAdvice {
    MoveAdvice {
        mv: mv.to_owned(),
        words: String::new(),
        reveals: false,
        chance: None,
        score: None,
        visits: 0,
        then: Vec::new(),
        games: None,
    }
}

/// The play-outs of an advice with another seed.
fn with_seed(
    rules: &Rules,
    view: &Position,
    player: &str,
    advice: &Advice,
    seed: u64,
) -> Box<dyn PlayOuts> {
    let setup = PlayerSetup { player: Some(player), settings: None };
    let position = KIT.read(&write_position(rules, view), &Values::default()).unwrap().remove(0);
    KIT.players().unwrap().play_outs(&setup, &position.position, advice, seed).unwrap().unwrap()
}

/// Games of a player after a move.
fn won(games: &dyn PlayOuts, at: usize, count: u64) -> Proportion {
    let mut watcher = ();
    let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watcher);
    let successes = (0..count).filter(|&game| games.play(at, game, &mut meter).unwrap().unwrap());
    Proportion { successes: successes.count() as u64, trials: count }
}

/// All orders of some cards.
fn orders<T: Copy>(cards: &[T]) -> Vec<Vec<T>> {
    if cards.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for at in 0..cards.len() {
        let mut rest = cards.to_vec();
        let first = rest.remove(at);
        all.extend(orders(&rest).into_iter().map(|order| [&[first], &order[..]].concat()));
    }
    all
}

/// The share of all arrangements that the greedy player wins after a move, by playing each of them.
fn true_chance(rules: &Rules, seen: &Position, mv: &str) -> f64 {
    let all = orders(&seen.unseen(rules));
    let wins = all.iter().filter(|cards| {
        let mut referee = Referee::new(rules, seen.filled(cards));
        for written in read_steps(mv, rules).unwrap() {
            referee.play(written.step).unwrap();
        }
        let after = referee.position();
        let table = KnownStock::new(*rules, after).unwrap().with_moves(MoveSet::Useful);
        let world = Klondike::new(*rules, after).unwrap();
        let finisher = Descent { preference, nodes: PlayerKind::Greedy.usual().finish };
        let player = Greedy { preference, ties: Ties::First };
        let mut watcher = ();
        let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watcher);
        play_game(&table, &player, &finisher, &world, 1, &mut meter).is_won()
    });
    wins.count() as f64 / all.len() as f64
}

fn contains(interval: (f64, f64), chance: f64) -> bool {
    interval.0 <= chance && chance <= interval.1
}

/// Checks the intervals of `seeds` measurements with `games` games each, on deals of small decks.
fn check_coverage(deals: u64, seeds: u64, games: u64) {
    let rules = Rules { ranks: 6, columns: 4, draw: 1, passes: Some(1), ..Rules::default() };
    let (mut intervals, mut misses, mut misses_of_wrong, mut uncertain) = (0, 0, 0, 0);
    for deal in 0..deals {
        let seen = Klondike::of_seed(deal, rules).unwrap().deal().covered(&rules);
        if seen.unseen(&rules).len() != 6 {
            continue;
        }
        let (advice, _) = every_move(&rules, &seen, "greedy");
        for at in 0..advice.moves.len().min(2) {
            let chance = true_chance(&rules, &seen, &advice.moves[at].mv);
            uncertain += u32::from(0.1 < chance && chance < 0.9);
            for seed in 0..seeds {
                let play_outs = with_seed(&rules, &seen, "greedy", &advice, seed);
                let interval = won(&*play_outs, at, games).wilson(Proportion::Z99);
                intervals += 1;
                misses += u32::from(!contains(interval, chance));
                let wrong = if chance < 0.5 { chance + 0.5 } else { chance - 0.5 };
                misses_of_wrong += u32::from(!contains(interval, wrong));
            }
        }
    }
    assert!(2 < uncertain, "only {uncertain} chances are neither small nor large");
    // One in a hundred is expected; Wilson's intervals of few games miss a little more for some chances.
    assert!(misses * 100 <= 3 * intervals, "{misses} of {intervals} intervals miss the chance");
    assert!(99 * intervals <= 100 * misses_of_wrong, "{misses_of_wrong} of {intervals}");
}

#[test]
fn intervals_contain_the_true_chance_as_often_as_they_say() {
    check_coverage(6, 10, 50);
}

#[test]
#[ignore = "slow: minutes"]
fn intervals_contain_the_true_chance_on_many_deals() {
    check_coverage(100, 40, 200);
}

/// The chance of `best` is not countable, since it draws random numbers itself: a long measurement stands for it.
#[test]
#[ignore = "slow: minutes"]
fn intervals_of_the_strongest_player_are_calibrated_on_whole_deals() {
    let rules = Rules::default();
    let (mut intervals, mut misses) = (0, 0);
    for deal in 1..=6 {
        let seen = Klondike::of_seed(deal, rules).unwrap().deal().covered(&rules);
        let (advice, _) = every_move(&rules, &seen, "best");
        let chance = won(&*with_seed(&rules, &seen, "best", &advice, 99), 0, 2000).rate();
        for seed in 0..20 {
            let play_outs = with_seed(&rules, &seen, "best", &advice, seed);
            intervals += 1;
            let interval = won(&*play_outs, 0, 50).wilson(Proportion::Z99);
            misses += u32::from(!contains(interval, chance));
        }
    }
    assert!(misses * 100 <= 5 * intervals, "{misses} of {intervals}");
}

#[test]
fn a_certain_win_is_won_in_every_game_and_a_certain_loss_in_none() {
    let certain = "foundations: CA D2 H2 SA\n1: | 2C\n2: ?? | 3H\n3: ?? | 3D\nstock: 2S";
    let (rules, seen) = read_position(certain).unwrap();
    assert_eq!(seen.unseen(&rules).len(), 2);
    for player in ["best", "greedy", "hop", "uct"] {
        let (advice, games) = every_move(&rules, &seen, player);
        assert!(!advice.moves.is_empty());
        for at in 0..advice.moves.len() {
            assert_eq!(won(&*games, at, 30).successes, 30, "{player} {}", advice.moves[at].mv);
        }
    }
    // The proof of loss tries all six arrangements, and none can be won.
    let lost = "1: | 2C\n2: ?? | 2S\n3: ?? ?? | 2D\nstock: 2H AH";
    let (rules, seen) = read_position(lost).unwrap();
    let (mut advice, _) = every_move(&rules, &seen, "greedy");
    advice.moves = vec![plain("T w-h")];
    assert_eq!(won(&*with_seed(&rules, &seen, "greedy", &advice, 1), 0, 30).successes, 0);
}

#[test]
fn games_do_not_depend_on_cards_that_the_position_hides() {
    let rules = Rules::default();
    let deal = Klondike::of_seed(3, rules).unwrap();
    let seen = deal.deal().covered(&rules);
    let (advice, covered) = every_move(&rules, &seen, "greedy");
    let open = with_seed(&rules, deal.deal(), "greedy", &advice, 1);
    for at in 0..advice.moves.len() {
        assert_eq!(won(&*covered, at, 40), won(&*open, at, 40));
    }
}

#[test]
fn every_player_plays_on_with_a_cheap_form_of_itself() {
    let setup = |name| PlayerSetup { player: Some(name), settings: None };
    let position = KIT.deal(1, &Values::default()).unwrap();
    let players = KIT.players().unwrap();
    let unseen: Values = [("stock", "unseen")].into_iter().collect();
    let blind = players.view(&position, &unseen, true).unwrap();
    let seen = players.view(&position, &Values::default(), true).unwrap();
    let (rules, small) = read_position("1: | AC\n2: ?? | AH\nstock: AS").unwrap();
    let (advice, _) = every_move(&rules, &small, "greedy");
    let advice = Advice { moves: Vec::new(), ..advice };
    for about in players.players() {
        let views = if about.name == "best" { vec![&seen] } else { vec![&seen, &blind] };
        for view in views {
            let games = players.play_outs(&setup(about.name), view, &advice, 1).unwrap().unwrap();
            let summary = games.summary();
            assert_eq!(summary.player, about.name);
            let mut watcher = ();
            let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watcher);
            // Without moves, the games begin at the position itself.
            assert!(games.play(0, 0, &mut meter).unwrap().is_ok(), "{}", about.name);
        }
    }
}
