
use patience_core::{Cancel, Limits};
use patience_kit::Values;
use patience_workbench::review::{PlayedGame, ReviewAsk, review};
use patience_workbench::{find, read};

// Two moves solve it. This game slides tile 2 there and back before the first of them.
let kit = find("tiles")?;
let board = read(kit, "1 2 3 / 4 0 5 / 7 8 6", &Values::default())?;
let game = PlayedGame::read(board, "2 2 5", &Values::default())?;
let ask = ReviewAsk { distances: true, ..ReviewAsk::default() };
let (limits, cancel) = (Limits::default(), Cancel::new());
let review = review(kit, "tiles", &game, &ask, &limits, &cancel, &mut ())?;
