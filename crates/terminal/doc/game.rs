use patience_core::{Cancel, Limits};
use patience_kit::Values;
use patience_terminal::{Game, Hints, Keep, Keeper};
use patience_workbench::{find, read, session::Session};

// Tile 8 and then nothing else: one move wins.
let kit = find("tiles")?;
let board = read(kit, "1 2 3 / 4 5 6 / 7 0 8", &Values::default())?;
let session = Session::open(kit, "example", board);
let hints = Hints::new(None, Limits::default(), Cancel::new());
let keeper = Keeper::new(&session, None, Keep::Nowhere)?;
let mut game = Game { session, keeper, hints, is_strict: false };
