//! Names, metrics and formats of Klondike.

use patience_kit::{About, Length, LengthLabel, Named};

pub(super) static ABOUT: About = About {
    name: "klondike",
    title: "Klondike",
    one: "deal",
    many: "deals",
    instance: "A seed (7), a range of seeds (1..=1000), a position as text, JSON of Solvitaire or digits of Klondike-Solver, a file \
               with these, or - for standard input",
    default_instance: None,
    metrics: &[
        Named { name: "moves", summary: "Movements of cards; a run counts one" },
        Named {
            name: "turns",
            summary: "Movements of cards and turns of the stock; turning the waste over counts one too",
        },
    ],
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
        Named {
            name: "table",
            summary: "As on a table, columns downwards; face-down cards in brackets",
        },
        Named {
            name: "text",
            summary: "Text with the rules, a column a line, that all commands read",
        },
        Named { name: "json", summary: "JSON as Solvitaire reads it, without the rules" },
        Named {
            name: "digits",
            summary: "The digits of Klondike-Solver, for deals of all 52 cards",
        },
    ],
    exchange: "text",
    line_formats: &[
        Named {
            name: "notation",
            summary: "Notation: T and R turn the stock and the waste, w-3 and 5-h move cards",
        },
        Named { name: "text", summary: "A sentence a step" },
        Named { name: "positions", summary: "The position after every step" },
    ],
    engine_switches: &[("shortest", "shortest")],
    reports: &[],
};
