use patience_gpu::{End, JumpGame, JumpSide, SideJump};

include!("three_holes.rs");

/// The game of `three_holes.rs`, for examples.
pub fn game() -> JumpGame {
    three_holes()
}
