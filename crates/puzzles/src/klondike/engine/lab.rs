//! Experiments with players. Not for keeps.
#![allow(missing_docs, clippy::all, clippy::pedantic, unused)]
use super::super::game::Klondike;
use super::super::rules::Rules;
use super::memo::Word;
use super::*;
use patience_core::{Puzzle, SplitMix};
use std::collections::HashMap;

#[derive(Clone, Debug)]
pub struct Params {
    pub iterations: usize,
    pub cap: u64,
    pub c: f64,
    pub fails: usize,
    pub mode: u8,
    pub bonus: f64,
    pub unknown: f64,
    pub tree: bool,
    pub budget: u64,
    pub minv: u32,
    pub maxdepth: usize,
    pub z: f64,
    pub two: usize,
    pub margin: f64,
    pub top: usize,
    pub shrink: f64,
}

fn down(s: &Sketch) -> u32 {
    (0..7).map(|c| s.dealt_in(c).saturating_sub(1) as u32).sum()
}
type Id = (u64, u64, u64, u64, u16, u8);
fn id(s: &Sketch) -> Id {
    (s.visible, s.rooted, s.dealt, s.turned.left, s.homes, s.turned.waste)
}

struct Node {
    ways: Vec<Vec<Act>>,
    n: Vec<u32>,
    w: Vec<f64>,
    total: u32,
    wt: f64,
    expanded: bool,
    prior: Vec<f64>,
}

pub struct Lab {
    pub hunt: Hunt<u64>,
    pub walker: Hunt<u64>,
    pub p: Params,
    pub solves: u64,
    pub spent: u64,
    pub decisions: u64,
}

struct Count {
    left: u64,
    used: u64,
}
impl Budget for Count {
    fn visit(&mut self) -> Result<(), patience_core::Stop> {
        self.used += 1;
        if self.left == 0 {
            return Err(patience_core::Stop::Nodes);
        }
        self.left -= 1;
        Ok(())
    }
    fn hold(&mut self, _: u64, _: u64) -> Result<(), patience_core::Stop> {
        Ok(())
    }
}

impl Lab {
    pub fn new(p: Params) -> Self {
        Lab {
            hunt: Hunt::new(Omissions::default()),
            walker: Hunt::new(Omissions::default()),
            p,
            solves: 0,
            spent: 0,
            decisions: 0,
        }
    }
    /// value of a world from a sketch
    fn value(&mut self, layout: &Layout, s: &Sketch) -> f64 {
        let mut b = Count { left: self.p.cap, used: 0 };
        self.solves += 1;
        let r = self.hunt.decide(layout, *s, &mut b);
        self.spent += b.used + 3;
        match r {
            Ok(true) => 1.0,
            Ok(false) => 0.0,
            Err(_) => self.p.unknown,
        }
    }
    fn apply(&mut self, layout: &Layout, s: &mut Sketch, way: &[Act]) {
        for &a in way {
            layout.act(s, a)
        }
        self.walker.settle(layout, s);
    }
    fn node(&mut self, layout: &Layout, s: &Sketch) -> Node {
        let mut ways = vec![];
        self.walker.ways(layout, s, &mut ways);
        // drop ways that lead to the same sketch
        let mut seen: Vec<Id> = vec![];
        ways.retain(|w| {
            let mut t = *s;
            for &a in w {
                layout.act(&mut t, a)
            }
            let i = id(&t);
            if seen.contains(&i) {
                false
            } else {
                seen.push(i);
                true
            }
        });
        let k = ways.len();
        Node {
            ways,
            n: vec![0; k],
            w: vec![0.0; k],
            total: 0,
            wt: 0.0,
            expanded: false,
            prior: vec![],
        }
    }
    /// plays a game; true layout known only to `apply` at the real moves.
    pub fn play(&mut self, game: &Klondike, rng: &mut SplitMix) -> bool {
        let (truth, mut s) = Layout::new(game, &game.start());
        self.walker.settle(&truth, &mut s);
        loop {
            if truth.is_won(&s) {
                return true;
            }
            let hidden = truth.lying_down(&s);
            if hidden.is_empty() {
                let mut b = Count { left: 100_000, used: 0 };
                return self.hunt.decide(&truth, s, &mut b).unwrap_or(false);
            }
            let mut cards = hidden.clone();
            cards.sort();
            let mut world = truth.clone();
            let root = self.node(&truth, &s);
            if root.ways.is_empty() {
                return false;
            }
            if root.ways.len() == 1 {
                let w = root.ways[0].clone();
                self.apply(&truth, &mut s, &w);
                continue;
            }
            self.decisions += 1;
            let pick = self.think(&mut world, &s, &mut cards, root, rng);
            let Some(w) = pick else { return false };
            self.apply(&truth, &mut s, &w);
        }
    }
    fn think(
        &mut self,
        world: &mut Layout,
        s: &Sketch,
        cards: &mut Vec<u8>,
        root: Node,
        rng: &mut SplitMix,
    ) -> Option<Vec<Act>> {
        if self.p.mode == 0 {
            return self.think_tree(world, s, cards, root, rng);
        }
        let k = root.ways.len();
        let mut bonus = vec![0.0; k];
        for i in 0..k {
            let mut t = *s;
            for &a in &root.ways[i] {
                world.act(&mut t, a)
            }
            if down(&t) < down(s) {
                bonus[i] = self.p.bonus
            }
        }
        let (wins, alive, n, good) =
            self.race(world, s, cards, &root.ways, &bonus, self.p.iterations, rng);
        let score = |i: usize| wins[i] / n.max(1) as f64 + bonus[i] * good as f64 / n.max(1) as f64;
        let mut order: Vec<usize> = (0..k).filter(|&i| alive[i]).collect();
        order.sort_by(|&a, &b| score(b).total_cmp(&score(a)));
        if self.p.two > 0 && good > 0 && order.len() > 1 {
            let best = score(order[0]);
            let close: Vec<usize> = order
                .iter()
                .copied()
                .filter(|&i| score(i) > best - self.p.margin)
                .take(self.p.top)
                .collect();
            if close.len() > 1 {
                let mut q: Vec<(f64, usize)> = vec![];
                let seed = rng.bits();
                for &i in &close {
                    let mut r = SplitMix::new(seed);
                    q.push((
                        self.deep(world, s, cards, &root.ways[i], &mut r)
                            + bonus[i] * self.p.shrink,
                        i,
                    ))
                }
                q.sort_by(|a, b| b.0.total_cmp(&a.0));
                return Some(root.ways[q[0].1].clone());
            }
        }
        Some(root.ways[order[0]].clone())
    }
    /// wins of each way on common worlds
    fn race(
        &mut self,
        world: &mut Layout,
        s: &Sketch,
        cards: &mut Vec<u8>,
        ways: &[Vec<Act>],
        bonus: &[f64],
        most: usize,
        rng: &mut SplitMix,
    ) -> (Vec<f64>, Vec<bool>, u32, u32) {
        let k = ways.len();
        let mut wins = vec![0.0; k];
        let mut alive = vec![true; k];
        // how often arm i won where the leader lost, and the other way round: kept as full matrix of differences
        let mut beats = vec![0u32; k * k];
        let (mut n, mut good) = (0, 0);
        let mut res = vec![0.0; k];
        let begun = self.spent;
        while (good as usize) < most && self.spent - begun < self.p.budget {
            n += 1;
            if n as usize > 8 * most || (good == 0 && n as usize >= self.p.fails) {
                break;
            }
            rng.shuffle(cards);
            world.lay_down(s, cards);
            if self.value(world, s) == 0.0 {
                continue;
            }
            // the way that was found wins
            let path: Vec<Act> = self.hunt.path().to_vec();
            good += 1;
            for i in 0..k {
                if !alive[i] {
                    continue;
                }
                let mut t = *s;
                self.apply(world, &mut t, &ways[i]);
                res[i] = if path.starts_with(&ways[i]) || world.is_won(&t) {
                    1.0
                } else {
                    self.value(world, &t)
                };
                wins[i] += res[i];
            }
            for i in 0..k {
                for j in 0..k {
                    if alive[i] && alive[j] && res[i] > res[j] {
                        beats[i * k + j] += 1
                    }
                }
            }
            if good >= 4 {
                let lead = (0..k)
                    .filter(|&i| alive[i])
                    .max_by(|&a, &b| {
                        (wins[a] + bonus[a] * good as f64)
                            .total_cmp(&(wins[b] + bonus[b] * good as f64))
                    })
                    .unwrap();
                for j in 0..k {
                    if j != lead && alive[j] {
                        let d = wins[lead] - wins[j] + (bonus[lead] - bonus[j]) * good as f64;
                        let disc = (beats[lead * k + j] + beats[j * k + lead]) as f64;
                        if d > self.p.z * (disc + 1.0).sqrt() {
                            alive[j] = false
                        }
                    }
                }
                if alive.iter().filter(|&&a| a).count() == 1 {
                    break;
                }
            }
        }
        (wins, alive, n, good)
    }
    /// two decisions deep
    fn deep(
        &mut self,
        world: &mut Layout,
        s: &Sketch,
        cards: &mut Vec<u8>,
        way: &[Act],
        rng: &mut SplitMix,
    ) -> f64 {
        cards.sort();
        let mut t0 = *s;
        for &a in way {
            world.act(&mut t0, a)
        }
        let reveals = down(&t0) < down(s);
        // nodes by what is seen after it
        let mut groups: HashMap<Id, (Sketch, Node, u32, Vec<f64>)> = HashMap::new();
        let h = cards.len();
        let total = if reveals { self.p.two * h } else { self.p.two * h };
        let mut lost = 0u32;
        let mut sum_won = 0.0;
        for _ in 0..total {
            rng.shuffle(cards);
            world.lay_down(s, cards);
            let mut t = *s;
            self.apply(world, &mut t, way);
            if world.is_won(&t) {
                sum_won += 1.0;
                continue;
            }
            let key = id(&t);
            if !groups.contains_key(&key) {
                let node = self.node(world, &t);
                let k = node.ways.len();
                groups.insert(key, (t, node, 0, vec![0.0; k]));
            }
            let v = self.value(world, &t);
            let g = groups.get_mut(&key).unwrap();
            g.2 += 1;
            if v == 0.0 {
                continue;
            }
            let ways = std::mem::take(&mut g.1.ways);
            let mut rs = vec![0.0; ways.len()];
            let path: Vec<Act> = self.hunt.path().to_vec();
            for (i, w) in ways.iter().enumerate() {
                let mut u = t;
                self.apply(world, &mut u, w);
                rs[i] = if path.starts_with(w) || world.is_won(&u) {
                    1.0
                } else {
                    self.value(world, &u)
                };
            }
            let g = groups.get_mut(&key).unwrap();
            g.1.ways = ways;
            for (i, r) in rs.iter().enumerate() {
                g.3[i] += r
            }
        }
        sum_won += groups.values().map(|g| g.3.iter().copied().fold(0.0, f64::max)).sum::<f64>();
        sum_won / total as f64
    }
    fn think_tree(
        &mut self,
        world: &mut Layout,
        s: &Sketch,
        cards: &mut Vec<u8>,
        root: Node,
        rng: &mut SplitMix,
    ) -> Option<Vec<Act>> {
        let mut nodes = vec![root];
        let mut index: HashMap<Id, usize> = HashMap::from([(id(s), 0)]);
        let mut fails = 0;
        let mut good = 0;
        let start = self.spent;
        let mut path: Vec<(usize, usize)> = vec![];
        let mut it = 0;
        while it < self.p.iterations && self.spent - start < self.p.budget {
            rng.shuffle(cards);
            world.lay_down(s, cards);
            let v = self.value(world, s);
            if v == 0.0 {
                fails += 1;
                if good == 0 && fails >= self.p.fails {
                    return Some(nodes[0].ways[0].clone());
                }
                if fails > 20 * self.p.iterations {
                    break;
                }
                continue;
            }
            good += 1;
            it += 1;
            if !self.p.tree {
                // common worlds: every arm on the same world
                let ways = std::mem::take(&mut nodes[0].ways);
                for (i, w) in ways.iter().enumerate() {
                    let mut t = *s;
                    self.apply(world, &mut t, w);
                    let r = if world.is_won(&t) { 1.0 } else { self.value(world, &t) };
                    nodes[0].n[i] += 1;
                    nodes[0].w[i] += r;
                }
                nodes[0].ways = ways;
                continue;
            }
            path.clear();
            let mut at = 0;
            let mut t = *s;
            let mut depth = 0;
            let reward = loop {
                depth += 1;
                let node = &nodes[at];
                if node.ways.is_empty() {
                    break 0.0;
                }
                let total: u32 = node.n.iter().sum();
                let lt = ((total + 1) as f64).ln();
                let mut best = (f64::MIN, 0);
                let k = node.ways.len();
                let off = rng.below(k);
                for j in 0..k {
                    let i = (j + off) % k;
                    let u = if node.n[i] == 0 {
                        1e9
                    } else {
                        node.w[i] / node.n[i] as f64 + self.p.c * (lt / node.n[i] as f64).sqrt()
                    };
                    if u > best.0 {
                        best = (u, i)
                    }
                }
                let i = best.1;
                let w = node.ways[i].clone();
                path.push((at, i));
                self.apply(world, &mut t, &w);
                if world.is_won(&t) {
                    break 1.0;
                }
                let key = id(&t);
                match index.get(&key) {
                    Some(&n) if depth < self.p.maxdepth && nodes[n].total >= self.p.minv => {
                        at = n;
                        nodes[n].total += 1;
                        if !nodes[n].expanded {
                            let mut f = self.node(world, &t);
                            f.total = nodes[n].total;
                            f.expanded = true;
                            nodes[n] = f
                        }
                    }
                    Some(&n) => {
                        nodes[n].total += 1;
                        break self.value(world, &t);
                    }
                    None => {
                        let n = nodes.len();
                        nodes.push(Node {
                            ways: vec![],
                            n: vec![],
                            w: vec![],
                            total: 1,
                            wt: 0.0,
                            expanded: false,
                            prior: vec![],
                        });
                        index.insert(key, n);
                        break self.value(world, &t);
                    }
                }
            };
            for &(a, i) in &path {
                nodes[a].n[i] += 1;
                nodes[a].w[i] += reward
            }
        }
        let r = &nodes[0];
        let mut best = (f64::MIN, 0);
        for i in 0..r.ways.len() {
            let m = if r.n[i] == 0 { -1.0 } else { r.w[i] / r.n[i] as f64 };
            let mut t = *s;
            for &a in &r.ways[i] {
                world.act(&mut t, a)
            }
            let reveals = down(&t) < down(s);
            let m = m + if reveals { self.p.bonus } else { 0.0 };
            if m > best.0 {
                best = (m, i)
            }
        }
        Some(r.ways[best.1].clone())
    }
}

pub fn seek(game: &Klondike, most: u64) -> (Option<bool>, u64) {
    let (layout, sketch) = Layout::new(game, &game.start());
    let mut h = Hunt::<u64>::new(Omissions::default());
    let mut b = Count { left: most, used: 0 };
    let r = h.seek(&layout, sketch, &mut b);
    (r.ok(), b.used)
}
