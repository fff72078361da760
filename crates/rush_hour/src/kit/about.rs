//! Names, metrics and formats of Rush Hour.

use patience_kit::{About, Choice, Length, LengthLabel, Named};

use crate::rules::game::Metric;

/// The name of the puzzle.
pub const NAME: &str = "rushhour";

const SLIDES: Named =
    Named { name: "slides", summary: "A vehicle that moves any distance counts one" };
const STEPS: Named = Named { name: "steps", summary: "Every cell that a vehicle moves counts one" };

impl Choice for Metric {
    const ALL: &'static [(Self, Named)] = &[(Self::Slides, SLIDES), (Self::Steps, STEPS)];
}

/// The format that is read back.
pub(super) const EXCHANGE: &str = "word";

/// The report about all positions that can be reached.
pub(super) const CLUSTER: &str = "cluster";

/// The lengths, in the order of [`About::lengths`].
const LENGTHS: [Length; 2] = [
    Length {
        field: SLIDES.name,
        summary: Some(SLIDES.name),
        label: LengthLabel::Unit("slide", SLIDES.name),
    },
    Length {
        field: STEPS.name,
        summary: Some(STEPS.name),
        label: LengthLabel::Unit("step", STEPS.name),
    },
];

pub(super) static ABOUT: About = About {
    name: NAME,
    title: "Rush Hour",
    one: "board",
    many: "boards",
    instance: "Letters row by row (36 for 6×6, or with `/` between the rows), a card (JAM40) or a range of cards (JAM01..=JAM40), \
               a set (6x6, 6x6/1/test, 8x8), a file, or - for standard input",
    default_instance: None,
    metrics: &[SLIDES, STEPS],
    lengths: &LENGTHS,
    formats: &[
        Named { name: "table", summary: "A row a line, with the exit marked" },
        Named {
            name: "letters",
            summary: "The letters row by row in one word; a row a line if the board is not square",
        },
        Named { name: EXCHANGE, summary: "One word, with `/` between rows if it is not square" },
    ],
    exchange: EXCHANGE,
    line_formats: &[
        Named {
            name: "notation",
            summary: "The moves: A+3 is A three cells to the right or down, G-1 is G one cell to the left or up",
        },
        Named { name: "boards", summary: "The board after every move" },
    ],
    engine_switches: &[],
    reports: &[Named {
        name: CLUSTER,
        summary: "Print what can be reached from the board instead: positions, their distances from a solved one, the hardest of them; \
                  boards of up to 8×8 cells",
    }],
};

/// A length in words: `1 slide`, `16 steps`.
pub(crate) fn in_words(metric: Metric, length: u32) -> String {
    let [slides, steps] = &LENGTHS;
    let kind = match metric {
        Metric::Slides => slides,
        Metric::Steps => steps,
    };
    kind.with(length.into())
}
