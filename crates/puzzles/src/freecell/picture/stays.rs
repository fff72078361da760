//! Which card is where and when in a moving picture.
//!
//! What an SVG paints later covers what it painted before. So a card is not one element that travels, but one for every stay at
//! a place: it appears when the card sets out for that place and disappears when the card leaves. Stays are painted in the
//! order in which they begin: then a card in flight is above all cards that lie, and a card that lies is above those it came to.

use super::layout::{self, Layout, Pile};
use crate::cards::Card;
use crate::freecell::Position;
use crate::svg::film::Clock;

/// All stays of a game, in the order in which they are painted.
pub(super) fn stays(layout: &Layout, clock: &Clock, frames: &[Position]) -> Vec<Stay> {
    let open = layout.piles().map(|pile| (pile, Vec::new())).collect();
    let mut book = Book { layout, clock, stays: Vec::new(), open };
    let mut frames = frames.iter();
    if let Some(first) = frames.next() {
        let (comers, _) = book.change(first);
        for comer in &comers {
            book.begin(comer, None);
        }
    }
    for (mv, frame) in frames.enumerate() {
        book.play(mv, frame);
    }
    book.forget_buried();
    book.stays
}

/// A card at a place for a while.
pub(super) struct Stay {
    pub(super) card: Card,
    pile: Pile,
    depth: usize,
    pub(super) spot: (u32, u32),
    /// How it came there; cards of the first frame were always there.
    pub(super) arrival: Option<Flight>,
    pub(super) ends: Option<f64>,
}

/// The way of a card to the place where it stays.
pub(super) struct Flight {
    pub(super) from: (u32, u32),
    pub(super) departs: f64,
    pub(super) lands: f64,
}

/// The stays up to some frame.
struct Book<'a> {
    layout: &'a Layout,
    clock: &'a Clock,
    stays: Vec<Stay>,
    /// The stays that have not ended, for every pile from the deepest.
    open: Vec<(Pile, Vec<usize>)>,
}

/// A stay that is about to begin.
struct Comer {
    card: Card,
    pile: Pile,
    depth: usize,
    /// The stay that the card gives up.
    source: Option<usize>,
    /// Turns begin one after another within a move.
    turn: usize,
}

impl Book<'_> {
    /// Goes on to the frame that a move leads to.
    fn play(&mut self, mv: usize, frame: &Position) {
        let (mut comers, gone) = self.change(frame);
        for stay in gone {
            self.stays[stay].ends = Some(self.clock.start(mv));
        }
        let turns = self.take_turns(&mut comers);
        comers.sort_by_key(|comer| comer.turn);
        for comer in comers {
            let (departs, lands) = self.clock.flight(mv, comer.turn, turns);
            let from = match comer.source {
                Some(source) => {
                    self.stays[source].ends = Some(departs);
                    self.stays[source].spot
                }
                None => self.layout.spot(comer.pile, comer.depth),
            };
            self.begin(&comer, Some(Flight { from, departs, lands }));
        }
    }

    /// Ends the stays of cards on foundations when the next card has come to stay on top of them.
    fn forget_buried(&mut self) {
        for (pile, open) in &self.open {
            for pair in open.windows(2).filter(|_| matches!(pile, Pile::Foundation(_))) {
                let covered_at =
                    self.stays[pair[1]].arrival.as_ref().map_or(0.0, |flight| flight.lands);
                self.stays[pair[0]].ends = Some(covered_at);
            }
        }
        self.open.clear();
        self.stays.retain(|stay| stay.ends.is_none_or(|ends| 0.0 < ends));
    }

    fn begin(&mut self, comer: &Comer, arrival: Option<Flight>) {
        let &Comer { card, pile, depth, .. } = comer;
        let spot = self.layout.spot(pile, depth);
        if let Some((_, open)) = self.open.iter_mut().find(|(known, _)| *known == pile) {
            open.push(self.stays.len());
        }
        self.stays.push(Stay { card, pile, depth, spot, arrival, ends: None });
    }

    /// The stays that a frame begins, and those that it ends because the card is nowhere any more.
    ///
    /// A stay goes on if nothing below the card has changed. Otherwise the card would be painted before what it lies on.
    fn change(&mut self, frame: &Position) -> (Vec<Comer>, Vec<usize>) {
        let (mut comers, mut left) = (Vec::new(), Vec::new());
        for (pile, open) in &mut self.open {
            let cards = layout::cards(frame, *pile);
            let is_same = |&(&stay, &card): &(&usize, &Card)| self.stays[stay].card == card;
            let same = open.iter().zip(&cards).take_while(is_same).count();
            left.extend(open.drain(same..));
            let comer = |(depth, &card)| Comer { card, pile: *pile, depth, source: None, turn: 0 };
            comers.extend(cards.iter().enumerate().skip(same).map(comer));
        }
        for comer in &mut comers {
            let source = left.iter().position(|&stay| self.stays[stay].card == comer.card);
            comer.source = source.map(|index| left.remove(index));
        }
        (comers, left)
    }

    /// Gives the cards that go home turns after all the others; returns the number of turns.
    fn take_turns(&self, comers: &mut [Comer]) -> usize {
        let is_home = |comer: &Comer| matches!(comer.pile, Pile::Foundation(_));
        let mut waiting: Vec<usize> = (0..comers.len()).filter(|&i| is_home(&comers[i])).collect();
        let mut turns = usize::from(waiting.len() < comers.len());
        while let Some(next) = self.next_home(comers, &waiting) {
            comers[next].turn = turns;
            turns += 1;
            waiting.retain(|&other| other != next);
        }
        turns
    }

    /// Which of the waiting cards goes home next: one that its foundation takes, if possible one that is free.
    fn next_home(&self, comers: &[Comer], waiting: &[usize]) -> Option<usize> {
        waiting.iter().copied().min_by_key(|&index| {
            let comer = &comers[index];
            let others = || waiting.iter().map(|&other| &comers[other]);
            let is_first = |other: &Comer| other.pile == comer.pile && other.depth < comer.depth;
            let is_above = |other: &Comer| self.is_above(other, comer);
            (others().any(is_first), others().any(is_above), comer.depth)
        })
    }

    /// Whether a card lies above another in the pile that both leave.
    fn is_above(&self, upper: &Comer, lower: &Comer) -> bool {
        let source = |comer: &Comer| comer.source.map(|stay| &self.stays[stay]);
        match (source(upper), source(lower)) {
            (Some(upper), Some(lower)) => upper.pile == lower.pile && lower.depth < upper.depth,
            _ => false,
        }
    }
}
