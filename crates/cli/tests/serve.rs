//! `patience serve`: help, errors, answers, and its end.
#![cfg(feature = "page")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use crate::common::{Ending, patience, run, wait};

#[test]
fn help_names_every_flag() {
    let Ending { code, stdout, .. } = run("serve --help");
    assert_eq!(code, Some(0));
    for flag in [
        "--port",
        "--bind",
        "--host",
        "--runs",
        "--threads",
        "--memory",
        "--time",
        "--page",
        "--open",
    ] {
        assert!(stdout.contains(flag), "{flag}: {stdout}");
    }
    assert!(stdout.contains("127.0.0.1") && stdout.contains("8617"), "{stdout}");
}

#[test]
fn errors_say_what_to_change() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    for (line, code, expected) in [
        (format!("serve --port {port}"), 1, "choose one with --port"),
        ("serve --runs no/such/folder".into(), 2, "no/such/folder is not a folder"),
        ("serve --page Cargo.toml".into(), 2, "Cargo.toml is not a folder"),
        ("serve --bind nowhere".into(), 2, "--bind"),
        ("serve --port 70000".into(), 2, "--port"),
        ("serve --threads 0".into(), 2, "--threads"),
        ("serve --host".into(), 2, "--host"),
    ] {
        let ending = run(&line);
        assert_eq!(ending.code, Some(code), "{line}: {ending:?}");
        assert!(ending.stderr.contains(expected), "{line}: {ending:?}");
    }
}

#[cfg(unix)]
#[test]
fn the_server_prints_its_address_and_ends_when_it_is_told_to() {
    for signal in ["INT", "TERM"] {
        let mut child = patience(["serve", "--port", "0", "--threads", "1"]).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();
        let mut stream = TcpStream::connect(&address).unwrap();
        let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut page = String::new();
        stream.read_to_string(&mut page).unwrap();
        assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>"), "{page}");
        // A search that does not end by itself, whose client stays.
        let body = r#"{"do": "solve", "puzzle": "tiles", "position": "15 14 8 12/10 11 13 9/2 6 5 1/3 7 4 .", "limits": {"nodes": 1000000000}}"#;
        let mut stays = TcpStream::connect(&address).unwrap();
        write!(
            stays,
            "POST /api HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        std::thread::sleep(Duration::from_millis(300));
        let begun = Instant::now();
        let killed = std::process::Command::new("kill")
            .args([format!("-{signal}"), child.id().to_string()])
            .status();
        assert!(killed.unwrap().success());
        let ending = wait(child);
        assert_eq!(ending.code, Some(0), "{ending:?}");
        assert!(begun.elapsed() < Duration::from_secs(9), "{:?}", begun.elapsed());
    }
}
