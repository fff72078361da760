//! The search on a GPU, with its steps emulated: layers, bounds and answers against the other engines.

use patience_core::{Cancel, Layered, Limits, Meter};
use patience_gpu::{Device, JumpGame, Memory, Method, NO_CUTOFF, search};
use patience_kit::{Answer, End};
use patience_peg::analysis::merson;
use patience_peg::engines::layered::{Bound, Options, Pagodas, Side, jump_game, path_to_jumps};
use patience_peg::{Metric, Problem};
use patience_search::layered::LayerStoreSettings;

use crate::answers::known;
use crate::common::{answer, rectangle, vacancy};

const BRUTE: Options = Options {
    bound: Bound::None,
    pagodas: Pagodas::None,
    symmetry: patience_peg::engines::layered::Symmetry::Problem,
    metric: Metric::Moves,
};

/// What layers may take on the device and on the host, in bytes.
fn within(device: u64, host: Option<u64>) -> Memory {
    Memory { device: Some(device), host, disk: None }
}

/// The least bytes of a device.
const LEAST: u64 = 32 << 10;

/// The states of the first layers of a side.
fn counts(game: &JumpGame, side: usize, cutoff: u8, layers: usize) -> Vec<u64> {
    let mut made = Device::Emulation.open(game, &Memory::default()).unwrap();
    let mut counts = vec![game.sides[side].roots.len() as u64];
    counts.extend((1..layers).map(|_| made.advance(side, cutoff, None).unwrap().states));
    counts
}

#[test]
fn layers_of_the_english_board_have_the_known_sizes() {
    let game = jump_game(&vacancy("english", "3,3", "3,3"), BRUTE);
    let known = [1, 1, 2, 8, 39, 171, 719, 2757, 9751, 31312, 89927];
    assert_eq!(counts(&game, 0, NO_CUTOFF, known.len()), known);
}

#[test]
fn layers_of_wieglebs_board_have_the_known_sizes() {
    let game = jump_game(&vacancy("wiegleb", "4,4", "4,4"), BRUTE);
    let known = [1, 1, 3, 11, 60, 297, 1428, 6518, 28242];
    assert_eq!(counts(&game, 0, NO_CUTOFF, known.len()), known);
}

/// The states of the layers of a side, made by the space that searches on the CPU use.
fn counts_on_cpu(side: &Side, cutoff: u8) -> Vec<u64> {
    let mut layer: std::collections::BTreeMap<u64, (u8, u64)> =
        side.roots().into_iter().map(|key| (key, (0, 0))).collect();
    let mut counts = vec![layer.len() as u64];
    for _ in 0..side.steps() {
        let mut next = std::collections::BTreeMap::new();
        for (&key, &(cost, open)) in &layer {
            let record = patience_core::Record { key, cost, open };
            side.expand(&record, cutoff, |step| {
                let known = next.entry(step.key).or_insert((step.cost, 0_u64));
                if step.cost < known.0 {
                    *known = (step.cost, 0);
                }
                if step.cost == known.0 {
                    known.1 |= step.open.map_or(0, |hole| 1 << hole);
                }
            });
        }
        layer = next;
        counts.push(layer.len() as u64);
    }
    counts
}

#[test]
fn with_the_regions_of_the_fixed_family_layers_are_those_of_the_cpu() {
    for (problem, cutoffs) in [(vacancy("english", "3,3", "3,3"), [15, 13])] {
        // The regions of a family are disjoint: the least set that hits some of them has a hole for each.
        let family = merson::family(problem.board());
        assert_eq!(merson::images(problem.board(), &family).len(), 1, "no other family counts");
        let (forth, back) = Side::both(&problem, Options::default());
        let mut game = jump_game(&problem, Options::default());
        for side in &mut game.sides {
            // At the start all regions are full but for one hole, at the end none is.
            let (start, flip) = (problem.start(), side.flip);
            let is_asked = |region: u64| flip == 0 || start & region == region;
            let each = family.iter().enumerate();
            let asked = each.map(|(at, &region)| u32::from(is_asked(region)) << at).sum();
            side.regions.clone_from(&family);
            side.ends.iter_mut().for_each(|end| end.asked = asked);
        }
        let mut all = 0;
        for (side, space) in [&forth, &back].into_iter().enumerate() {
            let expected = counts_on_cpu(space, cutoffs[side]);
            all += expected.iter().sum::<u64>();
            assert_eq!(counts(&game, side, cutoffs[side], space.steps() + 1), expected);
        }
        assert!(100 < all, "{all}");
    }
}

/// The fewest moves by the search of the GPU, whose path is replayed.
fn fewest(problem: &Problem) -> Option<u8> {
    fewest_within(problem, &Memory::default()).0
}

/// The same within some memory, and how many layers were made in partitions.
fn fewest_within(problem: &Problem, memory: &Memory) -> (Option<u8>, u64) {
    let game = jump_game(problem, Options::default());
    let mut layers = Device::Emulation.open(&game, memory).unwrap();
    let mut observer = ();
    let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
    let proof = search(&game, &mut layers, Method::default(), &mut meter).unwrap();
    assert_eq!(proof.stop, None);
    let Some(path) = proof.path else { return (None, layers.partitioned()) };
    let jumps = path_to_jumps(problem, &path.keys).unwrap();
    let moves = 1 + jumps.windows(2).filter(|pair| pair[0].to != pair[1].from).count();
    assert_eq!(moves, usize::from(path.cost), "{problem:?}");
    (Some(path.cost), layers.partitioned())
}

#[test]
fn answers_of_small_boards_are_those_of_best() {
    for board in [rectangle(3, 4), rectangle(3, 5), rectangle(4, 4)] {
        let holes = u8::try_from(board.holes().len()).unwrap();
        for (empty, last) in (0..holes).flat_map(|empty| (0..holes).map(move |last| (empty, last)))
        {
            let problem = Problem::vacancy(board.clone(), empty, last).unwrap();
            if patience_peg::analysis::prove_unsolvable(&problem).is_some() {
                continue;
            }
            let best = match answer(&problem, Metric::Moves, "best", &[]).end {
                End::Solved { cost, .. } => Some(u8::try_from(cost).unwrap()),
                _ => None,
            };
            assert_eq!(fewest(&problem), best, "{empty} to {last} of {holes}");
        }
    }
}

#[test]
fn answers_of_triangles_are_the_known_ones() {
    for known in known("triangle15") {
        assert_eq!(fewest(&known.problem).map(u32::from), Some(known.moves), "{}", known.row);
    }
}

#[test]
fn the_engine_solves_through_the_kit() {
    let problem = vacancy("triangle15", "2,0", "2,0");
    let answer = answer(&problem, Metric::Moves, "gpu", &["emulate"]);
    assert!(matches!(answer.end, End::Solved { cost: 9, optimal: true }), "{:?}", answer.end);
}

#[test]
fn in_jumps_it_decides() {
    let square = rectangle(4, 4);
    let (mut solved, mut refuted) = (0, 0);
    for (empty, last) in (0..16).flat_map(|empty| (0..16).map(move |last| (empty, last))) {
        let problem = Problem::vacancy(square.clone(), empty, last).unwrap();
        let expected = answer(&problem, Metric::Jumps, "brute", &[]).end;
        assert_eq!(answer(&problem, Metric::Jumps, "gpu", &["emulate"]).end, expected);
        match expected {
            End::Solved { cost, optimal } => {
                assert_eq!((cost, optimal), (14, true));
                solved += 1;
            }
            _ => refuted += 1,
        }
    }
    assert!(0 < solved && 0 < refuted, "{solved} {refuted}");
}

#[test]
fn without_bounds_it_expands_the_states_of_brute_force() {
    let square = rectangle(4, 4);
    let pairs = (0..16).flat_map(|empty| (0..16).map(move |last| (empty, last)));
    let pairs = pairs.map(|(empty, last)| Problem::vacancy(square.clone(), empty, last).unwrap());
    let triangles = known("triangle15").into_iter().map(|known| known.problem);
    for problem in pairs.chain(triangles) {
        for switches in [&[][..], &["one_way"]] {
            let brute = answer(&problem, Metric::Moves, "brute", switches);
            let mut all = vec!["emulate", "no_bounds"];
            all.extend(switches);
            let gpu = answer(&problem, Metric::Moves, "gpu", &all);
            let of = |it: &Answer| (it.stats.expanded, it.stats.generated, it.end.clone());
            assert_eq!(of(&gpu), of(&brute), "{problem:?} {switches:?}");
        }
    }
}

/// A summary of the layers of a side, and whether some were made in partitions.
fn summary(
    (game, memory): (&JumpGame, &Memory),
    side: usize,
    rules: &[(u8, Option<u8>)],
    layers: usize,
) -> (Vec<String>, bool) {
    let mut made = Device::Emulation.open(game, memory).unwrap();
    let mut summary = Vec::new();
    for (at, &(cutoff, complete)) in rules.iter().enumerate() {
        // The sides take turns; the layers of the one before are met.
        let side = if at % 2 == 0 { side } else { 1 - side };
        made.restart(side).unwrap();
        for _ in 1..layers {
            let it = made.advance(side, cutoff, complete).unwrap();
            let counts = (it.expanded, it.generated, it.states, it.entries);
            summary.push(format!("{side} {counts:?} {:?} {}", it.meeting(), it.is_cut()));
            if it.states == 0 {
                break;
            }
        }
    }
    (summary, 0 < made.partitioned())
}

#[test]
fn partitions_change_nothing_about_layers() {
    let bounded = |name, empty, last| jump_game(&vacancy(name, empty, last), Options::default());
    let brute = |name, empty, last| jump_game(&vacancy(name, empty, last), BRUTE);
    // A completed cutoff of one side, a probe of the other, one without a completed cutoff.
    let whole = [(15, None), (16, Some(15)), (14, None)];
    let small = (0..20).flat_map(|empty| (0..20).map(move |last| (empty, last)));
    let small = small.map(|(empty, last)| Problem::vacancy(rectangle(4, 5), empty, last).unwrap());
    let mut small = small.filter(|it| patience_peg::analysis::prove_unsolvable(it).is_none());
    let small = small.next().unwrap();
    let cases = [
        (brute("english", "3,3", "3,3"), &[(NO_CUTOFF, None)][..], 10),
        (brute("french", "0,2", "0,4"), &[(NO_CUTOFF, None)], 8),
        (bounded("english", "3,3", "3,3"), &whole, 32),
        (bounded("english", "0,3", "3,3"), &[(14, None), (15, Some(14))], 32),
        (bounded("french", "1,3", "5,3"), &[(17, None)], 12),
        (jump_game(&small, BRUTE), &[(NO_CUTOFF, None), (NO_CUTOFF, None)], 19),
    ];
    for (at, (game, rules, layers)) in cases.iter().enumerate() {
        let mut partitioned = 0;
        for side in 0..2 {
            let (expected, is_partitioned) =
                summary((game, &Memory::default()), side, rules, *layers);
            assert!(!is_partitioned);
            for device in [LEAST, 4 * LEAST + 1000] {
                let (summary, is_partitioned) =
                    summary((game, &within(device, None)), side, rules, *layers);
                assert_eq!(summary, expected, "case {at}, side {side}, {device} bytes");
                partitioned += u32::from(is_partitioned);
            }
        }
        assert!(0 < partitioned, "case {at}: layers are too small");
    }
}

#[test]
fn layers_go_from_memory_to_disk_and_a_path_leads_through_them() {
    let folder = tempfile::tempdir().unwrap();
    let disk = |limit| {
        let (folder, problem) = (folder.path().join("layers"), "test".to_owned());
        Some(LayerStoreSettings { folder, problem, limit })
    };
    // 16 moves are the known answer.
    let problem = vacancy("english", "2,3", "2,3");
    let memory = Memory { device: Some(2 * LEAST), host: Some(40_000), disk: disk(None) };
    let (moves, partitioned) = fewest_within(&problem, &memory);
    assert_eq!(moves, Some(16));
    assert!(0 < partitioned);
    assert!(!folder.path().join("layers").exists(), "the files are gone");

    // Neither memory nor disk are exceeded.
    let game = jump_game(&vacancy("english", "3,3", "3,3"), BRUTE);
    let error = |memory: &Memory| {
        let mut layers = Device::Emulation.open(&game, memory).unwrap();
        (0..12).find_map(|_| layers.advance(0, NO_CUTOFF, None).err()).unwrap().to_string()
    };
    let full = error(&within(LEAST, Some(40_000)));
    assert_eq!(full, "the layers of the GPU search take more than 40000 bytes of memory");
    let memory = Memory { disk: disk(Some(60_000)), ..within(LEAST, Some(40_000)) };
    let full = error(&memory);
    assert!(full.contains("more than the limit of 60000 bytes"), "{full}");
}

#[test]
fn a_device_with_too_little_memory_is_refused() {
    let game = jump_game(&vacancy("english", "3,3", "3,3"), BRUTE);
    let error = Device::Emulation.open(&game, &within(LEAST - 1, None)).unwrap_err().to_string();
    assert_eq!(error, "no GPU can be used: the search needs at least 32768 bytes of its memory");
}
