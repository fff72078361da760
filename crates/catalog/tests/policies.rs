//! Policies from files: the published one, and what guides the engines.

use patience_catalog::evolve::difficulty;
use patience_catalog::freecell;
use patience_catalog::policy::{Plan, Policy, lexicon};
use patience_core::{Cancel, Limits, Outcome};
use patience_freecell::{FreeCell, MoveSet, WeightedSum};
use patience_learn::{Genome, GenomeFile, Lexicon, Manner, Op, Rule, Tree, Type, Value, Weights};
use patience_search::{Attempts, Open};

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
fn prefix(text: &str, lexicon: &Lexicon) -> Vec<Op> {
    let words = text.split([' ', '(', ')']).filter(|word| !word.is_empty());
    words
        .map(|word| match word {
            "AND" => Op::And,
            "OR" => Op::Or,
            "≤" => Op::AtMost,
            "≥" => Op::AtLeast,
            _ => match lexicon.find(word) {
                Some(at) => Op::Feature(u8::try_from(at).unwrap()),
                None => Op::Constant(word.parse().unwrap()),
            },
        })
        .collect()
}

#[test]
fn the_published_policy_is_that_of_table_iv() {
    let lexicon = lexicon("freecell", None).unwrap();
    let value =
        |weights: [f64; 9]| Value::Weights(Weights::new(weights.to_vec(), &lexicon).unwrap());
    let rules = TABLE_IV[..5].iter().map(|&(condition, weights)| Rule {
        condition: Tree::new(prefix(condition, &lexicon), Type::Truth, &lexicon).unwrap(),
        value: value(weights),
    });
    let expected = Genome { rules: rules.collect(), default: value(TABLE_IV[5].1) };
    let file = Policy::parse(POLICY_FREECELL).unwrap().file().clone();
    assert_eq!(file.genome, expected);
    assert_eq!((file.puzzle.as_str(), file.name.as_str()), ("freecell", "Policy-FreeCell"));
    assert_eq!(file.manner, Manner::default());
}

#[test]
fn the_published_policy_is_written_as_it_is_kept() {
    let policy = Policy::parse(POLICY_FREECELL).unwrap();
    let text = policy.file().to_text(policy.lexicon());
    let conditions = |text: &str| -> Vec<String> {
        let lines =
            text.lines().filter(|line| line.starts_with("if =") || line.starts_with("weights ="));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(conditions(&text), conditions(POLICY_FREECELL));
    assert_eq!(GenomeFile::parse(&text, lexicon).unwrap(), *policy.file());
}

#[test]
fn weights_belong_to_the_nine_heuristics_of_table_i_in_its_order() {
    let lexicon = lexicon("freecell", None).unwrap();
    assert_eq!(lexicon.weighted(), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(lexicon.words()[0].name, "HSDH");
    assert_eq!(lexicon.words()[8].name, "SumOfBottomCards");
}

fn toy(search: &str, value: &str) -> String {
    format!(
        "format = 1\npuzzle = \"freecell\"\nname = \"toy\"\nsearch = {{ {search} }}\ndefault = {{ value = \"{value}\" }}\n"
    )
}

fn plan(search: &str) -> Result<Plan, String> {
    Policy::parse(&toy(search, "1")).map(|policy| policy.plan()).map_err(|error| error.to_string())
}

#[test]
fn a_file_says_what_it_wants_to_be_searched_with() {
    let bare = plan("").unwrap();
    assert_eq!((bare.engine, bare.horizon, bare.moves), ("staged", None, None));
    let full = plan(
        r#"engine = "ida-star", horizon = 4, table = 1000, open = "all", restart = 9, moves = "single""#,
    );
    let expected = Plan {
        engine: "ida-star",
        horizon: Some(4),
        table: Some(1000),
        open: Some(Open::All),
        restart: Some(9),
        moves: Some(MoveSet::Single),
    };
    assert_eq!(full, Ok(expected));
}

#[test]
fn what_no_search_has_is_told_with_its_place() {
    let cases = [
        (
            "engine = \"slow\"",
            21,
            "expected \"staged\" or \"ida-star\" or \"fast\", found `\"slow\"`",
        ),
        (
            "engine = \"fast\"",
            21,
            "`fast` takes weights of distances: no rules, formulas or raw reading",
        ),
        ("horizon = -1", 22, "expected a number from 0 to 255, found `-1`"),
        ("horizon = 256", 22, "expected a number from 0 to 255, found `256`"),
        ("table = true", 20, "expected a number of states, found `true`"),
        ("open = \"none\"", 19, "expected \"one\" or \"all\", found `\"none\"`"),
        (
            "horizont = 3",
            23,
            "unknown setting `horizont` (known: engine, table, horizon, open, restart, moves)",
        ),
    ];
    for (search, column, message) in cases {
        assert_eq!(plan(search), Err(format!("line 4, column {column}: {message}")));
    }
    let rush_hour = toy("horizon = 3", "1").replace("freecell", "rushhour");
    let message = "line 4, column 22: unknown setting `horizon` (known: engine, table)";
    assert_eq!(Policy::parse(&rush_hour).unwrap_err().to_string(), message);
}

#[test]
fn settings_of_a_file_apply_to_its_engine_only() {
    let policy =
        Policy::parse(&toy("horizon = 2, moves = \"single\", open = \"all\"", "1")).unwrap();
    let mut staged = freecell::Engine::named("staged").unwrap();
    assert!(staged.set_policy(&policy));
    assert_eq!(staged.usual_moves(), MoveSet::Single);
    let freecell::Engine::Staged(settings) = &staged else { panic!("it is staged") };
    assert_eq!((settings.horizon, settings.open, settings.table), (2, Open::All, 200_000));

    let policy = Policy::parse(&toy("moves = \"runs\", table = 7", "1")).unwrap();
    let mut ida_star = freecell::Engine::named("ida-star").unwrap();
    assert!(ida_star.set_policy(&policy));
    assert_eq!(ida_star.usual_moves(), MoveSet::Single);
    let freecell::Engine::IdaStar(settings) = &ida_star else { panic!("it is IDA*") };
    assert_eq!(settings.table, usize::MAX);
}

#[test]
fn engines_without_a_judge_and_other_puzzles_take_no_policy() {
    let policy = Policy::parse(&toy("", "1")).unwrap();
    for name in ["fast", "short", "exact", "iterative"] {
        assert!(!freecell::Engine::named(name).unwrap().set_policy(&policy), "{name}");
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
    let policy = Policy::parse(FAST).unwrap();
    for name in ["staged", "ida-star", "short", "exact", "iterative"] {
        assert!(!freecell::Engine::named(name).unwrap().set_policy(&policy), "{name}");
    }
    let mut engine = freecell::Engine::named("fast").unwrap();
    assert!(engine.set_policy(&policy));
    assert_eq!(engine.policy().map(|policy| policy.file().name.as_str()), Some("weights of fast"));
    let weighted_sum =
        WeightedSum { loose: 40, away: 20, empty: -30, moves: 10, ..WeightedSum::NOTHING };
    let expected = Attempts { first: Vec::new(), last: weighted_sum };
    assert!(matches!(&engine, freecell::Engine::Fast { attempts, .. } if *attempts == expected));
    let game = FreeCell::microsoft(617).unwrap();
    let answer = freecell::solve(&game, &engine, &Limits::default(), &Cancel::new(), &mut ());
    assert!(matches!(answer.outcome, Outcome::Solved(_)));
    assert_eq!(policy.fired(), [answer.stats.expanded]);
    // Its words are its own.
    let other = FAST.replace("Loose", "HSDH");
    assert!(Policy::parse(&other).unwrap_err().to_string().contains("unknown feature `HSDH`"));
    let raw = FAST.replace("search =", "reading = \"raw\"\nsearch =");
    assert!(Policy::parse(&raw).unwrap_err().to_string().starts_with("line 6, column 21: `fast`"));
}

#[test]
fn a_policy_of_one_heuristic_searches_like_the_heuristic() {
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    let nodes = |engine: &freecell::Engine, deal| {
        let mut game = FreeCell::microsoft(deal).unwrap();
        game.moves = engine.usual_moves();
        let answer = freecell::solve(&game, engine, &limits, &Cancel::new(), &mut ());
        (answer.stats.expanded, answer.line.map(|line| line.notation()))
    };
    // Counts turned into distances are what engines read of a named heuristic; those below zero differ by a constant.
    let text = format!("scale = \"counts\"\n{}", toy("", "HSDH"));
    let policy = Policy::parse(&text).unwrap();
    let plain = freecell::Engine::named("staged").unwrap();
    let mut guided = plain.clone();
    assert!(guided.set_policy(&policy));
    for deal in [4, 5, 7] {
        assert_eq!(nodes(&guided, deal), nodes(&plain, deal), "{deal}");
    }
    assert!(0 < policy.fired()[0]);
}

#[test]
fn a_choice_within_a_comparison_reads_features_as_comparisons_do() {
    let limits = Limits { nodes: Some(300), ..Limits::default() };
    let decisions = |condition: &str| {
        let rule = format!("[[rule]]\nif = \"{condition}\"\nvalue = \"HSDH\"\n");
        let policy = Policy::parse(&format!("{}{rule}", toy("", "HSDH"))).unwrap();
        let mut engine = freecell::Engine::named("staged").unwrap();
        assert!(engine.set_policy(&policy));
        let game = FreeCell::microsoft(617).unwrap();
        let _ = freecell::solve(&game, &engine, &limits, &Cancel::new(), &mut ());
        policy.fired()
    };
    // More free cells are nearer to the goal: read as a distance, there would be few where there are many.
    let plain = decisions("FreeCells <= 0.2");
    assert!(plain.iter().all(|&count| 0 < count), "{plain:?}");
    assert_eq!(decisions("(if g >= 2 then 1 else FreeCells) <= 0.2"), plain);
    assert_eq!(decisions("(if g >= 2 then 1 else FreeCells) * 1 <= 0.2"), plain);
}

#[test]
fn a_policy_may_ask_how_hard_a_deal_is() {
    let rule = "[[rule]]\nif = \"DifficultyLevel >= 0.5\"\nvalue = \"HSDH\"\n";
    let policy = Policy::parse(&format!("{}{rule}", toy("", "HSDH"))).unwrap();
    assert!(policy.mentions("DifficultyLevel") && policy.mentions("HSDH"));
    assert!(!policy.mentions("FreeCells") && !policy.mentions("FreeSells"));
    let mut engine = freecell::Engine::named("staged").unwrap();
    assert!(engine.set_policy(&policy));
    let limits = Limits { nodes: Some(100), ..Limits::default() };
    let decisions = |deal: u32| {
        let before = policy.fired();
        let plain = FreeCell::microsoft(deal.into()).unwrap();
        let game = engine.game(*plain.rules(), plain.deal()).unwrap();
        let _ = freecell::solve(&game, &engine, &limits, &Cancel::new(), &mut ());
        let after = policy.fired();
        (after[0] - before[0], after[1] - before[1])
    };
    let is_hard = |deal: &u32| 0.5 <= difficulty::of_deal(*deal).unwrap();
    let hard = (1..100).find(|deal| is_hard(deal)).unwrap();
    let easy = (1..100).find(|deal| !is_hard(deal)).unwrap();
    assert!(matches!(decisions(hard), (1.., 0)));
    assert!(matches!(decisions(easy), (0, 1..)));
    // What does not ask for it is not told.
    assert!(engine.set_policy(&Policy::parse(&toy("", "HSDH")).unwrap()));
    let plain = FreeCell::microsoft(hard.into()).unwrap();
    assert!(engine.game(*plain.rules(), plain.deal()).unwrap().difficulty <= 0.0);
}

#[test]
fn the_example_of_the_book_is_a_policy() {
    let chapter = include_str!("../../../docs/src/policies.md");
    let example = chapter.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let policy = Policy::parse(example.unwrap()).unwrap();
    assert_eq!((policy.plan().horizon, policy.file().genome.rules.len()), (Some(6), 1));
}

#[test]
fn every_shipped_policy_is_whole_and_the_bred_ones_tell_how_to_breed_them_again() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../policies");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let policy = Policy::parse(&std::fs::read_to_string(&path).unwrap())
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let provenance = &policy.file().provenance;
        if let Some(settings) = provenance.get("settings") {
            let settings: patience_learn::Settings = settings.clone().try_into().unwrap();
            assert_eq!(settings.puzzle, policy.file().puzzle);
            patience_catalog::evolve::arena(&settings).unwrap();
        }
    }
}

#[test]
fn the_bred_policy_solves_hard_and_easy_deals() {
    let policy = Policy::parse(include_str!("../../../policies/freecell-hillis.toml")).unwrap();
    let mut engine = freecell::Engine::named(policy.plan().engine).unwrap();
    assert!(engine.set_policy(&policy));
    for deal in [1, 617, 25_001] {
        let mut game = FreeCell::microsoft(deal).unwrap();
        game.moves = MoveSet::Runs;
        let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
        let answer = freecell::solve(&game, &engine, &limits, &Cancel::new(), &mut ());
        assert!(answer.line.is_some(), "deal {deal}");
    }
}

#[test]
fn every_policy_that_is_shipped_guides_its_engine() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../policies");
    let mut count = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let policy = Policy::parse(&std::fs::read_to_string(&path).unwrap());
        let policy = policy.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = policy.plan().engine;
        if policy.file().puzzle == freecell::NAME {
            assert!(
                freecell::Engine::named(name).unwrap().set_policy(&policy),
                "{}",
                path.display()
            );
            count += 1;
        }
    }
    assert!(3 <= count);
}
