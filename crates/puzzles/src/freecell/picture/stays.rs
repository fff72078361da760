//! Which card is where and when in a moving picture.
//!
//! What an SVG paints later covers what it painted before. So a card is not one element that travels, but one for every stay at
//! a place: it appears when the card sets out for that place and disappears when the card leaves. Stays are painted in the
//! order in which they begin: then a card in flight is above all cards that lie, and a card that lies is above those it came to.

use super::layout::{self, Layout, Pile};
use crate::cards::Card;
use crate::freecell::Position;

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

pub(super) struct Flight {
    pub(super) from: (u32, u32),
    pub(super) departs: f64,
    pub(super) lands: f64,
}

/// All stays of a game, in the order in which they are painted.
pub(super) struct Stays<'a> {
    layout: &'a Layout,
    clock: &'a Clock,
    pub(super) all: Vec<Stay>,
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
    turn: usize,
}

impl<'a> Stays<'a> {
    pub(super) fn of(layout: &'a Layout, clock: &'a Clock, frames: &[Position]) -> Self {
        let open = layout.piles().map(|pile| (pile, Vec::new())).collect();
        let mut stays = Self { layout, clock, all: Vec::new(), open };
        let mut frames = frames.iter();
        if let Some(first) = frames.next() {
            let (comers, _) = stays.change(first);
            comers.into_iter().for_each(|comer| stays.begin(&comer, None));
        }
        for (mv, frame) in frames.enumerate() {
            stays.play(mv, frame);
        }
        stays.forget_buried();
        stays
    }

    /// Goes on to the frame that a move leads to.
    fn play(&mut self, mv: usize, frame: &Position) {
        let (mut comers, gone) = self.change(frame);
        for stay in gone {
            self.all[stay].ends = Some(self.clock.start(mv));
        }
        let turns = self.take_turns(&mut comers);
        comers.sort_by_key(|comer| comer.turn);
        for comer in comers {
            let (departs, lands) = self.clock.flight(mv, comer.turn, turns);
            let from = match comer.source {
                Some(source) => {
                    self.all[source].ends = Some(departs);
                    self.all[source].spot
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
                    self.all[pair[1]].arrival.as_ref().map_or(0.0, |flight| flight.lands);
                self.all[pair[0]].ends = Some(covered_at);
            }
        }
        self.open.clear();
        self.all.retain(|stay| stay.ends.is_none_or(|ends| 0.0 < ends));
    }

    fn begin(&mut self, comer: &Comer, arrival: Option<Flight>) {
        let &Comer { card, pile, depth, .. } = comer;
        let spot = self.layout.spot(pile, depth);
        if let Some((_, open)) = self.open.iter_mut().find(|(known, _)| *known == pile) {
            open.push(self.all.len());
        }
        self.all.push(Stay { card, pile, depth, spot, arrival, ends: None });
    }

    /// The stays that a frame begins, and those that it ends because the card is nowhere any more.
    ///
    /// A stay goes on if nothing below the card has changed. Otherwise the card would be painted before what it lies on.
    fn change(&mut self, frame: &Position) -> (Vec<Comer>, Vec<usize>) {
        let (mut comers, mut left) = (Vec::new(), Vec::new());
        for (pile, open) in &mut self.open {
            let cards = layout::cards(frame, *pile);
            let is_same = |&(&stay, &card): &(&usize, &Card)| self.all[stay].card == card;
            let same = open.iter().zip(&cards).take_while(is_same).count();
            left.extend(open.drain(same..));
            let comer = |(depth, &card)| Comer { card, pile: *pile, depth, source: None, turn: 0 };
            comers.extend(cards.iter().enumerate().skip(same).map(comer));
        }
        for comer in &mut comers {
            let source = left.iter().position(|&stay| self.all[stay].card == comer.card);
            comer.source = source.map(|index| left.remove(index));
        }
        (comers, left)
    }

    /// Gives the cards that go home turns after all the others, in an order in which each is free when its turn comes.
    ///
    /// Returns the number of turns.
    fn take_turns(&self, comers: &mut [Comer]) -> usize {
        let is_home = |comer: &Comer| matches!(comer.pile, Pile::Foundation(_));
        let mut turns = usize::from(!comers.iter().all(is_home));
        let mut waiting: Vec<usize> = (0..comers.len()).filter(|&i| is_home(&comers[i])).collect();
        let source =
            |comer: &Comer| comer.source.map(|stay| (self.all[stay].pile, self.all[stay].depth));
        let covers = |above: &Comer, below: &Comer| match (source(above), source(below)) {
            (Some((pile, above)), Some((same, below))) => pile == same && below < above,
            _ => false,
        };
        let precedes = |a: &Comer, b: &Comer| a.pile == b.pile && a.depth < b.depth;
        let order = |index: usize, waiting: &[usize], comers: &[Comer]| {
            let comer = &comers[index];
            let is_early = waiting.iter().any(|&other| precedes(&comers[other], comer));
            let is_covered = waiting.iter().any(|&other| covers(&comers[other], comer));
            (is_early, is_covered, comer.depth)
        };
        while let Some(next) = waiting.iter().copied().min_by_key(|&i| order(i, &waiting, comers)) {
            comers[next].turn = turns;
            turns += 1;
            waiting.retain(|&other| other != next);
        }
        turns
    }
}

/// When things happen, in seconds.
pub(super) struct Clock {
    moves: usize,
    pub(super) pace: f64,
}

impl Clock {
    /// How long the first frame is seen before the first move.
    const LEAD: f64 = 1.5;
    /// How long the last frame is seen; it fades towards the end.
    const PAUSE: f64 = 3.5;
    pub(super) const FADE: f64 = 0.6;
    /// A card is no longer than this on its way, however slow the pace.
    const FLIGHT: f64 = 0.5;

    pub(super) fn new(moves: usize, pace: f64) -> Self {
        let pace = if pace.is_nan() { 1.0 } else { pace.clamp(0.02, 60.0) };
        Self { moves, pace }
    }

    /// When a move begins; the first is move 0.
    pub(super) fn start(&self, mv: usize) -> f64 {
        Self::LEAD + mv as f64 * self.pace
    }

    pub(super) fn total(&self) -> f64 {
        self.start(self.moves) + Self::PAUSE
    }

    /// When the cards of turn `turn` of `turns` set out and land.
    fn flight(&self, mv: usize, turn: usize, turns: usize) -> (f64, f64) {
        // Two turns follow each other; more of them overlap.
        let share = if turns <= 1 { 0.75 } else { 0.45 };
        let length = (share * self.pace).min(Self::FLIGHT);
        let apart = (0.9 * self.pace - length) / (turns.max(2) - 1) as f64;
        let departure = self.start(mv) + turn as f64 * apart.min(length);
        (departure, departure + length)
    }

    /// A time as keyframes write it.
    pub(super) fn percent(&self, time: f64) -> String {
        let text = format!("{:.3}", 100.0 * time / self.total());
        format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
    }
}
