//! The drawings that cards are made of: suits, pips and the court.

use crate::Suit;

/// The outline of a suit, centred on the origin, in a square of 100.
pub(super) const fn outline(suit: Suit) -> &'static str {
    match suit {
        Suit::Clubs => {
            "M-22-25a22 22 0 1 1 44 0a22 22 0 1 1-44 0zM-46 11a22 22 0 1 1 44 0a22 22 0 1 1-44 0z\
             M2 11a22 22 0 1 1 44 0a22 22 0 1 1-44 0zM-8-12H8L10 6Q8 36 20 47H-20Q-8 36-10 6z"
        }
        Suit::Diamonds => "M0-48Q15-21 37 0Q15 21 0 48Q-15 21-37 0Q-15-21 0-48z",
        Suit::Hearts => {
            "M0 45C-7 29-45 9-45-17C-45-33-34-43-22-43C-11-43-3-36 0-25\
             C3-36 11-43 22-43C34-43 45-33 45-17C45 9 7 29 0 45z"
        }
        Suit::Spades => {
            "M0-47C7-31 44-9 44 14C44 29 34 37 23 37C14 37 7 32 4 24C5 35 9 42 18 47H-18\
             C-9 42-5 35-4 24C-7 32-14 37-23 37C-34 37-44 29-44 14C-44-9-7-31 0-47z"
        }
    }
}

/// How the pips of a card lie: `upper` is drawn a second time, upside down, on the lower half.
pub(super) struct Pips {
    pub(super) size: u8,
    pub(super) upper: Spots,
    pub(super) once: Spots,
}

/// The centres of some pips.
type Spots = &'static [(u8, u8)];

/// The pips of ranks 1 to 10; the court has none.
pub(super) const fn pips(rank: u8) -> Option<Pips> {
    let (size, upper, once): (u8, Spots, Spots) = match rank {
        1 => (48, &[], &[(40, 58)]),
        2 => (22, &[(40, 39)], &[]),
        3 => (20, &[(40, 36)], &[(40, 58)]),
        4 => (21, &[(24, 40), (56, 40)], &[]),
        5 => (20, &[(23, 38), (57, 38)], &[(40, 58)]),
        6 => (18, &[(24, 36), (56, 36)], &[(24, 58), (56, 58)]),
        7 => (17, &[(23, 36), (57, 36)], &[(23, 58), (57, 58), (40, 47)]),
        8 => (17, &[(23, 36), (57, 36), (40, 47)], &[(23, 58), (57, 58)]),
        9 => (15, &[(23, 35), (57, 35), (23, 50), (57, 50)], &[(40, 58)]),
        10 => (15, &[(23, 35), (57, 35), (23, 50), (57, 50), (40, 43)], &[]),
        _ => return None,
    };
    Some(Pips { size, upper, once })
}

/// The upper half of a court figure, above y 58 in a frame 56 wide; parts without a colour of their own take the suit's.
pub(super) const fn court(rank: u8) -> Option<&'static str> {
    match rank {
        11 => Some(JACK),
        12 => Some(QUEEN),
        13 => Some(KING),
        _ => None,
    }
}

/// Hair, face, eyes, mouth, doublet, collar, cap, its band, a feather.
const JACK: &str = concat!(
    r##"<path d="M31.5 38Q31 47 29.5 51Q34 53 37 51H43Q46 53 50.5 51Q49 47 48.5 38z" fill="#b5762f"/>"##,
    r##"<path d="M34 37.5V45Q34.5 52.5 40 52.5Q45.5 52.5 46 45V37.5z" fill="#fae0c3"/>"##,
    r##"<path d="M37 43.4v1.4M43 43.4v1.4" stroke="#2b2320" stroke-width="1.3" stroke-linecap="round"/>"##,
    r##"<path d="M38.3 48.6Q40 49.7 41.7 48.6" fill="none" stroke="#b0524a" stroke-width=".9"/>"##,
    r##"<path d="M12.5 58V56.5Q15 52.5 33 51.3L40 57L47 51.3Q65 52.5 67.5 56.5V58z"/>"##,
    r##"<path d="M33 51.2L40 58L47 51.2L43.5 50.8L40 54L36.5 50.8z" fill="#e9b949"/>"##,
    r##"<path d="M30.5 37.5Q28.5 29.5 41 29.5Q52.5 30 49.5 37.5z"/>"##,
    r##"<path d="M30 36.2H50Q50.6 38 50 39.8H30Q29.4 38 30 36.2z" fill="#e9b949"/>"##,
    r##"<path d="M48.5 36.5Q60 36 61.5 30Q52 28.5 48.5 36.5z" fill="#5b8fc2"/>"##,
);

/// Hair, face, eyes, mouth, gown, necklace, crown, its pearls and its stone.
const QUEEN: &str = concat!(
    r##"<path d="M32.5 36Q29 45 26.5 53Q33 56 40 55Q47 56 53.5 53Q51 45 47.5 36z" fill="#8a4b22"/>"##,
    r##"<path d="M34.2 37.5V44.5Q35 52.8 40 53Q45 52.8 45.8 44.5V37.5z" fill="#fae0c3"/>"##,
    r##"<path d="M37 43.4v1.4M43 43.4v1.4" stroke="#2b2320" stroke-width="1.3" stroke-linecap="round"/>"##,
    r##"<path d="M38.5 48.5Q40 50.2 41.5 48.5z" fill="#c0392b"/>"##,
    r##"<path d="M12.5 58V57Q17 53.5 35.5 52.2Q40 56 44.5 52.2Q63 53.5 67.5 57V58z"/>"##,
    r##"<path d="M34.5 52.2Q40 58.2 45.5 52.2" fill="none" stroke="#e9b949" stroke-width="1.5"/>"##,
    r##"<path d="M32.5 39.5L30.3 32.5L35.5 35.8L40 31L44.5 35.8L49.7 32.5L47.5 39.5Q40 37.5 32.5 39.5z" fill="#e9b949"/>"##,
    r##"<path d="M30.3 32.3h0M40 30.8h0M49.7 32.3h0" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/>"##,
    r##"<path d="M40 36h0" stroke="#c8142f" stroke-width="2.2" stroke-linecap="round"/>"##,
);

/// Hair, face, eyes, robe, ermine, beard, mouth, crown, its band and its cross.
const KING: &str = concat!(
    r##"<path d="M32 38Q31 46 31.5 50H48.5Q49 46 48 38z" fill="#9a9aa3"/>"##,
    r##"<path d="M34 38V47H46V38z" fill="#fae0c3"/>"##,
    r##"<path d="M37 42.6v1.4M43 42.6v1.4" stroke="#2b2320" stroke-width="1.3" stroke-linecap="round"/>"##,
    r##"<path d="M12.5 58V55.5Q16 52 33 51H47Q64 52 67.5 55.5V58z"/>"##,
    r##"<path d="M24 58L31 51.2H49L56 58z" fill="#fffaf0"/>"##,
    r##"<path d="M32 44.5Q35.5 49 38 46.8Q40 45.8 42 46.8Q44.5 49 48 44.5Q48.5 54 40 57.5Q31.5 54 32 44.5z" fill="#9a9aa3"/>"##,
    r##"<path d="M38 49.2Q40 50.4 42 49.2" fill="none" stroke="#7c3b34"/>"##,
    r##"<path d="M32 39.5L30.5 31.5L36 35L40 29.8L44 35L49.5 31.5L48 39.5z" fill="#e9b949"/>"##,
    r##"<path d="M31.7 38H48.3V40H31.7z" fill="#c8142f"/>"##,
    r##"<path d="M39.3 28.4h1.4v1.2h1.3v1.3h-1.3v1.5h-1.4v-1.5h-1.3v-1.3h1.3z" fill="#e9b949"/>"##,
);
