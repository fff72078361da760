//! A countdown with replaceable parts, for tests that break one law at a time.

use patience_core::{Backward, Cost, Feature, Features, Kind, Nearer, Packed, Puzzle};

/// By default, takes one to three from a heap of six.
pub(crate) struct Toy {
    pub(crate) from: u32,
    pub(crate) is_goal: fn(u32) -> bool,
    pub(crate) moves: fn(u32, &mut Vec<u32>),
    pub(crate) apply: fn(&mut u32, u32),
    pub(crate) key: fn(u32) -> u32,
    pub(crate) cost: fn(u32, u32) -> Cost,
    pub(crate) child: Option<fn(u32, u32) -> u32>,
    pub(crate) child_key: Option<fn(u32, u32) -> u32>,
    pub(crate) is_legal: Option<fn(u32, u32) -> bool>,
    pub(crate) unpack: fn(u32) -> u32,
    pub(crate) goals: &'static [u32],
    pub(crate) moves_into: fn(u32, &mut Vec<u32>),
    pub(crate) retract: fn(&mut u32, u32),
}

impl Default for Toy {
    fn default() -> Self {
        Self {
            from: 6,
            is_goal: |left| left == 0,
            moves: |left, out| out.extend(1..=left.min(3)),
            apply: |left, taken| *left -= taken,
            key: |left| left,
            cost: |_, _| 1,
            child: None,
            child_key: None,
            is_legal: None,
            unpack: |key| key,
            goals: &[0],
            moves_into: |left, out| out.extend(1..=(6 - left).min(3)),
            retract: |left, taken| *left += taken,
        }
    }
}

impl Puzzle for Toy {
    type State = u32;
    type Move = u32;
    type Key = u32;

    fn start(&self) -> u32 {
        self.from
    }

    fn is_goal(&self, &left: &u32) -> bool {
        (self.is_goal)(left)
    }

    fn moves(&self, &left: &u32, out: &mut Vec<u32>) {
        (self.moves)(left, out);
    }

    fn is_legal(&self, &left: &u32, taken: u32) -> bool {
        let mut legal = Vec::new();
        (self.moves)(left, &mut legal);
        self.is_legal.map_or_else(|| legal.contains(&taken), |is_legal| is_legal(left, taken))
    }

    fn apply(&self, left: &mut u32, taken: u32) {
        (self.apply)(left, taken);
    }

    fn key(&self, &left: &u32) -> u32 {
        (self.key)(left)
    }

    fn cost(&self, &left: &u32, taken: u32) -> Cost {
        (self.cost)(left, taken)
    }

    fn child(&self, &left: &u32, taken: u32) -> u32 {
        let apply = || {
            let mut child = left;
            self.apply(&mut child, taken);
            child
        };
        self.child.map_or_else(apply, |child| child(left, taken))
    }

    fn child_key(&self, left: &u32, taken: u32) -> u32 {
        self.child_key
            .map_or_else(|| self.key(&self.child(left, taken)), |child_key| child_key(*left, taken))
    }
}

impl Packed for Toy {
    fn unpack(&self, key: u32) -> u32 {
        (self.unpack)(key)
    }
}

impl Backward for Toy {
    fn goals(&self, out: &mut Vec<u32>) {
        out.extend(self.goals);
    }

    fn moves_into(&self, &left: &u32, out: &mut Vec<u32>) {
        (self.moves_into)(left, out);
    }

    fn retract(&self, left: &mut u32, taken: u32) {
        (self.retract)(left, taken);
    }
}

impl Features for Toy {
    /// Admissible only if every move costs at least the number taken.
    fn features() -> &'static [Feature<Self>] {
        &[Feature {
            name: "Left",
            summary: "size of the heap",
            kind: Kind::Heuristic { nearer: Nearer::Low, admissible: true },
            range: |_| (0.0, 6.0),
            measure: |_, node| f64::from(*node.state),
        }]
    }
}
