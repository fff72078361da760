//! A file that appears under its name when it is complete.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::UNFINISHED;
use crate::fault::{self, Step};

/// Links that are followed before a loop is assumed.
const MOST_LINKS: usize = 40;

/// A file that is written under a temporary name. [`commit`](Self::commit) gives it its name; without that it is removed.
///
/// ```
/// use patience_files::NewFile;
/// use std::io::Write;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("board.svg");
/// let mut file = NewFile::create(&path)?;
/// file.write_all(b"<svg/>")?;
/// assert!(!path.exists(), "it has no name yet");
/// file.commit()?;
/// assert_eq!(std::fs::read(&path)?, b"<svg/>");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct NewFile {
    target: PathBuf,
    file: NamedTempFile,
}

impl NewFile {
    /// Begins a file that replaces `path`. An existing file keeps its permissions; a symbolic link is followed.
    pub fn create(path: &Path) -> io::Result<Self> {
        fault::check(Step::Create)?;
        let target = followed(path)?;
        let Some(name) = target.file_name() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path has no file name"));
        };
        let mut builder = Builder::new();
        let suffix = format!(".{UNFINISHED}");
        let mut prefix = name.to_owned();
        prefix.push(".");
        builder.prefix(&prefix).suffix(&suffix);
        share(&mut builder);
        let file = builder.tempfile_in(folder(&target))?;
        if let Ok(old) = fs::metadata(&target) {
            file.as_file().set_permissions(old.permissions())?;
        }
        Ok(Self { target, file })
    }

    /// Syncs the file and gives it its name.
    pub fn commit(mut self) -> io::Result<()> {
        fault::check(Step::Sync)?;
        self.file.as_file().sync_all()?;
        fault::check(Step::Rename)?;
        let target = self.target.clone();
        fs::rename(self.file.path(), &target)?;
        self.file.disable_cleanup(true);
        fault::check(Step::SyncFolder)?;
        // A rename lasts when the folder is synced. Systems that cannot open folders do that themselves.
        File::open(folder(&target)).map_or(Ok(()), |folder| folder.sync_all())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        fault::write(&mut self.file, bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // A dead process cleans nothing up.
        if fault::has_crashed() {
            self.file.disable_cleanup(true);
        }
    }
}

/// Where a path leads: the file itself, or what its links point at, whether that exists or not.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if !fs::symlink_metadata(&path).is_ok_and(|meta| meta.is_symlink()) {
            return Ok(path);
        }
        let link = fs::read_link(&path)?;
        path = folder(&path).join(link);
    }
    Err(io::Error::other("too many levels of symbolic links"))
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Temporary files are private by default; this gives a new file the permissions of any other.
#[cfg(unix)]
fn share(builder: &mut Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn share(_: &mut Builder<'_, '_>) {}
