//! The forty boards of the original game, from the easiest to the hardest, with known answers.

/// A board with known answers.
///
/// ```
/// use patience_core::{Cancel, Limits, Meter, Puzzle};
/// use patience_rush_hour::{Board, Cluster, Known, RushHour, jam};
///
/// let &Known { letters, slides, positions, .. } = jam("JAM01").expect("a card");
/// let game = RushHour::new(Board::parse(letters)?)?;
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// let cluster = Cluster::explore(&game, &game.start(), &mut meter).expect("no limit");
/// assert_eq!(cluster.distance().map(u32::from), Some(slides));
/// assert_eq!(cluster.positions(), positions as usize);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its name.
    pub name: &'static str,
    /// Its cells, row by row.
    pub letters: &'static str,
    /// The fewest slides that solve it.
    pub slides: u32,
    /// The fewest steps that solve it.
    pub steps: u32,
    /// The number of reachable positions, itself included.
    pub positions: u32,
}

const fn known(
    name: &'static str,
    letters: &'static str,
    slides: u32,
    steps: u32,
    positions: u32,
) -> Known {
    Known { name, letters, slides, steps, positions }
}

/// The boards of the forty cards.
pub const JAM: [Known; 40] = [
    known("JAM01", "BB...CD..E.CDAAE.CD..E..F...GGF.HHH.", 8, 16, 1247),
    known("JAM02", "B..CCCB..D.EAA.DFEGGG.FE..H.IIJJHKK.", 8, 14, 22_139),
    known("JAM03", ".............AAB...CCB.D.E.B.D.EFF.D", 14, 33, 934),
    known("JAM04", "B..C..B..C..BAAC....DEEE..D..F..GGGF", 9, 22, 806),
    known("JAM05", "BB.C.DE..CFDEAACFGEHHHFGI...JJI...KK", 9, 18, 2870),
    known("JAM06", "BB.C..DD.CEF.AAGEFHHIGEFJ.IG..J..KKK", 9, 18, 3070),
    known("JAM07", ".BCCDE.B.FDE.AAF.G..HH.G...I.....I..", 13, 21, 8122),
    known("JAM08", "...BBC..DDECAAFGECHHFGIIJJKLLLMMKNNN", 12, 22, 952),
    known("JAM09", ".BCCDD.B.EFFAA.EGHIJJJGHI.K.GLI.K..L", 12, 17, 6961),
    known("JAM10", "BBC.DDEEC..FGAA..FGHHH.FG..IJJKK.ILL", 17, 32, 4846),
    known("JAM11", "BCCD..B..D..BAAD....EFFF..E..G..HHHG", 25, 56, 1553),
    known("JAM12", "BCC..DB.E..DAAE..D..EFFF....G.HHH.G.", 17, 33, 1330),
    known("JAM13", "BBCCD...E.DF.GEAAFHG.IIFH..JKKHLLJMM", 16, 32, 20_283),
    known("JAM14", "BBC.....C.DDEFAAGHEFIIGH..J.KKLLJ...", 17, 34, 78_501),
    known("JAM15", ".BBCC.DDEEFGHIAAFGHIJKFGHIJKLL.MMNN.", 23, 32, 1023),
    known("JAM16", "BBCCDEF.GGDEFHIAAE.HIJJJ..I...KK....", 21, 41, 4693),
    known("JAM17", "BCCC..B.DDEEAAF...GGFH..IIIHJKLLLHJK", 24, 47, 3237),
    known("JAM18", "BBCD..EECD..FAAD..FGGG..FHH...III...", 25, 60, 4318),
    known("JAM19", "..BCC...B.D..EAAD..EFFG..HHHG.......", 22, 44, 842),
    known("JAM20", "B..CCCBDDE..AAFE.G..F..G..HIIG..HJJJ", 10, 18, 5444),
    known("JAM21", "BBCD..E.CD..EAAD..EFFF...........GGG", 21, 49, 656),
    known("JAM22", "..BCCCD.BEFFDAAE...G.EHHIGJJ.KILLL.K", 26, 46, 10_548),
    known("JAM23", "..BBBC..DEEC..DAAC..FGHH..FGII..JJJ.", 29, 49, 4542),
    known("JAM24", "..BCC..DB...EDAAF.EGG.F.HHH.I.JJ..I.", 25, 50, 8337),
    known("JAM25", "BBC.DDEEC..FGAA.HFGIIIHFGJ.KLL.J.KMM", 27, 52, 9374),
    known("JAM26", ".B.CCCDB.EF.DAAEFGHIIIFGH.J..K..JLLK", 28, 49, 5028),
    known("JAM27", "BCCD..BEED..AAFD.G..FHHG..I..G..IJJJ", 28, 57, 3393),
    known("JAM28", "BBBC....DCEEAAD...FGDHHIFGJJJIKKLL.I", 30, 51, 2544),
    known("JAM29", "BBB.C...D.C.AAD.CEFGGHHEFIIJ.KLLLJ.K", 31, 54, 4373),
    known("JAM30", "B.CDDDB.CE..BAAE..FFGG.H.....HIIJJ.H", 32, 55, 1366),
    known("JAM31", "BB.CCC...DEEFAAD.GF.HIIGJJH..G..HKKK", 37, 69, 6498),
    known("JAM32", "BBCDEE..CD..AAC...FGGHHIF..J.IKK.J.I", 37, 62, 805),
    known("JAM33", ".BC.DD.BC...AAC...EFFGGHEIIJKHLLLJKH", 40, 77, 4303),
    known("JAM34", "B..CCCB..D.EAA.DFEGGGHFE..IHJJKKILL.", 43, 71, 4482),
    known("JAM35", "..BCCD..BE.DAABE.DFGGG..FHHIJ.KK.IJ.", 43, 75, 4590),
    known("JAM36", "BCCCDDBEFF.GBEAA.GHHHI.G..JIKKLLJ...", 44, 63, 3811),
    known("JAM37", "BBC.DDEEC.FGHAA.FGHIIIFGH..JKKLL.JMM", 47, 65, 1977),
    known("JAM38", "B..CCCBDDE..AAFE.G..FHHG..IJJG..IKKK", 48, 77, 5082),
    known("JAM39", "..BCCC..BD..AAED.FGGEHHFIJKK.FIJLL..", 50, 82, 4643),
    known("JAM40", "BCC.D.BEF.DGBEFAAGHHHI.G..JIKKLLJMM.", 51, 81, 4780),
];

/// The board of a card: `JAM40`, `jam-40`, `JAM1` for `JAM01`.
///
/// ```
/// use patience_rush_hour::jam;
///
/// assert_eq!(jam("jam-1").map(|board| board.name), Some("JAM01"));
/// assert_eq!(jam("JAM41"), None);
/// ```
#[must_use]
pub fn jam(name: &str) -> Option<&'static Known> {
    let (prefix, number) = name.split_at_checked(3)?;
    let digits = number.strip_prefix('-').unwrap_or(number);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    if !prefix.eq_ignore_ascii_case("jam") || !is_number {
        return None;
    }
    JAM.get(digits.parse::<usize>().ok()?.checked_sub(1)?)
}
