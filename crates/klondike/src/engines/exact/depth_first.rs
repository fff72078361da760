//! A depth-first search over abstract states.

use patience_core::Stop;

use super::abstract_state::AbstractState;
use super::actions::{Action, Options, safe};
use super::layout::Layout;
use super::links::{may_help, must_wait};
use super::prunings::Prunings;
use super::relaxations::{GRACE, Relaxations};
use super::transposition_table::{KeyWord, Known, TranspositionTable};

/// The budget of a search.
pub(crate) trait Budget {
    /// Counts a state before it is examined, or stops the search.
    fn visit(&mut self) -> Result<(), Stop>;

    /// Charges the memory of the stored states before it is allocated, or stops the search.
    fn hold(&mut self, states: u64, bytes: u64) -> Result<(), Stop>;
}

/// A search from one state, with its memory.
pub(crate) struct DepthFirst<W> {
    prunings: Prunings,
    table: TranspositionTable<W>,
    /// Undecided abstract states, in the order of their discovery.
    open: Vec<W>,
    children: Vec<Child>,
    /// The actions that lead to the children.
    actions: Vec<Action>,
    /// The actions from the root to where the search is.
    path: Vec<Action>,
    /// The actions of the links that are being tried.
    chain: Vec<Action>,
    relaxations: Relaxations<W>,
    is_hasty: bool,
    /// Whether children have an order of their own.
    is_ordered: bool,
    /// Bytes that others hold at the same time.
    beside: u64,
}

/// A state to examine.
#[derive(Clone, Copy)]
struct Child {
    state: AbstractState,
    /// Its actions in the buffer.
    first: usize,
    last: usize,
    /// Whether it must not be settled, because an action waits.
    waits: bool,
    /// The lower, the sooner it is examined.
    order: u32,
}

impl<W: KeyWord> DepthFirst<W> {
    pub(crate) fn new(prunings: Prunings) -> Self {
        let prunings = Prunings { eager: prunings.eager && prunings.links, ..prunings };
        Self {
            prunings,
            table: TranspositionTable::new(),
            open: Vec::new(),
            children: Vec::new(),
            actions: Vec::new(),
            path: Vec::new(),
            chain: Vec::new(),
            relaxations: Relaxations::new(),
            is_hasty: false,
            is_ordered: false,
            beside: 0,
        }
    }

    /// A search that prefers to uncover deep columns. It wins more games early and takes longer on hard ones: for searches with small
    /// budgets.
    pub(crate) fn hasty(prunings: Prunings) -> Self {
        Self { is_hasty: true, ..Self::new(prunings) }
    }

    /// Whether the game can be won from `state`. Forgets all earlier games.
    pub(crate) fn decide(
        &mut self,
        layout: &Layout,
        state: AbstractState,
        budget: &mut impl Budget,
    ) -> Result<bool, Stop> {
        self.forget();
        self.run(layout, state, budget)
    }

    /// Forgets all decisions.
    pub(crate) fn forget(&mut self) {
        self.table.clear();
        self.relaxations = Relaxations::new();
    }

    /// The actions that win, after a search that found some.
    pub(crate) fn path(&self) -> &[Action] {
        &self.path
    }

    /// Whether the game can be won from `state`, with what is known from earlier searches in the same game.
    pub(crate) fn run(
        &mut self,
        layout: &Layout,
        mut state: AbstractState,
        budget: &mut impl Budget,
    ) -> Result<bool, Stop> {
        self.is_ordered = self.is_hasty || layout.is_limited();
        self.open.clear();
        self.children.clear();
        self.actions.clear();
        self.path.clear();
        let options = self.settle(layout, &mut state);
        let found = self.enter(layout, &state, &options, u32::MAX, budget);
        if found.is_err() {
            // They are undecided.
            for &key in &self.open {
                self.table.remove(key);
            }
        }
        let is_won = found?;
        if is_won {
            // Every open state is on the way to the win, or leads back to it: only permanent actions cannot be undone.
            for &key in &self.open {
                self.table.mark_won(key);
            }
        }
        Ok(is_won)
    }

    /// Appends the candidates of `state`, which must be settled: sequences of actions of which only the last is permanent. None of the others
    /// turns a card.
    pub(crate) fn candidates(
        &mut self,
        layout: &Layout,
        state: &AbstractState,
        out: &mut Vec<Vec<Action>>,
    ) {
        self.table.clear();
        self.children.clear();
        self.actions.clear();
        let options = layout.options(state);
        self.spread(layout, state, &options, &options);
        let potential = state.potential();
        let mut at = 0;
        while at < self.children.len() {
            let Child { state, first, last, .. } = self.children[at];
            at += 1;
            let (low, stock, shift) = layout.key(&state);
            let is_new = self.table.meet(W::pack(low, stock, shift)) == Known::New;
            if state.potential() < potential {
                out.push(self.actions[first..last].to_vec());
            } else if is_new {
                self.chain.clear();
                let (chain, actions) = (&mut self.chain, &self.actions);
                chain.extend_from_slice(&actions[first..last]);
                let options = layout.options(&state);
                self.spread(layout, &state, &options, &options);
            }
        }
        self.chain.clear();
    }

    /// Sends cards home until none is left that may go at once; returns the actions that are possible then.
    #[inline]
    pub(crate) fn settle(&mut self, layout: &Layout, state: &mut AbstractState) -> Options {
        let mut options = layout.options(state);
        while let Some(action) = self.settling(layout, state, &options) {
            layout.apply(state, action);
            self.path.push(action);
            options = match action {
                Action::StockHome(_) => layout.options(state),
                _ => layout.options_with(state, options.playable),
            };
        }
        options
    }

    /// Sends cards home until none is left that may go at once; returns these actions.
    pub(crate) fn settling_actions(
        &mut self,
        layout: &Layout,
        state: &mut AbstractState,
    ) -> Vec<Action> {
        self.path.clear();
        self.settle(layout, state);
        self.path.clone()
    }

    /// The next automatic action: a card goes home that can come back, or that no other card needs.
    #[inline]
    fn settling(
        &self,
        layout: &Layout,
        state: &AbstractState,
        options: &Options,
    ) -> Option<Action> {
        let is_eager = self.prunings.eager && layout.may_come_back;
        let loose = if is_eager { options.homes & !state.rooted } else { 0 };
        let safe = if self.prunings.safe { safe(state) } else { 0 };
        let homes = loose | options.homes & safe;
        let stock_homes = if layout.stock.is_relaxed() { options.stock_homes & safe } else { 0 };
        if homes != 0 {
            Some(Action::Home(lowest(homes)))
        } else if stock_homes != 0 {
            Some(Action::StockHome(lowest(stock_homes)))
        } else {
            None
        }
    }

    /// The automatic actions up to the first that turns a card.
    pub(crate) fn first_actions(&self, layout: &Layout, mut state: AbstractState) -> Vec<Action> {
        let dealt = state.dealt();
        let mut actions = Vec::new();
        while let Some(action) = self.settling(layout, &state, &layout.options(&state)) {
            layout.apply(&mut state, action);
            actions.push(action);
            if state.dealt() < dealt {
                break;
            }
        }
        actions
    }

    /// Examines a state, if it is new. `above` is the potential of its parent.
    fn enter(
        &mut self,
        layout: &Layout,
        state: &AbstractState,
        options: &Options,
        above: u32,
        budget: &mut impl Budget,
    ) -> Result<bool, Stop> {
        if layout.is_won(state) {
            return Ok(true);
        }
        let (low, stock, shift) = layout.key(state);
        let key = W::pack(low, stock, shift);
        match self.table.meet(key) {
            Known::New => {}
            Known::Met => return Ok(false),
            Known::Won => return Ok(true),
        }
        // Before a limit can stop the search: stored states that are undecided must be open.
        let first_open = self.open.len();
        self.open.push(key);
        budget.visit()?;
        let others = self.beside + self.relaxations.bytes();
        budget.hold(self.table.len() as u64, self.table.bytes_for_one_more() + others)?;
        let is_won = !self.is_hopeless(layout, state, budget)?
            && self.try_all(layout, state, options, budget)?;
        if !is_won && state.potential() < above {
            // No undecided ancestor has a potential this low, so no state below leads to one: all of them are lost.
            self.open.truncate(first_open);
        }
        Ok(is_won)
    }

    /// Whether the game is lost even with a relaxed stock.
    #[inline]
    fn is_hopeless(
        &mut self,
        layout: &Layout,
        state: &AbstractState,
        budget: &mut impl Budget,
    ) -> Result<bool, Stop> {
        let examined = self.table.len();
        if layout.stock.is_relaxed() || !self.prunings.relaxed || examined <= GRACE {
            return Ok(false);
        }
        let (prunings, is_hasty) = (self.prunings, self.is_hasty);
        let new = || Self { is_hasty, ..Self::new(prunings) };
        self.relaxations.is_lost((layout, state), new, (examined, self.table.bytes()), budget)
    }

    /// Whether the game can be won with this relaxed stock, while others hold so many bytes.
    pub(super) fn run_beside(
        &mut self,
        layout: &Layout,
        state: AbstractState,
        beside: u64,
        budget: &mut impl Budget,
    ) -> Result<bool, Stop> {
        self.beside = beside;
        self.run(layout, state, budget)
    }

    /// Bytes of the memory of decisions.
    pub(super) fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    fn try_all(
        &mut self,
        layout: &Layout,
        state: &AbstractState,
        options: &Options,
        budget: &mut impl Budget,
    ) -> Result<bool, Stop> {
        let (first_child, first_action, here) =
            (self.children.len(), self.actions.len(), self.path.len());
        self.spread(layout, state, options, options);
        let last_child = self.children.len();
        if self.is_ordered {
            // The sort keeps the order of those that are alike.
            self.children[first_child..last_child].sort_by_key(|child| child.order);
        }
        let potential = state.potential();
        for at in first_child..last_child {
            let Child { mut state, first, last, waits, .. } = self.children[at];
            self.path.extend_from_slice(&self.actions[first..last]);
            let options =
                if waits { layout.options(&state) } else { self.settle(layout, &mut state) };
            if self.enter(layout, &state, &options, potential, budget)? {
                return Ok(true);
            }
            self.path.truncate(here);
        }
        self.children.truncate(first_child);
        self.actions.truncate(first_action);
        Ok(false)
    }

    /// Adds the children by `fresh` actions: those of `options` that the chain of links has enabled.
    fn spread(
        &mut self,
        layout: &Layout,
        state: &AbstractState,
        options: &Options,
        fresh: &Options,
    ) {
        let links = self.prunings.links;
        let has_leaves = links && fresh.leaves != 0;
        let clearing = if has_leaves { fresh.leaves & layout.on_table(state) } else { 0 };
        let waiting = if links { layout.stock.waiting(state.turned) } else { 0 };
        self.add_all(layout, state, fresh.homes, Action::Home);
        self.add_all(layout, state, fresh.leaves & !clearing, Action::Leave);
        let stock = fresh.stock_homes | fresh.stock_columns;
        if stock & !waiting != 0 {
            self.add_all(layout, state, fresh.stock_homes & !waiting, Action::StockHome);
            self.add_all(layout, state, fresh.stock_columns & !waiting, Action::StockColumn);
        }
        if !links {
            self.add_all(layout, state, fresh.backs, Action::Back);
            return;
        }
        if stock & waiting != 0 {
            self.link_all(layout, state, options, fresh.stock_homes & waiting, Action::StockHome);
            let columns = fresh.stock_columns & waiting;
            self.link_all(layout, state, options, columns, Action::StockColumn);
        }
        self.link_all(layout, state, options, clearing, Action::Leave);
        self.link_all(layout, state, options, fresh.backs, Action::Back);
    }

    fn add_all(
        &mut self,
        layout: &Layout,
        state: &AbstractState,
        cards: u64,
        action: fn(u8) -> Action,
    ) {
        for card in each(cards) {
            let mut child = *state;
            layout.apply(&mut child, action(card));
            self.chain.push(action(card));
            self.add(layout, child, false);
            self.chain.pop();
        }
    }

    /// Adds the state after the chain.
    #[inline]
    fn add(&mut self, layout: &Layout, state: AbstractState, waits: bool) {
        let first = self.actions.len();
        self.actions.extend_from_slice(&self.chain);
        let order = if self.is_ordered { self.order(layout, &state) } else { 0 };
        self.children.push(Child { state, first, last: self.actions.len(), waits, order });
    }

    /// The lower, the sooner a child is examined.
    #[inline(never)]
    fn order(&self, layout: &Layout, state: &AbstractState) -> u32 {
        let burden = if self.is_hasty { state.burden() } else { 0 };
        burden + layout.spent(state)
    }

    fn link_all(
        &mut self,
        layout: &Layout,
        state: &AbstractState,
        options: &Options,
        cards: u64,
        action: fn(u8) -> Action,
    ) {
        for card in each(cards) {
            if !may_help(layout, state, options, action(card)) {
                continue;
            }
            let mut linked = *state;
            layout.apply(&mut linked, action(card));
            let after = if linked.turned == state.turned {
                layout.options_with(&linked, options.playable)
            } else {
                layout.options(&linked)
            };
            let mut fresh = after.beyond(options);
            // The card would only go home again.
            fresh.homes &= !(1 << card);
            self.chain.push(action(card));
            if layout.is_won(&linked) || must_wait(layout, &linked, &after, action(card)) {
                self.add(layout, linked, true);
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
