//! The commands for Klondike: with all cards known, and with hidden ones.

pub(crate) mod advise;
mod games;
pub(crate) mod generate;
mod instances;
mod interactive;
mod lines;
mod play;
pub(crate) mod show;
pub(crate) mod solve;
mod table;
pub(crate) mod verify;
mod words;

use crate::args::PlayKlondike;
use crate::exit::Exit;

/// `patience play klondike`.
pub(crate) fn play(args: &PlayKlondike) -> anyhow::Result<Exit> {
    if args.list {
        games::list(args.json)
    } else if args.interactive {
        interactive::run(args)
    } else {
        games::run(args)
    }
}
