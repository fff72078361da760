//! The strongest player knows no hidden card: on full decks, by permuting the hidden cards and by drawing them only when they are turned.

use patience_cards::Card;
use patience_core::{
    Cancel, Game, Hidden, Limits, Meter, Proportion, Puzzle, SplitMix, advise, play_game,
};
use patience_klondike::players::determinization::DeterminizationPlayer;
use patience_klondike::players::hidden::KnownStock;
use patience_klondike::{Klondike, Move, Rules, State};

/// States per decision: enough for play far above greedy.
const EFFORT: u64 = 300;

fn best() -> DeterminizationPlayer {
    DeterminizationPlayer { effort: EFFORT, ..DeterminizationPlayer::default() }
}

fn with_meter<T>(run: impl FnOnce(&mut Meter<'_>) -> T) -> T {
    let mut watcher = ();
    run(&mut Meter::start(&Limits::default(), &Cancel::new(), &mut watcher))
}

fn table(seed: u64) -> (KnownStock, Klondike) {
    let world = Klondike::of_seed(seed, Rules::default()).unwrap();
    (KnownStock::new(Rules::default(), world.deal()).unwrap(), world)
}

fn play(table: &KnownStock, world: &Klondike, seed: u64) -> Game<Move> {
    with_meter(|meter| play_game(table, &best(), &(), world, seed, meter))
}

/// The same world with the cards that are still face down in `state` in another order.
fn permuted(table: &KnownStock, world: &Klondike, state: &State, rng: &mut SplitMix) -> Klondike {
    let columns = || 0..world.rules().columns;
    let hidden = |column: u8| &world.down(column)[..usize::from(state.pile(column).down())];
    let mut cards: Vec<Card> = columns().flat_map(hidden).copied().collect();
    rng.shuffle(&mut cards);
    let mut cards = cards.into_iter();
    let down = columns().flat_map(|column| {
        let shown = world.down(column)[hidden(column).len()..].iter().copied();
        let order: Vec<Card> = cards.by_ref().take(hidden(column).len()).chain(shown).collect();
        order
    });
    let down = down.collect();
    table.world(&table.first_view(), down).unwrap()
}

#[test]
#[ignore = "slow: minutes"]
fn decisions_are_the_same_whatever_the_hidden_cards_are() {
    let mut compared = 0;
    for seed in 0..12 {
        let (table, world) = table(seed);
        let game = play(&table, &world, seed);
        let mut rng = SplitMix::new(seed);
        let mut state = world.start();
        for (at, &mv) in game.moves.iter().enumerate() {
            // A few points of each game are enough: every replay compares all decisions before it.
            if at % 12 == 0 {
                let other = permuted(&table, &world, &state, &mut rng);
                let replay = play(&table, &other, seed);
                assert_eq!(replay.moves[..=at], game.moves[..=at], "seed {seed}, move {at}");
                compared += at + 1;
            }
            world.apply(&mut state, mv);
        }
    }
    assert!(2_000 < compared, "{compared}");
}

/// Whether the player wins a game in which a card is drawn when it is turned.
fn wins_drawn(table: &KnownStock, seed: u64) -> bool {
    let mut rng = SplitMix::new(!seed);
    let mut view = table.first_view();
    let mut before = Vec::new();
    loop {
        let seed = rng.bits();
        let choice = with_meter(|meter| advise(table, &best(), &view, &before, seed, meter));
        let Some(choice) = choice else { return table.payoff(&view).is_some() };
        for mv in std::iter::once(choice.mv).chain(choice.then) {
            let outcome = table.draw(&view, mv, &mut rng);
            before.push(table.key(&view));
            table.apply(&mut view, mv, outcome);
            if outcome.is_some() {
                before.clear();
                break;
            }
        }
    }
}

#[test]
#[ignore = "slow: minutes"]
fn games_whose_cards_are_drawn_when_they_are_turned_are_won_as_often() {
    const GAMES: u64 = 300;
    let won = |wins: &dyn Fn(u64) -> bool| (0..GAMES).filter(|&seed| wins(seed)).count() as u64;
    let fixed = won(&|seed| {
        let (table, world) = table(seed);
        play(&table, &world, seed).is_won()
    });
    let drawn = won(&|seed| wins_drawn(&table(seed).0, seed));
    // Four standard deviations of the difference of two proportions: about 15 points.
    let rate = Proportion { successes: fixed + drawn, trials: 2 * GAMES }.rate();
    let deviation = (2.0 * rate * (1.0 - rate) / GAMES as f64).sqrt();
    let difference = (fixed as f64 - drawn as f64) / GAMES as f64;
    assert!(difference.abs() < 4.0 * deviation, "{fixed} and {drawn} of {GAMES}");
    assert!(50 < fixed, "{fixed}");
}
