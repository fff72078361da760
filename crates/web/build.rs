//! Lists the files of the page, so that the program contains them.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=page");
    let mut files = Vec::new();
    list(Path::new("page"), &mut files)?;
    // Paths compare by component; the files are found by their names as texts.
    let mut paths = files
        .iter()
        .map(|file| file.to_str().map(|path| path.replace('\\', "/")))
        .collect::<Option<Vec<String>>>()
        .ok_or_else(|| io::Error::other("a file name is not UTF-8"))?;
    paths.sort();
    let entry = |path: &String| {
        let (name, path) = (path.trim_start_matches("page/"), format!("/{path}"));
        format!(
            "    ({name:?}, include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))),\n"
        )
    };
    let code = format!("&[\n{}]\n", paths.iter().map(entry).collect::<String>());
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("OUT_DIR is not set"))?;
    fs::write(PathBuf::from(out).join("page.rs"), code)
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes()[0] == b'.');
        if path.is_dir() {
            list(&path, files)?;
        } else if !is_hidden {
            files.push(path);
        }
    }
    Ok(())
}
