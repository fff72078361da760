//! Plans: what to do until the next card is turned.

use super::decision::Decision;
use crate::engines::exact::{AbstractState, Action, KeyWord};

/// The most candidates of a plan before the one that turns a card.
const DEPTH: usize = 3;
/// The most plans that turn a card.
const MOST_PLANS: usize = 30;
/// The most states from which plans continue.
const MOST_STATES: usize = 60;

/// A state that is reached without turning a card.
#[derive(Clone)]
struct Waypoint {
    state: AbstractState,
    /// The actions that lead to it.
    actions: Vec<Action>,
    /// How many candidates they are.
    depth: usize,
    /// Actions that turn a card without the last of these candidates.
    sooner: Vec<Action>,
}

impl<W: KeyWord> Decision<W> {
    /// The plans from the root that turn a card, the shortest first, and then the candidates that turn none.
    ///
    /// A plan ends with an action that the candidate before it has enabled: anything else can be done after the card is turned.
    pub(super) fn plans(&mut self) -> Vec<Vec<Action>> {
        let (mut plans, mut others) = (Vec::new(), Vec::new());
        let mut ends = vec![self.root];
        let root = Waypoint { state: self.root, actions: vec![], depth: 0, sooner: vec![] };
        let mut waypoints = vec![root];
        let mut at = 0;
        while let Some(waypoint) = waypoints.get(at).cloned() {
            at += 1;
            let mut sooner = waypoint.sooner.clone();
            let mut next = Vec::new();
            for candidate in self.candidates_from(&waypoint.state) {
                let Some(&last) = candidate.last() else { continue };
                let mut actions = waypoint.actions.clone();
                actions.extend_from_slice(&candidate);
                let step = self.step(&waypoint.state, &candidate);
                if step.turns_at_once {
                    if waypoint.sooner.contains(&last) {
                        continue;
                    }
                    sooner.push(last);
                }
                if step.turns {
                    if plans.len() < MOST_PLANS && !ends.contains(&step.end) {
                        ends.push(step.end);
                        plans.push((self.layout.spent(&step.end), actions));
                    }
                    continue;
                }
                if waypoint.depth == 0 {
                    others.push((self.layout.spent(&step.end), actions.clone()));
                }
                actions.extend(step.settling);
                next.push((step.settled, actions));
            }
            if waypoint.depth == DEPTH {
                continue;
            }
            for (state, actions) in next {
                if waypoints.len() < MOST_STATES && !ends.contains(&state) {
                    ends.push(state);
                    let (depth, sooner) = (waypoint.depth + 1, sooner.clone());
                    waypoints.push(Waypoint { state, actions, depth, sooner });
                }
            }
        }
        // The sort keeps the order of those that are alike.
        for list in [&mut plans, &mut others] {
            list.sort_by_key(|&(spent, _)| spent);
        }
        plans.into_iter().chain(others).map(|(_, actions)| actions).collect()
    }

    /// What a candidate does, with the actions that follow by themselves. It does not depend on hidden cards whether a card is turned.
    fn step(&mut self, state: &AbstractState, candidate: &[Action]) -> Step {
        let down = state.face_down();
        let mut end = *state;
        for &action in candidate {
            self.layout.apply(&mut end, action);
        }
        let mut settled = end;
        let settling = self.walker.settling_actions(&self.layout, &mut settled);
        // A game that is won has nothing left to turn.
        let turns = settled.face_down() < down || self.layout.is_won(&settled);
        Step { end, turns_at_once: end.face_down() < down, turns, settled, settling }
    }
}

/// What a candidate does.
struct Step {
    end: AbstractState,
    /// Whether the candidate turns a card.
    turns_at_once: bool,
    /// Whether it or what follows by itself turns a card, or wins.
    turns: bool,
    settled: AbstractState,
    settling: Vec<Action>,
}

#[cfg(test)]
mod tests {
    use patience_core::{Hidden, Puzzle, SplitMix};

    use super::*;
    use crate::engines::exact::{DepthFirst, Layout, Prunings, reconstruct};
    use crate::players::determinization::DeterminizationPlayer;
    use crate::players::hidden::KnownStock;
    use crate::{Klondike, Rules, State};

    fn decision(world: &Klondike, state: &State) -> Option<Decision<u128>> {
        let (layout, root) = Layout::new(world, state);
        let is_settled =
            DepthFirst::<u128>::new(Prunings::default()).first_actions(&layout, root).is_empty();
        is_settled.then(|| Decision::new(DeterminizationPlayer::default(), layout, root))
    }

    fn face_down(state: &State, rules: &Rules) -> u32 {
        (0..rules.columns).map(|at| u32::from(state.pile(at).down())).sum()
    }

    /// Checks the plans of states of random games; returns how many of them turn a card after candidates that turn none.
    fn check(rules: Rules, seed: u64) -> usize {
        let world = Klondike::of_seed(seed, rules).unwrap();
        let table = KnownStock::new(rules, world.deal()).unwrap();
        let (mut rng, mut state, mut longer) = (SplitMix::new(seed), world.start(), 0);
        for _ in 0..60 {
            if let Some(mut decision) = decision(&world, &state) {
                let (candidates, plans) = (decision.candidates(), decision.plans());
                assert!(candidates.iter().all(|candidate| plans.contains(candidate)));
                longer += plans.iter().filter(|plan| !candidates.contains(plan)).count();
                let down = face_down(&state, &rules);
                for plan in &plans {
                    let moves = reconstruct(&world, &state, plan);
                    let mut after = state;
                    for &mv in &moves {
                        assert_eq!(face_down(&after, &rules), down, "seed {seed}: {plan:?}");
                        assert!(world.is_legal(&after, mv), "seed {seed}: {plan:?}");
                        world.apply(&mut after, mv);
                    }
                    let turns = face_down(&after, &rules) < down;
                    let (layout, end) = Layout::new(&world, &after);
                    let follows = decision.walker.first_actions(&layout, end);
                    let is_longer = !candidates.contains(plan);
                    assert!(turns || !is_longer || !follows.is_empty(), "seed {seed}: {plan:?}");
                }
                let other = table.determinise(&table.observe(&world, &state), &mut rng);
                let mut alike = super::tests::decision(&other, &state).unwrap();
                assert_eq!(alike.plans(), plans, "seed {seed}: the plans depend on hidden cards");
            }
            let mut moves = Vec::new();
            world.moves(&state, &mut moves);
            if moves.is_empty() {
                break;
            }
            world.apply(&mut state, moves[rng.below(moves.len())]);
        }
        longer
    }

    #[test]
    fn plans_are_the_candidates_and_legal_ways_to_the_next_turned_card() {
        for draw in [1, 3] {
            let small = Rules { ranks: 7, columns: 5, draw, ..Rules::default() };
            let full = Rules { draw, ..Rules::default() };
            let longer: usize = (0..10).map(|seed| check(small, seed) + check(full, seed)).sum();
            assert!(draw == 1 || 100 < longer, "{longer} plans of several candidates");
        }
    }

    /// What a plan does before it turns a card is needed: its last action is not possible without the candidate before it.
    #[test]
    fn plans_do_nothing_that_can_wait() {
        let rules = Rules::default();
        for seed in 0..20 {
            let world = Klondike::of_seed(seed, rules).unwrap();
            let Some(mut decision) = decision(&world, &world.start()) else { continue };
            let root = decision.root;
            let down = root.face_down();
            let turning = |decision: &mut Decision<u128>, plan: &[Action]| {
                let mut end = root;
                for &action in plan {
                    decision.layout.apply(&mut end, action);
                }
                end.face_down() < down
            };
            let plans = decision.plans();
            let at_once: Vec<Action> = decision
                .candidates()
                .iter()
                .filter(|candidate| turning(&mut decision, candidate))
                .filter_map(|candidate| candidate.last().copied())
                .collect();
            let candidates = decision.candidates();
            for plan in plans.iter().filter(|plan| !candidates.contains(plan)) {
                if turning(&mut decision, plan) {
                    assert!(!at_once.contains(plan.last().unwrap()), "seed {seed}: {plan:?}");
                }
            }
        }
    }
}
