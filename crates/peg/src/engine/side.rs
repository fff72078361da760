//! One side of a problem, from the start or from the goals.

use patience_core::{Cut, Layered, Record, Step};

use super::distance::{Change, Distance, Verdict};
use super::faces::Faces;
use super::gauges::{Bounds, Gauges};
use super::hops::{Direction, Hop};
use super::lanes::{Lanes, Rest, after, is_dead};
use super::lines::Lines;
use super::options::{Bound, Options, Pagodas, Symmetry};
use super::tally::Tally;
use crate::analysis::possible_goals;
use crate::{Metric, Pegs, Problem};

/// The cut-off that cuts nothing.
const NO_CUTOFF: u8 = u8::MAX;

/// One side of a problem.
///
/// `expand` is for positions that it led to itself, from the roots: for others the gauges may not fit.
#[derive(Clone, Debug)]
pub struct Side {
    steps: usize,
    roots: Vec<Pegs>,
    key_bits: u32,
    metric: Metric,
    lines: Lines,
    /// By way and bit of [`Lines`] of the hole where the peg stands.
    links: Box<[Link; 256]>,
    /// By the hole where the peg stands.
    chains: Vec<Vec<(Pegs, Link)>>,
    hops: Vec<Hop>,
    faces: Faces,
    /// What the links change in the images of a position, link by link and symmetry by symmetry.
    masks: Vec<Pegs>,
    /// Where the pegs of the links end in the images, likewise.
    ends: Vec<u8>,
    gauges: Gauges,
    worth: Lanes,
    /// What positions may have that have enough by `worth`.
    within: Bounds,
    distance: Distance,
}

/// All that is to be known of a hop, together.
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

impl Side {
    /// The side that plays from the start.
    #[must_use]
    pub fn forward(problem: &Problem, options: Options) -> Self {
        let goals = possible_goals(problem);
        Self::new(problem, options, &goals, gauges(problem, options, &goals), Direction::Forth)
    }

    /// The side that takes jumps back from the goals.
    #[must_use]
    pub fn backward(problem: &Problem, options: Options) -> Self {
        let goals = possible_goals(problem);
        Self::new(problem, options, &goals, gauges(problem, options, &goals), Direction::Back)
    }

    /// Both sides, in half the time.
    #[must_use]
    pub fn both(problem: &Problem, options: Options) -> (Self, Self) {
        let goals = possible_goals(problem);
        let gauges = gauges(problem, options, &goals);
        let side = |gauges, direction| Self::new(problem, options, &goals, gauges, direction);
        (side(gauges.clone(), Direction::Forth), side(gauges, Direction::Back))
    }

    fn new(
        problem: &Problem,
        options: Options,
        goals: &[Pegs],
        gauges: Gauges,
        direction: Direction,
    ) -> Self {
        let board = problem.board();
        let faces = match options.symmetry {
            Symmetry::None => Faces::single(problem),
            Symmetry::Problem => Faces::new(problem),
        };
        let start = [problem.start()];
        let (from, to) = match direction {
            Direction::Forth => (&start[..], goals),
            Direction::Back => (goals, &start[..]),
        };
        let mut roots: Vec<Pegs> = from.iter().map(|&pegs| faces.least(pegs)).collect();
        roots.sort_unstable();
        roots.dedup();
        let worth = Lanes::new(board, &gauges, direction, from, to);
        // Without a goal there is nothing to be done.
        let hops = if goals.is_empty() { Vec::new() } else { Hop::all(board, direction) };
        let lines = Lines::new(board, direction, &hops);
        let distance = match (options.bound, options.metric) {
            (Bound::Paper, Metric::Moves) => Distance::new(problem, goals, direction, &lines),
            _ => Distance::none(board, direction),
        };
        let mut side = Self {
            steps: problem.jumps_to_play() as usize,
            roots,
            key_bits: board.all().count_ones(),
            metric: options.metric,
            links: Box::new([Link::default(); 256]),
            chains: vec![Vec::new(); board.holes().len()],
            masks: vec![0; 256 * faces.count()],
            ends: vec![0; 256 * faces.count()],
            lines,
            hops,
            faces,
            within: worth.within(&gauges),
            gauges,
            worth,
            distance,
        };
        side.link();
        side
    }

    /// Fills the tables of the hops.
    fn link(&mut self) {
        let count = self.faces.count();
        for hop in &self.hops {
            let at = 64 * hop.way + usize::from(self.lines.bit(hop.begin));
            let link = Link {
                mask: hop.jump.holes(),
                drop: self.worth.drop(hop),
                change: self.distance.change(hop),
                begin: hop.begin,
                end: hop.end,
                end_bit: self.lines.bit(hop.end),
            };
            self.links[at] = link;
            self.chains[usize::from(hop.begin)].push((hop.pattern, link));
            let masks = self.masks[count * at..].iter_mut();
            masks.zip(self.faces.images_of(link.mask)).for_each(|(to, mask)| *to = mask);
            let ends = self.ends[count * at..].iter_mut();
            ends.zip(self.faces.holes_of(hop.end)).for_each(|(to, end)| *to = end);
        }
    }

    fn expand_in<const COUNT: usize>(
        &self,
        record: &Record,
        cutoff: u8,
        mut visit: impl FnMut(Step),
    ) -> Cut {
        let rest = self.worth.rest(record.key);
        if is_dead(rest) {
            // Another image of it was within the bounds.
            return self.strayed(rest);
        }
        let pegs = self.lines.word(record.key);
        let gaps = self.lines.gaps(pegs);
        let account = self.distance.account(record.key);
        let mut images = None;
        let masks = self.masks.as_chunks::<COUNT>().0;
        let ends = self.ends.as_chunks::<COUNT>().0;
        let cutoff = if cutoff == NO_CUTOFF { i32::MAX } else { i32::from(cutoff) };
        let (begun, open_gaps) = match self.metric {
            Metric::Moves => (1, gaps[0] | gaps[1] | gaps[2] | gaps[3]),
            Metric::Jumps => (0, 0),
        };
        let cost = i32::from(record.cost);
        let mut tried = pegs;
        let mut cut = Cut::Nothing;
        if cutoff <= cost + account.total {
            // New moves have to lower the estimate, and if there is one move too many, so have those that go on.
            let (open, helpful) =
                (self.lines.word(record.open), self.distance.helpful(&account, record.key));
            tried &= if cutoff < cost + account.total { open & helpful } else { open | helpful };
            cut = self.cut(pegs & !tried, &gaps, rest);
        }
        for (way, gaps) in gaps.iter().enumerate() {
            let mut begins = tried & gaps;
            while begins != 0 {
                let at = 64 * way + begins.trailing_zeros() as usize;
                begins &= begins - 1;
                let link = &self.links[at & 255];
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
                    let tally = Distance::tally_after(account.tally, &link.change);
                    let room = cutoff - cost;
                    let far = || self.worth.to_the_end(left);
                    let stays = match self.distance.verdict(child, &tally, room) {
                        Verdict::Within => true,
                        Verdict::Close => {
                            is_open && self.reaches(child, far(), tally, link.end, room)
                        }
                        Verdict::Beyond => false,
                    };
                    if !stays {
                        cut = Cut::Cost;
                        continue;
                    }
                }
                let (mut key, mut end) = (child, link.end);
                if 1 < COUNT {
                    let (masks, ends) = (&masks[at & 255], &ends[at & 255]);
                    let images =
                        images.get_or_insert_with(|| self.faces.images::<COUNT>(record.key));
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

    /// Whether the peg in a hole can hop on to a position that there is room for.
    fn reaches(&self, pegs: Pegs, rest: Rest, tally: Tally, hole: u8, room: i32) -> bool {
        self.chains[usize::from(hole)].iter().any(|(pattern, link)| {
            let left = after(rest, &link.drop);
            if pegs & link.mask != *pattern || is_dead(left) {
                return false;
            }
            let (child, tally) = (pegs ^ link.mask, Distance::tally_after(tally, &link.change));
            match self.distance.verdict(child, &tally, room) {
                Verdict::Within => true,
                Verdict::Close => self.reaches(child, left, tally, link.end, room),
                // A move lowers the estimate by at most one, and so does the rest of a move.
                Verdict::Beyond => false,
            }
        })
    }

    /// Whether a position without hope has some if there were no bounds but those of the ends.
    #[inline]
    fn strayed(&self, rest: Rest) -> Cut {
        if is_dead(self.worth.to_the_end(rest)) { Cut::Nothing } else { Cut::Bounds }
    }

    /// Whether a hop by one of these pegs leads to a position with hope.
    fn cut(&self, pegs: u64, gaps: &[u64; 4], rest: Rest) -> Cut {
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
        u8::try_from(self.distance.moves(key, &self.distance.tally(key)))
            .expect("no more moves than holes")
    }

    fn expand(&self, record: &Record, cutoff: u8, visit: impl FnMut(Step)) -> Cut {
        match self.faces.count() {
            1 => self.expand_in::<1>(record, cutoff, visit),
            2 => self.expand_in::<2>(record, cutoff, visit),
            4 => self.expand_in::<4>(record, cutoff, visit),
            _ => self.expand_in::<8>(record, cutoff, visit),
        }
    }

    fn parents(&self, key: u64, mut visit: impl FnMut(u64)) {
        for hop in &self.hops {
            // After the hop each of the three holes is as it was not.
            if (key ^ hop.jump.holes()) & hop.jump.holes() == hop.pattern {
                visit(self.faces.least(key ^ hop.jump.holes()));
            }
        }
    }

    fn unbounded(&self) -> Bounds {
        Bounds::NOTHING
    }

    fn survey(&self, key: u64, bounds: &mut Bounds) {
        self.gauges.survey(&self.faces, key, bounds);
    }

    fn unite(&self, bounds: &mut Bounds, others: &Bounds) {
        bounds.unite(others);
    }

    fn narrow(&mut self, bounds: &Bounds) {
        self.worth.narrow(&self.gauges, bounds);
        self.within = self.worth.within(&self.gauges);
    }

    fn widen(&mut self) {
        self.worth.widen();
        self.within = self.worth.within(&self.gauges);
    }

    fn is_within(&self, key: u64) -> bool {
        let mut here = Bounds::NOTHING;
        self.gauges.survey(&self.faces, key, &mut here);
        here.are_at_least(&self.within) && here.are_at_most(&self.within)
    }

    fn can_follow(&self, key: u64, bounds: &Bounds) -> bool {
        let mut here = Bounds::NOTHING;
        self.gauges.survey(&self.faces, key, &mut here);
        match self.worth.direction() {
            Direction::Forth => here.are_at_most(bounds),
            Direction::Back => here.are_at_least(bounds),
        }
    }
}

fn gauges(problem: &Problem, options: Options, goals: &[Pegs]) -> Gauges {
    match options.pagodas {
        Pagodas::None => Gauges::none(problem.board()),
        Pagodas::Strong => Gauges::new(problem, goals),
    }
}
