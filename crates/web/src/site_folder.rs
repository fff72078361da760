//! The folder of a static site: what Patience wrote there can be replaced, and nothing else.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};

use crate::site::{SiteError, SiteFile, sha256};

/// The file that says what the folder is.
const LIST: &str = "site.json";
/// What its field `site` says.
const OURS: &str = "patience";
/// The largest list that is read.
const MOST_BYTES: u64 = 1 << 20;

/// What was written.
#[derive(Debug, Deserialize, Serialize)]
struct List {
    site: String,
    version: String,
    /// The hash of every file.
    files: BTreeMap<String, String>,
}

/// Writes the files of a site into a new or empty folder, or in place of an older site. Returns their size.
///
/// Files that Patience did not write, and files that somebody changed since, are refused before anything is written.
///
/// ```
/// use patience_web::{SiteError, SiteFile, write_site};
///
/// # let outer = tempfile::tempdir()?;
/// # let folder = outer.path();
/// let file = |text: &str| SiteFile { name: "index.html".to_owned(), bytes: text.into() };
/// write_site(folder, &[file("first")])?;
/// write_site(folder, &[file("second")])?;
/// std::fs::write(folder.join("index.html"), "mine")?;
/// assert!(matches!(write_site(folder, &[file("third")]), Err(SiteError::Changed(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_site(folder: &Path, files: &[SiteFile]) -> Result<u64, SiteError> {
    let old = written(folder)?;
    let new: BTreeMap<_, _> =
        files.iter().map(|file| (file.name.clone(), sha256(&file.bytes))).collect();
    for name in old.keys().chain(new.keys()) {
        let path = folder.join(name);
        if let Some(hash) = hash_of(&path)? {
            // A new file is there already if the last run was interrupted.
            if old.get(name) != Some(&hash) && new.get(name) != Some(&hash) {
                return Err(SiteError::Changed(path));
            }
        }
    }
    fs::create_dir_all(folder).map_err(|error| io_error(folder, error))?;
    for SiteFile { name, bytes } in files {
        write(&folder.join(name), bytes)?;
    }
    let list =
        List { site: OURS.to_owned(), version: env!("CARGO_PKG_VERSION").to_owned(), files: new };
    let text = serde_json::to_string_pretty(&list)
        .map_err(|error| io_error(folder, io::Error::other(error)))?;
    write(&folder.join(LIST), text.as_bytes())?;
    for name in old.keys().filter(|name| !list.files.contains_key(*name)) {
        let path = folder.join(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(io_error(&path, error));
            }
            _ => {}
        }
    }
    Ok(files.iter().map(|file| file.bytes.len() as u64).sum())
}

/// The hashes of what Patience wrote into a folder. Nothing for a new one; an error if it holds something else.
fn written(folder: &Path) -> Result<BTreeMap<String, String>, SiteError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) => return Err(io_error(folder, error)),
    };
    let foreign = || SiteError::Foreign(folder.to_owned());
    let path = folder.join(LIST);
    if !path.exists() {
        for entry in entries {
            let name = entry.map_err(|error| io_error(folder, error))?.file_name();
            // A branch of a repository can be the folder.
            if name != ".git" && !patience_files::is_unfinished(Path::new(&name)) {
                return Err(foreign());
            }
        }
        return Ok(BTreeMap::new());
    }
    let text =
        patience_files::read_text(&path, MOST_BYTES).map_err(|error| io_error(&path, error))?;
    let list: List = serde_json::from_str(&text).map_err(|_| foreign())?;
    let is_plain = |name: &String| {
        !name.is_empty()
            && Path::new(name).components().all(|part| matches!(part, Component::Normal(_)))
    };
    if list.site != OURS || !list.files.keys().all(is_plain) {
        return Err(foreign());
    }
    Ok(list.files)
}

fn hash_of(path: &Path) -> Result<Option<String>, SiteError> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(io_error(path, error)),
        // A link leads to something that we did not write.
        Ok(meta) if !meta.is_file() => Err(SiteError::Changed(path.to_owned())),
        Ok(_) => Ok(Some(sha256(&fs::read(path).map_err(|error| io_error(path, error))?))),
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), SiteError> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(|error| io_error(parent, error))?;
    }
    patience_files::replace(path, bytes).map_err(|error| io_error(path, error))
}

fn io_error(path: &Path, error: io::Error) -> SiteError {
    SiteError::Io { path: PathBuf::from(path), error }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str) -> SiteFile {
        SiteFile { name: name.to_owned(), bytes: text.as_bytes().to_vec() }
    }

    #[test]
    fn a_newer_site_replaces_an_older_one() {
        let outer = tempfile::tempdir().expect("a folder");
        let folder = outer.path().join("a/site");
        write_site(&folder, &[file("index.html", "1"), file("x/old.js", "1")]).expect("written");
        fs::write(folder.join("CNAME"), "puzzles.example.org").expect("a file");
        write_site(&folder, &[file("index.html", "2"), file("new.js", "2")]).expect("written");
        assert_eq!(fs::read_to_string(folder.join("index.html")).expect("a file"), "2");
        assert!(folder.join("new.js").exists() && !folder.join("x/old.js").exists());
        // What somebody added stays.
        assert!(folder.join("CNAME").exists());
    }

    #[test]
    fn what_others_wrote_is_refused_and_kept() {
        let outer = tempfile::tempdir().expect("a folder");
        let folder = outer.path();
        fs::write(folder.join("thesis.txt"), "text").expect("a file");
        let site = [file("index.html", "1"), file("thesis.txt", "2")];
        assert!(matches!(write_site(folder, &site), Err(SiteError::Foreign(_))));
        fs::write(folder.join(LIST), r#"{"name": "something else"}"#).expect("a file");
        assert!(matches!(write_site(folder, &site), Err(SiteError::Foreign(_))));
        fs::remove_file(folder.join("thesis.txt")).expect("a file");
        fs::remove_file(folder.join(LIST)).expect("a file");

        write_site(folder, &site).expect("written");
        fs::write(folder.join("thesis.txt"), "mine").expect("a file");
        let error = write_site(folder, &[file("index.html", "2")]).expect_err("an error");
        assert!(matches!(error, SiteError::Changed(path) if path.ends_with("thesis.txt")));
        assert_eq!(fs::read_to_string(folder.join("thesis.txt")).expect("a file"), "mine");
        assert_eq!(fs::read_to_string(folder.join("index.html")).expect("a file"), "1");
    }

    #[test]
    fn a_list_that_names_files_elsewhere_is_refused() {
        let outer = tempfile::tempdir().expect("a folder");
        let folder = outer.path().join("site");
        fs::create_dir(&folder).expect("a folder");
        let other = outer.path().join("other.txt");
        fs::write(&other, "text").expect("a file");
        let list = List {
            site: OURS.to_owned(),
            version: String::new(),
            files: [("../other.txt".to_owned(), sha256(b"text"))].into(),
        };
        fs::write(folder.join(LIST), serde_json::to_string(&list).expect("JSON")).expect("a file");
        assert!(matches!(write_site(&folder, &[]), Err(SiteError::Foreign(_))));
        assert!(other.exists());
    }
}
