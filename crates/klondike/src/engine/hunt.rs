//! A depth-first search over sketches.

use patience_core::Stop;

use super::acts::{Act, Options, safe};
use super::layout::Layout;
use super::links::{may_help, must_wait};
use super::memo::{Known, Memo, Word};
use super::sketch::Sketch;

/// What a hunt may spend.
pub(crate) trait Budget {
    /// Counts a sketch that is about to be looked into, or forbids it.
    fn visit(&mut self) -> Result<(), Stop>;

    /// Says how many sketches are held in how many bytes, before memory is taken.
    fn hold(&mut self, sketches: u64, bytes: u64) -> Result<(), Stop>;
}

/// What a hunt leaves out. Each of them changes no answer, only the time that it takes; all are on by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // Each is a switch of its own.
pub struct Omissions {
    /// Cards that are not rooted go home at once, where cards may come back.
    pub eager: bool,
    /// Cards that nothing can need go home at once.
    pub safe: bool,
    /// What only takes room is done only for something that it makes possible. Without it, `eager` is off too.
    pub links: bool,
    /// What cannot be won with the whole stock at hand is given up.
    pub relaxed: bool,
}

impl Default for Omissions {
    fn default() -> Self {
        Self { eager: true, safe: true, links: true, relaxed: true }
    }
}

/// Sketches that a hunt looks into before it asks whether the game can be won with the whole stock at hand.
const GRACE: usize = 100;

/// A search from one sketch, with its memory.
pub(crate) struct Hunt<W> {
    omissions: Omissions,
    memo: Memo<W>,
    /// Sketches of which it is not known yet whether they are lost, in the order in which they were met.
    open: Vec<W>,
    kids: Vec<Kid>,
    /// The acts that lead to the kids.
    acts: Vec<Act>,
    /// The acts from the root to where the search is.
    path: Vec<Act>,
    /// The acts of the links that are being tried.
    chain: Vec<Act>,
    relaxed: Option<Box<Relaxed<W>>>,
    is_hasty: bool,
    /// Bytes that others hold at the same time.
    beside: u64,
}

/// A search in the game in which the whole stock is at hand.
struct Relaxed<W> {
    layout: Layout,
    hunt: Hunt<W>,
}

/// A sketch that is to be looked into.
#[derive(Clone, Copy)]
struct Kid {
    sketch: Sketch,
    /// Its acts in the buffer.
    first: usize,
    last: usize,
    /// Whether it must not be settled: it waits for something.
    waits: bool,
}

impl<W: Word> Hunt<W> {
    pub(crate) fn new(omissions: Omissions) -> Self {
        let omissions = Omissions { eager: omissions.eager && omissions.links, ..omissions };
        Self {
            omissions,
            memo: Memo::new(),
            open: Vec::new(),
            kids: Vec::new(),
            acts: Vec::new(),
            path: Vec::new(),
            chain: Vec::new(),
            relaxed: None,
            is_hasty: false,
            beside: 0,
        }
    }

    /// A hunt that digs in deep columns first. It wins more games early, and takes longer for hard ones: for searches that are soon
    /// given up.
    pub(crate) fn hasty(omissions: Omissions) -> Self {
        Self { is_hasty: true, ..Self::new(omissions) }
    }

    /// Whether the game can be won from `sketch`. Forgets all earlier games.
    pub(crate) fn decide(
        &mut self,
        layout: &Layout,
        sketch: Sketch,
        budget: &mut impl Budget,
    ) -> Result<bool, Stop> {
        self.forget();
        self.pursue(layout, sketch, budget)
    }

    /// Forgets all that was found out.
    pub(crate) fn forget(&mut self) {
        self.memo.clear();
        self.relaxed = None;
    }

    /// The acts that win, after a search that found some.
    pub(crate) fn path(&self) -> &[Act] {
        &self.path
    }

    /// Whether the game can be won from `sketch`, with what is known from earlier searches in the same game.
    pub(crate) fn pursue(
        &mut self,
        layout: &Layout,
        mut sketch: Sketch,
        budget: &mut impl Budget,
    ) -> Result<bool, Stop> {
        self.open.clear();
        self.kids.clear();
        self.acts.clear();
        self.path.clear();
        let options = self.settle(layout, &mut sketch);
        let found = self.enter(layout, &sketch, &options, u32::MAX, budget);
        if found.is_err() {
            // Nobody knows of them.
            for &key in &self.open {
                self.memo.remove(key);
            }
        }
        let is_won = found?;
        if is_won {
            // All that is open lies on the way, or can be left for it the way that it was come by.
            for &key in &self.open {
                self.memo.mark_won(key);
            }
        }
        Ok(is_won)
    }

    /// Appends the ways to do something lasting from `sketch`, which must be settled: acts of which the last one is lasting. None of the
    /// others brings anything to light.
    pub(crate) fn ways(&mut self, layout: &Layout, sketch: &Sketch, out: &mut Vec<Vec<Act>>) {
        self.memo.clear();
        self.kids.clear();
        self.acts.clear();
        let options = layout.options(sketch);
        self.spread(layout, sketch, &options, &options);
        let potential = sketch.potential();
        let mut at = 0;
        while at < self.kids.len() {
            let Kid { sketch, first, last, .. } = self.kids[at];
            at += 1;
            let (low, stock, shift) = layout.key(&sketch);
            let is_new = self.memo.meet(W::pack(low, stock, shift)) == Known::New;
            if sketch.potential() < potential {
                out.push(self.acts[first..last].to_vec());
            } else if is_new {
                self.chain.clear();
                let (chain, acts) = (&mut self.chain, &self.acts);
                chain.extend_from_slice(&acts[first..last]);
                let options = layout.options(&sketch);
                self.spread(layout, &sketch, &options, &options);
            }
        }
        self.chain.clear();
    }

    /// Sends cards home until none is left that may go at once; tells what can be done then.
    #[inline]
    pub(crate) fn settle(&mut self, layout: &Layout, sketch: &mut Sketch) -> Options {
        let mut options = layout.options(sketch);
        while let Some(act) = self.settling(layout, sketch, &options) {
            layout.act(sketch, act);
            self.path.push(act);
            options = match act {
                Act::StockHome(_) => layout.options(sketch),
                _ => layout.options_with(sketch, options.playable),
            };
        }
        options
    }

    /// The next act that is done without a thought, if there is one: a card goes home that can come back, or that nothing needs.
    #[inline]
    fn settling(&self, layout: &Layout, sketch: &Sketch, options: &Options) -> Option<Act> {
        let is_eager = self.omissions.eager && layout.may_come_back;
        let loose = if is_eager { options.homes & !sketch.rooted } else { 0 };
        let safe = if self.omissions.safe { safe(sketch) } else { 0 };
        let homes = loose | options.homes & safe;
        let stock_homes = if layout.stock.is_open() { options.stock_homes & safe } else { 0 };
        if homes != 0 {
            Some(Act::Home(lowest(homes)))
        } else if stock_homes != 0 {
            Some(Act::StockHome(lowest(stock_homes)))
        } else {
            None
        }
    }

    /// The acts that are done without a thought, up to the first that turns a card.
    pub(crate) fn first_acts(&self, layout: &Layout, mut sketch: Sketch) -> Vec<Act> {
        let dealt = sketch.dealt();
        let mut acts = Vec::new();
        while let Some(act) = self.settling(layout, &sketch, &layout.options(&sketch)) {
            layout.act(&mut sketch, act);
            acts.push(act);
            if sketch.dealt() < dealt {
                break;
            }
        }
        acts
    }

    /// Looks into a sketch, if it is new. `above` is the potential of the one that it was come by.
    fn enter(
        &mut self,
        layout: &Layout,
        sketch: &Sketch,
        options: &Options,
        above: u32,
        budget: &mut impl Budget,
    ) -> Result<bool, Stop> {
        if layout.is_won(sketch) {
            return Ok(true);
        }
        let (low, stock, shift) = layout.key(sketch);
        let key = W::pack(low, stock, shift);
        match self.memo.meet(key) {
            Known::New => {}
            Known::Met => return Ok(false),
            Known::Won => return Ok(true),
        }
        // Before anything can stop the search: what is met and not decided must be among the open ones.
        let first_open = self.open.len();
        self.open.push(key);
        budget.visit()?;
        let others =
            self.beside + self.relaxed.as_ref().map_or(0, |relaxed| relaxed.hunt.memo.bytes());
        budget.hold(self.memo.len() as u64, self.memo.bytes_for_one_more() + others)?;
        let is_won = !self.is_hopeless(layout, sketch, budget)?
            && self.try_all(layout, sketch, options, budget)?;
        if !is_won && sketch.potential() < above {
            // Nothing that waits for its end is as low, so nothing below can lead there: all of it is lost.
            self.open.truncate(first_open);
        }
        Ok(is_won)
    }

    /// Whether the game could not even be won with the whole stock at hand.
    #[inline]
    fn is_hopeless(
        &mut self,
        layout: &Layout,
        sketch: &Sketch,
        budget: &mut impl Budget,
    ) -> Result<bool, Stop> {
        if layout.stock.is_open() || !self.omissions.relaxed || self.memo.len() <= GRACE {
            return Ok(false);
        }
        let (omissions, is_hasty) = (self.omissions, self.is_hasty);
        let relaxed = self.relaxed.get_or_insert_with(|| {
            let hunt = Self { is_hasty, ..Self::new(omissions) };
            Box::new(Relaxed { layout: layout.relaxed(), hunt })
        });
        let mut sketch = *sketch;
        (sketch.turned.waste, sketch.turned.passes) = (0, 0);
        relaxed.hunt.beside = self.memo.bytes();
        Ok(!relaxed.hunt.pursue(&relaxed.layout, sketch, budget)?)
    }

    fn try_all(
        &mut self,
        layout: &Layout,
        sketch: &Sketch,
        options: &Options,
        budget: &mut impl Budget,
    ) -> Result<bool, Stop> {
        let (first_kid, first_act, here) = (self.kids.len(), self.acts.len(), self.path.len());
        self.spread(layout, sketch, options, options);
        let last_kid = self.kids.len();
        if self.is_hasty {
            // The sort keeps the order of those that are alike.
            self.kids[first_kid..last_kid].sort_by_key(|kid| kid.sketch.burden());
        }
        let potential = sketch.potential();
        for at in first_kid..last_kid {
            let Kid { mut sketch, first, last, waits } = self.kids[at];
            self.path.extend_from_slice(&self.acts[first..last]);
            let options =
                if waits { layout.options(&sketch) } else { self.settle(layout, &mut sketch) };
            if self.enter(layout, &sketch, &options, potential, budget)? {
                return Ok(true);
            }
            self.path.truncate(here);
        }
        self.kids.truncate(first_kid);
        self.acts.truncate(first_act);
        Ok(false)
    }

    /// Adds what `fresh` acts, those of `options` that the chain of links has made possible, lead to.
    fn spread(&mut self, layout: &Layout, sketch: &Sketch, options: &Options, fresh: &Options) {
        let links = self.omissions.links;
        let clearing = if links { fresh.leaves & layout.on_table(sketch) } else { 0 };
        let stock_links = links && layout.stock.is_open();
        self.add_all(layout, sketch, fresh.homes, Act::Home);
        self.add_all(layout, sketch, fresh.leaves & !clearing, Act::Leave);
        if !stock_links {
            self.add_all(layout, sketch, fresh.stock_homes, Act::StockHome);
            self.add_all(layout, sketch, fresh.stock_columns, Act::StockColumn);
        }
        if !links {
            self.add_all(layout, sketch, fresh.backs, Act::Back);
            return;
        }
        if stock_links {
            self.link_all(layout, sketch, options, fresh.stock_homes, Act::StockHome);
            self.link_all(layout, sketch, options, fresh.stock_columns, Act::StockColumn);
        }
        self.link_all(layout, sketch, options, clearing, Act::Leave);
        self.link_all(layout, sketch, options, fresh.backs, Act::Back);
    }

    fn add_all(&mut self, layout: &Layout, sketch: &Sketch, cards: u64, act: fn(u8) -> Act) {
        for card in each(cards) {
            let mut kid = *sketch;
            layout.act(&mut kid, act(card));
            self.chain.push(act(card));
            self.add(kid, false);
            self.chain.pop();
        }
    }

    /// Adds a sketch that the chain leads to.
    fn add(&mut self, sketch: Sketch, waits: bool) {
        let first = self.acts.len();
        self.acts.extend_from_slice(&self.chain);
        self.kids.push(Kid { sketch, first, last: self.acts.len(), waits });
    }

    fn link_all(
        &mut self,
        layout: &Layout,
        sketch: &Sketch,
        options: &Options,
        cards: u64,
        act: fn(u8) -> Act,
    ) {
        for card in each(cards) {
            if !may_help(layout, sketch, options, act(card)) {
                continue;
            }
            let mut linked = *sketch;
            layout.act(&mut linked, act(card));
            let after = if linked.turned == sketch.turned {
                layout.options_with(&linked, options.playable)
            } else {
                layout.options(&linked)
            };
            let mut fresh = after.beyond(options);
            // Going home again is no use.
            fresh.homes &= !(1 << card);
            self.chain.push(act(card));
            if layout.is_won(&linked) || must_wait(layout, &linked, &after, act(card)) {
                self.add(linked, true);
            }
            self.spread(layout, &linked, &after, &fresh);
            self.chain.pop();
        }
    }
}

/// The lowest card of a set.
#[inline]
fn lowest(set: u64) -> u8 {
    // Below 64.
    #[allow(clippy::cast_possible_truncation)]
    let card = set.trailing_zeros() as u8;
    card
}

/// The cards of a set, the highest first: they are in the way of most others.
#[inline]
fn each(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            // Below 64.
            #[allow(clippy::cast_possible_truncation)]
            let card = set.ilog2() as u8;
            set ^= 1 << card;
            card
        })
    })
}
