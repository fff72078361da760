//! The kit: what every surface needs of a puzzle, behind one object-safe trait.
//!
//! A puzzle crate implements the typed [`Game`]; [`KitOf`] erases it. Surfaces (the program, the page, Python) see only [`Kit`],
//! [`Position`], [`Solve`] and [`Line`], and name no puzzle. What a puzzle cannot do is `None` or an empty list, never a panic.
//!
//! | you need | you get it from |
//! |---|---|
//! | names, metrics, formats | [`Kit::about`] |
//! | rules and engines with their settings | [`Kit::rules`], [`Kit::engines`] as [`Field`]s |
//! | a position | [`Kit::deal`], [`Kit::named`], [`Kit::read`] |
//! | legal moves, playing, pictures | [`Position`] |
//! | a solution | [`Kit::prepare`], then [`Solve::solve`] |
//! | the value of every move | [`Position::judge`] |
//! | positions and moves as numbers, for programs that learn | [`Codec`] |
//! | how hard a position is | [`Position::grade`] |
//! | long computations, and what evolves besides policies | [`Kit::jobs`], [`Kit::evolvables`] |
//! | players of games with hidden information, advice, such games | [`Kit::players`] |
//!
//! The examples are about toys, whose source is in the folder `doc`. In `heap.rs` a move takes two or three stones from a heap, until nothing
//! is left; one stone is stuck. In `cups.rs` a pea lies under one of three cups, and two may be lifted. In `counting.rs` a number evolves.

mod about;
mod adapter;
mod advice;
mod algorithm;
mod answer;
mod array_game;
mod array_piles;
mod arrays;
mod assess;
mod choices;
mod code;
mod erased_players;
mod evolvable;
mod fault;
mod game;
mod generic;
mod grade;
mod guide;
mod held;
mod job;
mod judge;
mod maker;
mod players;
mod policy;
mod position;
mod prepared;
mod random_playouts;
mod reading;
mod record;
mod setting;
pub mod settings;
mod span;
mod view;

pub use about::{About, EngineAbout, Length, LengthLabel, Named};
pub use adapter::KitOf;
pub use advice::{Advice, GamesAfter, MoveAdvice, PlayOutSummary, PlayOuts, ProvenStatus};
pub use algorithm::{
    Algorithm, BeamSettings, HeuristicSettings, IdaStarSettings, IterativeSettings, StagedSettings,
};
pub use answer::{Answer, End, Lengths, Line, rows};
pub use array_game::{AnyGame, ArrayGame, ViewGame};
pub use array_piles::ArrayPiles;
pub use arrays::{Alphabet, Codec};
pub use assess::{Assessment, Assessor, retry, rounds};
pub use code::{CODE, Packer, Unpacker, is_code, link};
pub use evolvable::{BestTable, Estimate, Evaluate, Evolvable, EvolvableAbout, RunReport};
pub use fault::{Fault, FaultKind};
pub use game::{Game, Replay, Setup};
pub use generic::Generic;
pub use grade::{Grade, Graded, Grading, figure, quartiles};
pub use guide::{FeatureAbout, Guide, Guided, feature_values, features};
pub use job::{Finished, Gather, Item, Job, JobAbout, Taken, Work};
pub use judge::{Judged, Judgement, Verdict, judge_by, judge_each};
pub use maker::{Candidate, Make, Maker, Recipe};
pub use patience_core::text::grouped;
pub use patience_search::layered::ranks::Ranks;
pub use players::{
    GameRecord, HiddenGame, HiddenPlay, Player, PlayerAbout, PlayerSetup, Players, WatchedGame,
    shown,
};
pub use policy::{Policy, PolicyError, read_search, read_search_of, weights};
pub use position::{Kit, Loaded, MoveInfo, Play, Position, Refused, Report, Solve};
pub use random_playouts::{Played, RandomPlayouts};
pub use record::{OutcomeKind, Record};
pub use settings::{Choice, Field, FieldKind, Setting, Settings, Values};
pub use span::{read_range, seed_of};
pub use view::{Area, Ink, Label, Piece, Place, Spread, View};
