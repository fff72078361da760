//! The static site: the files of the page, with engines that run in the browser instead of on a server.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use sha2::{Digest, Sha256};

use crate::page;

/// The module and its bindings, as `scripts/wasm` names them and `worker.js` imports them.
const WASM: [&str; 2] = ["patience.js", "patience_bg.wasm"];
/// What every module begins with.
const MAGIC: &[u8] = b"\0asm";
/// The largest file of the engines.
const MOST_BYTES: u64 = 64 << 20;

/// How index.html names its engine in the program, and in the site, where the engine is loaded at once.
const SERVER: &str = r#"<meta name="patience-engine" content="http">"#;
const WORKER: &str = r#"<meta name="patience-engine" content="worker">
<link rel="manifest" href="manifest.webmanifest">
<link rel="preload" href="wasm/patience_bg.wasm" as="fetch" crossorigin>
<link rel="modulepreload" href="engine-worker.js">
<link rel="modulepreload" href="lane.js">"#;
/// What the service worker has in place of the list, and of the list's hash.
const NO_FILES: &str = "[/* FILES */]";
const NO_VERSION: &str = "/* VERSION */";

/// A file of the site.
///
/// ```
/// use patience_web::{SiteFile, write_site};
///
/// # let outer = tempfile::tempdir()?;
/// # let folder = outer.path().join("site");
/// let name = "wasm/patience.js".to_owned();
/// write_site(&folder, &[SiteFile { name, bytes: b"export default 1;".to_vec() }])?;
/// // The folders in its name are made.
/// assert_eq!(std::fs::read(folder.join("wasm").join("patience.js"))?, b"export default 1;");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SiteFile {
    /// Its path below the folder of the site, with slashes.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// Why there is no site.
///
/// ```
/// use patience_web::{SiteError, site};
///
/// # let outer = tempfile::tempdir()?;
/// # let wasm = outer.path();
/// std::fs::write(wasm.join("patience.js"), "export default 1;")?;
/// let error = site(wasm).expect_err("a file is missing");
/// assert!(error.to_string().contains("build them with scripts/wasm"), "it says what to do");
/// std::fs::write(wasm.join("patience_bg.wasm"), "<html>")?;
/// assert!(matches!(site(wasm), Err(SiteError::NotWasm(path)) if path.ends_with("patience_bg.wasm")));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SiteError {
    /// The engines are not built.
    #[error(
        "{} holds no engines ({error}): download the site archive of a release, which is the site, or build them with scripts/wasm in the sources and name their folder with --wasm",
        .path.display()
    )]
    NoWasm {
        /// The missing file.
        path: PathBuf,
        /// Why it cannot be read.
        error: io::Error,
    },
    /// The engines are something else.
    #[error("{} is not a WebAssembly module", .0.display())]
    NotWasm(PathBuf),
    /// The page cannot be changed into a site.
    #[error("the page's {name} has no {expected} to replace")]
    NoPlace {
        /// The file.
        name: &'static str,
        /// What it should have.
        expected: &'static str,
    },
    /// The folder holds something else.
    #[error("{} is not a site that Patience wrote, and not empty; it was not changed. Choose another folder", .0.display())]
    Foreign(PathBuf),
    /// Somebody changed a file of the site.
    #[error("{} was changed since Patience wrote it; nothing was written. Remove it, or choose another folder", .0.display())]
    Changed(PathBuf),
    /// The system failed.
    #[error("cannot use {}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// Every file of the site, with the engines of a folder that `scripts/wasm` wrote.
///
/// ```
/// use patience_web::{SiteError, site, write_site};
///
/// # let outer = tempfile::tempdir()?;
/// # let wasm = outer.path().join("wasm");
/// # std::fs::create_dir(&wasm)?;
/// assert!(matches!(site(&wasm), Err(SiteError::NoWasm { .. })));
/// # std::fs::write(wasm.join("patience.js"), "export default 1;")?;
/// # std::fs::write(wasm.join("patience_bg.wasm"), b"\0asm")?;
/// // After `scripts/wasm`:
/// let files = site(&wasm)?;
/// assert!(files.iter().any(|file| file.name == "wasm/patience_bg.wasm"));
/// # let folder = outer.path().join("site");
/// let bytes = write_site(&folder, &files)?;
/// assert_eq!(bytes, files.iter().map(|file| file.bytes.len() as u64).sum::<u64>());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn site(wasm: &Path) -> Result<Vec<SiteFile>, SiteError> {
    let mut files = engines(wasm)?;
    for file in page::files() {
        let mut bytes = file.bytes.to_vec();
        match file.name {
            "sw.js" => continue,
            "index.html" => bytes = replaced("index.html", file.bytes, SERVER, WORKER)?,
            _ => {}
        }
        files.push(SiteFile { name: file.name.to_owned(), bytes });
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files.push(service_worker(&files)?);
    // Otherwise some hosts take the files for sources of a blog.
    files.push(SiteFile { name: ".nojekyll".to_owned(), bytes: Vec::new() });
    Ok(files)
}

/// The hash of a file's content.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn engines(folder: &Path) -> Result<Vec<SiteFile>, SiteError> {
    let mut files = Vec::new();
    for name in WASM {
        let path = folder.join(name);
        let read = patience_files::require_regular(&path).and_then(|()| {
            if MOST_BYTES < fs::metadata(&path)?.len() {
                return Err(io::Error::from(io::ErrorKind::FileTooLarge));
            }
            fs::read(&path)
        });
        let bytes = read.map_err(|error| SiteError::NoWasm { path: path.clone(), error })?;
        let is_module = path.extension().is_some_and(|extension| extension == "wasm");
        if is_module && !bytes.starts_with(MAGIC) {
            return Err(SiteError::NotWasm(path));
        }
        files.push(SiteFile { name: format!("wasm/{name}"), bytes });
    }
    Ok(files)
}

/// The service worker, with the list of all files.
fn service_worker(files: &[SiteFile]) -> Result<SiteFile, SiteError> {
    const NAME: &str = "sw.js";
    let missing = SiteError::NoPlace { name: NAME, expected: NO_FILES };
    let template = page::files().find(|file| file.name == NAME).ok_or(missing)?;
    let list: Vec<_> = files.iter().map(|file| (&file.name, sha256(&file.bytes))).collect();
    let list = serde_json::json!(list).to_string();
    let version = sha256(list.as_bytes());
    let bytes = replaced(NAME, template.bytes, NO_FILES, &list)?;
    Ok(SiteFile { name: NAME.to_owned(), bytes: replaced(NAME, &bytes, NO_VERSION, &version)? })
}

/// A text with something in the place of something that must be there.
fn replaced(
    name: &'static str,
    bytes: &[u8],
    from: &'static str,
    to: &str,
) -> Result<Vec<u8>, SiteError> {
    let text = String::from_utf8_lossy(bytes);
    if !text.contains(from) {
        return Err(SiteError::NoPlace { name, expected: from });
    }
    Ok(text.replacen(from, to, 1).into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("patience.js"), "export default 1").expect("a file");
        fs::write(folder.path().join("patience_bg.wasm"), b"\0asm\x01").expect("a file");
        folder
    }

    #[test]
    fn the_service_worker_knows_every_file_by_its_hash() {
        let files = site(built().path()).expect("a site");
        let text = |name: &str| {
            let file = files.iter().find(|file| file.name == name).expect("a file");
            String::from_utf8(file.bytes.clone()).expect("text")
        };
        let worker = text("sw.js");
        for file in &files {
            let is_listed =
                worker.contains(&format!("[\"{}\",\"{}\"]", file.name, sha256(&file.bytes)));
            assert_eq!(
                is_listed,
                !["sw.js", ".nojekyll"].contains(&file.name.as_str()),
                "{}",
                file.name
            );
        }
        assert!(!worker.contains("/* FILES */") && !worker.contains("/* VERSION */"));
        assert!(text("index.html").contains(WORKER) && !text("index.html").contains(SERVER));
    }

    #[test]
    fn hashes_are_those_of_the_standard() {
        // The example of FIPS 180-2.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc"), expected);
    }

    #[test]
    fn engines_that_are_missing_or_something_else_are_refused() {
        let folder = built();
        fs::write(folder.path().join("patience_bg.wasm"), "<html>").expect("a file");
        assert!(matches!(site(folder.path()), Err(SiteError::NotWasm(_))));
        fs::remove_file(folder.path().join("patience_bg.wasm")).expect("a file");
        let error = site(folder.path()).expect_err("an error").to_string();
        assert!(error.contains("patience_bg.wasm") && error.contains("scripts/wasm"), "{error}");
    }

    #[test]
    fn no_file_names_an_absolute_address() {
        for file in site(built().path()).expect("a site") {
            let text = String::from_utf8_lossy(&file.bytes).into_owned();
            for bad in ["src=\"/", "href=\"/", "from \"/", "import(\"/", "fetch(\"/", "url(/"] {
                assert!(!text.contains(bad), "{}: {bad}", file.name);
            }
        }
    }
}
