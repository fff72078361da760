
use patience_core::{Cancel, Limits};
use patience_kit::Values;
use patience_workbench::review::{PlayedGame, ReviewAsk, review};
use patience_workbench::{find, read};

// Three pegs in a row of six holes: the jump 01-03 wins, and 02-00 loses.
let kit = find("peg")?;
let board = read(kit, ".oo.o.", &Values::default())?;
let game = PlayedGame::read(board, "02-00", &Values::default())?;
let (ask, limits, cancel) = (ReviewAsk::default(), Limits::default(), Cancel::new());
let review = review(kit, "pegs", &game, &ask, &limits, &cancel, &mut ())?;
