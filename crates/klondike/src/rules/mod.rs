//! The rules: positions as people see them with their referee, and states as searches see them.

pub(crate) mod board;
pub(crate) mod deal;
pub(crate) mod game;
pub(crate) mod moves;
pub(crate) mod paired;
pub(crate) mod peers;
pub(crate) mod pile;
mod play;
pub(crate) mod position;
pub(crate) mod referee;
pub(crate) mod rule_set;
pub(crate) mod state;
pub(crate) mod step;
pub(crate) mod talon;
