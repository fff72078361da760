//! `patience site`: the static site is written whole, and never over what others wrote.

use std::fs;

use crate::common::run;

/// A folder with engines that nobody will run.
fn engines() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("patience.js"), "export default 1").unwrap();
    fs::write(folder.path().join("patience_bg.wasm"), b"\0asm\x01\0\0\0").unwrap();
    folder
}

#[test]
fn a_site_is_written_and_written_again() {
    let (engines, outer) = (engines(), tempfile::tempdir().unwrap());
    let out = outer.path().join("a").join("site");
    let line = format!("site {} --wasm {}", out.display(), engines.path().display());
    for _ in 0..2 {
        let ended = run(&line);
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    }
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    assert!(read("index.html").contains(r#"name="patience-engine" content="worker""#));
    assert!(read("sw.js").contains("wasm/patience_bg.wasm"));
    assert!(out.join(".nojekyll").exists() && out.join("manifest.webmanifest").exists());
}

#[test]
fn a_folder_of_others_is_refused() {
    let (engines, outer) = (engines(), tempfile::tempdir().unwrap());
    let out = outer.path().display();
    fs::write(outer.path().join("index.html"), "mine").unwrap();
    let ended = run(&format!("site {out} --wasm {}", engines.path().display()));
    assert_eq!(ended.code, Some(2));
    assert!(ended.stderr.contains("is not a site that Patience wrote"), "{}", ended.stderr);
    assert_eq!(fs::read_to_string(outer.path().join("index.html")).unwrap(), "mine");
    assert_eq!(fs::read_dir(outer.path()).unwrap().count(), 1);
}

#[test]
fn missing_engines_are_named_with_what_builds_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display();
    let ended = run(&format!("site {path}/out --wasm {path}/none"));
    assert_eq!(ended.code, Some(2));
    assert!(ended.stderr.contains("scripts/wasm"), "{}", ended.stderr);
    assert!(!folder.path().join("out").exists());
}
