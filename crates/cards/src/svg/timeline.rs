//! The timeline of an animation: where each card is at each time, and how it is painted.
//!
//! An SVG paints later elements over earlier ones. So a card is not one element that moves, but one for every stay at a place: it
//! appears when the card starts towards that place and disappears when the card leaves. Stays are painted in the order in which they begin.
//! Then a moving card is above all resting cards, and a resting card is above those on which it was put.

use std::fmt::Write as _;

use super::Shape;
use crate::Card;
use patience_draw::film::{Clock, Film};

/// A card at a place.
///
/// ```
/// use patience_cards::Card;
/// use patience_cards::svg::{Shape, timeline::PlacedCard};
///
/// let ace: Card = "AH".parse()?;
/// let face = PlacedCard::face(ace, (16, 30));
/// // A card that nobody has seen shows its back.
/// let back = PlacedCard { card: None, shape: Shape::Back, ..face };
/// assert_eq!((face.card, face.shape, back.spot), (Some(ace), Shape::Face(ace), (16, 30)));
/// # Ok::<(), patience_cards::UnknownCard>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedCard {
    /// The card, if it is known.
    pub card: Option<Card>,
    /// The visible shape.
    pub shape: Shape,
    /// Its upper left corner.
    pub spot: (u32, u32),
}

impl PlacedCard {
    /// A face-up card.
    ///
    /// ```
    /// use patience_cards::svg::{Shape, timeline::PlacedCard};
    ///
    /// let queen = "QH".parse()?;
    /// assert_eq!(PlacedCard::face(queen, (0, 0)).shape, Shape::Face(queen));
    /// # Ok::<(), patience_cards::UnknownCard>(())
    /// ```
    #[must_use]
    pub fn face(card: Card, spot: (u32, u32)) -> Self {
        Self { card: Some(card), shape: Shape::Face(card), spot }
    }
}

/// The cards of a pile, the deepest first.
///
/// ```
/// use patience_cards::Suit;
/// use patience_cards::svg::timeline::{Heap, PlacedCard, timeline};
/// use patience_draw::film::Clock;
///
/// let hearts = Suit::Hearts.up_to(3).map(|card| PlacedCard::face(card, (0, 0))).collect();
/// let foundation = Heap { is_home: true, cards: hearts };
/// // Only the top card of a foundation is painted.
/// let stays = timeline(&Clock::new(0, 1.0), &[vec![foundation]]);
/// assert_eq!(stays.len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Heap {
    /// Whether it is a foundation: cards arrive one after another, and each covers the previous one completely.
    pub is_home: bool,
    /// Its cards, from the bottom.
    pub cards: Vec<PlacedCard>,
}

/// All stays of a game, in the order in which they are painted.
///
/// Every frame has the same heaps.
///
/// ```
/// use patience_cards::svg::timeline::{Heap, PlacedCard, timeline};
/// use patience_draw::film::Clock;
///
/// // The ace moves from a column to its foundation.
/// let ace = "AH".parse()?;
/// let column = |cards| Heap { is_home: false, cards };
/// let home = |cards| Heap { is_home: true, cards };
/// let before = vec![column(vec![PlacedCard::face(ace, (0, 150))]), home(vec![])];
/// let after = vec![column(vec![]), home(vec![PlacedCard::face(ace, (94, 0))])];
///
/// let stays = timeline(&Clock::new(1, 1.0), &[before, after]);
/// let [first, second] = &stays[..] else { panic!("the ace stays at two places") };
/// let flight = second.arrival.as_ref().expect("it has moved");
/// assert_eq!((flight.from, second.lying.spot), ((0, 150), (94, 0)));
/// // It leaves the column when it departs, and stays at home.
/// assert_eq!((first.ends, second.ends), (Some(flight.departs), None));
/// # Ok::<(), patience_cards::UnknownCard>(())
/// ```
pub fn timeline(clock: &Clock, frames: &[Vec<Heap>]) -> Vec<Stay> {
    let heaps = frames.first().map_or(0, Vec::len);
    let mut builder =
        TimelineBuilder { clock, timeline: Vec::new(), open: vec![Vec::new(); heaps] };
    let last = frames.last();
    let mut frames = frames.iter();
    if let Some(first) = frames.next() {
        let (comers, _) = builder.change(first);
        for comer in &comers {
            builder.begin(comer, None);
        }
    }
    for (mv, frame) in frames.enumerate() {
        builder.play(mv, frame);
    }
    if let Some(last) = last {
        builder.forget_buried(last);
    }
    builder.timeline
}

/// A card at a place for a while.
///
/// ```
/// use patience_cards::svg::timeline::{Heap, PlacedCard, timeline};
/// use patience_draw::film::Clock;
///
/// let card = PlacedCard::face("QH".parse()?, (0, 0));
/// let frame = || vec![Heap { is_home: false, cards: vec![card] }];
/// // Where nothing moves, a card has one stay, from the first frame to the last.
/// let stays = timeline(&Clock::new(1, 1.0), &[frame(), frame()]);
/// assert_eq!(stays.len(), 1);
/// assert!(stays[0].arrival.is_none() && stays[0].ends.is_none());
/// # Ok::<(), patience_cards::UnknownCard>(())
/// ```
pub struct Stay {
    /// The card and its place.
    pub lying: PlacedCard,
    heap: usize,
    depth: usize,
    /// How the card came; `None` for cards of the first frame.
    pub arrival: Option<Flight>,
    /// When it ends, if it does.
    pub ends: Option<f64>,
}

/// The movement of a card to the place of its stay.
///
/// ```
/// use patience_cards::svg::timeline::{Heap, PlacedCard, timeline};
/// use patience_draw::film::Clock;
///
/// let clock = Clock::new(1, 1.0);
/// # let queen = "QH".parse()?;
/// let frame = |spot| vec![Heap { is_home: false, cards: vec![PlacedCard::face(queen, spot)] }];
/// let stays = timeline(&clock, &[frame((0, 0)), frame((94, 0))]);
/// let flight = stays[1].arrival.as_ref().expect("the second stay begins with a move");
/// assert!(clock.start(0) <= flight.departs && flight.departs < flight.lands);
/// # Ok::<(), patience_cards::UnknownCard>(())
/// ```
pub struct Flight {
    /// Where it starts.
    pub from: (u32, u32),
    /// When it starts.
    pub departs: f64,
    /// When it ends.
    pub lands: f64,
}

/// The stays up to some frame.
struct TimelineBuilder<'a> {
    clock: &'a Clock,
    timeline: Vec<Stay>,
    /// The stays that have not ended, for every heap from the deepest.
    open: Vec<Vec<usize>>,
}

/// A stay that is about to begin.
struct Comer {
    lying: PlacedCard,
    heap: usize,
    depth: usize,
    is_home: bool,
    /// The stay that the card gives up.
    source: Option<usize>,
    /// Turns begin one after another within a move.
    turn: usize,
}

impl TimelineBuilder<'_> {
    /// Continues with the frame after a move.
    fn play(&mut self, mv: usize, frame: &[Heap]) {
        let (mut comers, gone) = self.change(frame);
        for stay in gone {
            self.timeline[stay].ends = Some(self.clock.start(mv));
        }
        let turns = self.take_turns(&mut comers);
        comers.sort_by_key(|comer| comer.turn);
        for comer in comers {
            let (departs, lands) = self.clock.flight(mv, comer.turn, turns);
            let from = match comer.source {
                Some(source) => {
                    self.timeline[source].ends = Some(departs);
                    self.timeline[source].lying.spot
                }
                None => comer.lying.spot,
            };
            self.begin(&comer, Some(Flight { from, departs, lands }));
        }
    }

    /// Ends the stays of cards on foundations when the next card covers them.
    fn forget_buried(&mut self, frame: &[Heap]) {
        for (open, _) in self.open.iter().zip(frame).filter(|(_, heap)| heap.is_home) {
            for pair in open.windows(2) {
                let covered_at =
                    self.timeline[pair[1]].arrival.as_ref().map_or(0.0, |flight| flight.lands);
                self.timeline[pair[0]].ends = Some(covered_at);
            }
        }
        self.open.clear();
        self.timeline.retain(|stay| stay.ends.is_none_or(|ends| 0.0 < ends));
    }

    fn begin(&mut self, comer: &Comer, arrival: Option<Flight>) {
        let &Comer { lying, heap, depth, .. } = comer;
        self.open[heap].push(self.timeline.len());
        self.timeline.push(Stay { lying, heap, depth, arrival, ends: None });
    }

    /// The stays that a frame begins, and those that it ends because the card has disappeared.
    ///
    /// A stay continues if nothing below the card has changed. Otherwise the card would be painted before the cards below it.
    fn change(&mut self, frame: &[Heap]) -> (Vec<Comer>, Vec<usize>) {
        let (mut comers, mut left) = (Vec::new(), Vec::new());
        for ((heap, open), Heap { is_home, cards }) in self.open.iter_mut().enumerate().zip(frame) {
            let is_same =
                |&(&stay, &lying): &(&usize, &PlacedCard)| self.timeline[stay].lying == lying;
            let same = open.iter().zip(cards).take_while(is_same).count();
            left.extend(open.drain(same..));
            let comer = |(depth, &lying)| Comer {
                lying,
                heap,
                depth,
                is_home: *is_home,
                source: None,
                turn: 0,
            };
            comers.extend(cards.iter().enumerate().skip(same).map(comer));
        }
        for comer in &mut comers {
            let source =
                left.iter().position(|&stay| is_source(self.timeline[stay].lying, comer.lying));
            comer.source = source.map(|index| left.remove(index));
        }
        (comers, left)
    }

    /// Cards that go home move after all others, one at a time; cards that are only turned over come last. Returns the number of turns.
    fn take_turns(&self, comers: &mut [Comer]) -> usize {
        // A card must not arrive before the card below it.
        let is_covered = |comer: &Comer| {
            comers.iter().any(|other| other.heap == comer.heap && comer.depth < other.depth)
        };
        let is_flip = |comer: &Comer| {
            let before = comer.source.map(|stay| self.timeline[stay].lying);
            let is_turned = |before: PlacedCard| {
                before.spot == comer.lying.spot && before.shape != comer.lying.shape
            };
            before.is_some_and(is_turned) && !is_covered(comer)
        };
        let flips: Vec<usize> = (0..comers.len()).filter(|&i| is_flip(&comers[i])).collect();
        let is_home = |&i: &usize| comers[i].is_home && !flips.contains(&i);
        let mut waiting: Vec<usize> = (0..comers.len()).filter(is_home).collect();
        let mut turns = usize::from(waiting.len() + flips.len() < comers.len());
        while let Some(next) = self.next_home(comers, &waiting) {
            comers[next].turn = turns;
            turns += 1;
            waiting.retain(|&other| other != next);
        }
        for &flip in &flips {
            comers[flip].turn = turns;
        }
        turns + usize::from(!flips.is_empty())
    }

    /// The waiting card that goes home next: one that its foundation takes, and free if possible.
    fn next_home(&self, comers: &[Comer], waiting: &[usize]) -> Option<usize> {
        waiting.iter().copied().min_by_key(|&index| {
            let comer = &comers[index];
            let others = || waiting.iter().map(|&other| &comers[other]);
            let is_first = |other: &Comer| other.heap == comer.heap && other.depth < comer.depth;
            let is_above = |other: &Comer| self.is_above(other, comer);
            (others().any(is_first), others().any(is_above), comer.depth)
        })
    }

    /// Whether a card lies above another in the pile that both leave.
    fn is_above(&self, upper: &Comer, lower: &Comer) -> bool {
        let source = |comer: &Comer| comer.source.map(|stay| &self.timeline[stay]);
        match (source(upper), source(lower)) {
            (Some(upper), Some(lower)) => upper.heap == lower.heap && lower.depth < upper.depth,
            _ => false,
        }
    }
}

/// Whether `after` is the same card as `before`. An unknown card is identified by its place.
fn is_source(before: PlacedCard, after: PlacedCard) -> bool {
    match before.card {
        Some(card) => after.card == Some(card),
        None => before.spot == after.spot,
    }
}

/// The cards: those of the first frame are visible, the others hidden until they move. `above` is painted over them.
///
/// ```
/// use patience_cards::svg::timeline::{Heap, PlacedCard, paint, timeline};
/// use patience_draw::film::Film;
///
/// # let queen = "QH".parse()?;
/// let frame = |x| vec![Heap { is_home: false, cards: vec![PlacedCard::face(queen, (x, 0))] }];
/// let film = Film::new(&"QH", 1, &[], 1.0);
/// let painted = paint(&film, &timeline(&film.clock, &[frame(0), frame(94)]), "");
/// // One element for each of the two stays; the second is hidden until it begins.
/// assert_eq!(painted.matches("#card-QH").count(), 2);
/// assert!(painted.contains(r#"<g visibility="hidden">"#));
/// # Ok::<(), patience_cards::UnknownCard>(())
/// ```
#[must_use]
pub fn paint(film: &Film<'_>, timeline: &[Stay], above: &str) -> String {
    let (mut lying, mut coming) = (String::new(), String::new());
    for (index, stay) in timeline.iter().enumerate() {
        let PlacedCard { shape, spot: (x, y), .. } = stay.lying;
        let _ = match (&stay.arrival, stay.ends) {
            (None, None) => writeln!(lying, "{}", shape.at(x, y)),
            (None, Some(_)) => {
                let moves = film.moves(index);
                writeln!(lying, r##"<use href="#{shape}" transform="translate({x} {y})"{moves}/>"##)
            }
            (Some(_), _) => writeln!(coming, r##"<use href="#{shape}"{}/>"##, film.moves(index)),
        };
    }
    format!("<g class=\"cards\">\n{lying}<g visibility=\"hidden\">\n{coming}</g>\n{above}</g>\n")
}

/// The keyframes of a stay. Only the flight changes anything between two of them.
///
/// ```
/// use patience_cards::svg::timeline::{Heap, PlacedCard, keyframes, timeline};
/// use patience_draw::film::Clock;
///
/// # let queen = "QH".parse()?;
/// let frame = |x| vec![Heap { is_home: false, cards: vec![PlacedCard::face(queen, (x, 0))] }];
/// let clock = Clock::new(1, 1.0);
/// let stays = timeline(&clock, &[frame(0), frame(94)]);
/// let flight = keyframes(&clock, &stays[1]);
/// assert!(flight.contains("translate(0px,0px)") && flight.contains("translate(94px,0px)"));
/// assert!(keyframes(&clock, &stays[0]).ends_with("{visibility:hidden}"));
/// # Ok::<(), patience_cards::UnknownCard>(())
/// ```
#[must_use]
pub fn keyframes(clock: &Clock, stay: &Stay) -> String {
    let mut frames = String::new();
    if let Some(flight) = &stay.arrival {
        let (departs, lands) = (clock.percent(flight.departs), clock.percent(flight.lands));
        let ((from_x, from_y), (x, y)) = (flight.from, stay.lying.spot);
        let _ = write!(
            frames,
            "{departs}{{visibility:visible;transform:translate({from_x}px,{from_y}px);\
             animation-timing-function:ease-in-out}}{lands}{{transform:translate({x}px,{y}px)}}"
        );
    }
    if let Some(ends) = stay.ends {
        let _ = write!(frames, "{}{{visibility:hidden}}", clock.percent(ends));
    }
    frames
}
