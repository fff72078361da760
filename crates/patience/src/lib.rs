//! Patience for programmers: every puzzle and engine behind one dependency.
//!
//! ```
//! use patience::{Cancel, Limits, Setup, Values};
//!
//! let kit = patience::puzzle("tiles")?;
//! let position = patience::read(kit, "8 1 3/4 . 2/7 6 5", &Values::default())?;
//! let engine = kit.prepare(&Setup::default())?;
//! let answer = engine.solve(&*position, &Limits::default(), &Cancel::new(), &mut ())?;
//! assert_eq!(engine.headline(&answer), "14 moves, optimal");
//! # Ok::<(), patience::Fault>(())
//! ```
//!
//! A [`Kit`] is a puzzle, a [`Position`] a deal or a board of it, [`Solve`] an engine with its settings, an [`Answer`] what it found.
//! `kit.engines()` lists the engines with their settings; [`request`] has the same as JSON messages. To use the algorithms on a puzzle of your
//! own, depend on `patience-core` and `patience-search`, and read the crate `patience-tiles` as a tutorial.

mod positions;
mod puzzles;
mod searches;

pub use positions::{
    Judged, Judgement, MoveInfo, Piece, Place, Play, Position, Verdict, View, read,
};
pub use puzzles::{
    About, EngineAbout, Fault, Field, FieldKind, Kit, Policy, Values, batch, puzzle, puzzles,
    request,
};
pub use searches::{
    Answer, Cancel, End, Event, Lengths, Limits, Line, Meter, Observer, OutcomeKind, Record, Setup,
    Solve, Stats, Stop,
};

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/tour.md")]
struct Tour;
