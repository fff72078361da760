//! Tests of the crate with a game of three holes in a row.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

use patience_gpu::{Device, End, JumpGame, JumpSide, Memory, SideJump};

include!("../doc/three_holes.rs");

#[test]
#[cfg(not(feature = "cuda"))]
fn without_kernels_the_device_says_so() {
    let error = Device::Cuda.open(&three_holes(), &Memory::default()).unwrap_err();
    assert_eq!(error.to_string(), "this program was built without the feature gpu");
}

#[test]
#[cfg(feature = "emulation")]
fn boards_with_too_many_holes_are_refused() {
    use patience_gpu::{GpuError, MOST_HOLES};
    let game = JumpGame { holes: MOST_HOLES + 1, ..three_holes() };
    let error = Device::Emulation.open(&game, &Memory::default()).unwrap_err();
    assert!(matches!(error, GpuError::TooLarge { what: "holes", count: 53, most: 52 }), "{error}");
}

#[test]
#[cfg(feature = "emulation")]
fn one_jump_solves_the_smallest_game() {
    use patience_core::{Cancel, Limits, Meter};
    let game = three_holes();
    let mut layers = Device::Emulation.open(&game, &Memory::default()).unwrap();
    let mut observer = ();
    let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
    let method = patience_gpu::Method::default();
    let proof = patience_gpu::search(&game, &mut layers, method, &mut meter).unwrap();
    let path = proof.path.unwrap();
    assert_eq!((path.cost, path.keys), (1, vec![0b011, 0b100]));
}
