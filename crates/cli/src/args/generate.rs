//! Arguments of `generate`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use patience_workbench::batch;

use crate::values;

#[derive(Debug, Args)]
pub(crate) struct GenerateRushHour {
    /// Cells a side, from 3 to 8, or columns and rows, such as 7x5
    #[arg(long, value_name = "SIZE", default_value = "6", value_parser = values::sides)]
    pub(crate) size: (u8, u8),

    /// How many slides a shortest solution has, such as 30, 30.., ..=20 or 30..=40 [default: 15..; on boards of 5, 4, 3 cells a
    /// side 10.., 5.., 1..]
    #[arg(long, value_name = "RANGE", value_parser = values::span, conflicts_with = "steps")]
    pub(crate) slides: Option<RangeInclusive<u16>>,

    /// How many steps a shortest solution has, where every cell that a vehicle moves counts one
    #[arg(long, value_name = "RANGE", value_parser = values::span)]
    pub(crate) steps: Option<RangeInclusive<u16>>,

    /// How many vehicles there are, the target among them [default: any number]
    #[arg(long, value_name = "RANGE", value_parser = values::span)]
    pub(crate) vehicles: Option<RangeInclusive<u16>>,

    /// How many walls there are
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) walls: u16,

    /// Take boards with vehicles that are not needed, too [default: minimal boards: each would be easier if any vehicle but the
    /// target were taken away]
    #[arg(long)]
    pub(crate) any: bool,

    /// How many boards to make, all of them different
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) count: u32,

    /// What the boards follow from: the same seed makes the same boards
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Write the boards to a file that `solve rushhour --file` reads: NAME LETTERS SLIDES STEPS POSITIONS, or grids if they are
    /// not square
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Write a picture of every board into this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) svg: Option<PathBuf>,

    /// Boards that are made at once; they are the same whatever the number [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::threads())]
    threads: Option<usize>,

    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,

    /// Print boards only: no progress, no word on boards that could not be found
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl GenerateRushHour {
    /// Boards that are made at once.
    pub(crate) fn threads(&self) -> usize {
        batch::threads(self.threads, self.count.into())
    }
}
