//! A minimal hidden game: a maze in which turning over a card decides where to go.

use crate::{Hidden, Puzzle, SplitMix};

/// Maximum number of cards in a maze.
const SLOTS: usize = 4;

/// Places connected by passages. Face-down cards lie in a few slots, and the card in a slot decides where its passage leads.
///
/// In some places the player can walk on; in others, turn over a card that is still face down. One place is the exit and wins; another
/// loses.
///
/// ```
/// use patience_core::Hidden;
/// use patience_core::example::{Maze, MazeMove};
///
/// let maze = Maze::trap(3);
/// let mut moves = Vec::new();
/// maze.moves(&maze.first_view(), &mut moves);
/// assert_eq!(moves, [MazeMove::Walk(1), MazeMove::Walk(2)]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Maze {
    /// The player starts in the first.
    places: Vec<Place>,
    /// Number of cards in the maze.
    slots: usize,
    /// Number of different cards; those in no slot are out of the game.
    cards: u8,
}

/// The options of a player in a place.
#[derive(Clone, Debug, Default, PartialEq)]
struct Place {
    payoff: Option<f64>,
    walks: Vec<u8>,
    /// A slot, and the next place for each card that may lie there.
    turns: Vec<(u8, Vec<u8>)>,
}

/// A move in a [`Maze`].
///
/// ```
/// use patience_core::Hidden;
/// use patience_core::example::{Maze, MazeMove};
///
/// let maze = Maze::trap(2);
/// let view = maze.first_view();
/// assert!(!maze.reveals(&view, MazeMove::Walk(1)));
/// assert!(maze.reveals(&view, MazeMove::Turn(0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MazeMove {
    /// Walks to a place.
    Walk(u8),
    /// Turns over the card in a slot and goes where it leads.
    Turn(u8),
}

/// What a player in a [`Maze`] knows.
///
/// ```
/// use patience_core::Hidden;
/// use patience_core::example::{Maze, MazeMove};
///
/// let maze = Maze::trap(2);
/// let mut view = maze.first_view();
/// maze.apply(&mut view, MazeMove::Walk(2), None);
/// assert_eq!(view.place(), 2);
/// assert!(!maze.is_open(&view));
/// // Two cards lie in two slots: after one is seen, the other is known.
/// assert_eq!(maze.worlds(&view).len(), 2);
/// maze.apply(&mut view, MazeMove::Turn(0), Some(1));
/// assert_eq!(maze.worlds(&view).len(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MazeView {
    place: u8,
    known: [Option<u8>; SLOTS],
}

impl MazeView {
    /// Where the player stands.
    #[must_use]
    pub fn place(&self) -> u8 {
        self.place
    }
}

impl Maze {
    /// A safe passage, which wins, and a trap: there, one of two to four cards wins, the others lose, and the player must guess.
    ///
    /// With all cards known, both win and are indistinguishable.
    ///
    /// # Panics
    ///
    /// If there are fewer than two cards or more than four.
    #[must_use]
    pub fn trap(cards: u8) -> Self {
        assert!((2..=4).contains(&cards), "a trap has two to four cards");
        let to: Vec<u8> = (0..cards).map(|card| if card == 0 { 3 } else { 4 }).collect();
        let turns = (0..cards).map(|slot| (slot, to.clone())).collect();
        let places = vec![
            Place { walks: vec![1, 2], ..Place::default() },
            Place { walks: vec![3], ..Place::default() },
            Place { turns, ..Place::default() },
            Place { payoff: Some(1.0), ..Place::default() },
            Place { payoff: Some(0.0), ..Place::default() },
        ];
        Self { places, slots: cards.into(), cards }
    }

    /// A small maze, different for every seed: some are unwinnable, some cannot be lost, and many contain cycles.
    #[must_use]
    pub fn random(seed: u64) -> Self {
        let mut rng = SplitMix::new(seed);
        let count = 5 + rng.below(4);
        let slots = 1 + rng.below(3);
        let cards = small(slots + rng.below(2));
        let mut places = Vec::new();
        for _ in 2..count {
            let mut walks: Vec<u8> = (0..small(count)).collect();
            rng.shuffle(&mut walks);
            walks.truncate(rng.below(3));
            walks.retain(|&to| usize::from(to) != places.len());
            let mut turned: Vec<u8> = (0..small(slots)).collect();
            rng.shuffle(&mut turned);
            turned.truncate(rng.below(3));
            let mut anywhere = || (0..cards).map(|_| small(rng.below(count))).collect();
            let turns = turned.into_iter().map(|slot| (slot, anywhere())).collect();
            places.push(Place { payoff: None, walks, turns });
        }
        places.push(Place { payoff: Some(0.0), ..Place::default() });
        places.push(Place { payoff: Some(1.0), ..Place::default() });
        Self { places, slots, cards }
    }

    /// The player's view at the start: no card is known.
    #[must_use]
    pub fn first_view(&self) -> MazeView {
        MazeView { place: 0, known: [None; SLOTS] }
    }

    /// All worlds consistent with `view`, equally likely.
    #[must_use]
    pub fn worlds(&self, view: &MazeView) -> Vec<OpenMaze> {
        let mut hands = vec![view.known];
        for slot in 0..self.slots {
            let fill = |hand: [Option<u8>; SLOTS]| {
                let free = (0..self.cards).filter(move |&card| !hand.contains(&Some(card)));
                let of = move |card| {
                    let mut hand = hand;
                    hand[slot] = Some(card);
                    hand
                };
                let kept = hand[slot].map(|_| hand);
                let filled = kept.is_none().then(|| free.map(of));
                kept.into_iter().chain(filled.into_iter().flatten())
            };
            hands = hands.into_iter().flat_map(fill).collect();
        }
        hands.into_iter().map(|hand| self.world(view, hand)).collect()
    }

    fn world(&self, view: &MazeView, cards: [Option<u8>; SLOTS]) -> OpenMaze {
        let start = OpenState { place: view.place, turned: view.known.map(|card| card.is_some()) };
        OpenMaze { maze: self.clone(), cards, start }
    }

    /// The cards in no known slot.
    fn unseen(&self, view: &MazeView) -> impl Iterator<Item = u8> + Clone {
        let known = view.known;
        (0..self.cards).filter(move |&card| !known.contains(&Some(card)))
    }

    fn place(&self, place: u8) -> &Place {
        &self.places[usize::from(place)]
    }

    /// The place after turning `slot` in `place` if `card` lies there.
    fn leads(&self, place: u8, slot: u8, card: u8) -> u8 {
        let turns = &self.place(place).turns;
        let way = turns.iter().find(|way| way.0 == slot).expect("the move is legal");
        way.1[usize::from(card)]
    }

    fn moves_where(&self, place: u8, is_turned: impl Fn(usize) -> bool, out: &mut Vec<MazeMove>) {
        let place = self.place(place);
        out.extend(place.walks.iter().map(|&to| MazeMove::Walk(to)));
        let slots = place.turns.iter().map(|way| way.0);
        out.extend(slots.filter(|&slot| !is_turned(slot.into())).map(MazeMove::Turn));
    }
}

impl Hidden for Maze {
    type View = MazeView;
    type Move = MazeMove;
    type Outcome = u8;
    type Key = MazeView;
    type World = OpenMaze;

    fn moves(&self, view: &MazeView, out: &mut Vec<MazeMove>) {
        self.moves_where(view.place, |slot| view.known[slot].is_some(), out);
    }

    fn payoff(&self, view: &MazeView) -> Option<f64> {
        self.place(view.place).payoff
    }

    fn key(&self, view: &MazeView) -> MazeView {
        *view
    }

    fn is_open(&self, view: &MazeView) -> bool {
        view.known[..self.slots].iter().all(Option::is_some)
    }

    fn reveals(&self, _: &MazeView, step: MazeMove) -> bool {
        matches!(step, MazeMove::Turn(_))
    }

    fn apply(&self, view: &mut MazeView, step: MazeMove, outcome: Option<u8>) {
        match step {
            MazeMove::Walk(to) => view.place = to,
            MazeMove::Turn(slot) => {
                let card = outcome.expect("a card that is turned over is seen");
                view.known[usize::from(slot)] = Some(card);
                view.place = self.leads(view.place, slot, card);
            }
        }
    }

    fn determinise(&self, view: &MazeView, rng: &mut SplitMix) -> OpenMaze {
        let mut unseen: Vec<u8> = self.unseen(view).collect();
        rng.shuffle(&mut unseen);
        let mut cards = view.known;
        for card in cards[..self.slots].iter_mut().filter(|card| card.is_none()) {
            *card = unseen.pop();
        }
        self.world(view, cards)
    }

    fn observe(&self, world: &OpenMaze, state: &OpenState) -> MazeView {
        let mut known = world.cards;
        for (card, is_turned) in known.iter_mut().zip(state.turned) {
            card.take_if(|_| !is_turned);
        }
        MazeView { place: state.place, known }
    }

    fn reveal(&self, world: &OpenMaze, _: &OpenState, step: MazeMove) -> Option<u8> {
        match step {
            MazeMove::Walk(_) => None,
            MazeMove::Turn(slot) => world.cards[usize::from(slot)],
        }
    }

    fn draw(&self, view: &MazeView, step: MazeMove, rng: &mut SplitMix) -> Option<u8> {
        match step {
            MazeMove::Walk(_) => None,
            MazeMove::Turn(_) => {
                let mut unseen = self.unseen(view);
                let at = rng.below(unseen.clone().count());
                unseen.nth(at)
            }
        }
    }
}

fn small(number: usize) -> u8 {
    u8::try_from(number).expect("all numbers in a maze are small")
}

/// A [`Maze`] with all cards face up.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_core::example::{Maze, MazeMove};
///
/// // With all cards known, the safe passage wins in every world.
/// let maze = Maze::trap(3);
/// for world in maze.worlds(&maze.first_view()) {
///     let mut state = world.start();
///     world.apply(&mut state, MazeMove::Walk(1));
///     world.apply(&mut state, MazeMove::Walk(3));
///     assert!(world.is_goal(&state));
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct OpenMaze {
    maze: Maze,
    cards: [Option<u8>; SLOTS],
    start: OpenState,
}

/// The player's place in an [`OpenMaze`], and the cards turned over.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_core::example::{Maze, MazeMove::*};
///
/// let maze = Maze::trap(2);
/// let world = &maze.worlds(&maze.first_view())[0]; // the winning card lies in slot 0
/// let play = |moves: [_; 2]| moves.iter().fold(world.start(), |state, &mv| world.child(&state, mv));
/// let (safe, lucky) = (play([Walk(1), Walk(3)]), play([Walk(2), Turn(0)]));
/// assert!(world.is_goal(&safe) && world.is_goal(&lucky));
/// // The place is the same, but a card was turned over on the way.
/// assert_ne!(safe, lucky);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OpenState {
    place: u8,
    turned: [bool; SLOTS],
}

impl Puzzle for OpenMaze {
    type State = OpenState;
    type Move = MazeMove;
    type Key = OpenState;

    fn start(&self) -> OpenState {
        self.start
    }

    fn is_goal(&self, state: &OpenState) -> bool {
        self.maze.place(state.place).payoff == Some(1.0)
    }

    fn moves(&self, state: &OpenState, out: &mut Vec<MazeMove>) {
        self.maze.moves_where(state.place, |slot| state.turned[slot], out);
    }

    fn apply(&self, state: &mut OpenState, step: MazeMove) {
        match step {
            MazeMove::Walk(to) => state.place = to,
            MazeMove::Turn(slot) => {
                let card = self.cards[usize::from(slot)].expect("a card lies in every slot");
                state.turned[usize::from(slot)] = true;
                state.place = self.maze.leads(state.place, slot, card);
            }
        }
    }

    fn key(&self, state: &OpenState) -> OpenState {
        *state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worlds_are_sampled_uniformly() {
        let maze = Maze::trap(3);
        let (view, mut rng) = (maze.first_view(), SplitMix::new(1));
        let worlds = maze.worlds(&view);
        assert_eq!(worlds.len(), 6);
        let mut counts = vec![0_u32; worlds.len()];
        for _ in 0..6000 {
            let world = maze.determinise(&view, &mut rng);
            counts[worlds.iter().position(|other| *other == world).unwrap()] += 1;
        }
        // Five standard deviations of a binomial count.
        assert!(counts.iter().all(|count| count.abs_diff(1000) < 145), "{counts:?}");
    }

    #[test]
    fn sampled_worlds_keep_the_known_cards() {
        let maze = Maze::trap(3);
        let mut view = maze.first_view();
        maze.apply(&mut view, MazeMove::Walk(2), None);
        maze.apply(&mut view, MazeMove::Turn(1), Some(2));
        let worlds = maze.worlds(&view);
        assert_eq!(worlds.len(), 2);
        assert!(worlds.iter().all(|world| world.cards[1] == Some(2)));
        assert!(worlds.iter().all(|world| maze.observe(world, &world.start()) == view));
    }
}
