//! The files of the page: those in the program, or those of a folder while somebody works on them.

use std::path::{Component, Path, PathBuf};
use std::sync::LazyLock;
use std::{fs, io};

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use xxhash_rust::xxh3::xxh3_64;

/// Every file of the page, by name.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The largest file that is served from a folder.
const MOST_BYTES: u64 = 16 << 20;

/// A file of the page.
///
/// ```
/// use patience_web::{File, files};
///
/// let is_relative = |File { name, .. }: &File| !name.starts_with('/') && !name.contains('\\');
/// assert!(files().all(|file| is_relative(&file)));
/// assert!(files().any(|File { name, bytes }| name == "index.html" && !bytes.is_empty()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Its path below the page's address, with slashes.
    pub name: &'static str,
    /// Its content.
    pub bytes: &'static [u8],
}

/// Every file of the page, in the order of their names.
///
/// ```
/// let index = patience_web::files().find(|file| file.name == "index.html").expect("a page");
/// assert!(index.bytes.starts_with(b"<!doctype html>"));
/// ```
pub fn files() -> impl Iterator<Item = File> {
    FILES.iter().map(|(name, bytes)| File { name, bytes })
}

/// Where the files come from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// The program.
    Program,
    /// A folder, whose path is canonical.
    Folder(PathBuf),
}

impl Source {
    /// The files of a folder, or those in the program.
    pub(crate) fn new(folder: Option<&Path>) -> io::Result<Self> {
        match folder {
            None => Ok(Self::Program),
            Some(folder) => {
                let folder = folder.canonicalize()?;
                if !folder.is_dir() {
                    return Err(io::Error::new(io::ErrorKind::NotADirectory, "not a folder"));
                }
                Ok(Self::Folder(folder))
            }
        }
    }

    /// The answer to a request for a path; `None` if there is no such file.
    pub(crate) async fn answer(&self, path: &str, headers: &HeaderMap) -> Option<Response> {
        let name = path.strip_prefix('/')?;
        let name = if name.is_empty() { "index.html" } else { name };
        let (bytes, tag) = match self {
            Self::Program => {
                static TAGS: LazyLock<Vec<String>> =
                    LazyLock::new(|| FILES.iter().map(|(_, bytes)| tag(bytes)).collect());
                let at = FILES.binary_search_by(|(known, _)| (*known).cmp(name)).ok()?;
                (Bytes::from_static(FILES[at].1), TAGS[at].clone())
            }
            Self::Folder(folder) => {
                let (folder, name) = (folder.clone(), name.to_owned());
                let read = tokio::task::spawn_blocking(move || read_inside(&folder, &name)).await;
                let bytes = read.ok()??;
                let tag = tag(&bytes);
                (Bytes::from(bytes), tag)
            }
        };
        let tag = HeaderValue::try_from(tag).ok()?;
        let common = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, NO_CACHE)];
        let known = headers.get_all(header::IF_NONE_MATCH).iter();
        let is_known = known
            .filter_map(|value| value.to_str().ok())
            .any(|value| value.split(',').any(|known| known.trim().as_bytes() == tag.as_bytes()));
        if is_known {
            return Some((StatusCode::NOT_MODIFIED, common).into_response());
        }
        let kind = [(header::CONTENT_TYPE, HeaderValue::from_static(media_type(name)))];
        Some((common, kind, bytes).into_response())
    }
}

/// The browser asks every time whether a file has changed.
const NO_CACHE: HeaderValue = HeaderValue::from_static("no-cache");

fn tag(bytes: &[u8]) -> String {
    format!("\"{:016x}\"", xxh3_64(bytes))
}

/// A plain file in a folder. Nothing outside it is read, whatever the name says and wherever symbolic links lead.
fn read_inside(folder: &Path, name: &str) -> Option<Vec<u8>> {
    let is_plain = |part| matches!(part, Component::Normal(_));
    if name.contains(['\\', '\0', '%', ':']) || !Path::new(name).components().all(is_plain) {
        return None;
    }
    let path = folder.join(name).canonicalize().ok()?;
    let meta = fs::metadata(&path).ok()?;
    let is_ours = path.starts_with(folder) && meta.is_file() && meta.len() <= MOST_BYTES;
    is_ours.then(|| fs::read(&path).ok()).flatten()
}

/// The media type of a file by the end of its name.
fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "wasm" => "application/wasm",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_known_type_and_a_name_without_dots() {
        assert!(files().any(|file| file.name == "index.html"));
        for file in files() {
            assert_ne!(media_type(file.name), "application/octet-stream", "{}", file.name);
            assert!(!file.name.starts_with('.') && !file.name.contains(".."), "{}", file.name);
        }
        assert!(FILES.is_sorted_by_key(|(name, _)| *name));
    }

    #[test]
    fn nothing_outside_a_folder_is_read() {
        let outer = tempfile::tempdir().expect("a folder");
        let folder = outer.path().canonicalize().expect("a path").join("page");
        fs::create_dir(&folder).expect("a folder");
        fs::write(outer.path().join("secret.txt"), "secret").expect("a file");
        fs::write(folder.join("seen.txt"), "seen").expect("a file");
        assert_eq!(read_inside(&folder, "seen.txt").as_deref(), Some(&b"seen"[..]));
        let secret = outer.path().join("secret.txt").display().to_string();
        for name in ["../secret.txt", "./../secret.txt", "x/../../secret.txt", &secret, "..", ""] {
            assert_eq!(read_inside(&folder, name), None, "{name}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(outer.path().join("secret.txt"), folder.join("link.txt"))
                .expect("a link");
            assert_eq!(read_inside(&folder, "link.txt"), None);
        }
    }
}
