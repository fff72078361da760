//! Generates random boards, of any length or of one that is asked for.

use std::ops::RangeInclusive;

use patience_core::{Puzzle as _, SplitMix};
use patience_kit::{
    Answer, Candidate, End, Fault, Field, Game as _, KitOf, Maker, Recipe, Settings as _, Values,
    read_range, seed_of, settings,
};
use serde_json::Value;

use crate::rules::tile_at;
use crate::{KIT, SlidingTiles, Tile, Tiles, arena};

settings! {
    /// Which boards are generated.
    struct Wanted {
        /// Seed: the same seed makes the same boards
        seed: u64 = 0;
        /// Moves of a shortest solution, such as 20, 20.., ..=10 or 15..=20 [default: any number]
        moves: Option<String> = None;
    }
}

/// Solvable boards of a size.
pub(crate) struct Boards;

impl Maker for Boards {
    type Game = Tiles;

    fn kit(&self) -> &'static KitOf<Tiles> {
        &KIT
    }

    fn summary(&self) -> &'static str {
        "Sliding tiles: random boards of a size and a length; a list for `solve tiles --file`"
    }

    fn fields(&self) -> Vec<Field> {
        let mut fields = Wanted::fields();
        fields.append(&mut Tiles.rules());
        fields
    }

    fn recipe(&self, settings: &Values) -> Result<Box<dyn Recipe<Tiles>>, Fault> {
        let Wanted { seed, moves } = Wanted::read(settings)?;
        let wrong = |message| Fault::input(format_args!("--moves: {message}"));
        let moves = moves.map(|text| read_range(&text).map_err(wrong)).transpose()?;
        let sample = Tiles.deal(1, settings)?;
        // A solvable board is made of any number of moves of the tiles in order.
        let goal: Vec<Tile> =
            (0..sample.cells()).map(|cell| tile_at(sample.goal(), cell)).collect();
        let solved = SlidingTiles::new(sample.width(), &goal)
            .ok_or_else(|| Fault::input("there is no board of that size"))?;
        let walks = settings.get("grade").is_some() || moves.is_some();
        let moves = moves.unwrap_or(0..=u16::MAX);
        Ok(Box::new(Random { seed, moves, solved, walks, rules: settings.clone() }))
    }
}

/// Random boards.
struct Random {
    seed: u64,
    /// Moves of a shortest solution.
    moves: RangeInclusive<u16>,
    /// The tiles in order.
    solved: SlidingTiles,
    /// Whether some candidates are random walks, which make short solutions likely.
    walks: bool,
    rules: Values,
}

/// The longest walk: it leads about as far away as shuffling does.
const LONGEST_WALK: u16 = 80;

impl Random {
    /// The board after a random walk from the goal that does not turn back.
    fn walked(&self, random: &mut SplitMix) -> Option<SlidingTiles> {
        let (first, last) = (*self.moves.start(), *self.moves.end());
        let (first, last) = (first.clamp(1, LONGEST_WALK), last.clamp(1, LONGEST_WALK));
        let length = usize::from(first) + random.below(usize::from(last - first) + 1);
        let (mut board, mut last_tile) = (self.solved.start(), None);
        let mut moves = Vec::new();
        for _ in 0..length {
            moves.clear();
            self.solved.moves(&board, &mut moves);
            moves.retain(|&tile| Some(tile) != last_tile);
            let tile = *moves.get(random.below(moves.len().max(1)))?;
            self.solved.apply(&mut board, tile);
            last_tile = Some(tile);
        }
        let tiles: Vec<Tile> = (0..self.solved.cells()).map(|cell| tile_at(board, cell)).collect();
        SlidingTiles::new(self.solved.width(), &tiles)
    }
}

impl Recipe<Tiles> for Random {
    fn candidate(&self, index: u64) -> Result<Candidate<SlidingTiles>, Fault> {
        let seed = seed_of(self.seed, index);
        let is_walk = self.walks && index % 2 == 1;
        let walked = if is_walk { self.walked(&mut SplitMix::new(seed)) } else { None };
        let position = match walked {
            Some(board) => board,
            // Seeds of boards are below 2^53.
            None => Tiles.deal((seed >> 11).max(1), &self.rules)?,
        };
        let name = format!("seed-{}-{index}", self.seed);
        Ok(Candidate { title: name.clone(), name, argument: format!("'{position}'"), position })
    }

    fn engine(&self) -> &'static str {
        arena::ENGINE
    }

    fn accepts(&self, _board: &SlidingTiles, answer: &Answer) -> bool {
        let End::Solved { cost, .. } = answer.end else { return false };
        // A solved board is no puzzle.
        0 < cost && u16::try_from(cost).is_ok_and(|cost| self.moves.contains(&cost))
    }

    fn fields(&self, candidate: &Candidate<SlidingTiles>) -> Vec<(&'static str, Value)> {
        vec![
            ("name", candidate.name.as_str().into()),
            ("board", candidate.position.to_string().into()),
        ]
    }

    fn words(&self, _board: &SlidingTiles, answer: &Answer) -> String {
        match answer.end {
            End::Solved { cost: 1, .. } => "1 move".to_owned(),
            End::Solved { cost, .. } => format!("{cost} moves"),
            _ => "cannot be solved".to_owned(),
        }
    }
}
