//! Journals under faults: every cut, every flipped byte, every failing step, a second writer.

use std::fs;
use std::path::{Path, PathBuf};

use patience_files::fault::{Kind, inject};
use patience_files::{Journal, JournalError, Purpose, read_journal};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Square {
    root: u32,
    square: u32,
}

fn squares(count: u32) -> Vec<Square> {
    (1..=count).map(|root| Square { root, square: root * root }).collect()
}

fn purpose() -> Purpose {
    Purpose::new("squares", 2).with("rules", json!({ "base": 10, "name": "größe" }))
}

/// Does the work of a program: resumes, and appends what is missing of five squares.
fn work(path: &Path) -> Result<usize, JournalError> {
    let mut found = Vec::new();
    let mut journal = Journal::open(path, &purpose(), |square: Square| {
        found.push(square);
        Ok(())
    })?;
    assert_eq!(found, squares(5)[..found.len()], "records are those that were written");
    for square in &squares(5)[found.len()..] {
        journal.append(square)?;
    }
    Ok(journal.dropped())
}

fn whole() -> (tempfile::TempDir, PathBuf, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("squares.jsonl");
    work(&path).unwrap();
    let bytes = fs::read(&path).unwrap();
    (folder, path, bytes)
}

#[test]
fn a_journal_cut_anywhere_resumes_to_the_same_bytes() {
    let (_folder, path, bytes) = whole();
    for cut in 0..bytes.len() {
        fs::write(&path, &bytes[..cut]).unwrap();
        let dropped = work(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), bytes, "cut after {cut} bytes");
        let lost =
            cut - bytes[..cut].iter().rposition(|&byte| byte == b'\n').map_or(0, |it| it + 1);
        let has_header = bytes[..cut].contains(&b'\n');
        assert_eq!(dropped, if has_header { lost } else { 0 }, "cut after {cut} bytes");
    }
}

#[test]
fn a_flipped_bit_anywhere_is_refused_and_nothing_is_changed() {
    let (_folder, path, bytes) = whole();
    let last = bytes.len() - 1;
    for at in 0..bytes.len() {
        for bit in [0, 3, 5, 7] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            fs::write(&path, &damaged).unwrap();
            let result = work(&path);
            // Without its end, the last line is unfinished: it is written again.
            if at == last {
                result.unwrap();
                assert_eq!(fs::read(&path).unwrap(), bytes);
                continue;
            }
            let error = result.expect_err(&format!("bit {bit} of byte {at} is flipped"));
            let is_named =
                matches!(error, JournalError::Damaged { .. } | JournalError::Foreign { .. });
            assert!(is_named, "{error}");
            assert_eq!(fs::read(&path).unwrap(), damaged, "a damaged file is evidence");
        }
    }
}

#[test]
fn lost_doubled_and_swapped_lines_are_refused() {
    let (_folder, path, bytes) = whole();
    let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    for at in 1..lines.len() - 1 {
        let (mut lost, mut doubled, mut swapped) = (lines.clone(), lines.clone(), lines.clone());
        lost.remove(at);
        doubled.insert(at, lines[at]);
        swapped.swap(at, at + 1);
        for lines in [lost, doubled, swapped] {
            fs::write(&path, lines.concat()).unwrap();
            let error = work(&path).unwrap_err();
            assert!(matches!(error, JournalError::Damaged { .. }), "{error}");
        }
    }
}

#[test]
fn a_fault_at_any_step_resumes_to_the_same_bytes() {
    let (_folder, _, bytes) = whole();
    for kind in [Kind::Error, Kind::Crash] {
        let mut struck = 0;
        for nth in 1.. {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("squares.jsonl");
            let fault = inject(nth, kind);
            let result = work(&path);
            let is_over = !fault.has_struck();
            assert_eq!(result.is_err(), fault.has_struck());
            drop(fault);
            work(&path).unwrap();
            assert_eq!(fs::read(&path).unwrap(), bytes, "{kind:?} at step {nth}");
            if is_over {
                break;
            }
            struck += 1;
        }
        assert_eq!(struck, 7, "the header is written and synced, five records are written");
    }
}

#[test]
fn foreign_files_are_refused_and_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("precious");
    for content in
        ["precious", "{\"patience\":\"x", "{\"a\":1}\n", "\n", "\u{0}", "{\"patience\":7}\n"]
    {
        fs::write(&path, content).unwrap();
        work(&path).expect_err(content);
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
}

#[test]
fn another_purpose_is_refused_with_both_sides_named() {
    let (_folder, path, _) = whole();
    let open = |purpose: &Purpose| {
        Journal::open(&path, purpose, |_: Square| Ok(())).unwrap_err().to_string()
    };
    let purpose = |version, base| {
        Purpose::new("squares", version).with("rules", json!({ "base": base, "name": "größe" }))
    };
    assert!(open(&purpose(2, 16)).contains("rules.base is 10 there and 16 here"));
    assert!(open(&purpose(3, 10)).contains("version 2"));
    assert!(open(&Purpose::new("cubes", 2)).contains("format is squares there and cubes here"));
    assert!(open(&super_purpose()).contains("limit is not set there and 5 here"));
}

fn super_purpose() -> Purpose {
    purpose().with("limit", 5)
}

#[test]
fn a_second_writer_is_refused_and_the_first_is_named() {
    let (_folder, path, bytes) = whole();
    let first = Journal::open(&path, &purpose(), |_: Square| Ok(())).unwrap();
    let error = work(&path).unwrap_err();
    assert!(matches!(error, JournalError::Busy { .. }), "{error}");
    if cfg!(target_os = "linux") {
        let process = format!("process {}", std::process::id());
        assert!(error.to_string().contains(&process), "{error}");
    }
    drop(first);
    work(&path).unwrap();
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn readers_need_no_lock_and_leave_out_an_unfinished_line() {
    let (_folder, path, bytes) = whole();
    fs::write(&path, &bytes[..bytes.len() - 3]).unwrap();
    let writer = fs::File::open(&path).unwrap();
    writer.lock().unwrap();
    let mut found = Vec::new();
    let left_out = read_journal(&path, &purpose(), |square: Square| {
        found.push(square);
        Ok(())
    });
    assert_eq!(found, squares(4));
    let last = bytes.trim_ascii_end().iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
    assert_eq!(left_out.unwrap(), last - 3);
    fs::write(&path, &bytes).unwrap();
    assert_eq!(read_journal(&path, &purpose(), |_: Square| Ok(())).unwrap(), 0);
    // The beginning of the first line is no record.
    fs::write(&path, &bytes[..5]).unwrap();
    assert_eq!(read_journal(&path, &purpose(), |_: Square| Ok(())).unwrap(), 0);
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [&*pipe, Path::new("/dev/zero"), folder.path()] {
        let error = work(path).unwrap_err();
        assert!(error.to_string().contains("not a regular file"), "{error}");
        patience_files::read_text(path, 10).unwrap_err();
    }
}

#[test]
fn a_line_without_end_is_refused_before_memory_ends() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long");
    let file = fs::File::create(&path).unwrap();
    fs::write(&path, "{\"patience\":\"squares\"").unwrap();
    // Sparse: it takes no space.
    file.set_len(1 << 40).unwrap();
    let error = work(&path).unwrap_err();
    assert!(error.to_string().contains("longer than"), "{error}");
}
