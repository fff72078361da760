//! Chances by play-outs: counts, threads, limits.

use std::time::Duration;

use patience_core::{Cancel, Limits, Meter, Stop};
use patience_kit::{Advice, Fault, MoveAdvice, PlayOutSummary, PlayOuts, PlayerSetup, Values};
use patience_workbench::chances::{ChancePlan, measure_chances};
use patience_workbench::find;

/// Games whose results are known: move `at` wins its first `wins[at]` games; from game `stops` on, a limit stops them.
struct Known {
    wins: Vec<u64>,
    stops: u64,
}

impl PlayOuts for Known {
    fn summary(&self) -> PlayOutSummary {
        let (settings, words) = (Values::default(), "known games".to_owned());
        PlayOutSummary { player: "known", settings, words, stop: None }
    }

    fn play(&self, at: usize, game: u64, _: &mut Meter<'_>) -> Result<Result<bool, Stop>, Fault> {
        // Later games of a round may end first.
        std::thread::sleep(Duration::from_micros(200 * (3 - at as u64)));
        Ok(if self.stops <= game { Err(Stop::Memory) } else { Ok(game < self.wins[at]) })
    }
}

/// Advice with this many moves.
fn advice(moves: usize) -> Advice {
    let kit = find("klondike").unwrap();
    let text = "1: | AC\n2: ?? | AH\nstock: AS\n";
    let position = kit.read(text, &Values::default()).unwrap().remove(0).position;
    let setup = PlayerSetup { player: Some("greedy"), settings: None };
    let players = kit.players().unwrap();
    let found = players.advise(&setup, &position, 1, &Limits::default(), &Cancel::new()).unwrap();
    let one = MoveAdvice {
        mv: "T".to_owned(),
        words: String::new(),
        reveals: false,
        chance: None,
        score: None,
        visits: 0,
        then: Vec::new(),
        games: None,
    };
    Advice { moves: vec![one; moves], ..found }
}

const PLAN: ChancePlan = ChancePlan { games: 20, moves: 3, threads: 1, time: None, memory: None };

fn measured(moves: usize, known: &Known, plan: &ChancePlan, cancel: &Cancel) -> (Advice, u64) {
    let (mut advice, mut watched) = (advice(moves), 0);
    measure_chances(&mut advice, known, plan, cancel, || watched += 1).unwrap();
    (advice, watched)
}

fn counts(advice: &Advice) -> Vec<Option<(u64, u64)>> {
    advice.moves.iter().map(|one| one.games.map(|it| (it.wins, it.games))).collect()
}

#[test]
fn the_first_moves_are_measured_with_as_many_games_each() {
    for threads in [1, 3] {
        let known = Known { wins: vec![20, 5, 0], stops: u64::MAX };
        let (advice, watched) =
            measured(5, &known, &ChancePlan { threads, ..PLAN }, &Cancel::new());
        let expected = [Some((20, 20)), Some((5, 20)), Some((0, 20)), None, None];
        assert_eq!((counts(&advice), watched), (expected.to_vec(), 60));
        let games = advice.moves[1].games.unwrap();
        // Wilson's interval of 5 in 20 for 99 %, by hand: (0.25 + 0.165872 ± 2.575829·√(0.009375 + 0.004147)) / 1.331745.
        let (low, high) = games.interval;
        assert!((low - 0.08736).abs() < 5e-5 && (high - 0.53719).abs() < 5e-5, "{low} {high}");
        let chance = games.chance();
        assert!((chance - 0.25).abs() < 1e-12);
        assert_eq!(advice.play_outs.unwrap().stop, None);
    }
}

#[test]
fn games_count_up_to_the_first_that_a_limit_stops() {
    for threads in [1, 3] {
        let known = Known { wins: vec![9, 9, 9], stops: 7 };
        let (advice, _) = measured(2, &known, &ChancePlan { threads, ..PLAN }, &Cancel::new());
        assert_eq!(counts(&advice), [Some((7, 7)), Some((7, 7))]);
        assert_eq!(advice.play_outs.unwrap().stop, Some(Stop::Memory));
    }
}

#[test]
fn without_games_nothing_is_measured() {
    let known = Known { wins: vec![9, 9, 9], stops: u64::MAX };
    let (advice, watched) = measured(2, &known, &ChancePlan { games: 0, ..PLAN }, &Cancel::new());
    assert_eq!((counts(&advice), advice.play_outs, watched), (vec![None, None], None, 0));
    let plan = ChancePlan { time: Some(Duration::ZERO), ..PLAN };
    let (advice, _) = measured(2, &known, &plan, &Cancel::new());
    assert_eq!(
        (counts(&advice), advice.play_outs.unwrap().stop),
        (vec![None, None], Some(Stop::Time))
    );
    let cancel = Cancel::new();
    cancel.cancel();
    let (advice, _) = measured(2, &known, &PLAN, &cancel);
    assert_eq!(advice.play_outs.unwrap().stop, Some(Stop::Cancelled));
}
