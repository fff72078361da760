//! Policies from files: the published one, and what guides the engines.

use patience_core::{Cancel, Limits};
use patience_freecell::{KIT, WeightedSum, arena::difficulty};
use patience_kit::{Answer, Kit, Policy, Setup, Values};
use patience_learn::{
    FeatureEncoding, FeatureSet, Genome, GenomeFile, Op, Rule, Scale, Settings, Shape, Terminals,
    Tree, Type, Value, Weights,
};

const POLICY_FREECELL: &str = include_str!("../../../policies/policy-freecell.toml");

/// Table IV as it is printed: a condition and the weights of `H_1` to `H_9` each.
const TABLE_IV: [(&str, [f64; 9]); 6] = [
    (
        "(AND (OR (OR (≤ PhaseBySumOfBottomCards 0.58) (≤ NumCardsNotAtFoundations 0.82)) (OR (≤ PhaseBySumOfBottomCards 0.58) \
         (≤ NumCardsNotAtFoundations 0.58))) (OR (OR (≥ PhaseByDifferenceFromTop 0.77) (≤ PhaseByLowestFoundationCard 0.16)) \
         (AND (≤ PhaseByNumWellPlaced 0.21) (≥ IsMoveToSortedPile 0.59))))",
        [0.0, 0.02, 0.03, 0.41, 0.0, 0.0, 0.51, 0.02, 0.01],
    ),
    (
        "(OR (OR (OR (≥ PhaseByDifferenceFromTop 0.77) (≤ PhaseByNumWellPlaced 0.16)) (AND (≤ PhaseByNumWellPlaced 0.21) \
         (≥ PhaseByNumWellPlaced 0.59))) (OR (OR (≥ PhaseByDifferenceFromTop 0.77) (≤ PhaseByLowestFoundationCard 0.16)) \
         (AND (≤ PhaseByNumWellPlaced 0.21) (≥ IsMoveToSortedPile 0.59))))",
        [0.2, 0.11, 0.02, 0.0, 0.15, 0.03, 0.03, 0.32, 0.14],
    ),
    (
        "(AND (AND (≥ PhaseByLowestFoundationCard 0.63) (≥ PhaseByLowestFoundationCard 0.63)) \
         (≥ PhaseByLowestFoundationCard 0.63))",
        [0.01, 0.0, 0.02, 0.0, 0.28, 0.0, 0.68, 0.01, 0.0],
    ),
    (
        "(AND (≤ NumCardsNotAtFoundations 0.78) (≥ PhaseByLowestFoundationCard 0.63))",
        [0.0, 0.04, 0.09, 0.0, 0.02, 0.47, 0.07, 0.26, 0.05],
    ),
    (
        "(OR (≤ HighestFoundationCard 0.44) (≤ HSDH 0.83))",
        [0.3, 0.41, 0.0, 0.13, 0.0, 0.0, 0.09, 0.06, 0.01],
    ),
    ("", [0.26, 0.07, 0.03, 0.06, 0.01, 0.0, 0.02, 0.52, 0.03]),
];

/// The nodes of a condition in the prefix notation of the paper, which is the order that trees keep.
fn prefix(text: &str, feature_set: &FeatureSet) -> Vec<Op> {
    let words = text.split([' ', '(', ')']).filter(|word| !word.is_empty());
    words
        .map(|word| match word {
            "AND" => Op::And,
            "OR" => Op::Or,
            "≤" => Op::AtMost,
            "≥" => Op::AtLeast,
            _ => match feature_set.find(word) {
                Some(at) => Op::Feature(u8::try_from(at).unwrap()),
                None => Op::Constant(word.parse().unwrap()),
            },
        })
        .collect()
}

fn feature_set(engine: Option<&str>) -> FeatureSet {
    KIT.feature_set(engine).unwrap()
}

#[test]
fn the_published_policy_is_that_of_table_iv() {
    let feature_set = feature_set(None);
    let value = |weights: [f64; 9]| {
        let mut numbers = weights.to_vec();
        numbers.resize(feature_set.weighted().len(), 0.0);
        Value::Weights(Weights::new(numbers, &feature_set).unwrap())
    };
    let rules = TABLE_IV[..5].iter().map(|&(condition, weights)| Rule {
        condition: Tree::new(prefix(condition, &feature_set), Type::Truth, &feature_set).unwrap(),
        value: value(weights),
    });
    let expected = Genome { rules: rules.collect(), default: value(TABLE_IV[5].1) };
    let file = Policy::parse(POLICY_FREECELL, &KIT).unwrap().file().clone();
    assert_eq!(file.genome, expected);
    assert_eq!((file.puzzle.as_str(), file.name.as_str()), ("freecell", "Policy-FreeCell"));
    assert_eq!(
        file.encoding,
        FeatureEncoding { scale: Scale::Counts, ..FeatureEncoding::default() }
    );
}

#[test]
fn the_published_policy_is_written_as_it_is_kept() {
    let policy = Policy::parse(POLICY_FREECELL, &KIT).unwrap();
    let text = policy.file().to_text(policy.feature_set());
    let conditions = |text: &str| -> Vec<String> {
        let lines =
            text.lines().filter(|line| line.starts_with("if =") || line.starts_with("weights ="));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(conditions(&text), conditions(POLICY_FREECELL));
    let read = GenomeFile::parse(&text, |_, engine| KIT.feature_set(engine)).unwrap();
    assert_eq!(read, *policy.file());
}

#[test]
fn weights_belong_to_the_nine_heuristics_of_table_i_in_its_order_and_to_all_features_if_asked_for()
{
    let feature_set = feature_set(None);
    let bred = |terminals| {
        let settings = Settings { terminals, genome: Shape::Weights, ..Settings::default() };
        KIT.arena(&settings).unwrap().feature_set().weighted().to_vec()
    };
    assert_eq!(bred(None), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(bred(Some(Terminals::Heuristics)), bred(None));
    assert_eq!(bred(Some(Terminals::All)), (0..feature_set.features().len()).collect::<Vec<_>>());
    assert_eq!(feature_set.weighted(), bred(Some(Terminals::All)));
    assert_eq!(feature_set.features()[0].name, "HSDH");
    assert_eq!(feature_set.features()[8].name, "SumOfBottomCards");
}

fn toy(search: &str, value: &str) -> String {
    format!(
        "format = 1\npuzzle = \"freecell\"\nname = \"toy\"\nsearch = {{ {search} }}\ndefault = {{ value = \"{value}\" }}\n"
    )
}

fn parse(text: &str) -> Policy {
    Policy::parse(text, &KIT).unwrap()
}

#[test]
fn a_file_says_what_it_is_searched_with() {
    let bare = parse(&toy("", "1"));
    assert_eq!((bare.engine(), bare.settings()), ("staged", &Values::default()));
    let full = parse(&toy(
        r#"engine = "staged", horizon = 4, table = 1000, open = "all", granularity = 0.02, restart = 9, moves = "single""#,
        "1",
    ));
    let expected = [
        ("horizon", 4.into()),
        ("table", 1000.into()),
        ("open", "all".into()),
        ("granularity", 0.02.into()),
        ("restart", 9.into()),
        ("moves", "single".into()),
    ];
    let expected: Values =
        expected.into_iter().collect::<Vec<(_, serde_json::Value)>>().into_iter().collect();
    assert_eq!((full.engine(), full.settings()), ("staged", &expected));
}

#[test]
fn wrong_settings_of_a_search_are_errors_with_their_place() {
    let cases = [
        (
            "engine = \"slow\"",
            21,
            "expected \"fast\" or \"staged\" or \"ida-star\" or \"a-star\" or \"best-first\" or \"beam\", found `\"slow\"`",
        ),
        (
            "engine = \"fast\"",
            21,
            "`fast` takes weights of distances: no rules, formulas or raw reading",
        ),
        ("horizon = -1", 22, "horizon: expected a whole number from 0 to 255, found -1"),
        ("horizon = 256", 22, "horizon: expected a whole number from 0 to 255, found 256"),
        ("table = true", 20, "table: expected a whole number from 0, found true"),
        (
            "granularity = -0.1",
            26,
            "granularity: expected a number from 0 to 1000000000, found -0.1",
        ),
        ("open = \"none\"", 19, "open: expected \"one\" or \"all\", found \"none\""),
        (
            "horizont = 3",
            23,
            "unknown setting `horizont` (known: engine, heuristic, horizon, restart, open, granularity, table, moves)",
        ),
        (
            "engine = \"ida-star\", horizon = 3",
            43,
            "unknown setting `horizon` (known: engine, heuristic, step, table, moves)",
        ),
    ];
    for (search, column, message) in cases {
        let error = Policy::parse(&toy(search, "1"), &KIT).unwrap_err();
        assert_eq!(error.to_string(), format!("line 4, column {column}: {message}"));
    }
}

/// Solves a deal with an engine, which a policy may guide.
fn solve(engine: Option<&str>, policy: Option<&Policy>, deal: u64, nodes: u64) -> Answer {
    let engine = KIT.prepare(&Setup { engine, policy, ..Setup::default() }).unwrap();
    let deal = KIT.deal(deal, &Values::default()).unwrap();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    engine.solve(&*deal, &limits, &Cancel::new(), &mut ()).unwrap()
}

#[test]
fn settings_of_a_file_apply_to_its_engine_only() {
    let plain = parse(&toy("", "HSDH"));
    let single = parse(&toy("moves = \"single\"", "HSDH"));
    let generated = |engine, policy| solve(Some(engine), Some(policy), 617, 100).stats.generated;
    assert_ne!(generated("staged", &plain), generated("staged", &single));
    assert_eq!(generated("best-first", &plain), generated("best-first", &single));
}

#[test]
fn engines_without_a_guide_take_no_policy() {
    let policy = parse(&toy("", "1"));
    for engine in ["fast", "short", "exact", "iterative", "breadth-first"] {
        let setup = Setup { engine: Some(engine), policy: Some(&policy), ..Setup::default() };
        let message = format!(
            "the engine {engine} does not take this policy: it was made for staged of freecell"
        );
        assert_eq!(KIT.prepare(&setup).err().unwrap().message, message);
    }
}

/// A file of weights for the engine `fast`.
const FAST: &str = r#"
format = 1
puzzle = "freecell"
name = "weights of fast"
search = { engine = "fast" }
default = { weights = { Loose = 1.0, Away = 0.5, Empty = 0.75, Moves = 0.25 } }
"#;

#[test]
fn weights_of_fast_guide_fast_and_nothing_else() {
    let policy = parse(FAST);
    for engine in ["staged", "ida-star", "short", "exact", "iterative"] {
        let setup = Setup { engine: Some(engine), policy: Some(&policy), ..Setup::default() };
        assert!(KIT.prepare(&setup).is_err(), "{engine}");
    }
    let engine = KIT.prepare(&Setup { policy: Some(&policy), ..Setup::default() }).unwrap();
    assert_eq!((engine.about().name, engine.policy()), ("fast", Some("weights of fast")));
    let answer = solve(None, Some(&policy), 617, u64::MAX);
    assert!(answer.line.is_some());
    assert_eq!(policy.fired(), [answer.stats.expanded]);
    assert_ne!(answer.stats.expanded, solve(Some("fast"), None, 617, u64::MAX).stats.expanded);
    // Its words are its own.
    let error = |text: &str| Policy::parse(text, &KIT).unwrap_err().to_string();
    assert!(error(&FAST.replace("Loose", "HSDH")).contains("unknown feature `HSDH`"));
    let raw = FAST.replace("search =", "reading = \"raw\"\nsearch =");
    assert!(error(&raw).starts_with("line 6, column 21: `fast`"));
}

#[test]
fn a_policy_of_one_heuristic_searches_like_the_heuristic() {
    // Counts turned into distances are what engines read of a named heuristic; those below zero differ by a constant.
    let policy = parse(&format!("scale = \"counts\"\n{}", toy("", "HSDH")));
    for deal in [4, 5, 7] {
        let [guided, plain] = [Some(&policy), None].map(|policy| {
            let answer = solve(Some("staged"), policy, deal, 100_000);
            (answer.stats.expanded, answer.line.map(|line| line.notation()))
        });
        assert_eq!(guided, plain, "{deal}");
    }
    assert!(0 < policy.fired()[0]);
}

#[test]
fn a_choice_within_a_comparison_reads_features_as_comparisons_do() {
    let decisions = |condition: &str| {
        let rule = format!("[[rule]]\nif = \"{condition}\"\nvalue = \"HSDH\"\n");
        let policy = parse(&format!("{}{rule}", toy("", "HSDH")));
        solve(None, Some(&policy), 617, 300);
        policy.fired()
    };
    // More free cells are nearer to the goal: read as a distance, there would be few where there are many.
    let plain = decisions("FreeCells <= 0.2");
    assert!(plain.iter().all(|&count| 0 < count), "{plain:?}");
    assert_eq!(decisions("(if g >= 2 then 1 else FreeCells) <= 0.2"), plain);
    assert_eq!(decisions("(if g >= 2 then 1 else FreeCells) * 1 <= 0.2"), plain);
}

#[test]
fn weights_of_advisors_are_read_and_guide() {
    let text = |weights: &str| {
        let value = "default = { value = \"1\" }";
        toy("", "1").replace(value, &format!("default = {{ weights = {{ {weights} }} }}"))
    };
    let weights =
        parse(&text("HSDH = 0.5, PhaseByHSDH = 2, IsMoveToFreeCell = 1, DifficultyLevel = 1"));
    assert!(weights.mentions("DifficultyLevel") && !weights.mentions("FreeCells"));
    let bare = parse(&text("HSDH = 0.5"));
    let formula = parse(&toy("", "HSDH * 0.5 + PhaseByHSDH * 2"));
    let same = parse(&text("HSDH = 0.5, PhaseByHSDH = 2"));
    let nodes = |policy: &Policy| solve(None, Some(policy), 617, 20_000).stats.generated;
    assert_eq!(nodes(&formula), nodes(&same));
    assert_ne!(nodes(&weights), nodes(&bare));
    let written = weights.file().to_text(weights.feature_set());
    assert_eq!(*parse(&written).file(), *weights.file());
}

#[test]
fn a_policy_may_ask_how_hard_a_deal_is() {
    let rule = "[[rule]]\nif = \"DifficultyLevel >= 0.5\"\nvalue = \"HSDH\"\n";
    let policy = parse(&format!("{}{rule}", toy("", "HSDH")));
    assert!(policy.mentions("DifficultyLevel") && policy.mentions("HSDH"));
    assert!(!policy.mentions("FreeCells") && !policy.mentions("FreeSells"));
    let decisions = |deal: u32| {
        let before = policy.fired();
        solve(None, Some(&policy), deal.into(), 100);
        let after = policy.fired();
        (after[0] - before[0], after[1] - before[1])
    };
    let is_hard = |deal: &u32| 0.5 <= difficulty::of_deal(*deal).unwrap();
    let hard = (1..100).find(|deal| is_hard(deal)).unwrap();
    let easy = (1..100).find(|deal| !is_hard(deal)).unwrap();
    assert!(matches!(decisions(hard), (1.., 0)));
    assert!(matches!(decisions(easy), (0, 1..)));
}

#[test]
fn the_example_of_the_book_is_a_policy() {
    let chapter = include_str!("../../../docs/src/policies.md");
    let example = chapter.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let policy = parse(example.unwrap());
    assert_eq!(policy.settings().get("horizon"), Some(&6.into()));
    assert_eq!(policy.file().genome.rules.len(), 1);
}

#[test]
fn every_shipped_policy_guides_its_engine_and_evolved_ones_can_be_evolved_again() {
    let folders = ["policies", "policies/superseded"]
        .map(|name| format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR")));
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let files = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let mut count = 0;
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        if !text.contains("puzzle = \"freecell\"") {
            continue;
        }
        let policy = Policy::parse(&text, &KIT)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let engine = KIT.prepare(&Setup { policy: Some(&policy), ..Setup::default() });
        assert_eq!(engine.unwrap().about().name, policy.engine());
        if let Some(settings) = policy.file().provenance.get("settings") {
            let settings: patience_learn::Settings = settings.clone().try_into().unwrap();
            assert_eq!(settings.puzzle, policy.file().puzzle);
            KIT.arena(&settings).unwrap();
        }
        count += 1;
    }
    assert!(9 <= count, "{count}");
}

#[test]
fn the_evolved_policy_solves_hard_and_easy_deals() {
    let policy = parse(include_str!("../../../policies/superseded/freecell-hillis.toml"));
    for deal in [1, 617, 25_001] {
        assert!(solve(None, Some(&policy), deal, 1_000_000).line.is_some(), "deal {deal}");
    }
}

#[test]
fn every_weight_of_fast_has_a_field_of_its_own() {
    let sum = WeightedSum::of([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    let named = [
        ("Away", sum.away),
        ("Loose", sum.loose),
        ("Covers", sum.covers),
        ("InCells", sum.in_cells),
        ("InCellsSquared", sum.in_cells_squared),
        ("Empty", sum.empty),
        ("Stuck", sum.stuck),
        ("OnKings", sum.on_kings),
        ("Spread", sum.spread),
        ("CellsFromHome", sum.cells_from_home),
        ("Forced", sum.forced),
        ("Moves", sum.moves),
    ];
    let counts = WeightedSum::COUNTS.map(|count| count.name);
    assert_eq!(named.map(|(name, _)| name), counts);
    assert!(named.iter().map(|(_, weight)| *weight).eq(1..=12));
}
