//! Shapes of walls, cars and trucks, seen from above, which a picture defines once.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::Board;

/// The side of a cell.
pub(super) const SIDE: u32 = 64;
/// The name of the shape of a wall.
pub(super) const WALL: &str = "wall";
/// Vehicles of this length are cars, longer ones are trucks.
const CAR: u8 = 2;
/// The length of a truck's cab with its coupling.
const CAB: u32 = 46;

/// The `<defs>` element that a picture of the board needs; every shape once.
pub(super) fn definitions(board: &Board) -> String {
    let lengths: BTreeSet<u8> = board.vehicles().iter().map(|vehicle| vehicle.length).collect();
    let mut out = String::from("<defs>\n");
    if !board.walls().is_empty() {
        let _ = writeln!(out, r#"<g id="{WALL}">{BLOCK}</g>"#);
    }
    for length in lengths {
        let drawing = if length <= CAR { SALOON.to_owned() } else { truck(length) };
        let _ = writeln!(out, r#"<g id="{}">{drawing}</g>"#, name(length));
    }
    out + "</defs>\n"
}

/// The name of the shape of a vehicle. It drives to the right and takes the colour of what it is used in.
pub(super) fn name(length: u8) -> String {
    if length <= CAR { "car".to_owned() } else { format!("truck-{length}") }
}

/// The distance of a letter's middle from the rear end of its vehicle: on the roof, or on the load.
pub(super) fn centre(length: u8) -> u32 {
    if length <= CAR { 58 } else { (SIDE * u32::from(length) - CAB) / 2 + 2 }
}

/// A block of concrete with a cross on it.
const BLOCK: &str = concat!(
    r##"<rect class="block" x="3" y="3" width="58" height="58" rx="6" fill="#343943" stroke="#171a1f" stroke-width="2"/>"##,
    r##"<path class="cross" d="M22 22l20 20M42 22L22 42" stroke="#7d8594" stroke-width="5" stroke-linecap="round"/>"##,
);

/// Shadow, wheels, body, windows, head lights, tail lights.
const SALOON: &str = concat!(
    r##"<rect class="shadow" x="2" y="7" width="124" height="52" rx="17" fill="#000" fill-opacity=".22"/>"##,
    r##"<path class="dark" d="M28 9h12M92 9h12M28 55h12M92 55h12" stroke="#14171b" stroke-width="6" stroke-linecap="round"/>"##,
    r##"<rect class="outline" x="4" y="9" width="120" height="46" rx="15" stroke="#000" stroke-opacity=".4" stroke-width="1.5"/>"##,
    r##"<path class="glass" d="M26 16Q20 32 26 48L36 44Q33 32 36 20zM91 14Q103 32 91 50L79 45Q85 32 79 19z"##,
    r##"M37 13H80L74 17H42zM37 51H80L74 47H42z" fill="#1b2530" fill-opacity=".85"/>"##,
    r##"<path d="M118 18l2 5M118 46l2-5" stroke="#fff2b8" stroke-width="5" stroke-linecap="round"/>"##,
    r##"<path d="M8 20v5M8 39v5" stroke="#8c1022" stroke-width="4" stroke-linecap="round"/>"##,
);

/// Wheels, coupling, cab, windscreen, head lights of a truck.
const TRACTOR: &str = concat!(
    r##"<path class="dark" d="M20 10h10M20 54h10" stroke="#14171b" stroke-width="6" stroke-linecap="round"/>"##,
    r##"<path class="dark" d="M0 32h6" stroke="#14171b" stroke-width="22"/>"##,
    r##"<rect class="outline" x="5" y="10" width="37" height="44" rx="10" stroke="#000" stroke-opacity=".4" stroke-width="1.5"/>"##,
    r##"<path class="glass" d="M29 15Q38 32 29 49L19 45Q24 32 19 19z" fill="#1b2530" fill-opacity=".85"/>"##,
    r##"<path d="M38 18v4M38 42v4" stroke="#fff2b8" stroke-width="4.5" stroke-linecap="round"/>"##,
);

/// Shadow, wheels, tractor, load, its cover and ribs, tail lights.
fn truck(length: u8) -> String {
    let front = SIDE * u32::from(length);
    let load = front - CAB;
    let (shadow, width, cover) = (front - 4, load - 4, load - 16);
    let mut ribs = String::new();
    for x in (26..load - 10).step_by(16) {
        let _ = write!(ribs, "M{x} 8v6M{x} 50v6");
    }
    format!(
        r##"<rect class="shadow" x="2" y="6" width="{shadow}" height="54" rx="9" fill="#000" fill-opacity=".22"/><path class="dark" d="M16 8h10M32 8h10M16 56h10M32 56h10" stroke="#14171b" stroke-width="6" stroke-linecap="round"/><g transform="translate({load} 0)">{TRACTOR}</g><rect class="outline" x="4" y="8" width="{width}" height="48" rx="4" stroke="#000" stroke-opacity=".4" stroke-width="1.5"/><rect x="10" y="14" width="{cover}" height="36" rx="2" fill="#fff" fill-opacity=".16"/><path d="{ribs}" stroke="#000" stroke-opacity=".25" stroke-width="1.5"/><path d="M7.5 15v5M7.5 44v5" stroke="#8c1022" stroke-width="3.5" stroke-linecap="round"/>"##
    )
}
