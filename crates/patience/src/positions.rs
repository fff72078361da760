//! Positions and their moves, each with an example.

/// ```
/// use patience::Values;
///
/// let kit = patience::puzzle("rushhour")?;
/// let position = patience::read(kit, "JAM01", &Values::default())?;
/// assert!(!position.moves().is_empty());
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_workbench::read;

/// ```
/// use patience::{Position, Values};
///
/// let kit = patience::puzzle("tiles")?;
/// let position: Box<dyn Position> = patience::read(kit, "1 2 3/4 5 6/7 . 8", &Values::default())?;
/// let after = position.moves().iter().map(|mv| position.play(&mv.text)).find(|after| after.as_ref().is_ok_and(|it| it.is_solved()));
/// assert!(after.is_some(), "one move solves it");
/// assert!(position.svg().starts_with("<svg"));
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_kit::Position;

/// ```
/// use patience::{MoveInfo, Values};
///
/// let deal = patience::puzzle("freecell")?.deal(617, &Values::default())?;
/// let moves: Vec<MoveInfo> = deal.moves();
/// assert!(moves.iter().any(|mv| mv.text == "83"), "from column 8 to column 3");
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_kit::MoveInfo;

/// ```
/// use patience::{Play, Values};
///
/// let deal = patience::puzzle("freecell")?.deal(617, &Values::default())?;
/// let play: Play = deal.replay("83 2a c1", &Values::default())?;
/// assert_eq!(play.line.length(), 2, "the third moves nothing: cell c is empty");
/// assert_eq!(play.refused.map(|mv| mv.step), Some(3));
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_kit::Play;

/// ```
/// use patience::{Cancel, Judgement, Limits, Meter, Values, Verdict};
///
/// let kit = patience::puzzle("rushhour")?;
/// let position = patience::read(kit, "JAM01", &Values::default())?;
/// let mut watch = ();
/// let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watch);
/// let judgement: Judgement = position.judge(None, &mut meter)?;
/// assert_eq!(judgement.verdict, Verdict::Wins);
/// assert_eq!(judgement.moves.len(), position.moves().len());
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_kit::Judgement;

/// ```
/// use patience::{Cancel, Judged, Limits, Meter, Values};
///
/// let position = patience::read(patience::puzzle("tiles")?, "1 2 3/4 5 6/7 . 8", &Values::default())?;
/// let mut watch = ();
/// let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watch);
/// let judged: Vec<Judged> = position.judge(None, &mut meter)?.moves;
/// assert!(judged.iter().any(|mv| mv.distance == Some(0)), "one move solves it");
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_kit::Judged;

/// ```
/// use patience::{OutcomeKind, Verdict};
///
/// assert_eq!(Verdict::Wins.outcome(None), OutcomeKind::Solved);
/// assert_eq!(Verdict::Loses.outcome(None), OutcomeKind::Unsolvable);
/// ```
pub use patience_kit::Verdict;

/// ```
/// use patience::{Values, View};
///
/// let view: View = patience::puzzle("freecell")?.deal(617, &Values::default())?.view();
/// let cards: usize = view.places.iter().map(|place| place.pieces.len()).sum();
/// assert_eq!(cards, 52);
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_kit::View;

/// ```
/// use patience::{Place, Values};
///
/// let view = patience::puzzle("freecell")?.deal(617, &Values::default())?.view();
/// let columns: Vec<&Place> = view.places.iter().filter(|place| place.kind == "column").collect();
/// assert_eq!(columns.len(), 8);
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_kit::Place;

/// ```
/// use patience::{Piece, Values};
///
/// let view = patience::puzzle("freecell")?.deal(617, &Values::default())?.view();
/// let pieces: Vec<&Piece> = view.places.iter().flat_map(|place| &place.pieces).collect();
/// assert!(pieces.iter().any(|piece| piece.name == "ace of spades"));
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_kit::Piece;
