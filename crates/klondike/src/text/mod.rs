//! Positions and steps as text: our own format, formats of other programs, notation, sentences, tables.

pub(crate) mod code;
pub(crate) mod deals;
pub(crate) mod exchange;
pub(crate) mod notation;
pub(crate) mod plain;
pub(crate) mod sentence;
pub(crate) mod table;
