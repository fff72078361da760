use patience_gpu::GpuError;
use patience_gpu::clusters::{Family, Grid, LINES, Lane, Lines, NO_LANE, Target, Unit};

/// A piece of two cells on a line of three: it starts in the first cell or in the second.
#[allow(dead_code, reason = "not every example needs it")]
pub fn lane() -> Lane {
    let mut lane = Lane { seats: 1, ..Lane::EMPTY };
    lane.cover[..2].copy_from_slice(&[0b011, 0b110]);
    for covered in 0..64 {
        let is_free = |cells: usize| u8::from(covered & cells == 0);
        lane.fit[covered] = is_free(0b011) | is_free(0b110) << 1;
        lane.moves[0][covered] = is_free(0b100) << 1;
        lane.moves[1][covered] = is_free(0b001);
    }
    lane
}

/// The target leaves row 0 on the right.
#[allow(dead_code, reason = "not every example needs it")]
pub fn target() -> Target {
    let (mut ahead, mut drive) = ([0; 8], [0; 8]);
    (ahead[0], drive[0]) = (0b100, 1);
    Target { row: 0, exits: 0b10, ahead, drive }
}

/// Three rows and three columns.
#[allow(dead_code, reason = "not every example needs it")]
pub fn grid() -> Result<Grid, GpuError> {
    Grid::new(&[lane()], &target(), [2; 4])
}

/// A piece on one line, in both of its arrangements.
#[allow(dead_code, reason = "not every example needs it")]
pub fn piece_on(line: usize) -> Lines {
    let mut lines = Lines { lane: [NO_LANE; LINES], allowed: [0; LINES] };
    (lines.lane[line], lines.allowed[line]) = (0, 0b11);
    lines
}

/// The target on row 0.
#[allow(dead_code, reason = "not every example needs it")]
pub fn unit() -> Unit {
    Unit { walls_by_row: 0, walls_by_column: 0, rows: piece_on(0), walls: 0 }
}

/// A piece on the last column.
#[allow(dead_code, reason = "not every example needs it")]
pub fn family() -> Family {
    Family { unit: 0, columns: piece_on(2) }
}
