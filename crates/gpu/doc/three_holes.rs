/// Pegs in holes 0 and 1; the peg in hole 0 jumps to hole 2.
fn three_holes() -> JumpGame {
    let high = 0x8080_8080_8080_8080;
    let side = |roots: u64, pattern: u64, begin: u8, finish: u8, flip: u64| JumpSide {
        roots: vec![roots],
        jumps: vec![SideJump { mask: 0b111, pattern, begin, finish, drop: [0; 2] }],
        lanes: vec![[0; 2]; 3],
        lane_base: [high; 2],
        flip,
        regions: Vec::new(),
        types: [0; 4],
        ends: vec![End { corners: 0, asked: 0, moves: [[0; 65]; 4] }],
    };
    JumpGame {
        holes: 3,
        symmetries: vec![vec![0, 1, 2]],
        steps: 1,
        continues: true,
        sides: [side(0b011, 0b011, 0, 2, 0), side(0b100, 0b100, 2, 0, u64::MAX)],
    }
}
