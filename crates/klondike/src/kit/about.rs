//! Names, metrics and formats of Klondike.

use crate::Metric;
use patience_kit::{About, Choice as _, Length, LengthLabel, Named};

pub(super) static ABOUT: About = About {
    name: "klondike",
    title: "Klondike",
    one: "deal",
    many: "deals",
    instance: "A seed (7), a range of seeds (1..=1000), a position as text, JSON of Solvitaire or digits of Klondike-Solver, a file \
               with these, or - for standard input",
    default_instance: None,
    metrics: &[Metric::ALL[0].1, Metric::ALL[1].1],
    lengths: &[
        Length {
            field: "move_count",
            summary: Some("moves"),
            label: LengthLabel::Unit("move", "moves"),
        },
        Length {
            field: "turns",
            summary: Some("turns"),
            label: LengthLabel::Unit("turn", "turns"),
        },
    ],
    formats: &[
        Named::new("table", "As on a table, columns downwards; face-down cards in brackets"),
        Named::new("text", "Text with the rules, a column a line, that all commands read"),
        Named::new("json", "JSON as Solvitaire reads it, without the rules"),
        Named::new("digits", "The digits of Klondike-Solver, for deals of all 52 cards"),
    ],
    exchange: "text",
    line_formats: &[
        Named::new(
            "notation",
            "Notation: T and R turn the stock and the waste, w-3 and 5-h move cards",
        ),
        Named::new("text", "A sentence a step"),
        Named::new("positions", "The position after every step"),
    ],
    engine_switches: &[("shortest", "shortest")],
    reports: &[],
};
