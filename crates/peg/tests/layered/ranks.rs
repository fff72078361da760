//! Ranks own positions so that most steps stay on their rank, and no rank owns much more than the others.

use std::sync::Mutex;
use std::thread;

use patience_core::{Cancel, Cut, Layered, Limits, Meter, Record, Step};
use patience_peg::engines::layered::{Options, Side};
use patience_peg::{Board, Problem};
use patience_search::layered::Method;
use patience_search::layered::ranks::{Exchange, ExchangeError, LocalExchange, RankedSearch};

/// A side whose states are owned by their keys alone.
struct ByKey<'a>(&'a Side);

impl Layered for ByKey<'_> {
    type Bounds = <Side as Layered>::Bounds;

    fn key_bits(&self) -> u32 {
        self.0.key_bits()
    }

    fn steps(&self) -> usize {
        self.0.steps()
    }

    fn roots(&self) -> Vec<u64> {
        self.0.roots()
    }

    fn estimate(&self, key: u64) -> u8 {
        self.0.estimate(key)
    }

    fn expand(&self, record: &Record, cutoff: u8, visit: impl FnMut(Step)) -> Cut {
        self.0.expand(record, cutoff, visit)
    }

    fn parents(&self, key: u64, visit: impl FnMut(u64)) {
        self.0.parents(key, visit);
    }

    fn unbounded(&self) -> Self::Bounds {
        self.0.unbounded()
    }

    fn survey(&self, key: u64, bounds: &mut Self::Bounds) {
        self.0.survey(key, bounds);
    }

    fn unite(&self, bounds: &mut Self::Bounds, others: &Self::Bounds) {
        self.0.unite(bounds, others);
    }

    // A search by one side does not use these.
    fn narrow(&mut self, _: &Self::Bounds) {}

    fn widen(&mut self) {}

    fn is_within(&self, key: u64) -> bool {
        self.0.is_within(key)
    }

    fn can_follow(&self, key: u64, bounds: &Self::Bounds) -> bool {
        self.0.can_follow(key, bounds)
    }
}

/// A transport that counts the bytes of steps that stay on a rank and that leave it.
struct Counting<'a> {
    inner: LocalExchange,
    /// By rank: the bytes to itself, and those to others.
    bytes: &'a Mutex<Vec<[u64; 2]>>,
}

impl Exchange for Counting<'_> {
    fn rank(&self) -> usize {
        self.inner.rank()
    }

    fn size(&self) -> usize {
        self.inner.size()
    }

    fn all_to_all(&mut self, outgoing: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, ExchangeError> {
        // All ranks get the same but for steps.
        if outgoing.iter().any(|message| *message != outgoing[0]) {
            let bytes = &mut self.bytes.lock().unwrap()[self.inner.rank()];
            for (rank, message) in outgoing.iter().enumerate() {
                bytes[usize::from(rank != self.inner.rank())] += message.len() as u64;
            }
        }
        self.inner.all_to_all(outgoing)
    }

    fn send(&mut self, to: usize, message: Vec<u8>) -> Result<(), ExchangeError> {
        self.inner.send(to, message)
    }

    fn try_receive(&mut self) -> Result<Option<(usize, Vec<u8>)>, ExchangeError> {
        self.inner.try_receive()
    }
}

/// The share of the steps that leave their rank, and the steps of the busiest rank in relation to the mean, in a search of so many nodes.
fn shares<L: Layered>(forth: &L, back: &L, ranks: usize, nodes: u64) -> (f64, f64) {
    let bytes = Mutex::new(vec![[0; 2]; ranks]);
    let search = RankedSearch::new(Method::Brute).unwrap();
    thread::scope(|scope| {
        for inner in LocalExchange::group(ranks) {
            let mut exchange = Counting { inner, bytes: &bytes };
            let search = &search;
            scope.spawn(move || {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let (cancel, mut observer) = (Cancel::new(), ());
                let mut meter = Meter::start(&limits, &cancel, &mut observer);
                // The limit ends it.
                search.run(forth, back, &mut exchange, &mut meter).unwrap_err();
            });
        }
    });
    let bytes = bytes.into_inner().unwrap();
    let of_rank = |[kept, sent]: &[u64; 2]| kept + sent;
    let all = bytes.iter().map(of_rank).sum::<u64>() as f64;
    let sent = bytes.iter().map(|[_, sent]| sent).sum::<u64>() as f64;
    let most = bytes.iter().map(of_rank).max().unwrap_or(0) as f64;
    (sent / all, most * ranks as f64 / all)
}

fn measure(nodes: u64) {
    for (name, [from, to]) in [("english", [16, 16]), ("french", [0, 19])] {
        let board = Board::named(name).unwrap();
        let problem = Problem::vacancy(board, from, to).unwrap();
        let (forth, back) = Side::both(&problem, Options::default());
        for ranks in [2, 4] {
            let (by_key, even) = shares(&ByKey(&forth), &ByKey(&back), ranks, nodes);
            let (sent, busiest) = shares(&forth, &back, ranks, nodes);
            println!(
                "{name}, {ranks} ranks: {:.1} % of the steps sent by key, {:.1} % by locality; \
                 the busiest rank has {even:.2} and {busiest:.2} times the mean",
                100.0 * by_key,
                100.0 * sent
            );
            let expected = 1.0 - 1.0 / f64::from(u32::try_from(ranks).unwrap());
            assert!((by_key - expected).abs() < 0.05, "{by_key}");
            assert!(sent < 0.7 * by_key, "{name}, {ranks} ranks: {sent} of the steps are sent");
            assert!(busiest < 1.5, "{name}, {ranks} ranks: {busiest} times the mean");
        }
    }
}

#[test]
fn most_steps_stay_on_their_rank() {
    measure(8_000);
}

#[test]
#[ignore = "slow without optimisation: prints the shares in larger searches"]
fn shares_of_steps_in_larger_searches() {
    measure(200_000);
}
