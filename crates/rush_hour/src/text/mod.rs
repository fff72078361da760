//! Text: boards and files of boards, moves, boards for terminals and programs.

pub(crate) mod code;
pub(crate) mod grid;
pub(crate) mod notation;
pub(crate) mod reading;
pub(crate) mod shown;
