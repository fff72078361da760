//! Puzzles and what is known about them, each with an example.

/// ```
/// let kit = patience::puzzle("rushhour")?;
/// assert_eq!(kit.about().title, "Rush Hour");
/// let error = patience::puzzle("chess").err().unwrap();
/// assert!(error.message.contains("freecell"), "the error lists the puzzles that there are");
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_workbench::find as puzzle;
/// ```
/// let names: Vec<&str> = patience::puzzles().iter().map(|kit| kit.about().name).collect();
/// assert!(names.contains(&"freecell") && names.contains(&"peg"));
/// ```
pub use patience_workbench::kits as puzzles;

/// ```
/// use patience::{Kit, Values};
///
/// fn sizes(kit: &dyn Kit) -> (usize, usize) {
///     (kit.engines().len(), kit.features(None).len())
/// }
/// let kit = patience::puzzle("freecell")?;
/// let (engines, features) = sizes(kit);
/// assert!(engines > 3 && features > 9);
/// assert!(!kit.deal(617, &Values::default())?.is_solved());
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_kit::Kit;

/// ```
/// use patience::{About, Lengths};
///
/// let about: &About = patience::puzzle("rushhour")?.about();
/// assert_eq!((about.one, about.many), ("board", "boards"));
/// assert_eq!(about.describe(&Lengths(vec![8, 16])), "8 slides, 16 steps");
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_kit::About;

/// ```
/// use patience::EngineAbout;
///
/// let engines: Vec<EngineAbout> = patience::puzzle("freecell")?.engines();
/// assert_eq!(engines[0].name, "fast", "the default is first");
/// assert!(engines.iter().any(|engine| engine.complete && engine.optimal == "yes"));
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_kit::EngineAbout;

/// ```
/// use patience::{Field, FieldKind};
///
/// let fields: Vec<Field> = patience::puzzle("freecell")?.rules();
/// let cells = fields.iter().find(|field| field.name == "cells").unwrap();
/// assert!(matches!(cells.kind, FieldKind::Integer { .. }), "{:?}", cells.kind);
/// assert!(cells.check(&1000.into()).is_err());
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_kit::Field;

/// ```
/// use patience::FieldKind;
///
/// for field in patience::puzzle("klondike")?.rules() {
///     match &field.kind {
///         FieldKind::Flag => println!("--{}", field.name),
///         _ => println!("--{} {}", field.name, field.expected()),
///     }
/// }
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_kit::FieldKind;

/// ```
/// use patience::Values;
///
/// let rules = Values::from_iter([("cells", 2)]);
/// let view = patience::puzzle("freecell")?.deal(1, &rules)?.view();
/// assert_eq!(view.places.iter().filter(|place| place.kind == "cell").count(), 2);
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_kit::Values;

/// ```
/// use patience::{Fault, Values};
///
/// let kit = patience::puzzle("tiles")?;
/// let fault: Fault = patience::read(kit, "1 2/3 x", &Values::default()).err().unwrap();
/// assert_eq!(fault.place, Some((1, 7)), "line and column");
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_kit::Fault;

/// ```
/// use patience::{Cancel, Limits, Policy, Setup, Values};
///
/// let kit = patience::puzzle("freecell")?;
/// let text = r#"
/// format = 1
/// puzzle = "freecell"
/// name = "mostly-sorted"
/// reading = "distance"
/// scale = "normalised"
///
/// [default]
/// weights = { HSDH = 1.0, NumWellPlaced = 0.1 }
/// "#;
/// let policy = Policy::parse(text, kit).map_err(patience::Fault::input)?;
/// let engine = kit.prepare(&Setup { policy: Some(&policy), ..Setup::default() })?;
/// assert_eq!(engine.policy(), Some("mostly-sorted"));
/// let limits = Limits { nodes: Some(1000), ..Limits::default() };
/// let answer = engine.solve(&*kit.deal(1, &Values::default())?, &limits, &Cancel::new(), &mut ())?;
/// assert!(answer.stats.expanded <= 1000);
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_kit::Policy;

/// ```
/// let mut sums = Vec::new();
/// let emit = |sum: u64| Ok::<(), std::convert::Infallible>(sums.push(sum));
/// let threads = patience::batch::threads(None, 3);
/// let done = patience::batch::in_order(1..=3, threads, || false, |item: u64| item + 10, emit);
/// assert_eq!(done, Ok(true));
/// assert_eq!(sums, [11, 12, 13]);
/// ```
pub use patience_workbench::batch;

/// ```
/// use patience::Cancel;
/// use patience::request::Desk;
///
/// let desk = Desk::new([1, 2], 8);
/// let text = r#"{"do": "solve", "puzzle": "tiles", "position": "8 1 3/4 . 2/7 6 5"}"#;
/// let answer = desk.answer_text(text, &Cancel::new(), &mut ());
/// assert_eq!(answer["ok"]["outcome"], "solved");
/// ```
pub use patience_workbench::request;
