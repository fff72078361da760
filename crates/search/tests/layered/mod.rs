//! All methods of the layered search agree with a naive search, in memory and on disk, with any number of threads.

mod disk;
mod frontiers;
mod ranks;

use std::collections::{BTreeSet, HashMap};

use patience_core::{Cancel, Cut, Layered, Limits, Meter, Record, SplitMix, Step, Stop};
use patience_search::LayeredSearch;
use patience_search::layered::{
    LayerStoreSettings, Method, SearchError, ShortestPath, ShortestPaths,
};

/// Nodes in layers, with coloured edges from one layer to the next. Consecutive edges of one colour are one move.
#[derive(Clone, Debug)]
struct Mesh {
    layers: usize,
    /// Layer, from, to, colour.
    edges: Vec<(usize, u64, u64, u8)>,
    root: u64,
    end: u64,
}

const WIDTH: usize = 40;
const COLOURS: usize = 4;

impl Mesh {
    fn random(layers: usize, edges: usize, seed: u64) -> Self {
        let mut random = SplitMix::new(seed);
        let mut below = |limit: usize| random.below(limit) as u64;
        let edges = (0..layers * edges)
            .map(|at| {
                let layer = at % layers;
                let from = if layer == 0 { 0 } else { below(WIDTH) };
                let to = if layer + 1 == layers { 0 } else { below(WIDTH) };
                let colour = u8::try_from(below(COLOURS)).expect("few colours");
                (layer, key(layer, from), key(layer + 1, to), colour)
            })
            .collect();
        Self { layers, edges, root: key(0, 0), end: key(layers, 0) }
    }

    /// The minimum number of moves from the root to the end, over nodes and colours.
    fn fewest(&self) -> Option<u8> {
        let mut costs: HashMap<(u64, u8), u8> = HashMap::from([((self.root, u8::MAX), 0)]);
        for &(_, from, to, colour) in &self.sorted() {
            let here = costs.iter().filter(|((at, _), _)| *at == from);
            let before: Vec<(u8, u8)> = here.map(|((_, last), cost)| (*last, *cost)).collect();
            for (last, cost) in before {
                let best = costs.entry((to, colour)).or_insert(u8::MAX);
                *best = (*best).min(cost + u8::from(last != colour));
            }
        }
        costs.iter().filter(|((at, _), _)| *at == self.end).map(|(_, cost)| *cost).min()
    }

    /// By layer, the keys on all paths of this many moves: the costs from both ends add up to it, plus one where a move continues.
    fn on_paths_of(&self, moves: u8) -> Vec<BTreeSet<u64>> {
        let costs = |root: u64, edges: &mut dyn Iterator<Item = (u64, u64, u8)>| {
            let mut costs: HashMap<u64, HashMap<u8, u8>> =
                HashMap::from([(root, HashMap::from([(u8::MAX, 0)]))]);
            for (from, to, colour) in edges {
                let before = costs.get(&from).cloned().unwrap_or_default();
                for (last, cost) in before {
                    let best = costs.entry(to).or_default().entry(colour).or_insert(u8::MAX);
                    *best = (*best).min(cost + u8::from(last != colour));
                }
            }
            costs
        };
        let edges = self.sorted();
        let forth = costs(self.root, &mut edges.iter().map(|&(_, a, b, colour)| (a, b, colour)));
        let mut reversed = edges.iter().rev().map(|&(_, a, b, colour)| (b, a, colour));
        let back = costs(self.end, &mut reversed);
        let is_on_one = |key: &u64| {
            let (Some(before), Some(after)) = (forth.get(key), back.get(key)) else { return false };
            before.iter().any(|(last, cost)| {
                let total = |(next, left): (&u8, &u8)| cost + left - u8::from(last == next);
                after.iter().map(total).any(|total| total == moves)
            })
        };
        let layer = |layer| {
            let keys = (0..WIDTH as u64).map(|node| key(layer, node));
            keys.filter(is_on_one).collect()
        };
        (0..=self.layers).map(layer).collect()
    }

    fn sorted(&self) -> Vec<(usize, u64, u64, u8)> {
        let mut edges = self.edges.clone();
        edges.sort_unstable();
        edges
    }

    /// The number of moves of a path, if edges connect its keys.
    fn moves(&self, keys: &[u64]) -> Option<u8> {
        let mut costs: HashMap<u8, u8> = HashMap::from([(u8::MAX, 0)]);
        for pair in keys.windows(2) {
            let mut next = HashMap::new();
            for &(_, from, to, colour) in &self.edges {
                if [from, to] == *pair {
                    for (&last, &cost) in &costs {
                        let best = next.entry(colour).or_insert(u8::MAX);
                        *best = (*best).min(cost + u8::from(last != colour));
                    }
                }
            }
            costs = next;
        }
        costs.into_values().min()
    }

    fn sides(&self) -> [Side; 2] {
        [Side::new(self, true), Side::new(self, false)]
    }
}

/// A key that does not reveal its layer.
fn key(layer: usize, node: u64) -> u64 {
    ((layer * WIDTH) as u64 + node) * 7 % 4093
}

#[derive(Clone, Debug)]
struct Side {
    /// The next keys and colours.
    steps: HashMap<u64, Vec<(u64, u8)>>,
    parents: HashMap<u64, Vec<u64>>,
    /// Half of the remaining moves, rounded down.
    estimates: HashMap<u64, u8>,
    layers: usize,
    root: u64,
}

impl Side {
    fn new(mesh: &Mesh, forward: bool) -> Self {
        let mut edges = mesh.sorted();
        if !forward {
            edges.reverse();
            for (_, from, to, _) in &mut edges {
                std::mem::swap(from, to);
            }
        }
        let mut side = Self {
            steps: HashMap::new(),
            parents: HashMap::new(),
            estimates: HashMap::new(),
            layers: mesh.layers,
            root: if forward { mesh.root } else { mesh.end },
        };
        for &(_, from, to, colour) in &edges {
            side.steps.entry(from).or_default().push((to, colour));
            side.parents.entry(to).or_default().push(from);
        }
        // The number of moves from a node by the colour of the first step, and the minimum.
        let end = if forward { mesh.end } else { mesh.root };
        let mut left: HashMap<(u64, u8), u8> = HashMap::new();
        let mut least: HashMap<u64, u8> = HashMap::from([(end, 0)]);
        for &(_, from, to, colour) in edges.iter().rev() {
            let Some(&anew) = least.get(&to) else { continue };
            let on = left.get(&(to, colour)).copied().unwrap_or(u8::MAX);
            let cost = (anew + 1).min(on);
            let best = left.entry((from, colour)).or_insert(u8::MAX);
            *best = cost.min(*best);
            let best = least.entry(from).or_insert(u8::MAX);
            *best = cost.min(*best);
        }
        side.estimates = least.into_iter().map(|(key, moves)| (key, moves / 2)).collect();
        side
    }
}

impl Layered for Side {
    type Bounds = ();

    fn key_bits(&self) -> u32 {
        12
    }

    fn locality(&self, key: u64) -> u64 {
        key / 3
    }

    fn steps(&self) -> usize {
        self.layers
    }

    fn roots(&self) -> Vec<u64> {
        vec![self.root]
    }

    fn estimate(&self, key: u64) -> u8 {
        self.estimates.get(&key).copied().unwrap_or(0)
    }

    fn expand(&self, record: &Record, cutoff: u8, mut visit: impl FnMut(Step)) -> Cut {
        let mut cut = Cut::Nothing;
        for &(key, colour) in self.steps.get(&record.key).into_iter().flatten() {
            let goes_on = (record.open >> colour & 1 != 0).then_some(colour);
            let cost = record.cost + u8::from(goes_on.is_none());
            let mut next = self.steps.get(&key).into_iter().flatten();
            let open = next.any(|(_, next)| *next == colour).then_some(colour);
            let total = u32::from(cost) + u32::from(self.estimate(key));
            if u32::from(cutoff) + u32::from(open.is_some()) < total {
                cut = Cut::Cost;
            } else {
                visit(Step { key, cost, open, goes_on });
            }
        }
        cut
    }

    fn parents(&self, key: u64, mut visit: impl FnMut(u64)) {
        self.parents.get(&key).into_iter().flatten().for_each(|parent| visit(*parent));
    }

    fn unbounded(&self) {}
    fn survey(&self, _: u64, (): &mut ()) {}
    fn unite(&self, (): &mut (), (): &()) {}
    fn narrow(&mut self, (): &()) {}
    fn widen(&mut self) {}

    fn is_within(&self, _: u64) -> bool {
        true
    }

    fn can_follow(&self, _: u64, (): &()) -> bool {
        true
    }
}

const METHODS: [Method; 6] = [
    Method::Brute,
    Method::BruteBoth,
    Method::Bfida,
    Method::BdBfida { propagate: false },
    Method::BdBfida { propagate: true },
    Method::Best,
];

fn run(
    search: &LayeredSearch,
    mesh: &Mesh,
    limits: &Limits,
) -> (Result<Option<ShortestPath>, SearchError>, u64) {
    let [forward, backward] = mesh.sides();
    let mut watcher = ();
    let mut meter = Meter::start(limits, &Cancel::new(), &mut watcher);
    let path = search.run(forward, backward, &mut meter);
    (path, meter.finish().expanded)
}

#[test]
fn every_method_finds_the_minimum() {
    let (mut solved, mut hopeless) = (0, 0);
    for seed in 0..400 {
        let layers = 2 + usize::try_from(seed).unwrap() % 9;
        let mesh = Mesh::random(layers, if seed % 3 == 0 { 20 } else { 80 }, seed);
        let fewest = mesh.fewest();
        for method in METHODS {
            let path = run(&LayeredSearch::new(method), &mesh, &Limits::default()).0.unwrap();
            assert_eq!(path.as_ref().map(|path| path.cost), fewest, "{method:?}, seed {seed}");
            let Some(path) = path else { continue };
            assert_eq!((path.keys[0], path.keys[layers]), (mesh.root, mesh.end));
            assert_eq!(mesh.moves(&path.keys), fewest, "{method:?}, seed {seed}");
        }
        solved += usize::from(fewest.is_some());
        hopeless += usize::from(fewest.is_none());
    }
    assert!(100 < solved && 10 < hopeless, "{solved} can be solved, {hopeless} cannot");
}

fn run_for_all(
    search: &LayeredSearch,
    mesh: &Mesh,
    limits: &Limits,
) -> (Result<Option<ShortestPaths>, SearchError>, u64) {
    let [forward, backward] = mesh.sides();
    let mut watcher = ();
    let mut meter = Meter::start(limits, &Cancel::new(), &mut watcher);
    let paths = search.run_for_all(forward, backward, &mut meter);
    (paths, meter.finish().expanded)
}

#[test]
fn run_for_all_finds_exactly_the_states_on_shortest_paths() {
    let mut solved = 0;
    for seed in 0..600 {
        let layers = 1 + usize::try_from(seed).unwrap() % 12;
        let mesh = Mesh::random(layers, 40 + 20 * (usize::try_from(seed).unwrap() % 5), seed);
        let search = LayeredSearch::new(Method::Best);
        let paths = run_for_all(&search, &mesh, &Limits::default()).0.unwrap();
        let fewest = mesh.fewest();
        assert_eq!(paths.as_ref().map(|paths| paths.path.cost), fewest, "seed {seed}");
        let Some(paths) = paths else { continue };
        let layers = paths.layers.unwrap().into_iter();
        let found: Vec<BTreeSet<u64>> = layers.map(|keys| keys.into_iter().collect()).collect();
        assert_eq!(found, mesh.on_paths_of(paths.path.cost), "seed {seed}");
        solved += 1;
    }
    assert!(300 < solved, "{solved} can be solved");
}

#[test]
fn run_for_all_does_not_depend_on_threads_room_or_disk() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 1000..1003 {
        let mesh = Mesh::random(8, 80, seed);
        let plain = LayeredSearch::new(Method::Best);
        let (paths, expanded) = run_for_all(&plain, &mesh, &Limits::default());
        let paths = paths.unwrap();
        let disk = LayerStoreSettings {
            folder: folder.path().join("layers"),
            problem: format!("mesh {seed}"),
            limit: None,
        };
        let on_disk = LayeredSearch { room: 100, threads: 2, disk: Some(disk), ..plain.clone() };
        for other in [LayeredSearch { threads: 3, ..plain }, on_disk.clone()] {
            let (other_paths, other_expanded) = run_for_all(&other, &mesh, &Limits::default());
            assert_eq!((other_paths.unwrap(), other_expanded), (paths.clone(), expanded));
        }
        assert!(!folder.path().join("layers").exists(), "nothing is left behind");
        for nodes in (1..expanded).step_by(31) {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            match run_for_all(&on_disk, &mesh, &limits).0 {
                Err(SearchError::Stop(stop)) => assert_eq!(stop, Stop::Nodes),
                stopped => {
                    let (stopped, paths) = (stopped.unwrap().unwrap(), paths.as_ref().unwrap());
                    assert_eq!(
                        (stopped.path, stopped.layers),
                        (paths.path.clone(), Err(Stop::Nodes))
                    );
                }
            }
        }
        assert_eq!(run_for_all(&on_disk, &mesh, &Limits::default()).0.unwrap(), paths);
    }
}

#[test]
fn a_solved_problem_takes_no_step() {
    let mesh = Mesh::random(0, 0, 0);
    let elsewhere = Mesh { end: key(0, 1), ..mesh.clone() };
    for method in METHODS {
        let search = LayeredSearch::new(method);
        let path = run(&search, &mesh, &Limits::default()).0.unwrap();
        assert_eq!(path, Some(ShortestPath { keys: vec![mesh.root], cost: 0 }), "{method:?}");
        assert_eq!(run(&search, &elsewhere, &Limits::default()).0.unwrap(), None, "{method:?}");
        let paths = run_for_all(&search, &mesh, &Limits::default()).0.unwrap();
        assert_eq!(paths.map(|paths| paths.layers), Some(Ok(vec![vec![mesh.root]])));
    }
}

#[test]
fn results_do_not_depend_on_threads_room_or_disk() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 1000..1004 {
        let mesh = Mesh::random(8, 80, seed);
        for method in METHODS {
            let plain = LayeredSearch::new(method);
            let (path, expanded) = run(&plain, &mesh, &Limits::default());
            let problem = format!("mesh {seed}");
            let disk =
                LayerStoreSettings { folder: folder.path().join("layers"), problem, limit: None };
            let others = [
                LayeredSearch { threads: 3, ..plain.clone() },
                LayeredSearch { room: 100, ..plain.clone() },
                LayeredSearch { room: 100, threads: 2, disk: Some(disk), ..plain },
            ];
            for other in others {
                let (other_path, other_expanded) = run(&other, &mesh, &Limits::default());
                assert_eq!(other_path.unwrap(), *path.as_ref().unwrap(), "{method:?}, seed {seed}");
                assert_eq!(other_expanded, expanded, "{method:?}, seed {seed}");
            }
            assert!(!folder.path().join("layers").exists(), "nothing is left behind");
        }
    }
}
