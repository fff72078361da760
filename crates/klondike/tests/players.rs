//! The players of Klondike: none peeks at hidden cards, and their games are reproducible.

use std::num::NonZeroU32;

use patience_core::{Cancel, Hidden, Limits, Meter, Proportion, SplitMix};
use patience_kit::{Choice as _, GameRecord, Values};
use patience_klondike::engines::{Exact, Planner2007};
use patience_klondike::players::determinization::DeterminizationPlayer;
use patience_klondike::players::hidden::{
    KnownStock, PairedStock, Through, UnseenStock, paired_preference, preference,
    unseen_stock_preference,
};
use patience_klondike::players::{ActionSpace, PlayerKind, PlayerSettings};
use patience_klondike::{Klondike, Line, MoveSet, Rules, SetupError, Stock, WeightedSum};
use patience_laws::check_no_peeking;
use patience_search::NestedRollout;
use patience_search::monte_carlo::{Capped, Descent, Greedy, Hindsight, RandomPlay, Ties, Uct};

/// A player that thinks for a moment only.
fn brief(player: PlayerKind) -> PlayerSettings {
    let usual = player.usual();
    PlayerSettings {
        samples: usual.samples.min(2),
        trees: usual.trees.min(2),
        trajectories: usual.trajectories.min(10),
        effort: usual.effort.min(300),
        ..usual
    }
}

fn play_one(player: &PlayerSettings, rules: Rules, seed: u64, limits: &Limits) -> GameRecord {
    let mut observer = ();
    let mut meter = Meter::start(limits, &Cancel::new(), &mut observer);
    player.play(rules, seed, &mut meter).unwrap()
}

fn play(player: PlayerSettings, rules: Rules, games: u64) -> Vec<GameRecord> {
    (0..games).map(|seed| play_one(&player, rules, seed, &Limits::default())).collect()
}

#[test]
fn the_referee_replays_the_games_of_every_player() {
    for stock in [Stock::Visible, Stock::Unseen] {
        for (draw, moves) in
            [(1, ActionSpace::Useful), (3, ActionSpace::Useful), (3, ActionSpace::Paired2007)]
        {
            let rules = Rules { ranks: 7, columns: 5, draw, stock, ..Rules::default() };
            for player in PlayerKind::ALL.iter().map(|(player, _)| *player) {
                if moves == ActionSpace::Paired2007
                    && (stock == Stock::Unseen || player == PlayerKind::Best)
                {
                    continue;
                }
                let player = PlayerSettings { moves, ..brief(player) };
                for seed in 0..2 {
                    let mut observer = ();
                    let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
                    let (record, steps) = player.watch(rules, seed, &mut meter).unwrap();
                    assert_eq!(record, play_one(&player, rules, seed, &Limits::default()));
                    let deal = Klondike::of_seed(seed, rules).unwrap().deal().clone();
                    let (line, wrong) = Line::play(&rules, deal, steps.clone());
                    assert_eq!(line.steps(), steps, "{player:?}, seed {seed}: {wrong:?}");
                    assert_eq!(
                        wrong.is_none(),
                        record.won == Some(true),
                        "{player:?}, seed {seed}"
                    );
                }
            }
        }
    }
}

fn wins(games: &[GameRecord]) -> u64 {
    games.iter().map(|game| u64::from(game.won == Some(true))).sum()
}

#[test]
fn a_game_depends_on_player_rules_and_seed_only() {
    for stock in [Stock::Visible, Stock::Unseen] {
        let rules = Rules { ranks: 7, columns: 5, stock, ..Rules::default() };
        for player in PlayerKind::ALL.iter().map(|(player, _)| *player) {
            let games = play(brief(player), rules, 12);
            assert_eq!(games, play(brief(player), rules, 12), "{player:?}");
            assert!(games.iter().zip(0..).all(|(record, seed)| record.seed == seed));
        }
    }
}

#[test]
fn bad_rules_are_refused() {
    let wrong = Rules { columns: 9, ..Rules::default() };
    let mut observer = ();
    let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
    let answer = PlayerKind::Random.usual().play(wrong, 1, &mut meter);
    assert!(matches!(answer, Err(SetupError::Rules(_))));
}

#[test]
fn stopped_games_are_neither_won_nor_lost() {
    let limits = Limits { nodes: Some(5), ..Limits::default() };
    assert_eq!(play_one(&brief(PlayerKind::Uct), Rules::default(), 1, &limits).won, None);
}

#[test]
fn names_are_found_again() {
    for (player, named) in PlayerKind::ALL {
        assert_eq!(PlayerKind::named(named.name), Some(*player));
    }
    assert_eq!(PlayerKind::named("cheat"), None);
}

#[test]
fn no_player_peeks() {
    let rules = Rules { ranks: 5, columns: 4, ..Rules::default() };
    let world = Klondike::of_seed(2, rules).unwrap();
    let table = KnownStock::new(rules, world.deal()).unwrap().with_moves(MoveSet::Useful);
    let worlds: Vec<_> = (0..12)
        .map(|seed| table.determinise(&table.first_view(), &mut SplitMix::new(seed)))
        .collect();
    let finisher = Descent { preference, nodes: 60 };
    let rollout = NestedRollout { evaluator: WeightedSum::default(), level: 0, slack: 16 };
    check_no_peeking(&table, &RandomPlay, &worlds, 1);
    check_no_peeking(&table, &Greedy { preference, ties: Ties::First }, &worlds, 1);
    let hop = Hindsight {
        samples: 2,
        planner: Capped { solver: rollout, nodes: 10_000 },
        ties: Ties::Random,
    };
    check_no_peeking(&table, &hop, &worlds, 1);
    for width in [None, NonZeroU32::new(1), NonZeroU32::new(2)] {
        let uct = Uct { trees: 2, trajectories: 20, width, ..Uct::new(finisher) };
        check_no_peeking(&table, &uct, &worlds, 1);
    }
    let table = KnownStock::new(rules, world.deal()).unwrap();
    for second_look in [0, 1] {
        check_no_peeking(
            &table,
            &DeterminizationPlayer { effort: 300, second_look, ..DeterminizationPlayer::default() },
            &worlds,
            1,
        );
    }
}

/// With unlimited passes, a player that looks at the stock first knows what one with a known stock knows.
#[test]
fn an_unseen_stock_costs_the_strongest_player_nothing_if_passes_are_unlimited() {
    let hasty = PlayerSettings { effort: 1_000, ..PlayerKind::Best.usual() };
    let small = Rules { ranks: 9, columns: 5, ..Rules::default() };
    let wins = |stock| wins(&play(hasty, Rules { stock, ..small }, 100));
    let (visible, unseen) = (wins(Stock::Visible), wins(Stock::Unseen));
    assert!(visible.abs_diff(unseen) < 15, "{visible} and {unseen} of 100");
}

/// With one pass the stock must be played while it is turned; the same steps must be those of the referee.
#[test]
fn the_strongest_player_plays_an_unseen_stock_with_few_passes() {
    for (passes, draw) in [(1, 1), (1, 3), (2, 3)] {
        let rules = Rules {
            ranks: 9,
            columns: 5,
            draw,
            passes: Some(passes),
            stock: Stock::Unseen,
            ..Rules::default()
        };
        let hasty = PlayerSettings { effort: 1_000, ..PlayerKind::Best.usual() };
        let greedy = PlayerKind::Greedy.usual();
        let (best, rival) = (wins(&play(hasty, rules, 60)), wins(&play(greedy, rules, 60)));
        assert!(rival < best, "{best} of 60, greedy {rival}");
        for seed in 0..5 {
            let mut observer = ();
            let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
            let (record, steps) = hasty.watch(rules, seed, &mut meter).unwrap();
            let deal = Klondike::of_seed(seed, rules).unwrap().deal().clone();
            let (line, wrong) = Line::play(&rules, deal, steps.clone());
            assert_eq!(line.steps(), steps, "seed {seed}: {wrong:?}");
            assert_eq!(wrong.is_none(), record.won == Some(true), "seed {seed}");
        }
    }
}

#[test]
fn the_strongest_player_wins_more_than_greedy_play_even_in_a_hurry() {
    let wins = |player| wins(&play(player, Rules::default(), 60));
    let hasty = PlayerSettings { effort: 1_000, ..PlayerKind::Best.usual() };
    let (best, greedy) = (wins(hasty), wins(PlayerKind::Greedy.usual()));
    assert!(2 * greedy < best, "{best} against {greedy}");
}

#[test]
fn no_player_of_an_unseen_stock_peeks() {
    let rules = Rules { ranks: 4, columns: 3, stock: Stock::Unseen, ..Rules::default() };
    let deal = Klondike::of_seed(2, rules).unwrap().deal().covered(&rules);
    let table = UnseenStock::new(rules, &deal).unwrap().with_moves(MoveSet::Useful);
    let worlds: Vec<_> = (0..12)
        .map(|seed| table.determinise(&table.first_view(), &mut SplitMix::new(seed)))
        .collect();
    check_no_peeking(
        &table,
        &Greedy { preference: unseen_stock_preference, ties: Ties::First },
        &worlds,
        1,
    );
    let hop = Hindsight {
        samples: 2,
        planner: Capped { solver: Through(Exact::default()), nodes: 100 },
        ties: Ties::Random,
    };
    check_no_peeking(&table, &hop, &worlds, 1);
    let finisher = Descent { preference: unseen_stock_preference, nodes: 60 };
    check_no_peeking(&table, &Uct { trajectories: 20, ..Uct::new(finisher) }, &worlds, 1);
}

/// The rates that the published ones are compared with, so that no change of the game goes unnoticed.
#[test]
fn random_and_greedy_play_win_about_what_was_published() {
    for (player, published) in [(PlayerKind::Random, 0.07135), (PlayerKind::Greedy, 0.12992)] {
        let games = play(player.usual(), Rules::default(), 4000);
        let won = Proportion { successes: wins(&games), trials: 4000 };
        // Four standard deviations.
        let (low, high) = won.wilson(4.0);
        assert!(low < published && published < high, "{player:?} {low} {high}");
    }
}

#[test]
fn random_and_greedy_play_with_paired_moves_win_about_what_was_published() {
    for (player, published) in [(PlayerKind::Random, 0.07135), (PlayerKind::Greedy, 0.12992)] {
        let settings = PlayerSettings { moves: ActionSpace::Paired2007, ..player.usual() };
        let games = play(settings, Rules::default(), 4000);
        let won = Proportion { successes: wins(&games), trials: 4000 };
        // Four standard deviations.
        let (low, high) = won.wilson(4.0);
        assert!(low < published && published < high, "{player:?} {low} {high}");
    }
}

#[test]
fn no_player_of_paired_moves_peeks() {
    let rules = Rules { ranks: 5, columns: 4, ..Rules::default() };
    let world = Klondike::of_seed(2, rules).unwrap();
    let table = PairedStock::new(KnownStock::new(rules, world.deal()).unwrap());
    let worlds: Vec<_> = (0..12)
        .map(|seed| table.determinise(&table.first_view(), &mut SplitMix::new(seed)))
        .collect();
    let greedy = Greedy { preference: paired_preference, ties: Ties::First };
    check_no_peeking(&table, &greedy, &worlds, 1);
    for level in [0, 1] {
        let solver = Planner2007 { first_level: None, second_level: level };
        let planner = Capped { solver, nodes: 10_000 };
        for ties in [Ties::First, Ties::Random] {
            check_no_peeking(&table, &Hindsight { samples: 2, planner, ties }, &worlds, 1);
        }
    }
    let finisher = Descent { preference: paired_preference, nodes: 60 };
    check_no_peeking(&table, &Uct { trajectories: 20, ..Uct::new(finisher) }, &worlds, 1);
}

#[test]
fn choices_of_players_are_settings_that_records_name_only_if_they_matter() {
    let read = |player, name: &str, value: &str| {
        PlayerSettings::of(player, &Values::from_iter([(name, value)]))
    };
    for &(player, named) in PlayerKind::ALL {
        let is_paper = player != PlayerKind::Best;
        let takes = |name, value| read(player, name, value).is_ok();
        assert_eq!(takes("moves", "2007"), is_paper, "{}", named.name);
        assert_eq!(takes("planner", "2007"), player == PlayerKind::Hop, "{}", named.name);
        assert_eq!(takes("ties", "first"), player == PlayerKind::Hop, "{}", named.name);
        assert!(player.usual().used().get("moves").is_none());
    }
    let hop = read(PlayerKind::Hop, "moves", "2007").unwrap();
    assert_eq!(hop.used().get("moves"), Some(&"2007".into()));
    assert_eq!(PlayerSettings::of(PlayerKind::Hop, &hop.used()), Ok(hop));
    let unknown = read(PlayerKind::Hop, "planner", "2008").unwrap_err();
    assert_eq!(unknown.message, "planner: expected \"weighted\" or \"2007\", found \"2008\"");
}

#[test]
fn paired_moves_need_a_known_stock() {
    let rules = Rules { stock: Stock::Unseen, ..Rules::default() };
    let player = PlayerSettings { moves: ActionSpace::Paired2007, ..PlayerKind::Greedy.usual() };
    let mut observer = ();
    let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
    assert_eq!(player.play(rules, 1, &mut meter).unwrap_err(), SetupError::PairedMoves);
}

#[test]
fn every_player_takes_its_settings_and_no_others() {
    let all = ["effort", "second_look", "samples", "level", "trees", "trajectories", "width"];
    let mut taken = 0;
    for &(player, _) in PlayerKind::ALL {
        for name in all {
            let is_used = player.usual().used().get(name).is_some();
            let read = PlayerSettings::of(player, &Values::from_iter([(name, 7)]));
            assert_eq!(read.is_ok(), is_used, "{player:?} {name}");
            if let Ok(settings) = read {
                taken += 1;
                assert_eq!(settings.used().get(name), Some(&7.into()));
                assert_eq!(PlayerSettings::of(player, &settings.used()), Ok(settings));
            }
        }
    }
    assert_eq!(taken, 14);
}

#[test]
fn numbers_out_of_range_are_refused() {
    for (name, value) in [("samples", 0), ("samples", 1_u64 << 32), ("level", 10)] {
        let read = PlayerSettings::of(PlayerKind::Hop, &Values::from_iter([(name, value)]));
        assert!(read.is_err(), "{name} {value}");
    }
}
