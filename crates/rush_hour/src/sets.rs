//! Sets of boards by name: the suite of *GP-Rush* (Hauptman, Elyasaf, Sipper and Karmon, 2009) with its groups and test boards, and boards
//! of 8×8 cells that evolution made.
//!
//! | name | boards |
//! | --- | --- |
//! | `6x6` | the suite: JAM01 to JAM40, and the 200 hardest other boards of 6×6 cells by steps |
//! | `6x6/1` to `6x6/5` | its five groups of 48 boards |
//! | `8x8` | boards of 8×8 cells with solutions of 80 steps and more, which are hard for heuristics; the test boards are of other runs than the rest |
//! | `8x8/long` | boards of 8×8 cells that are hard for IDA* with `BlockersLowerBound`; the test boards are of other runs than the rest |
//! | `8x8/blind` | boards of 8×8 cells that are hard for iterative deepening only |
//!
//! `NAME/test` are the test boards of a set and `NAME/training` the others; `8x8/blind` has no test boards.
//!
//! The paper does not say how it divides the suite. Here, a board in five goes to each group, from the easiest to the hardest, so that
//! every group has boards of every difficulty. As in the paper, ten of the twenty hardest boards of a group are its test boards. They are
//! drawn by a fixed seed, and belong to no training set. JAM33 and JAM34 are themselves among the hardest boards; they count once.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::LazyLock;

use patience_core::SplitMix;

use crate::rules::board::Board;
use crate::rules::jam::JAM;
use crate::text::reading::read_boards;

/// The hardest boards of 6×6 cells by steps, the hardest first; the other lists have the same order.
const HARDEST: &str = include_str!("../data/rush-hour-hardest-steps.txt");

/// The number of boards of that list in the suite.
const HARD: usize = 200;

/// Boards of 8×8 cells with long solutions, and their test boards.
const LARGE: [&str; 2] = [
    include_str!("../data/rush-hour-8x8-hard.txt"),
    include_str!("../data/rush-hour-8x8-hard-test.txt"),
];

/// Boards of 8×8 cells that are hard for IDA*, and their test boards.
const LONG: [&str; 2] = [
    include_str!("../data/rush-hour-8x8-long.txt"),
    include_str!("../data/rush-hour-8x8-long-test.txt"),
];

/// Boards of 8×8 cells that are hard for iterative deepening only.
const BLIND: &str = include_str!("../data/rush-hour-8x8.txt");

/// Groups of the suite.
const GROUPS: usize = 5;

/// The number of hardest boards of a group that its test boards are drawn from, and how many are drawn.
const HARDEST_OF_GROUP: usize = 20;
const TESTS_OF_GROUP: usize = 10;

/// A board of a set.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) board: Board,
    /// Its place in the set, from 0 (easiest) to 1. In a group, its place in the suite.
    pub(crate) difficulty: f64,
    is_test: bool,
}

/// The boards of a set, from the easiest to the hardest, test boards last.
pub(crate) type Members = Vec<&'static Member>;

/// The sets without groups and parts.
struct Lists {
    suite: Vec<Member>,
    large: Vec<Member>,
    long: Vec<Member>,
    blind: Vec<Member>,
}

impl Lists {
    /// All boards.
    fn all(&self) -> impl Iterator<Item = &Member> {
        self.suite.iter().chain(&self.blind).chain(&self.long).chain(&self.large)
    }
}

static LISTS: LazyLock<Lists> = LazyLock::new(|| {
    let mut boards = read(&JAM.map(|card| card.name).join("\n"));
    let cards: HashSet<String> = boards.iter().map(|(_, board)| one_of_mirrored(board)).collect();
    let hard = read(HARDEST).into_iter().filter(|(_, it)| !cards.contains(&one_of_mirrored(it)));
    boards.extend(hard.take(HARD).collect::<Vec<_>>().into_iter().rev());
    let mut suite = sorted(boards);
    let tests: BTreeSet<usize> = (0..GROUPS).flat_map(tests_of_group).collect();
    for (at, member) in suite.iter_mut().enumerate() {
        member.is_test = tests.contains(&at);
    }
    let list = |text: &str| sorted(read(text).into_iter().rev().collect());
    let both = |[training, test]: [&str; 2]| {
        let test = list(test).into_iter().map(|it| Member { is_test: true, ..it });
        list(training).into_iter().chain(test).collect()
    };
    Lists { suite, large: both(LARGE), long: both(LONG), blind: list(BLIND) }
});

/// The boards of a list, with names. Lists that come with the program can be read.
fn read(text: &str) -> Vec<(String, Board)> {
    let boards = read_boards(text).unwrap_or_default().into_iter();
    boards.map(|(name, board)| (name.unwrap_or_else(|| board.letters()), board)).collect()
}

/// The hardest boards of 6×6 cells by steps.
pub(crate) fn hardest_boards() -> &'static [Board] {
    static BOARDS: LazyLock<Vec<Board>> =
        LazyLock::new(|| read(HARDEST).into_iter().map(|(_, board)| board).collect());
    &BOARDS
}

/// The same letters for a board and its mirror image.
fn one_of_mirrored(board: &Board) -> String {
    board.canonical().letters()
}

/// Boards with their places.
fn sorted(boards: Vec<(String, Board)>) -> Vec<Member> {
    let last = boards.len().saturating_sub(1).max(1) as f64;
    let member = |(at, (name, board)): (usize, (String, Board))| Member {
        name,
        board,
        difficulty: at as f64 / last,
        is_test: false,
    };
    boards.into_iter().enumerate().map(member).collect()
}

/// The places of the boards of a group, counted from 0, in the suite.
fn group(number: usize) -> Vec<usize> {
    (0..JAM.len() + HARD).filter(|at| at % GROUPS == number).collect()
}

/// The places of the test boards of a group.
fn tests_of_group(number: usize) -> Vec<usize> {
    let mut hardest: Vec<usize> = group(number).into_iter().rev().take(HARDEST_OF_GROUP).collect();
    SplitMix::new(1 + number as u64).shuffle(&mut hardest);
    hardest.truncate(TESTS_OF_GROUP);
    hardest
}

/// The names of all sets, without parts.
pub(crate) fn names() -> Vec<String> {
    let groups = (1..=GROUPS).map(|number| format!("6x6/{number}"));
    let others = ["8x8", "8x8/long", "8x8/blind"].map(str::to_owned);
    std::iter::once("6x6".to_owned()).chain(groups).chain(others).collect()
}

/// The boards of a set, of its test boards or of its training boards; `None` if there is no set of that name.
pub(crate) fn set(name: &str) -> Option<Members> {
    let part = |rest: &str| match rest {
        "test" => Some(true),
        "training" => Some(false),
        _ => None,
    };
    if let Some((whole, rest)) = name.rsplit_once('/')
        && let Some(is_test) = part(rest)
    {
        let members = whole_set(whole)?;
        let has_tests = members.iter().any(|member| member.is_test);
        let part = || members.into_iter().filter(|member| member.is_test == is_test).collect();
        return has_tests.then(part);
    }
    whole_set(name)
}

/// The boards of a set.
fn whole_set(name: &str) -> Option<Members> {
    let Lists { suite, large, long, blind } = &*LISTS;
    let mut members: Members = match name {
        "6x6" => suite.iter().collect(),
        "8x8" => large.iter().collect(),
        "8x8/long" => long.iter().collect(),
        "8x8/blind" => blind.iter().collect(),
        _ => {
            let number: usize = name.strip_prefix("6x6/")?.parse().ok()?;
            let is_group = (1..=GROUPS).contains(&number) && name == format!("6x6/{number}");
            let places = if is_group { group(number - 1) } else { return None };
            places.into_iter().map(|at| &suite[at]).collect()
        }
    };
    // The sort is stable.
    if name != "6x6" {
        members.sort_by_key(|member| member.is_test);
    }
    Some(members)
}

/// Whether a name is that of test boards.
pub(crate) fn is_test(name: &str) -> bool {
    name.ends_with("/test") && set(name).is_some()
}

/// The difficulty of a board of a set, from 0 (easiest) to 1.
pub(crate) fn difficulty(board: &Board) -> Option<f64> {
    static KNOWN: LazyLock<HashMap<String, f64>> = LazyLock::new(|| {
        LISTS.all().map(|member| (member.board.letters(), member.difficulty)).collect()
    });
    KNOWN.get(&board.letters()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The boards of a set, the same for mirror images.
    fn boards(name: &str) -> BTreeSet<String> {
        let members = set(name).unwrap();
        members.iter().map(|member| one_of_mirrored(&member.board)).collect()
    }

    #[test]
    fn difficulty_is_the_place_in_a_set() {
        let place = |letters: &str| difficulty(&Board::parse(letters).unwrap());
        assert_eq!(place(JAM[0].letters), Some(0.0));
        assert_eq!(place(JAM[39].letters), Some(39.0 / 239.0));
        let hardest = read_boards(HARDEST).unwrap()[0].1.letters();
        assert_eq!(place(&hardest), Some(1.0));
        assert_eq!(place("AA.B...B........"), None);
    }

    #[test]
    fn groups_divide_the_suite_into_sets_of_48_with_ten_test_boards() {
        let mut all = BTreeSet::new();
        for number in 1..=GROUPS {
            let name = format!("6x6/{number}");
            let (whole, test) = (boards(&name), boards(&format!("{name}/test")));
            let training = boards(&format!("{name}/training"));
            assert_eq!((whole.len(), test.len(), training.len()), (48, 10, 38));
            assert!(test.is_disjoint(&training) && test.is_subset(&whole));
            let by_difficulty = |name: &str| {
                let members = set(name).unwrap();
                let mut places: Vec<f64> = members.iter().map(|it| it.difficulty).collect();
                places.sort_by(f64::total_cmp);
                places
            };
            // Test boards are among the twenty hardest, and not simply the ten hardest.
            let (hard, tests) = (by_difficulty(&name), by_difficulty(&format!("{name}/test")));
            assert!(hard[28] <= tests[0] && tests != hard[38..]);
            let before = all.len();
            all.extend(whole);
            assert_eq!(all.len(), before + 48, "no board is in two groups");
        }
        assert_eq!(all, boards("6x6"));
        assert_eq!((boards("6x6/test").len(), boards("6x6/training").len()), (50, 190));
        let is_in = |letters: &str| all.contains(&one_of_mirrored(&Board::parse(letters).unwrap()));
        assert!(JAM.iter().all(|card| is_in(card.letters)));
    }

    #[test]
    fn no_board_is_in_two_sets() {
        let names = ["6x6/test", "6x6/training", "8x8/test", "8x8/training", "8x8/blind"];
        let names = names.into_iter().chain(["8x8/long/test", "8x8/long/training"]);
        let names: Vec<&str> = names.collect();
        for (at, one) in names.iter().enumerate() {
            assert_eq!(boards(one).len(), set(one).unwrap().len(), "{one} has a board twice");
            for other in &names[..at] {
                let (one_set, other_set) = (boards(one), boards(other));
                let both: Vec<_> = one_set.intersection(&other_set).collect();
                assert!(both.is_empty(), "{one} and {other} have {both:?}");
            }
        }
    }

    #[test]
    fn every_name_is_a_set_and_nothing_else_is() {
        for name in names() {
            assert!(!set(&name).unwrap().is_empty(), "{name}");
            assert!(!is_test(&name));
        }
        assert!(is_test("6x6/3/test") && !is_test("6x6/3/training") && !is_test("7x7/test"));
        for name in [
            "",
            "6x6/",
            "6x6/0",
            "6x6/6",
            "6x6/01",
            "6x6/+1",
            "6x6/test/test",
            "8x8/blind/test",
            "test",
        ] {
            assert!(set(name).is_none(), "{name}");
        }
    }
}
