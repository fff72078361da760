//! The colours of vehicles.

use crate::Board;
use patience_draw::colour::Colour;

/// The target's own.
const RED: Colour = Colour([0xd9, 0x2b, 0x3a]);

/// Those of the other vehicles: neighbours differ most, and none is mistaken for the target's or the ground's.
const OTHERS: [Colour; 20] = [
    Colour([0x4a, 0x9f, 0xe0]),
    Colour([0xf2, 0xc2, 0x30]),
    Colour([0x3f, 0xae, 0x63]),
    Colour([0xf0, 0x8a, 0x3c]),
    Colour([0x9a, 0x6b, 0xd3]),
    Colour([0x35, 0xc2, 0xc1]),
    Colour([0xec, 0x98, 0xc0]),
    Colour([0xa8, 0x79, 0x4f]),
    Colour([0xa7, 0xcf, 0x3f]),
    Colour([0x2e, 0x5f, 0xb3]),
    Colour([0xed, 0xe4, 0xcc]),
    Colour([0x1f, 0x7a, 0x6d]),
    Colour([0xb9, 0xa9, 0xee]),
    Colour([0x7d, 0x8a, 0x2e]),
    Colour([0x96, 0xd8, 0xf4]),
    Colour([0x6d, 0x3f, 0x8f]),
    Colour([0xf6, 0xb8, 0x90]),
    Colour([0x8f, 0xdc, 0xae]),
    Colour([0x7a, 0x4a, 0x2b]),
    Colour([0xd3, 0xd6, 0xdc]),
];

/// The colour of the vehicle of a letter. It stays the same wherever vehicles stand.
pub(super) fn colour(board: &Board, letter: char) -> Colour {
    let target = board.target().letter;
    if letter == target {
        return RED;
    }
    let is_before = |other: char| other != target && other < letter;
    let number = board.vehicles().iter().filter(|vehicle| is_before(vehicle.letter)).count();
    let Colour(pure) = OTHERS[number % OTHERS.len()];
    // When all are used, they come again: first darker, then lighter.
    Colour(match number / OTHERS.len() {
        0 => pure,
        1 => pure.map(|part| part / 5 * 3),
        _ => pure.map(|part| part / 2 + 0x80),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stand_out() {
        for colour in OTHERS.into_iter().chain([RED]) {
            let ink = if colour.ink() == "#fff" { 0xff } else { 0x1d };
            assert!(90 < colour.brightness().abs_diff(ink), "{colour}");
        }
    }
}
