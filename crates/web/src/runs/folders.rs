//! Which folders are followed, and when they change.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::UNIX_EPOCH;
use std::{fs, io};

use patience_lab::runs::Records;
use patience_learn::folder::{ARCHIVE, BEST, LOG, SETTINGS};
use serde_json::{Value, json};
use xxhash_rust::xxh3::xxh3_64;

use super::state::{self, Card};

/// The most folders in a folder that are followed.
const MOST_FOLDERS: usize = 200;

/// What a folder holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A run of `evolve`.
    Evolution,
    /// Records of an experiment.
    Experiment,
}

/// A folder that is followed.
#[derive(Clone, Debug)]
pub(crate) struct Followed {
    /// A word for addresses.
    pub(crate) id: String,
    /// The name of the folder.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) kind: Kind,
}

/// The state of a folder at a moment.
struct Kept {
    stamp: u64,
    state: Arc<Value>,
}

/// The folders that the server was told to follow.
pub(crate) struct Runs {
    /// Canonical paths.
    roots: Vec<PathBuf>,
    /// What was last read of each folder.
    kept: Mutex<HashMap<String, Kept>>,
}

impl Runs {
    pub(crate) fn new(roots: &[PathBuf]) -> io::Result<Self> {
        let roots = roots.iter().map(|root| root.canonicalize()).collect::<io::Result<_>>()?;
        Ok(Self { roots, kept: Mutex::default() })
    }

    /// The number of folders that were named.
    pub(crate) fn count(&self) -> usize {
        self.roots.len()
    }

    /// Every folder that is followed: those that were named, and the runs in them.
    pub(crate) fn all(&self) -> Vec<Followed> {
        let mut all = Vec::new();
        for root in &self.roots {
            match kind_of(root) {
                Some(kind) => all.push(Followed::new(root, kind)),
                None => all.extend(inner(root)),
            }
        }
        let mut seen = std::collections::HashSet::new();
        all.retain(|it: &Followed| seen.insert(it.id.clone()));
        all
    }

    pub(crate) fn find(&self, id: &str) -> Option<Followed> {
        self.all().into_iter().find(|it| it.id == id)
    }

    /// A card for every folder.
    pub(crate) fn list(&self) -> Value {
        self.all().iter().map(|it| json!(Card::of(it, &self.state(it)))).collect()
    }

    /// The state of a folder. A folder that has not changed is not read again.
    pub(crate) fn state(&self, followed: &Followed) -> Arc<Value> {
        let stamp = followed.stamp();
        if let Some(kept) = self.lock().get(&followed.id)
            && kept.stamp == stamp
        {
            return Arc::clone(&kept.state);
        }
        let state = Arc::new(state::read(followed));
        self.lock().insert(followed.id.clone(), Kept { stamp, state: Arc::clone(&state) });
        state
    }

    /// A number that changes when any folder changes.
    pub(crate) fn stamp(&self) -> u64 {
        let stamps = self.all().into_iter().map(|it| format!("{} {}\n", it.id, it.stamp()));
        xxh3_64(stamps.collect::<String>().as_bytes())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Followed {
    fn new(path: &Path, kind: Kind) -> Self {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let id = format!("{:016x}", xxh3_64(path.as_os_str().as_encoded_bytes()));
        Self { id, name, path: path.to_owned(), kind }
    }

    /// A number that changes when a file of the folder changes: names, lengths and times.
    pub(crate) fn stamp(&self) -> u64 {
        let files = match self.kind {
            Kind::Evolution => [SETTINGS, LOG, BEST, ARCHIVE].map(|it| self.path.join(it)).into(),
            Kind::Experiment => Records::files(&self.path).unwrap_or_default(),
        };
        let mut text = String::new();
        for file in files {
            let Ok(meta) = fs::symlink_metadata(&file) else { continue };
            let changed = meta.modified().ok().and_then(|it| it.duration_since(UNIX_EPOCH).ok());
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{} {} {changed:?}", file.display(), meta.len());
        }
        xxh3_64(text.as_bytes())
    }
}

/// The runs in a folder, in the order of their names. Symbolic links are not followed.
fn inner(root: &Path) -> Vec<Followed> {
    let Ok(entries) = fs::read_dir(root) else { return Vec::new() };
    let folders = entries.flatten().filter(|it| it.file_type().is_ok_and(|kind| kind.is_dir()));
    let mut paths: Vec<PathBuf> = folders.map(|it| it.path()).collect();
    paths.sort();
    paths.truncate(MOST_FOLDERS);
    let followed = paths.iter().filter_map(|path| Some(Followed::new(path, kind_of(path)?)));
    followed.collect()
}

/// What a folder holds, by the names of its files.
fn kind_of(folder: &Path) -> Option<Kind> {
    if is_plain(&folder.join(SETTINGS)) {
        return Some(Kind::Evolution);
    }
    Records::files(folder).is_ok_and(|files| !files.is_empty()).then_some(Kind::Experiment)
}

/// Whether a path is a plain file, and no symbolic link.
pub(super) fn is_plain(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|meta| meta.is_file())
}
