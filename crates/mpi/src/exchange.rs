//! The transport: all messages of a round in one `MPI_Alltoallv`, or single ones.
//!
//! One thread initialises MPI and makes all its calls, so the library needs no support for threads. MPI ends when the transport is dropped.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use mpi::Count;
use mpi::datatype::{Partition, PartitionMut};
use mpi::traits::{Communicator, CommunicatorCollectives, Destination, MatchedReceiveVec, Source};
use patience_search::layered::ranks::{Exchange, ExchangeError, Ranks};

type Messages = Vec<Vec<u8>>;

/// What the thread is to do.
#[derive(Debug)]
enum Request {
    AllToAll(Messages),
    Send(usize, Vec<u8>),
    TryReceive,
}

/// What came of it.
#[derive(Debug)]
enum Answer {
    All(Messages),
    Sent,
    Received(Option<(usize, Vec<u8>)>),
}

/// A rank of `mpirun`.
#[derive(Debug)]
pub struct MpiExchange {
    rank: usize,
    size: usize,
    /// `None` once MPI has ended.
    outgoing: Option<Sender<Request>>,
    incoming: Receiver<Result<Answer, ExchangeError>>,
    thread: Option<JoinHandle<()>>,
}

/// Initialises MPI and returns the ranks; an error if there is no MPI or it was initialised before.
pub fn start() -> Result<Ranks, ExchangeError> {
    MpiExchange::start().map(Ranks::new)
}

impl MpiExchange {
    fn start() -> Result<Self, ExchangeError> {
        let (outgoing, requests) = channel::<Request>();
        let (answers, incoming) = channel();
        let (begun, beginning) = channel();
        let thread = thread::spawn(move || {
            let Some(universe) = mpi::initialize() else { return };
            let world = universe.world();
            let whole = |number: Count| usize::try_from(number).unwrap_or(0);
            if begun.send((whole(world.rank()), whole(world.size()))).is_err() {
                return;
            }
            while let Ok(request) = requests.recv() {
                let answer = match request {
                    Request::AllToAll(messages) => all_to_all(&world, &messages).map(Answer::All),
                    Request::Send(to, message) => send(&world, to, &message).map(|()| Answer::Sent),
                    Request::TryReceive => Ok(Answer::Received(try_receive(&world))),
                };
                if answers.send(answer).is_err() {
                    return;
                }
            }
        });
        let cannot = |_| ExchangeError("MPI cannot be initialised".to_owned());
        let (rank, size) = beginning.recv().map_err(cannot)?;
        Ok(Self { rank, size, outgoing: Some(outgoing), incoming, thread: Some(thread) })
    }

    fn ask(&mut self, request: Request) -> Result<Answer, ExchangeError> {
        let sender = self.outgoing.as_ref().ok_or_else(ended)?;
        sender.send(request).map_err(|_| ended())?;
        self.incoming.recv().map_err(|_| ended())?
    }
}

impl Exchange for MpiExchange {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn all_to_all(&mut self, outgoing: Messages) -> Result<Messages, ExchangeError> {
        match self.ask(Request::AllToAll(outgoing))? {
            Answer::All(messages) => Ok(messages),
            _ => Err(ended()),
        }
    }

    fn send(&mut self, to: usize, message: Vec<u8>) -> Result<(), ExchangeError> {
        self.ask(Request::Send(to, message)).map(drop)
    }

    fn try_receive(&mut self) -> Result<Option<(usize, Vec<u8>)>, ExchangeError> {
        match self.ask(Request::TryReceive)? {
            Answer::Received(message) => Ok(message),
            _ => Err(ended()),
        }
    }
}

fn ended() -> ExchangeError {
    ExchangeError("MPI has ended".to_owned())
}

impl Drop for MpiExchange {
    fn drop(&mut self) {
        self.outgoing = None;
        if let Some(thread) = self.thread.take() {
            // MPI ends with the thread; an error there was reported there.
            let _ = thread.join();
        }
    }
}

/// Counts and offsets of blocks that follow each other, and their sum.
fn blocks(lengths: impl Iterator<Item = usize>) -> Option<(Vec<Count>, Vec<Count>, usize)> {
    let (mut counts, mut offsets, mut sum) = (Vec::new(), Vec::new(), 0_usize);
    for length in lengths {
        counts.push(Count::try_from(length).ok()?);
        offsets.push(Count::try_from(sum).ok()?);
        sum += length;
    }
    Count::try_from(sum).ok()?;
    Some((counts, offsets, sum))
}

fn all_to_all(
    world: &impl CommunicatorCollectives,
    messages: &Messages,
) -> Result<Messages, ExchangeError> {
    let too_long = || ExchangeError("the messages of a round take 2^31 bytes or more".to_owned());
    let (counts, offsets, _) = blocks(messages.iter().map(Vec::len)).ok_or_else(too_long)?;
    let mut coming: Vec<Count> = vec![0; counts.len()];
    world.all_to_all_into(&counts[..], &mut coming[..]);
    let lengths = coming.iter().map(|&count| usize::try_from(count).unwrap_or(0));
    let (in_counts, in_offsets, sum) = blocks(lengths.clone()).ok_or_else(too_long)?;
    // The address of an empty vector may be that of `MPI_IN_PLACE`: both buffers have a byte more.
    let mut send = messages.concat();
    send.push(0);
    let mut received = vec![0_u8; sum + 1];
    {
        let outgoing = Partition::new(&send[..], counts, offsets);
        let mut incoming = PartitionMut::new(&mut received[..], in_counts, in_offsets);
        world.all_to_all_varcount_into(&outgoing, &mut incoming);
    }
    let mut rest = &received[..];
    let take = |length: usize| {
        let (message, others) = rest.split_at(length);
        rest = others;
        message.to_vec()
    };
    Ok(lengths.map(take).collect())
}

fn send(world: &impl Communicator, to: usize, message: &[u8]) -> Result<(), ExchangeError> {
    let wrong = |what: &str| ExchangeError(format!("a message to rank {to} {what}"));
    Count::try_from(message.len()).map_err(|_| wrong("takes 2^31 bytes or more"))?;
    let rank = Count::try_from(to).ok().filter(|rank| *rank < world.size());
    world.process_at_rank(rank.ok_or_else(|| wrong("has no receiver"))?).send(message);
    Ok(())
}

fn try_receive(world: &impl Communicator) -> Option<(usize, Vec<u8>)> {
    let message = world.any_process().immediate_matched_probe()?;
    let (bytes, status) = message.matched_receive_vec();
    Some((usize::try_from(status.source_rank()).ok()?, bytes))
}
