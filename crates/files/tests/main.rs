//! Faults at every step of a write, and targets that are not plain files.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod journal;

use std::fs;
use std::io::Write;
use std::path::Path;

use patience_files::fault::{Kind, inject};
use patience_files::{NewFile, append, remove_unfinished, replace};

fn names(folder: &Path) -> Vec<String> {
    let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| name(entry.unwrap())).collect();
    names.sort();
    names
}

#[test]
fn a_fault_at_any_step_leaves_the_old_file_or_the_new_one() {
    for kind in [Kind::Error, Kind::Crash] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mut steps = 0;
        loop {
            replace(&path, b"old").unwrap();
            let fault = inject(steps + 1, kind);
            let result = replace(&path, b"new");
            assert_eq!(result.is_err(), fault.has_struck());
            let found = fs::read_to_string(&path).unwrap();
            if !fault.has_struck() {
                assert_eq!(found, "new");
                break;
            }
            // The new file is there once it is renamed: the last step syncs the folder.
            assert_eq!(found, if steps == 4 { "new" } else { "old" }, "{kind:?} {steps}");
            let is_alone = names(folder.path()) == ["file"];
            assert_eq!(is_alone, kind == Kind::Error || steps == 0 || steps == 4);
            drop(fault);
            remove_unfinished(folder.path()).unwrap();
            assert_eq!(names(folder.path()), ["file"]);
            steps += 1;
        }
        assert_eq!(steps, 5, "create, write, sync, rename, sync the folder");
    }
}

#[test]
fn after_a_crash_nothing_more_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    append(&path, b"one\n").unwrap();
    let fault = inject(1, Kind::Crash);
    append(&path, b"two\n").unwrap_err();
    append(&path, b"three\n").unwrap_err();
    drop(fault);
    assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntw");
}

#[test]
fn a_file_that_is_not_committed_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let mut file = NewFile::create(&path).unwrap();
    file.write_all(b"some").unwrap();
    assert_eq!(names(folder.path()).len(), 1);
    drop(file);
    assert_eq!(names(folder.path()), [""; 0]);
}

#[cfg(unix)]
mod unix {
    use std::io::Read;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::Command;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn permissions_stay_and_new_files_have_the_usual_ones() {
        let folder = tempfile::tempdir().unwrap();
        let [path, plain] = ["file", "plain"].map(|name| folder.path().join(name));
        fs::write(&plain, "").unwrap();
        replace(&path, b"one").unwrap();
        assert_eq!(mode(&path), mode(&plain));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o642)).unwrap();
        replace(&path, b"two").unwrap();
        assert_eq!((mode(&path), fs::read(&path).unwrap()), (0o642, b"two".to_vec()));
    }

    #[test]
    fn links_are_followed_and_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("elsewhere")).unwrap();
        symlink("elsewhere/file", path("near")).unwrap();
        symlink(path("near"), path("far")).unwrap();
        // The link points at nothing at first.
        for text in ["one", "two"] {
            replace(&path("far"), text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(path("elsewhere/file")).unwrap(), text);
        }
        assert!(path("far").is_symlink() && path("near").is_symlink());
        symlink(path("loop"), path("loop")).unwrap();
        replace(&path("loop"), b"").unwrap_err();
    }

    #[test]
    fn devices_and_pipes_are_written_directly() {
        replace(Path::new("/dev/null"), b"nothing").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || {
                let mut text = String::new();
                fs::File::open(pipe).unwrap().read_to_string(&mut text).unwrap();
                text
            }
        });
        replace(&pipe, b"through").unwrap();
        assert_eq!(reader.join().unwrap(), "through");
        assert_eq!(names(folder.path()), ["pipe"]);
        replace(folder.path(), b"").unwrap_err();
    }
}
