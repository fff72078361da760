//! The features of Rush Hour against boards worked out by hand, against the laws, and against true distances.
#![allow(
    clippy::float_cmp,
    reason = "features are sums and quotients of small integers, known exactly"
)]

use patience_core::{Features, Heuristic, Node, Puzzle};
use patience_laws::reference::cheapest;
use patience_laws::{SplitMix, Walks, check_admissible_features, check_features, check_heuristic};
use patience_rush_hour::{
    Axis, Board, HandCrafted, Metric, Move, MoveSet, RushHour, State, Vehicle, Wide, Word,
};

const WALKS: Walks = Walks { seed: 1, count: 10, length: 100 };

/// Cards of the game: the easiest, those with the fewest positions, the hardest.
const JAM: [&str; 6] = [
    "BB...CD..E.CDAAE.CD..E..F...GGF.HHH.",
    "B..C..B..C..BAAC....DEEE..D..F..GGGF",
    "BBCD..E.CD..EAAD..EFFF...........GGG",
    ".BBCC.DDEEFGHIAAFGHIJKFGHIJKLL.MMNN.",
    "BBCDEE..CD..AAC...FGGHHIF..J.IKK.J.I",
    "BCC.D.BEF.DGBEFAAGHHHI.G..JIKKLLJMM.",
];

fn game<W: Word>(board: &str) -> RushHour<W> {
    RushHour::new(Board::parse(board).unwrap()).unwrap()
}

/// A feature at the start.
fn measure(name: &str, board: &str) -> f64 {
    let game: RushHour = game(board);
    let at_start = (RushHour::feature(name).unwrap().measure)(&game, &Node::root(&game.start()));
    let wide: RushHour<Wide> = self::game(board);
    let feature = RushHour::<Wide>::feature(name).unwrap();
    assert_eq!((feature.measure)(&wide, &Node::root(&wide.start())), at_start, "{board}");
    at_start
}

/// A feature after a vehicle has moved.
fn measure_after(name: &str, board: &str, letter: char, by: i8) -> f64 {
    let game: RushHour = game(board);
    let mv = Move { vehicle: index(&game, letter), by };
    assert!(game.is_legal(&game.start(), mv), "{letter}{by:+} on {board}");
    let after = game.child(&game.start(), mv);
    let node = Node { state: &after, g: 1, last: Some(mv), siblings: 1 };
    (RushHour::feature(name).unwrap().measure)(&game, &node)
}

fn index(game: &RushHour, letter: char) -> u8 {
    let vehicles = game.first_board().vehicles();
    let index = vehicles.iter().position(|vehicle| vehicle.letter == letter).unwrap();
    u8::try_from(index).unwrap()
}

/// The fewest slides.
fn slides(board: &str) -> Option<u32> {
    let game: RushHour = game(board);
    cheapest(&game, &game.start())
}

/// The deduced goal as people see it.
fn goal(board: &str) -> String {
    let game: RushHour = game(board);
    game.first_board().with_offsets(game.deduced_goal()).to_string()
}

const ONE_BLOCKER: &str = "AA.B\n\
                           ...B\n\
                           ....\n\
                           ....";

/// B leaves the row upwards past C, which moves left, or downwards past D, which must then pass E.
const TWO_WAYS: &str = "..CC.\n\
                        .....\n\
                        AA.B.\n\
                        ..EB.\n\
                        ..EDD";

#[test]
fn blockers_are_none_at_the_exit_and_one_on_a_free_way() {
    assert_eq!(measure("BlockersLowerBound", "..AA\n...."), 0.0);
    assert_eq!(measure("BlockersLowerBound", "AA..\n...."), 1.0);
    // A vehicle behind the target does not matter.
    assert_eq!(measure("BlockersLowerBound", "BAA.\nB..."), 1.0);
}

#[test]
fn a_blocker_counts_one() {
    assert_eq!(measure("BlockersLowerBound", ONE_BLOCKER), 2.0);
}

#[test]
fn the_cheaper_direction_counts() {
    // Upwards B and C move, downwards B, D and E; then the target.
    assert_eq!(measure("BlockersLowerBound", TWO_WAYS), 3.0);
    // A wall above makes the dearer one the only one.
    let walled = "..CC.\n...x.\nAA.B.\n..EB.\n..EDD";
    assert_eq!(measure("BlockersLowerBound", walled), 4.0);
}

#[test]
fn a_vehicle_in_the_way_of_two_counts_once() {
    // Walls force B and C downwards, and D out of the way of both: B, C, D and the target.
    let board = "..xx..\n\
                 AABC..\n\
                 ..BC..\n\
                 ..DD..";
    assert_eq!(measure("BlockersLowerBound", board), 4.0);
    assert_eq!(slides(board), Some(4));
}

#[test]
fn directions_are_chosen_together() {
    // B could go up past E, but D must move for the sake of C anyway, and then B has nothing to wait for below.
    let board = ".EE...\n\
                 ...x..\n\
                 AABC..\n\
                 ..BC..\n\
                 ..DD..";
    assert_eq!(measure("BlockersLowerBound", board), 4.0);
}

#[test]
fn a_vehicle_of_the_same_line_is_pushed_ahead() {
    // B can only go down, and pushes C, which pushes D out of its row.
    let board = "AA.B..\n\
                 ...B..\n\
                 ...C..\n\
                 ...C..\n\
                 ...DD.\n\
                 ......";
    assert_eq!(measure("BlockersLowerBound", board), 4.0);
    assert_eq!(slides(board), Some(4));
}

#[test]
fn a_target_that_must_back_up_counts_twice() {
    // B goes down past D, D left past E, E up past the target, which cannot leave that column but backwards.
    let board = "......\n\
                 ..AAAB\n\
                 .....B\n\
                 ...EDD\n\
                 ...E..";
    assert_eq!(measure("BlockersLowerBound", board), 5.0);
    assert_eq!(slides(board), Some(6));
}

#[test]
fn dead_ends_have_the_greatest_value() {
    for (board, vehicles) in [
        ("AAx.\n....", 1.0),
        ("AABB.\n.....", 2.0),
        ("AA.B\n...B\n...x", 2.0),
        // C would have to leave the column of B, but has no room.
        ("AA.B\n...B\nxCCC", 3.0),
    ] {
        assert_eq!(measure("BlockersLowerBound", board), vehicles + 2.0, "{board}");
        let game: RushHour = game(board);
        assert_eq!(HandCrafted.estimate(&game, &Node::root(&game.start())), None, "{board}");
        assert_eq!(slides(board), None, "{board}");
    }
}

#[test]
fn deduced_goals_have_the_target_out_and_a_clear_way() {
    assert_eq!(goal(ONE_BLOCKER), "..AA\n...B\n...B\n....");
    // Two cells for B upwards and one for C; downwards it would be one for B and three for D.
    assert_eq!(goal(TWO_WAYS), ".CCB.\n...B.\n...AA\n..E..\n..EDD");
    // B pushes C, which keeps its place behind B.
    assert_eq!(goal("AA.B\n...B\n...C\n...C\n...."), "..AA\n...B\n...B\n...C\n...C");
    // Nothing can be done: only the target is placed.
    let walled: RushHour = game("AA.B\n...B\n...x");
    assert_eq!(walled.deduced_goal(), [2, 0]);
}

#[test]
fn deduced_goals_of_the_cards_are_boards() {
    for card in JAM {
        let game: RushHour = game(card);
        let goal = game.first_board().with_offsets(game.deduced_goal());
        assert!(goal.is_solved());
        let rebuilt = Board::new((6, 6), goal.vehicles().to_vec(), goal.target_index(), Vec::new());
        assert_eq!(rebuilt, Ok(goal), "no two share a cell");
    }
}

#[test]
fn goal_distance_sums_cells() {
    // The target moves two, B one.
    assert_eq!(measure("GoalDistance", ONE_BLOCKER), 3.0);
    assert_eq!(measure_after("GoalDistance", ONE_BLOCKER, 'B', 1), 2.0);
    // B went one too far.
    assert_eq!(measure_after("GoalDistance", ONE_BLOCKER, 'B', 2), 3.0);
    // The target moves three, B two, C one.
    assert_eq!(measure("GoalDistance", TWO_WAYS), 6.0);
}

#[test]
fn hybrid_adds_who_is_between() {
    // B is in the way of the target.
    assert_eq!(measure("Hybrid", ONE_BLOCKER), 4.0);
    assert_eq!(measure_after("Hybrid", ONE_BLOCKER, 'B', 1), 2.0);
    // B is in the way of the target, C in that of B; nothing is in that of C.
    assert_eq!(measure("Hybrid", TWO_WAYS), 8.0);
    // One cell for the target, on which C stands, and one for C. B is behind.
    let behind = "BAAC\nB..C\n....";
    assert_eq!(measure("GoalDistance", behind), 2.0);
    assert_eq!(measure("Hybrid", behind), 3.0);
}

#[test]
fn secluded_is_where_no_other_can_come() {
    assert_eq!(measure("IsMoveToSecluded", ONE_BLOCKER), 0.0, "nothing has moved");
    assert_eq!(measure_after("IsMoveToSecluded", ONE_BLOCKER, 'B', 2), 1.0);
    // Up there the target can come.
    let below = "AA..\n...B\n...B\n....";
    assert_eq!(measure_after("IsMoveToSecluded", below, 'B', -1), 0.0);
    // Vehicles of a line keep their order: D comes as far as the third cell, not to the first two.
    let line = "AA....\n.CC.DD\n......";
    assert_eq!(measure_after("IsMoveToSecluded", line, 'C', -1), 1.0);
    assert_eq!(measure_after("IsMoveToSecluded", line, 'C', 1), 0.0);
    // A wall keeps the target away.
    assert_eq!(measure_after("IsMoveToSecluded", "AAx.\n...B\n...B\n....", 'B', -1), 1.0);
}

#[test]
fn releasing_gives_others_more_ways_to_move() {
    let locked = "AAB.\n..B.\n....\n....";
    assert_eq!(measure("IsReleasingMove", locked), 0.0, "nothing has moved");
    // The target can move at last.
    assert_eq!(measure_after("IsReleasingMove", locked, 'B', 1), 1.0);
    // Its way gets longer, but it is no new one.
    assert_eq!(measure_after("IsReleasingMove", ONE_BLOCKER, 'B', 1), 0.0);
    // The target is freed, but C is held up instead.
    let exchanged = "AAB.\n..B.\n....\nCC..";
    assert_eq!(measure_after("IsReleasingMove", exchanged, 'B', 2), 0.0);
}

#[test]
fn advisors_tell_of_the_path() {
    let mut game: RushHour = game(ONE_BLOCKER);
    game.difficulty = 0.25;
    let start = game.start();
    let node = Node { state: &start, g: 6, last: None, siblings: 4 };
    let value = |name| (RushHour::feature(name).unwrap().measure)(&game, &node);
    assert_eq!(value("g"), 6.0);
    assert_eq!(value("NumberOfSiblings"), 4.0);
    assert_eq!(value("DifficultyLevel"), 0.25);
    assert_eq!(value("PhaseByDistance"), 6.0 / 9.0);
    assert_eq!(value("PhaseByBlockers"), 6.0 / 8.0);
    // Nothing is left to do: the game is over.
    assert_eq!(measure("PhaseByBlockers", "..AA\n...."), 1.0);
}

#[test]
fn the_policy_trusts_blockers_less_as_the_game_goes_on() {
    let game: RushHour = game(ONE_BLOCKER);
    let estimate = |state: &State, g, last| {
        HandCrafted.estimate(&game, &Node { state, g, last, siblings: 4 }).unwrap()
    };
    // B is in the way: two moves at least.
    let start = game.start();
    assert_eq!(estimate(&start, 0, None), 9);
    assert_eq!(estimate(&start, 2, None), 9, "half way");
    assert_eq!(estimate(&start, 3, None), 4, "three moves of at least five");
    assert_eq!(estimate(&start, 8, None), 2, "eight of at least ten");
    // The target stays where B cannot come.
    let nearer = Move { vehicle: index(&game, 'A'), by: 1 };
    assert_eq!(estimate(&game.child(&start, nearer), 1, Some(nearer)), 8);
    // The way is free.
    let away = Move { vehicle: index(&game, 'B'), by: 1 };
    assert_eq!(estimate(&game.child(&start, away), 1, Some(away)), 1);
    assert!(!HandCrafted.is_admissible(&game));
}

#[test]
fn names_are_those_of_the_paper() {
    let names: Vec<&str> =
        RushHour::<Wide>::features().iter().map(|feature| feature.name).collect();
    let paper = "BlockersLowerBound GoalDistance Hybrid IsMoveToSecluded IsReleasingMove g PhaseByDistance \
                 PhaseByBlockers NumberOfSiblings DifficultyLevel";
    assert_eq!(names.join(" "), paper);
}

fn all_ways_to_play() -> impl Iterator<Item = (Metric, MoveSet)> {
    [Metric::Slides, Metric::Steps].into_iter().flat_map(|metric| {
        [MoveSet::Slides, MoveSet::Steps, MoveSet::Macros].map(|moves| (metric, moves))
    })
}

fn played<W: Word>(board: &str, metric: Metric, moves: MoveSet) -> RushHour<W> {
    let mut game = game(board);
    (game.metric, game.moves) = (metric, moves);
    game
}

#[test]
fn features_stay_in_their_ranges() {
    for card in JAM {
        for (metric, moves) in all_ways_to_play() {
            check_features(&played::<u64>(card, metric, moves), &WALKS);
            check_features(&played::<Wide>(card, metric, moves), &WALKS);
        }
    }
    // Nothing can move at all.
    check_features(&game::<u64>("AA\nBB"), &WALKS);
}

#[test]
fn lower_bounds_never_exceed_the_true_cost_on_the_cards() {
    for card in &JAM[1..5] {
        for metric in [Metric::Slides, Metric::Steps] {
            let game: RushHour = played(card, metric, MoveSet::Slides);
            check_admissible_features(&game, &WALKS);
            check_heuristic(&game, &HandCrafted, &WALKS);
        }
    }
}

/// A board with vehicles and walls wherever chance puts them.
fn random_board(random: &mut SplitMix) -> Board {
    let mut below = |end: u8| u8::try_from(random.below(end.into())).unwrap();
    let (width, height) = (4 + below(2), 4 + below(2));
    let (row, column) = (below(height), below(width - 2));
    let target = Vehicle { letter: 'A', axis: Axis::Horizontal, row, column, length: 2 };
    let mut vehicles = vec![target];
    let mut walls = Vec::new();
    for letter in ('B'..='H').chain('a'..='c') {
        let axis = if below(5) < 2 { Axis::Horizontal } else { Axis::Vertical };
        let (row, column, length) = (below(height), below(width), 2 + below(3) / 2);
        let mut more = (vehicles.clone(), walls.clone());
        if letter.is_ascii_lowercase() {
            more.1.push((row, column));
        } else {
            more.0.push(Vehicle { letter, axis, row, column, length });
        }
        // What does not fit is left out.
        if Board::new((width, height), more.0.clone(), 0, more.1.clone()).is_ok() {
            (vehicles, walls) = more;
        }
    }
    Board::new((width, height), vehicles, 0, walls).unwrap()
}

#[test]
fn lower_bounds_never_exceed_the_true_cost_on_random_boards() {
    let mut random = SplitMix::new(4);
    let (mut solvable, mut exact, mut given_up) = (0, 0, 0);
    for _ in 0..600 {
        let board = random_board(&mut random);
        let dead_end = board.vehicles().len() + 2;
        let mut game: RushHour = RushHour::new(board).unwrap();
        let blockers = measure("BlockersLowerBound", &game.first_board().to_string());
        let distance = cheapest(&game, &game.start());
        if let Some(slides) = distance {
            assert!(blockers <= f64::from(slides), "{}", game.first_board());
            solvable += 1;
            exact += u32::from(blockers == f64::from(slides));
        } else {
            given_up += u32::from(blockers == dead_end as f64);
        }
        let walks = Walks { count: 3, length: 30, ..WALKS };
        check_features(&game, &walks);
        for (metric, moves) in all_ways_to_play() {
            (game.metric, game.moves) = (metric, moves);
            check_admissible_features(&game, &walks);
            check_heuristic(&game, &HandCrafted, &walks);
        }
    }
    assert!(100 < solvable && 50 < given_up, "{solvable} solvable, {given_up} given up");
    assert!(solvable < 2 * exact, "exact on {exact} of {solvable}");
}
