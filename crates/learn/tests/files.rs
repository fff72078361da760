//! Genomes as files and as text in checkpoints.

use crate::common::{feature_set, genomes};
use patience_core::Reading;
use patience_learn::{FeatureEncoding, FileError, Genome, GenomeFile, GenomeText, Scale, Value};
use proptest::prelude::*;

const GOOD: &str = r#"format = 1
puzzle = "toy"
name = "An example"
about = "Two rules.\nOne \"default\"."
reading = "raw"
scale = "counts"

[search]
engine = "staged"
horizon = 6

[[rule]]
if = "PhaseByHSDH <= 0.58 and (IsMoveToCascade or FreeCells >= 0.2)"
weights = { HSDH = 0.02, FreeCells = 1 }

[[rule]]
if = 'g >= 0.5'
value = "4 * HSDH-bare + 1"

[default]
weights = { }

[provenance]
seed = 7
settings = { population = 40 }
"#;

fn read(text: &str) -> Result<GenomeFile, FileError> {
    GenomeFile::parse(text, |puzzle, _| (puzzle == "toy").then(feature_set))
}

/// The error of the good file with a piece of it replaced.
fn error(from: &str, to: &str) -> (usize, usize, String) {
    assert_eq!(GOOD.matches(from).count(), 1, "{from}");
    let error = read(&GOOD.replace(from, to)).unwrap_err();
    (error.line, error.column, error.message)
}

#[test]
fn a_file_holds_everything() {
    let file = read(GOOD).unwrap();
    assert_eq!(file.name, "An example");
    assert_eq!(file.about.as_deref(), Some("Two rules.\nOne \"default\"."));
    assert_eq!(file.encoding, FeatureEncoding { reading: Reading::Raw, scale: Scale::Counts });
    assert_eq!(file.search["horizon"].as_integer(), Some(6));
    assert_eq!(file.provenance["settings"]["population"].as_integer(), Some(40));
    let weights = |value: &Value| match value {
        Value::Weights(weights) => weights.numbers().to_vec(),
        Value::Formula(_) => Vec::new(),
    };
    assert_eq!(weights(&file.genome.rules[0].value), [0.02, 1.0]);
    assert_eq!(weights(&file.genome.default), [0.0, 0.0]);
    let Value::Formula(tree) = &file.genome.rules[1].value else { panic!("it is a formula") };
    assert_eq!(tree.display(&feature_set()).to_string(), "4 * HSDH-bare + 1");
}

#[test]
fn what_may_be_left_out_has_defaults() {
    let file = read("format=1\npuzzle='toy'\nname=''\n[default]\nvalue='1'").unwrap();
    assert_eq!(file.encoding, FeatureEncoding::default());
    assert!(file.about.is_none() && file.search.is_empty() && file.provenance.is_empty());
}

#[test]
fn a_file_reads_as_it_was_written() {
    let file = read(GOOD).unwrap();
    assert_eq!(read(&file.to_text(&feature_set())), Ok(file));
}

#[test]
fn errors_in_trees_have_their_exact_place() {
    assert_eq!(
        error("FreeCells >= 0.2", "FreeSells >= 0.2"),
        (
            13,
            51,
            "unknown feature `FreeSells` (known: HSDH, HSDH-bare, FreeCells, PhaseByHSDH, g, \
             IsMoveToCascade, IsMoveToSortedPile)"
                .to_owned()
        )
    );
    assert_eq!(
        error("4 * HSDH-bare + 1", "4 * IsMoveToCascade + 1"),
        (18, 14, "`IsMoveToCascade` is true or false; expected a number".to_owned())
    );
    assert_eq!(
        error("'g >= 0.5'", "'g + 0.5'"),
        (17, 7, "`g + 0.5` is a number; expected true or false".to_owned())
    );
    assert_eq!(
        error("'g >= 0.5'", "'''g >= 1e999'''"),
        (17, 6, "`1e999` is not a finite number".to_owned())
    );
    let (line, column, message) = error("'g >= 0.5'", r#""g >= \u0067\u0067""#);
    assert_eq!((line, column), (17, 6), "{message}");
}

#[test]
fn columns_count_characters() {
    assert_eq!(error("'g >= 0.5'", "'g >= 0.5 ééé'").1, 16);
    let two = "'g >= 0.5 or\u{3000}1'";
    assert_eq!(error("'g >= 0.5'", two).1, 19);
}

#[test]
fn errors_in_weights_have_their_exact_place() {
    assert_eq!(
        error("{ HSDH = 0.02,", "{ HSDX = 0.02,"),
        (14, 13, "unknown feature `HSDX` (known: HSDH, FreeCells)".to_owned())
    );
    assert_eq!(
        error("{ HSDH = 0.02,", "{ HSDH-bare = 0.02,"),
        (14, 13, "`HSDH-bare` has no weight (those that have one: HSDH, FreeCells)".to_owned())
    );
    for bad in ["nan", "-inf", "\"0.02\"", "1e999", "true", "0x10", "[1]"] {
        let (line, column, message) = error("HSDH = 0.02", &format!("HSDH = {bad}"));
        assert_eq!((line, column), (14, 20), "{bad}");
        assert!(message.starts_with("expected a finite number, found "), "{message}");
    }
}

#[test]
fn a_value_is_either_weights_or_a_formula() {
    assert_eq!(
        error("weights = { }", "weights = { }\nvalue = \"1\""),
        (22, 9, "the default has both weights and a value".to_owned())
    );
    assert_eq!(
        error("weights = { }\n", ""),
        (20, 1, "the default needs `weights = { … }` or `value = \"…\"`".to_owned())
    );
    assert_eq!(
        error("value = \"4 * HSDH-bare + 1\"\n", ""),
        (16, 1, "a rule needs `weights = { … }` or `value = \"…\"`".to_owned())
    );
}

#[test]
fn missing_keys_are_errors() {
    assert_eq!(error("format = 1\n", ""), (1, 1, "the file needs `format = 1`".to_owned()));
    assert_eq!(error("if = 'g >= 0.5'\n", ""), (16, 1, "a rule needs `if = \"…\"`".to_owned()));
    let missing = "expected `[default]` with `weights` or `value`, found the end of the file";
    assert_eq!(error("[default]\nweights = { }\n", ""), (24, 1, missing.to_owned()));
}

#[test]
fn every_manner_is_read_back_as_written() {
    let text = GOOD.replace("horizon = 6", "granularity = 0.02");
    for reading in ["distance", "raw", "highest"] {
        for scale in ["normalised", "counts", "maximum"] {
            let text = text.replace("\"raw\"", &format!("\"{reading}\""));
            let text = text.replace("\"counts\"", &format!("\"{scale}\""));
            let file = read(&text).unwrap();
            assert_eq!(file.search["granularity"].as_float(), Some(0.02));
            let again = file.to_text(&feature_set());
            let lines = [format!("reading = \"{reading}\""), format!("scale = \"{scale}\"")];
            assert!(lines.iter().all(|line| again.contains(line)), "{again}");
            assert_eq!(read(&again), Ok(file));
        }
    }
}

#[test]
fn unknown_keys_and_values_are_errors() {
    assert_eq!(
        error("scale =", "scales ="),
        (
            6,
            1,
            "unknown key `scales` (known: `format`, `puzzle`, `name`, `about`, `reading`, `scale`, \
             `search`, `rule`, `default`, `provenance`)"
                .to_owned()
        )
    );
    assert_eq!(
        error("value =", "valu ="),
        (18, 1, "unknown key `valu` (known: `if`, `weights`, `value`)".to_owned())
    );
    assert_eq!(
        error("format = 1", "format = 2"),
        (1, 10, "expected the format 1, found `2`".to_owned())
    );
    assert_eq!(
        error("\"toy\"", "\"chess\""),
        (2, 10, "there are no policies for the puzzle `chess`".to_owned())
    );
    assert_eq!(
        error("\"raw\"", "\"rare\""),
        (5, 11, "expected \"distance\" or \"raw\" or \"highest\", found `\"rare\"`".to_owned())
    );
    assert_eq!(
        error("horizon = 6", "horizon = [6]"),
        (10, 11, "expected text, a number, true or false, found a list".to_owned())
    );
    assert_eq!(
        error("\"An example\"", "5"),
        (3, 8, "expected a name as text in quotes, found `5`".to_owned())
    );
}

#[test]
fn errors_in_toml_have_a_place() {
    let (line, column, _) = error("puzzle = \"toy\"", "puzzle = toy");
    assert_eq!((line, column), (2, 10));
    let (line, column, message) = error("reading = \"raw\"", "name = \"raw\"");
    assert_eq!((line, column, message.as_str()), (5, 1, "duplicate key"));
    assert_eq!(error("seed = 7", "seed = 99999999999999999999").0, 24);
}

#[test]
fn later_checks_can_name_the_place() {
    let error = GenomeFile::error_at(GOOD, &["search", "horizon"], "too far");
    assert_eq!(error.to_string(), "line 10, column 11: too far");
    let error = GenomeFile::error_at(GOOD, &["search", "moves"], "missing");
    assert_eq!(error.to_string(), "line 8, column 1: missing");
}

#[test]
fn wrong_text_of_a_genome_is_an_error() {
    let read =
        |json: &str| serde_json::from_str::<GenomeText>(json).unwrap().genome(&feature_set());
    assert_eq!(
        read(r#"{"rules":[{"if":"g","value":"1"}],"default":{"value":"1"}}"#)
            .unwrap_err()
            .to_string(),
        "rule 1, byte 0: `g` is a number; expected true or false"
    );
    assert_eq!(
        read(r#"{"rules":[],"default":{"weights":{"HSDH":"NaN"}}}"#).unwrap_err().to_string(),
        "rule 1: expected a finite number for `HSDH`, found `NaN`"
    );
    assert!(read(r#"{"rules":[],"default":{"weights":{"g":"1"}}}"#).is_err());
}

fn file(genome: Genome, name: String) -> GenomeFile {
    let table = |key: &str| toml::Table::from_iter([(key.to_owned(), name.clone().into())]);
    GenomeFile {
        puzzle: "toy".to_owned(),
        about: Some(name.clone()),
        encoding: FeatureEncoding::default(),
        search: table("engine"),
        genome,
        provenance: table("a key"),
        name,
    }
}

proptest! {
    #[test]
    fn every_genome_comes_back_from_its_file(genome in genomes(), name in "(?s).*") {
        let file = file(genome, name);
        let text = file.to_text(&feature_set());
        prop_assert_eq!(read(&text), Ok(file), "{}", text);
    }

    #[test]
    fn every_genome_comes_back_from_json(genome in genomes()) {
        let json = serde_json::to_string(&GenomeText::new(&genome, &feature_set())).unwrap();
        let text: GenomeText = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(text.genome(&feature_set()), Ok(genome));
    }

    #[test]
    fn no_text_panics(text in "(?s).*") {
        let _ = read(&text);
    }

    #[test]
    fn no_damage_panics(at in 0..GOOD.len(), length in 0usize..40, new in "(?s).{0,6}") {
        let mut text = GOOD.to_owned();
        text.replace_range(at..(at + length).min(GOOD.len()), &new);
        let _ = read(&text);
    }
}
