//! The repository itself: documents in step with the code, and of a size that people read.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

const BEGIN: &str = "<!-- code map: generated -->\n";
const END: &str = "<!-- end of code map -->";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The first sentence of a file's `//!` lines.
fn summary(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    let paragraph: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let paragraph = paragraph.join(" ");
    let end = paragraph.find(". ").unwrap_or(paragraph.len());
    paragraph[..end].trim_end_matches('.').to_owned()
}

/// Folders in alphabetical order.
fn folders(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut folders: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// Folders that every puzzle crate has.
const USUAL: [&str; 3] = ["text", "picture", "kit"];

/// Every crate, and every folder of its sources that is a module, but for those that every puzzle has.
fn code_map() -> String {
    let mut map = String::from("| where | what |\n|---|---|\n");
    for folder in folders(&root().join("crates")) {
        let sources = folder.join("src");
        let main = ["lib.rs", "main.rs"].map(|file| sources.join(file));
        let main = main.iter().find(|path| path.exists()).unwrap();
        writeln!(map, "| `{}` | {} |", name(&folder), summary(main)).unwrap();
        for module in folders(&sources) {
            if module.join("mod.rs").exists() && !USUAL.contains(&name(&module).as_str()) {
                let what = summary(&module.join("mod.rs"));
                writeln!(map, "| `{}/{}` | {what} |", name(&folder), name(&module)).unwrap();
            }
        }
    }
    map
}

/// The map is rewritten by `PATIENCE_CODE_MAP=rewrite cargo test --test repository`.
#[test]
fn the_code_map_is_that_of_the_code() {
    let path = root().join("ARCHITECTURE.md");
    let text = fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(BEGIN).expect("the map has a beginning");
    let (map, after) = rest.split_once(END).expect("the map has an end");
    let expected = code_map();
    if std::env::var("PATIENCE_CODE_MAP").is_ok_and(|value| value == "rewrite") {
        fs::write(&path, format!("{before}{BEGIN}{expected}{END}{after}")).unwrap();
    } else {
        assert!(
            map == expected,
            "rewrite the map: PATIENCE_CODE_MAP=rewrite cargo test --test repository"
        );
    }
}

#[test]
fn every_source_file_says_what_it_is() {
    let mut pending = vec![root().join("crates")];
    let mut nameless = Vec::new();
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            // Code in `doc` is part of examples, which say themselves what they show.
            if path.is_dir() && !["target", "doc"].contains(&name(&path).as_str()) {
                pending.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") && summary(&path).is_empty() {
                nameless.push(path);
            }
        }
    }
    assert!(nameless.is_empty(), "{nameless:?}");
}

#[test]
fn documents_stay_short() {
    for (name, most) in [("README.md", 8_192), ("ARCHITECTURE.md", 12_288)] {
        let size = fs::metadata(root().join(name)).unwrap().len();
        assert!(size <= most, "{name} has {size} bytes, and at most {most} are read");
    }
}

#[test]
fn links_between_documents_lead_somewhere() {
    for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "STATUS.md"] {
        let text = fs::read_to_string(root().join(name)).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = link.split('#').next().unwrap_or("");
            let is_local = !path.is_empty() && !path.contains("://");
            assert!(!is_local || root().join(path).exists(), "{name}: {link}");
        }
    }
}
