//! Records what `patience --version --verbose` says: the profile of the build and the commit of the sources. Strips what is shipped.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=commit.txt");
    let profile = profile();
    println!("cargo::rustc-env=PATIENCE_PROFILE={profile}");
    println!("cargo::rustc-env=PATIENCE_COMMIT={}", commit());
    // `strip = true` of the profile does not reach this package: Cargo 1.95 forgets it where a profile overrides a level of the package, and an override
    // may not have `strip`.
    if profile == "dist" && env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo::rustc-link-arg-bins=-Wl,--strip-all");
    }
}

/// The name of the profile. Cargo tells scripts only what it inherits from; the folder of the build has its name.
fn profile() -> String {
    let out = env::var("OUT_DIR").unwrap_or_default();
    let folders: Vec<&str> = out.split(['/', '\\']).collect();
    let build = folders.iter().rposition(|folder| *folder == "build");
    let folder = build.and_then(|at| folders.get(at.checked_sub(1)?)).copied();
    match folder {
        Some("debug") => "dev".to_owned(),
        Some(folder) => folder.to_owned(),
        None => env::var("PROFILE").unwrap_or_else(|_| "unknown".to_owned()),
    }
}

/// The commit of the sources, from what there is: a crate package, an archive that Git made, or a clone.
fn commit() -> String {
    packaged().or_else(archived).or_else(cloned).unwrap_or_else(|| "unknown".to_owned())
}

/// `cargo package` writes the commit beside the manifest.
fn packaged() -> Option<String> {
    let info = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let rest = info.split_once("\"sha1\"")?.1;
    rest.split('"').nth(1).map(str::to_owned)
}

/// `git archive` replaces the text of a file that has the attribute `export-subst`.
fn archived() -> Option<String> {
    let text = fs::read_to_string("commit.txt").ok()?;
    let text = text.trim();
    text.chars().all(|digit| digit.is_ascii_hexdigit()).then(|| text.to_owned())
}

/// The commit that is checked out, unless the clone is that of something else.
fn cloned() -> Option<String> {
    // In builds for development the program would be compiled again after every commit.
    if env::var("PROFILE").is_ok_and(|profile| profile == "debug") {
        return Some("not recorded in builds for development".to_owned());
    }
    git(&["ls-files", "--error-unmatch", "Cargo.toml"])?;
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    let commit = git(&["rev-parse", "HEAD"])?;
    let changes = git(&["status", "--porcelain", "--untracked-files=no"])?;
    Some(if changes.is_empty() { commit } else { format!("{commit} with changes") })
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
