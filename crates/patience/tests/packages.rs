//! What a registry asks of every crate that is published; `scripts/packages` packs and compiles them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn table(path: &Path) -> Table {
    fs::read_to_string(path).unwrap().parse().unwrap()
}

/// The folder and manifest of every crate, by its name.
fn crates() -> BTreeMap<String, (PathBuf, Table)> {
    let folders = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    folders
        .filter(|folder| folder.join("Cargo.toml").exists())
        .map(|folder| {
            let manifest = table(&folder.join("Cargo.toml"));
            (manifest["package"]["name"].as_str().unwrap().to_owned(), (folder, manifest))
        })
        .collect()
}

fn is_published(manifest: &Table) -> bool {
    manifest["package"].get("publish").and_then(Value::as_bool) != Some(false)
}

/// A field of a package, which may be that of the workspace.
fn field<'a>(manifest: &'a Table, workspace: &'a Table, name: &str) -> &'a Value {
    match manifest["package"].get(name) {
        Some(Value::Table(inherited)) if inherited.contains_key("workspace") => {
            &workspace["workspace"]["package"][name]
        }
        Some(value) => value,
        None => panic!("{} has no {name}", manifest["package"]["name"]),
    }
}

#[test]
fn every_published_crate_says_what_a_registry_asks_for() {
    let workspace = table(&root().join("Cargo.toml"));
    for (name, (folder, manifest)) in crates() {
        if !is_published(&manifest) {
            continue;
        }
        for inherited in ["version", "edition", "rust-version", "license"] {
            let own = manifest["package"].get(inherited).and_then(Value::as_table);
            assert!(own.is_some(), "{name} has a {inherited} of its own");
        }
        let description = field(&manifest, &workspace, "description").as_str().unwrap();
        assert!(10 < description.len() && description.len() < 200, "{name}: {description}");
        let keywords = field(&manifest, &workspace, "keywords").as_array().unwrap();
        assert!(!keywords.is_empty() && keywords.len() <= 5, "{name}: {keywords:?}");
        for keyword in keywords.iter().map(|keyword| keyword.as_str().unwrap()) {
            let is_plain = keyword.starts_with(|it: char| it.is_ascii_lowercase())
                && keyword.chars().all(|it| it.is_ascii_alphanumeric() || it == '-');
            assert!(is_plain && keyword.len() <= 20, "{name}: {keyword}");
        }
        let categories = field(&manifest, &workspace, "categories").as_array().unwrap();
        assert!(!categories.is_empty() && categories.len() <= 5, "{name}: {categories:?}");
        for file in ["LICENSE-APACHE", "LICENSE-MIT"] {
            assert!(
                folder.join(file).exists(),
                "{name} has no {file}: ln -s ../../{file} {}",
                folder.join(file).display()
            );
        }
        assert_eq!(field(&manifest, &workspace, "readme").as_str(), Some("README.md"), "{name}");
    }
}

/// The visible lines of every example in the documentation of a file's items.
fn examples(source: &str) -> Vec<String> {
    let mut examples = Vec::new();
    let mut open: Option<Vec<&str>> = None;
    for line in source.lines().map(str::trim_start) {
        let Some(text) = line.strip_prefix("//!").or_else(|| line.strip_prefix("///")) else {
            open = None;
            continue;
        };
        let text = text.strip_prefix(' ').unwrap_or(text);
        match &mut open {
            None if text == "```" => open = Some(Vec::new()),
            None => {}
            Some(lines) if text.starts_with("```") => {
                examples.push(lines.join("\n").trim().to_owned());
                open = None;
            }
            Some(_) if text == "#" || text.starts_with("# ") => {}
            Some(lines) => lines.push(text),
        }
    }
    examples
}

/// The source files of a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|it| it == "rs"))
        .collect()
}

/// A registry shows the README of a crate without the repository: it has no relative links, and its example is one of the documentation, which is tested.
#[test]
fn every_published_crate_has_a_readme_of_its_own_with_an_example_that_is_tested() {
    for (name, (folder, manifest)) in crates() {
        if !is_published(&manifest) {
            continue;
        }
        let readme = fs::read_to_string(folder.join("README.md")).unwrap_or_default();
        assert!(readme.starts_with(&format!("# {name}\n")), "the README of {name}");
        assert!(readme.contains("a part of Patience") && readme.contains("Licence:"), "{name}");
        for link in readme.split("](").skip(1) {
            assert!(link.starts_with("https://"), "the README of {name} has a relative link");
        }
        let mut blocks =
            readme.split("```rust\n").skip(1).filter_map(|rest| rest.split("\n```").next());
        if let Some(example) = blocks.next() {
            let is_tested = sources(&folder.join("src")).iter().any(|path| {
                examples(&fs::read_to_string(path).unwrap()).iter().any(|it| it == example.trim())
            });
            assert!(is_tested, "the example in the README of {name} is in no documentation");
        } else {
            // A program, or a crate that does nothing without what a build must find.
            assert!(
                ["patience-cli", "patience-gpu", "patience-mpi"].contains(&&*name),
                "{name} has no example"
            );
        }
        assert_eq!(blocks.next(), None, "{name}: one example is enough");
    }
}

#[test]
fn published_crates_depend_on_published_crates_by_version() {
    let workspace = table(&root().join("Cargo.toml"));
    let versions = workspace["workspace"]["dependencies"].as_table().unwrap();
    let version = &workspace["workspace"]["package"]["version"];
    let crates = crates();
    for (name, (_, manifest)) in &crates {
        let dependencies = manifest.get("dependencies").and_then(Value::as_table);
        if !is_published(manifest) {
            continue;
        }
        for dependency in dependencies.into_iter().flat_map(Table::keys) {
            let Some((_, other)) = crates.get(dependency) else { continue };
            assert!(is_published(other), "{name} needs {dependency}, which is not published");
            let stated = versions[dependency].get("version");
            assert_eq!(stated, Some(version), "the version of {dependency} in Cargo.toml");
        }
    }
}

#[test]
fn citation_and_changelog_have_the_version() {
    let workspace = table(&root().join("Cargo.toml"));
    let version = workspace["workspace"]["package"]["version"].as_str().unwrap();
    for (name, line) in
        [("CITATION.cff", format!("version: {version}")), ("CHANGELOG.md", format!("## {version}"))]
    {
        let text = fs::read_to_string(root().join(name)).unwrap();
        assert!(text.lines().any(|it| it == line), "{name} has no line `{line}`");
    }
}
