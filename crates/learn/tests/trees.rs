//! Trees as text.

use crate::common::{feature_set, trees};
use patience_learn::{Op, Tree, TreeError, Type};
use proptest::prelude::*;

fn read(text: &str, kind: Type) -> Result<Tree, TreeError> {
    Tree::parse(text, kind, &feature_set())
}

fn written(text: &str, kind: Type) -> String {
    read(text, kind).unwrap().display(&feature_set()).to_string()
}

/// Where a text is wrong, and why.
fn error(text: &str, kind: Type) -> (usize, String) {
    let error = read(text, kind).unwrap_err();
    (error.offset, error.to_string())
}

#[test]
fn operators_bind_from_or_to_times() {
    let tree = read("g <= 1 + 2 * g or IsMoveToCascade and g >= 3", Type::Truth).unwrap();
    let g = Op::Feature(4);
    let expected = [
        Op::Or,
        Op::AtMost,
        g,
        Op::Sum,
        Op::Constant(1.0),
        Op::Product,
        Op::Constant(2.0),
        g,
        Op::And,
        Op::Feature(5),
        Op::AtLeast,
        g,
        Op::Constant(3.0),
    ];
    assert_eq!(tree.ops(), expected);
}

#[test]
fn equal_operators_group_from_the_left_and_other_groups_keep_their_parentheses() {
    assert_eq!(written("(g + 1) + 2", Type::Number), "g + 1 + 2");
    assert_eq!(written("g + (1 + 2)", Type::Number), "g + (1 + 2)");
    let flag = "IsMoveToCascade";
    let right = format!("{flag} and ({flag} and {flag})");
    assert_eq!(written(&right, Type::Truth), right);
    assert_ne!(read("(g * 1) * 2", Type::Number), read("g * (1 * 2)", Type::Number));
}

#[test]
fn parentheses_that_nothing_needs_are_not_written() {
    let condition = "((PhaseByHSDH) <= (0.58)) and ((IsMoveToCascade) or ((FreeCells >= 0.20)))";
    assert_eq!(
        written(condition, Type::Truth),
        "PhaseByHSDH <= 0.58 and (IsMoveToCascade or FreeCells >= 0.2)"
    );
    assert_eq!(written("(4 * HSDH-bare) + (1.0)", Type::Number), "4 * HSDH-bare + 1");
    assert_eq!(
        written("if (g >= 0.5) then (HSDH * .3) else (if g <= 0.1 then 1 else 2)", Type::Number),
        "if g >= 0.5 then HSDH * 0.3 else if g <= 0.1 then 1 else 2"
    );
    let inner = "(if g >= 0.5 then 1 else 2) + 3";
    assert_eq!(written(inner, Type::Number), inner);
}

#[test]
fn numbers_have_signs_and_exponents_and_come_back_as_they_were() {
    for (text, number) in [("-0.5", -0.5), ("1e-300", 1e-300), ("-2.5E+3", -2500.0), ("-0", -0.0)] {
        assert_eq!(read(text, Type::Number).unwrap().ops(), [Op::Constant(number)]);
    }
    assert_eq!(written("0.1000000000000000055", Type::Number), "0.1");
    assert_eq!(written("1e300", Type::Number), "1e300");
}

#[test]
fn a_flag_is_compared_as_0_or_1() {
    assert_eq!(written("IsMoveToSortedPile >= 0.59", Type::Truth), "IsMoveToSortedPile >= 0.59");
}

#[test]
fn an_unknown_feature_is_an_error_that_lists_the_known_ones() {
    assert_eq!(
        error("g <= 0.5 and HSDX >= 1", Type::Truth),
        (
            13,
            "unknown feature `HSDX` (known: HSDH, HSDH-bare, FreeCells, PhaseByHSDH, g, \
             IsMoveToCascade, IsMoveToSortedPile)"
                .to_owned()
        )
    );
}

#[test]
fn a_wrong_type_is_an_error_that_names_the_expected_type() {
    let cases = [
        (
            "1 + IsMoveToCascade",
            Type::Number,
            4,
            "`IsMoveToCascade` is true or false; expected a number",
        ),
        (
            "IsMoveToCascade",
            Type::Number,
            0,
            "`IsMoveToCascade` is true or false; expected a number",
        ),
        ("g", Type::Truth, 0, "`g` is a number; expected true or false"),
        ("g <= 1 and g + 1", Type::Truth, 11, "`g + 1` is a number; expected true or false"),
        ("if g then 1 else 2", Type::Number, 3, "`g` is a number; expected true or false"),
        (
            "if g <= 1 then g <= 2 else 2",
            Type::Number,
            15,
            "`g <= 2` is true or false; expected a number",
        ),
        ("(g <= 1) >= 0.5", Type::Truth, 0, "`(g <= 1)` is true or false; expected a number"),
    ];
    for (text, kind, offset, message) in cases {
        assert_eq!(error(text, kind), (offset, message.to_owned()), "{text}");
    }
}

#[test]
fn missing_and_extra_parts_are_errors_with_a_place() {
    let cases = [
        ("", 0, "expected a number, a feature or `(`, found the end"),
        ("(g + 1", 6, "expected `)` or an operator, found the end"),
        ("g + 1)", 5, "expected an operator or the end, found `)`"),
        ("g 1", 2, "expected an operator or the end, found `1`"),
        ("g -1", 2, "expected an operator or the end, found `-1`"),
        ("g - 1", 2, "expected `-` only before a number, found `-`"),
        ("g +", 3, "expected a number, a feature or `(`, found the end"),
        ("g + and", 4, "expected a number, a feature or `(`, found `and`"),
        ("1 + if g <= 1 then 1 else 2", 4, "expected `(` before `if`, found `if`"),
        ("if g <= 1 else 2", 10, "expected `then` or an operator, found `else`"),
        ("if g <= 1 then 2", 16, "expected `else` or an operator, found the end"),
        ("g < 1", 2, "expected `<=`, found `<`"),
        ("1.2.3", 0, "expected a number, found `1.2.3`"),
    ];
    for (text, offset, message) in cases {
        assert_eq!(error(text, Type::Number), (offset, message.to_owned()), "{text}");
    }
    let (offset, message) = error("é", Type::Number);
    assert_eq!((offset, &message[..20]), (0, "unknown feature `é`"), "{message}");
    assert_eq!(
        error("g <= 1 <= 2", Type::Truth),
        (7, "expected an operator or the end, found `<=`".to_owned())
    );
}

#[test]
fn numbers_that_are_not_finite_are_refused() {
    for (text, offset) in [("1 + 1e999", 4), ("nan", 0), ("2 * inf", 4)] {
        let (at, message) = error(text, Type::Number);
        assert_eq!((at, message.contains("is not a finite number")), (offset, true), "{text}");
    }
}

#[test]
fn nesting_has_a_limit_and_long_chains_have_too() {
    let nested = |deep: usize| format!("{}1{}", "(".repeat(deep), ")".repeat(deep));
    assert!(read(&nested(Tree::DEEPEST - 1), Type::Number).is_ok());
    assert_eq!(
        error(&nested(100_000), Type::Number),
        (Tree::DEEPEST, "nested more than 200 deep".to_owned())
    );
    let chain = |terms: usize| vec!["1"; terms].join(" + ");
    let longest = read(&chain(Tree::DEEPEST), Type::Number).unwrap();
    assert_eq!(longest.depth(), Tree::DEEPEST);
    assert_eq!(error(&chain(100_000), Type::Number).1, "nested more than 200 deep");
    let branches = "if g <= 1 then 1 else ".repeat(100_000);
    assert_eq!(error(&branches, Type::Number).1, "nested more than 200 deep");
}

#[test]
fn the_deepest_tree_to_the_right_comes_back() {
    let deep = Tree::DEEPEST - 1;
    let text = format!("{}1{}", "1 + (".repeat(deep - 1) + "1 + ", ")".repeat(deep - 1));
    let tree = read(&text, Type::Number).unwrap();
    assert_eq!(tree.depth(), Tree::DEEPEST);
    assert_eq!(tree.display(&feature_set()).to_string(), text);
}

proptest! {
    #[test]
    fn what_is_written_reads_as_the_same_number(tree in trees(Type::Number)) {
        let text = tree.display(&feature_set()).to_string();
        prop_assert_eq!(read(&text, Type::Number), Ok(tree), "{}", text);
    }

    #[test]
    fn what_is_written_reads_as_the_same_condition(tree in trees(Type::Truth)) {
        let text = tree.display(&feature_set()).to_string();
        prop_assert_eq!(read(&text, Type::Truth), Ok(tree), "{}", text);
    }

    #[test]
    fn no_pair_of_parentheses_can_be_left_out(tree in trees(Type::Truth)) {
        let text = tree.display(&feature_set()).to_string();
        for (open, _) in text.match_indices('(') {
            let mut depth = 0;
            let close = text[open..].find(|c| {
                depth += i32::from(c == '(') - i32::from(c == ')');
                depth == 0
            });
            let close = open + close.unwrap();
            let bare = [&text[..open], &text[open + 1..close], &text[close + 1..]].concat();
            prop_assert_ne!(read(&bare, Type::Truth), Ok(tree.clone()), "{}", text);
        }
    }

    #[test]
    fn no_text_panics(text in "\\PC*", kind in prop_oneof![Just(Type::Number), Just(Type::Truth)]) {
        if let Err(error) = read(&text, kind) {
            prop_assert!(text.is_char_boundary(error.offset));
        }
    }

    #[test]
    fn no_row_of_tokens_panics(tokens in prop::collection::vec(
        prop::sample::select(vec![
            "if", "then", "else", "and", "or", "<=", ">=", "+", "*", "(", ")", "g", "HSDH-", "-", "-1",
            "1e", "2.5e3", ".", "IsMoveToCascade", "é", "\u{3000}", "\"", "\n",
        ]),
        0..20,
    ), space in "[ ]?") {
        let text = tokens.join(&space);
        if let Ok(tree) = read(&text, Type::Number) {
            let again = tree.display(&feature_set()).to_string();
            prop_assert_eq!(read(&again, Type::Number), Ok(tree));
        }
    }
}
