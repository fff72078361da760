//! What the fuzz targets do with their input; a test runs the corpus through the same functions.
//!
//! The first byte chooses the puzzle, the rest is the text. `cargo +nightly fuzz run read` runs a target.

pub mod hostile;

use std::time::Duration;

use hostile::Hostile;
use patience_core::Cancel;
use patience_files::{Journal, Purpose};
use patience_kit::{Kit, Policy, Values};
use patience_workbench::request::{Caps, Desk};
use patience_workbench::{kits, read as read_position};

/// The puzzle that the first byte chooses, and the text behind it.
fn split(data: &[u8]) -> Option<(&'static dyn Kit, String)> {
    let (first, rest) = data.split_first()?;
    let kit = kits()[usize::from(*first) % kits().len()];
    Some((kit, String::from_utf8_lossy(rest).into_owned()))
}

/// Positions: what can be read is written and read back to the same text.
pub fn read(data: &[u8]) {
    let Some((kit, text)) = split(data) else { return };
    let Ok(position) = read_position(kit, &text, &Values::default()) else { return };
    let written = position.write(kit.about().exchange).expect("every position can be written");
    let again = read_position(kit, &written, &Values::default()).expect("what is written is read");
    assert_eq!(again.write(kit.about().exchange).ok(), Some(written));
    let _ = (position.moves(), position.view(), position.svg(), position.json());
}

/// Moves of a usual position.
pub fn replay(data: &[u8]) {
    let Some((kit, text)) = split(data) else { return };
    let start = kit.about().default_instance.unwrap_or("1");
    let Ok(position) = read_position(kit, start, &Values::default()) else { return };
    if let Ok(play) = position.replay(&text, &Values::default()) {
        let _ = (play.line.notation(), play.line.lengths(), play.end.moves());
    }
}

/// JSON requests; searches are cancelled at once.
pub fn request(data: &[u8]) {
    let cancel = Cancel::new();
    cancel.cancel();
    let answer =
        Desk::new([1, 2], 10).answer_text(&String::from_utf8_lossy(data), &cancel, &mut ());
    assert!(answer.get("ok").is_some() != answer.get("error").is_some());
}

/// A desk that allows little, as a server has one.
#[must_use]
pub fn strict_desk() -> Desk {
    Desk::new([1, 2], 10).with_caps(Caps {
        time: Some(Duration::from_millis(20)),
        nodes: Some(200),
        memory: Some(16 << 20),
        count: Some(2),
        text: Some(64 << 10),
        moves: Some(100),
        threads: Some(1),
        no_files: true,
    })
}

/// An error if an answer is neither an answer nor a clear error.
pub fn check_answer(message: &str, answer: &serde_json::Value) {
    let is_ok = answer.get("ok").is_some();
    let error = answer["error"]["message"].as_str();
    assert!(is_ok != error.is_some(), "{message} is answered by {answer}");
    if let Some(error) = error {
        assert!(!error.trim().is_empty(), "{message} has no error");
    }
}

/// Hostile messages of a seed, the eight first bytes, to one desk; searches have small limits.
pub fn messages(data: &[u8]) {
    let (seed, count) = data.split_at(data.len().min(8));
    let seed = seed.iter().fold(0, |seed, &byte| seed << 8 | u64::from(byte));
    let (desk, mut hostile) = (strict_desk(), Hostile::new(seed));
    for _ in 0..20 + usize::from(count.first().copied().unwrap_or(0)) {
        let message = hostile.message();
        let answer = desk.answer_text(&message, &Cancel::new(), &mut ());
        check_answer(&message, &answer);
        hostile.learn(&message, &answer);
    }
}

/// Policies of every puzzle.
pub fn policy(data: &[u8]) {
    let Some((kit, text)) = split(data) else { return };
    if let Ok(policy) = Policy::parse(&text, kit) {
        let written = policy.file().to_text(policy.feature_set());
        let again = Policy::parse(&written, kit).expect("what is written is read");
        assert_eq!(again.file(), policy.file());
    }
}

/// Checkpoints of an evolution.
pub fn checkpoint(data: &[u8]) {
    let _ = patience_learn::read_saved::<serde_json::Value>(&String::from_utf8_lossy(data));
}

/// Journals: a file is resumed, or refused and not changed.
pub fn journal(data: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal");
    std::fs::write(&path, data).expect("a file can be written");
    let purpose = Purpose::new("fuzz", 1).with("rules", "usual");
    let opened = Journal::open(&path, &purpose, |_: serde_json::Value| Ok(()));
    let left = std::fs::read(&path).expect("a file can be read");
    match opened {
        Ok(_) => assert!(left.starts_with(b"{\"patience\":\"fuzz\"") && left.ends_with(b"\n")),
        Err(_) => assert_eq!(left, data),
    }
}
