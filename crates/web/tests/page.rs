//! The files of the page, and nothing else.

use std::fs;
use std::path::Path;

use patience_web::{Options, files};

use crate::client::TestServer;

#[test]
fn every_file_is_served_with_its_type_and_all_headers() {
    let server = TestServer::start(&Options::default());
    for file in files() {
        let response = server.get(&format!("/{}", file.name), "");
        assert_eq!(response.status, 200, "{}", file.name);
        assert_eq!(response.body.as_bytes(), file.bytes, "{}", file.name);
        assert_eq!(response.header("cache-control"), Some("no-cache"));
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(response.header("referrer-policy"), Some("no-referrer"));
        let policy = response.header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'self'; script-src 'self';"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
        if Path::new(file.name).extension().is_some_and(|end| end == "js") {
            assert_eq!(response.header("content-type"), Some("text/javascript; charset=utf-8"));
        }
    }
    let index = server.get("/", "");
    assert_eq!(index.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(index.body, server.get("/index.html", "").body);
    let meta = "<meta name=\"patience-engine\" content=\"http\">";
    assert!(index.body.contains(meta), "the page must know which engine it has");
}

#[test]
fn a_file_that_the_browser_knows_is_not_sent_again() {
    let server = TestServer::start(&Options::default());
    let tag = server.get("/", "").header("etag").expect("a tag").to_owned();
    let again = server.get("/", &format!("If-None-Match: W/\"x\", {tag}\r\n"));
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    assert!(again.header("content-security-policy").is_some());
    let other = server.get("/", "If-None-Match: \"0000\"\r\n");
    assert_eq!(other.status, 200);
}

#[test]
fn nothing_but_files_of_the_page_is_served() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page");
    fs::create_dir_all(page.join("texts")).expect("a folder");
    fs::write(page.join("index.html"), "index").expect("a file");
    fs::write(page.join("texts/en.js"), "text").expect("a file");
    fs::write(folder.path().join("secret"), "secret").expect("a file");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.path().join("secret"), page.join("link"))
            .expect("a link");
        std::os::unix::fs::symlink(folder.path(), page.join("up")).expect("a link");
    }
    let from_folder = Options { page: Some(page.clone()), ..Options::default() };
    for options in [Options::default(), from_folder] {
        let server = TestServer::start(&options);
        for path in [
            "/../secret",
            "/texts/../../secret",
            "/%2e%2e/secret",
            "/..%2fsecret",
            "/..\\secret",
            "//etc/passwd",
            "/etc/passwd",
            "/./../secret",
            "/link",
            "/up/secret",
            "/texts",
            "/texts/",
            "/index.html/",
            "/index.html%00.js",
            "/.git/config",
            "/Cargo.toml",
            "/src/lib.rs",
        ] {
            let response = server.get(path, "");
            assert!([400, 404].contains(&response.status), "{path}: {response:?}");
            assert!(!response.body.contains("secret"), "{path}: {response:?}");
        }
    }
    let server = TestServer::start(&Options { page: Some(page.clone()), ..Options::default() });
    assert_eq!(server.get("/texts/en.js", "").body, "text");
    fs::write(page.join("index.html"), "changed").expect("a file");
    assert_eq!(server.get("/", "").body, "changed");
}

#[test]
fn files_can_only_be_read() {
    let server = TestServer::start(&Options::default());
    let host = server.address;
    for method in ["PUT", "DELETE", "POST", "OPTIONS", "TRACE"] {
        let request = format!("{method} / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        let response = server.exchange(request);
        assert_eq!(response.status, 405, "{method}: {response:?}");
        assert_eq!(response.header("access-control-allow-origin"), None);
    }
    let head = format!("HEAD / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    let response = server.exchange(head);
    assert_eq!((response.status, response.body.as_str()), (200, ""));
}
