//! One side of a problem, from the start or from the goals.

use std::sync::Arc;

use patience_core::{Cut, Layered, Record, Step};

use super::distance::{BoundCheck, Change, Distance};
use super::hitting_sets::HittingSets;
use super::hops::{Direction, Hop};
use super::invariants::{Bounds, Invariants};
use super::jump_bitboard::{JumpBitboard, MOST_WAYS};
use super::locality::Locality;
use super::options::{Bound, Options, Pagodas, Symmetry};
use super::packed_counts::PackedCounts;
use super::packed_invariants::{PackedInvariants, Rest, after, is_dead};
use crate::analysis::{merson, possible_goals};
use crate::rules::Symmetries;
use crate::{Lattice, Metric, Pegs, Problem};

/// The cut-off that cuts nothing.
const NO_CUTOFF: u8 = u8::MAX;

/// Links for every way and every bit of a word, rounded up to a power of two.
const LINKS: usize = (MOST_WAYS * 64).next_power_of_two();

/// One side of a problem.
///
/// `expand` takes only positions that were reached from the roots: for others the invariants may overflow.
///
/// ```
/// use patience_core::{Cancel, Limits, Meter};
/// use patience_peg::engines::layered::{Options, Side};
/// use patience_peg::{Drawing, Problem};
/// use patience_search::layered::{LayeredSearch, Method};
///
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// let problem = Problem::vacancy(Drawing::parse("....")?.board, 2, 1)?;
/// let (forth, back) = Side::both(&problem, Options::default());
/// let path = LayeredSearch::new(Method::Best).run(forth, back, &mut meter)?.expect("a solution");
/// // `oo.o`, `..oo`, `.o..`: each jump is a move.
/// assert_eq!((path.keys, path.cost), (vec![0b1011, 0b1100, 0b0010], 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Side {
    steps: usize,
    pub(super) roots: Vec<Pegs>,
    key_bits: u32,
    lattice: Lattice,
    metric: Metric,
    jump_bitboard: JumpBitboard,
    /// By way and bit of [`JumpBitboard`] of the hole where the peg stands.
    links: Box<[Link; LINKS]>,
    /// By the hole where the peg stands.
    chains: Vec<Vec<(Pegs, Link)>>,
    pub(super) hops: Vec<Hop>,
    symmetries: Symmetries,
    /// The masks of the links in the images of a position, by link and symmetry.
    masks: Vec<Pegs>,
    /// The last holes of the links in the images, by link and symmetry.
    ends: Vec<u8>,
    invariants: Invariants,
    pub(super) worth: PackedInvariants,
    /// The bounds of positions that `worth` admits.
    within: Bounds,
    distance: Distance,
    locality: Locality,
}

/// The data of a hop in one place.
#[derive(Clone, Copy, Debug, Default)]
struct Link {
    /// The holes that change.
    mask: Pegs,
    drop: Rest,
    change: Change,
    begin: u8,
    end: u8,
    /// The bit of `end` in the layout.
    end_bit: u8,
}

/// Empty links. An array of a fixed size, made on the heap, needs no bounds checks in the inner loop.
fn links() -> Box<[Link; LINKS]> {
    let links = vec![Link::default(); LINKS].into_boxed_slice();
    links.try_into().unwrap_or_else(|_| unreachable!("there are as many links as the array has"))
}

impl Side {
    /// The side that plays from the start, and the side that takes jumps back from the goals.
    #[must_use]
    pub fn both(problem: &Problem, options: Options) -> (Self, Self) {
        Self::both_while(problem, options, &mut || true)
    }

    /// The same, with fewer invariants if `goes_on` says no.
    pub(crate) fn both_while(
        problem: &Problem,
        options: Options,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> (Self, Self) {
        let goals = possible_goals(problem);
        let invariants = match options.pagodas {
            Pagodas::None => Invariants::none(problem.board()),
            Pagodas::Strong => Invariants::new(problem, &goals, goes_on),
        };
        let hitting_sets = match options.bound {
            Bound::AllRegions => {
                HittingSets::new(&merson::orbits(problem.board(), HittingSets::fit)).map(Arc::new)
            }
            Bound::None | Bound::Paper => None,
        };
        let side = |invariants, direction| {
            Self::new(problem, options, &goals, invariants, hitting_sets.clone(), direction)
        };
        (side(invariants.clone(), Direction::Forth), side(invariants, Direction::Back))
    }

    fn new(
        problem: &Problem,
        options: Options,
        goals: &[Pegs],
        invariants: Invariants,
        hitting_sets: Option<Arc<HittingSets>>,
        direction: Direction,
    ) -> Self {
        let board = problem.board();
        let symmetries = match options.symmetry {
            Symmetry::None => Symmetries::new(problem.symmetries().into_iter().take(1).collect()),
            Symmetry::Problem => Symmetries::new(problem.symmetries()),
        };
        let start = [problem.start()];
        let (from, to) = match direction {
            Direction::Forth => (&start[..], goals),
            Direction::Back => (goals, &start[..]),
        };
        let mut roots: Vec<Pegs> = from.iter().map(|&pegs| symmetries.least(pegs)).collect();
        roots.sort_unstable();
        roots.dedup();
        let worth = PackedInvariants::new(board, &invariants, direction, from, to);
        // Without a goal there is nothing to search.
        let hops = if goals.is_empty() { Vec::new() } else { Hop::all(board, direction) };
        let jump_bitboard = JumpBitboard::new(board, direction, &hops);
        let distance = match (options.bound, options.metric) {
            (Bound::None, _) | (_, Metric::Jumps) => Distance::none(board, direction),
            (Bound::Paper | Bound::AllRegions, Metric::Moves) => {
                Distance::new(problem, goals, direction, &jump_bitboard, hitting_sets)
            }
        };
        let mut side = Self {
            steps: problem.jumps_to_play() as usize,
            roots,
            key_bits: board.all().count_ones(),
            lattice: board.lattice(),
            metric: options.metric,
            links: links(),
            chains: vec![Vec::new(); board.holes().len()],
            locality: Locality::new(board.holes().len(), &hops, &symmetries),
            masks: vec![0; LINKS * symmetries.count()],
            ends: vec![0; LINKS * symmetries.count()],
            jump_bitboard,
            hops,
            symmetries,
            within: worth.within(&invariants),
            invariants,
            worth,
            distance,
        };
        side.link();
        side
    }

    /// Fills the tables of the hops.
    fn link(&mut self) {
        let count = self.symmetries.count();
        for hop in &self.hops {
            let at = 64 * hop.way + usize::from(self.jump_bitboard.bit(hop.begin));
            let link = Link {
                mask: hop.jump.holes(),
                drop: self.worth.drop(hop),
                change: self.distance.change(hop),
                begin: hop.begin,
                end: hop.end,
                end_bit: self.jump_bitboard.bit(hop.end),
            };
            self.links[at] = link;
            self.chains[usize::from(hop.begin)].push((hop.pattern, link));
            let masks = self.masks[count * at..].iter_mut();
            masks.zip(self.symmetries.images_of(link.mask)).for_each(|(to, mask)| *to = mask);
            let ends = self.ends[count * at..].iter_mut();
            ends.zip(self.symmetries.holes_of(hop.end)).for_each(|(to, end)| *to = end);
        }
    }

    fn expand_in<const COUNT: usize, const WAYS: usize>(
        &self,
        record: &Record,
        cutoff: u8,
        mut visit: impl FnMut(Step),
    ) -> Cut {
        let rest = self.worth.rest(record.key);
        if is_dead(rest) {
            // Another image was within the bounds.
            return self.strayed(rest);
        }
        let pegs = self.jump_bitboard.word(record.key);
        let gaps: [u64; WAYS] = self.jump_bitboard.gaps(pegs);
        let account = self.distance.account(record.key);
        let mut images = None;
        let masks = self.masks.as_chunks::<COUNT>().0;
        let ends = self.ends.as_chunks::<COUNT>().0;
        let cutoff = if cutoff == NO_CUTOFF { i32::MAX } else { i32::from(cutoff) };
        let (begun, open_gaps) = match self.metric {
            Metric::Moves => (1, gaps.into_iter().fold(0, |all, gaps| all | gaps)),
            Metric::Jumps => (0, 0),
        };
        let cost = i32::from(record.cost);
        let mut tried = pegs;
        let mut cut = Cut::Nothing;
        if cutoff <= cost + account.total {
            // New moves must lower the estimate; with one move too many, continued moves must too.
            let (open, helpful) =
                (self.jump_bitboard.word(record.open), self.distance.helpful(&account, record.key));
            tried &= if cutoff < cost + account.total { open & helpful } else { open | helpful };
            cut = self.cut(pegs & !tried, &gaps, rest);
        }
        for (way, gaps) in gaps.iter().enumerate() {
            let mut begins = tried & gaps;
            while begins != 0 {
                let at = 64 * way + begins.trailing_zeros() as usize;
                begins &= begins - 1;
                let link = &self.links[at & (LINKS - 1)];
                let left = after(rest, &link.drop);
                if is_dead(left) {
                    cut = cut.max(self.strayed(left));
                    continue;
                }
                let goes_on = record.open >> link.begin & 1 == 1;
                let cost = if goes_on { cost } else { cost + begun };
                let is_open = open_gaps >> link.end_bit & 1 == 1;
                let child = record.key ^ link.mask;
                if cutoff < cost + Distance::at_most(&account, &link.change) {
                    let packed_counts = Distance::counts_after(account.packed_counts, &link.change);
                    let room = cutoff - cost;
                    let far = || self.worth.to_the_end(left);
                    let stays = match self.distance.check(child, &packed_counts, room) {
                        BoundCheck::Within => true,
                        BoundCheck::Close => {
                            is_open && self.reaches(child, far(), packed_counts, link.end, room)
                        }
                        BoundCheck::Beyond => false,
                    };
                    if !stays {
                        cut = Cut::Cost;
                        continue;
                    }
                }
                let (mut key, mut end) = (child, link.end);
                if 1 < COUNT {
                    let (masks, ends) = (&masks[at & (LINKS - 1)], &ends[at & (LINKS - 1)]);
                    let images =
                        images.get_or_insert_with(|| self.symmetries.images::<COUNT>(record.key));
                    let turned: [Pegs; COUNT] = std::array::from_fn(|at| images[at] ^ masks[at]);
                    key = turned.into_iter().fold(Pegs::MAX, Pegs::min);
                    if is_open {
                        let mapped = turned.iter().zip(ends).filter(|(turned, _)| **turned == key);
                        end = mapped.map(|(_, end)| *end).fold(u8::MAX, u8::min);
                    }
                }
                // No more moves than holes.
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
                visit(Step {
                    key,
                    cost: cost as u8,
                    open: is_open.then_some(end),
                    goes_on: goes_on.then_some(link.begin),
                });
            }
        }
        cut
    }

    /// Whether the peg in a hole can hop on to a position within the room.
    fn reaches(
        &self,
        pegs: Pegs,
        rest: Rest,
        packed_counts: PackedCounts,
        hole: u8,
        room: i32,
    ) -> bool {
        self.chains[usize::from(hole)].iter().any(|(pattern, link)| {
            let left = after(rest, &link.drop);
            if pegs & link.mask != *pattern || is_dead(left) {
                return false;
            }
            let (child, packed_counts) =
                (pegs ^ link.mask, Distance::counts_after(packed_counts, &link.change));
            match self.distance.check(child, &packed_counts, room) {
                BoundCheck::Within => true,
                BoundCheck::Close => self.reaches(child, left, packed_counts, link.end, room),
                // The rest of a move, like a move, lowers the estimate by at most one.
                BoundCheck::Beyond => false,
            }
        })
    }

    /// Whether narrowed bounds refute a position that the ends alone do not.
    #[inline]
    fn strayed(&self, rest: Rest) -> Cut {
        if is_dead(self.worth.to_the_end(rest)) { Cut::Nothing } else { Cut::Bounds }
    }

    /// Whether a hop by one of these pegs leads to a position that is not refuted.
    fn cut(&self, pegs: u64, gaps: &[u64], rest: Rest) -> Cut {
        let mut cut = Cut::Nothing;
        for (way, gaps) in gaps.iter().enumerate() {
            let mut begins = pegs & gaps;
            while begins != 0 {
                let link = &self.links[64 * way + begins.trailing_zeros() as usize];
                let left = after(rest, &link.drop);
                if !is_dead(left) {
                    return Cut::Cost;
                }
                cut = cut.max(self.strayed(left));
                begins &= begins - 1;
            }
        }
        cut
    }
}

impl Layered for Side {
    type Bounds = Bounds;

    fn key_bits(&self) -> u32 {
        self.key_bits
    }

    fn steps(&self) -> usize {
        self.steps
    }

    fn roots(&self) -> Vec<u64> {
        self.roots.clone()
    }

    fn estimate(&self, key: u64) -> u8 {
        u8::try_from(self.distance.moves(key, &self.distance.packed_counts(key)))
            .expect("no more moves than holes")
    }

    fn expand(&self, record: &Record, cutoff: u8, visit: impl FnMut(Step)) -> Cut {
        match (self.lattice, self.symmetries.count()) {
            (Lattice::Square, 1) => self.expand_in::<1, 4>(record, cutoff, visit),
            (Lattice::Square, 2) => self.expand_in::<2, 4>(record, cutoff, visit),
            (Lattice::Square, 4) => self.expand_in::<4, 4>(record, cutoff, visit),
            (Lattice::Square, _) => self.expand_in::<8, 4>(record, cutoff, visit),
            (Lattice::Triangular, 1) => self.expand_in::<1, 6>(record, cutoff, visit),
            (Lattice::Triangular, 2) => self.expand_in::<2, 6>(record, cutoff, visit),
            (Lattice::Triangular, 3) => self.expand_in::<3, 6>(record, cutoff, visit),
            (Lattice::Triangular, 4) => self.expand_in::<4, 6>(record, cutoff, visit),
            (Lattice::Triangular, 6) => self.expand_in::<6, 6>(record, cutoff, visit),
            (Lattice::Triangular, _) => self.expand_in::<12, 6>(record, cutoff, visit),
        }
    }

    fn parents(&self, key: u64, mut visit: impl FnMut(u64)) {
        for hop in &self.hops {
            // A hop changes each of its three holes.
            if (key ^ hop.jump.holes()) & hop.jump.holes() == hop.pattern {
                visit(self.symmetries.least(key ^ hop.jump.holes()));
            }
        }
    }

    #[inline]
    fn locality(&self, key: u64) -> u64 {
        self.locality.class(key, &self.symmetries).into()
    }

    fn unbounded(&self) -> Bounds {
        Bounds::NOTHING
    }

    fn survey(&self, key: u64, bounds: &mut Bounds) {
        self.invariants.survey(&self.symmetries, key, bounds);
    }

    fn unite(&self, bounds: &mut Bounds, others: &Bounds) {
        bounds.unite(others);
    }

    fn narrow(&mut self, bounds: &Bounds) {
        self.worth.narrow(&self.invariants, bounds);
        self.within = self.worth.within(&self.invariants);
    }

    fn widen(&mut self) {
        self.worth.widen();
        self.within = self.worth.within(&self.invariants);
    }

    fn is_within(&self, key: u64) -> bool {
        let mut here = Bounds::NOTHING;
        self.invariants.survey(&self.symmetries, key, &mut here);
        here.are_at_least(&self.within) && here.are_at_most(&self.within)
    }

    fn can_follow(&self, key: u64, bounds: &Bounds) -> bool {
        let mut here = Bounds::NOTHING;
        self.invariants.survey(&self.symmetries, key, &mut here);
        match self.worth.direction() {
            Direction::Forth => here.are_at_most(bounds),
            Direction::Back => here.are_at_least(bounds),
        }
    }
}
