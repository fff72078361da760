//! The smallest game with hidden cards: a maze in which a card that is turned over tells where to go on.

use crate::{Hidden, Puzzle, SplitMix};

/// The most cards that lie in a maze.
const SLOTS: usize = 4;

/// Places joined by ways; cards lie face down in a few slots, and what a card says decides where its way leads.
///
/// In some places the player may walk on, in others turn a card over, of all slots only one that is not turned yet. One place is
/// the exit, which wins; another one loses.
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
    /// The player begins in the first.
    places: Vec<Place>,
    /// How many cards lie in the maze.
    slots: usize,
    /// How many different cards there are; those in no slot stay out of the game.
    cards: u8,
}

/// What a player may do in a place.
#[derive(Clone, Debug, Default, PartialEq)]
struct Place {
    payoff: Option<f64>,
    walks: Vec<u8>,
    /// A slot, and the place to go on for each card that may lie there.
    turns: Vec<(u8, Vec<u8>)>,
}

/// A move in a [`Maze`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MazeMove {
    /// Walks to a place.
    Walk(u8),
    /// Turns over the card in a slot and goes where it says.
    Turn(u8),
}

/// What a player in a [`Maze`] knows.
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
    /// A safe way, which wins, and a trap: there, one of two to four cards wins and the others lose, and the player must guess.
    ///
    /// Who knows all cards wins both ways, and cannot tell them apart.
    ///
    /// # Panics
    ///
    /// If there are fewer than two cards, or more than four.
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

    /// A small maze, different for every seed: some cannot be won, in some nothing can be lost, and many ways lead in circles.
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

    /// What the player knows at first: the place, and no card.
    #[must_use]
    pub fn first_view(&self) -> MazeView {
        MazeView { place: 0, known: [None; SLOTS] }
    }

    /// Every world that `view` may be, all equally likely.
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

    /// The cards that lie in no slot that is turned.
    fn unseen(&self, view: &MazeView) -> impl Iterator<Item = u8> + Clone {
        let known = view.known;
        (0..self.cards).filter(move |&card| !known.contains(&Some(card)))
    }

    fn place(&self, place: u8) -> &Place {
        &self.places[usize::from(place)]
    }

    /// Where turning `slot` leads from `place` if `card` lies there.
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
#[derive(Clone, Debug, PartialEq)]
pub struct OpenMaze {
    maze: Maze,
    cards: [Option<u8>; SLOTS],
    start: OpenState,
}

/// Where a player in an [`OpenMaze`] stands, and which cards were turned over.
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
    fn every_world_is_as_likely_as_the_others() {
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
    fn worlds_keep_what_is_known() {
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
