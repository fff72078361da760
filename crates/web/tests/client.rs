//! A server in a thread, and a client that sends whatever bytes it likes.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use patience_core::Cancel;
use patience_web::{Options, Server};
use serde_json::Value;

/// Longer than anything may take on a slow machine.
pub(crate) const LONG: Duration = Duration::from_mins(1);

/// A search that does not end by itself within a test.
pub(crate) const ENDLESS: &str = r#"{"do": "solve", "puzzle": "tiles", "position": "15 14 8 12/10 11 13 9/2 6 5 1/3 7 4 .", "limits": {"nodes": 100000000000}}"#;

/// A request that takes no search.
pub(crate) const QUICK: &str = r#"{"do": "read", "puzzle": "tiles", "text": "1 2 3/4 5 6/7 . 8"}"#;

/// A server that runs until it is dropped.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) stop: Cancel,
    thread: Option<JoinHandle<()>>,
}

impl TestServer {
    pub(crate) fn start(options: &Options) -> Self {
        let server = Server::bind(&Options { port: 0, ..options.clone() }).expect("a free port");
        let (address, stop) = (server.address().expect("an address"), Cancel::new());
        let switch = stop.clone();
        let thread = thread::spawn(move || server.run(&switch).expect("a server that runs"));
        Self { address, stop, thread: Some(thread) }
    }

    /// Waits for the server to end; returns how long that took.
    pub(crate) fn join(&mut self) -> Duration {
        let begun = Instant::now();
        self.stop.cancel();
        self.thread.take().expect("a server that runs").join().expect("no panic");
        begun.elapsed()
    }

    /// Sends bytes and returns the open connection.
    pub(crate) fn send(&self, bytes: impl AsRef<[u8]>) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(LONG)).expect("a socket");
        stream.write_all(bytes.as_ref()).expect("a server that reads");
        stream
    }

    /// Sends bytes and reads one response.
    pub(crate) fn exchange(&self, bytes: impl AsRef<[u8]>) -> Response {
        Response::read(&mut self.send(bytes))
    }

    pub(crate) fn get(&self, path: &str, headers: &str) -> Response {
        let host = self.address;
        let close = "Connection: close\r\n";
        self.exchange(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{close}{headers}\r\n"))
    }

    /// The bytes of a request to the engine.
    pub(crate) fn request(&self, body: &str, headers: &str) -> String {
        let (host, length) = (self.address, body.len());
        format!(
            "POST /api HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nConnection: close\r\n\
             Content-Length: {length}\r\n{headers}\r\n{body}"
        )
    }

    pub(crate) fn ask(&self, body: &str) -> Response {
        self.exchange(self.request(body, ""))
    }

    /// Waits until so many searches run and wait.
    pub(crate) fn await_load(&self, running: u64, waiting: u64) {
        let begun = Instant::now();
        loop {
            let load = &self.get("/api/server", "").json()["ok"]["searches"];
            if load["running"] == running && load["waiting"] == waiting {
                return;
            }
            assert!(begun.elapsed() < LONG, "expected {running} and {waiting}, found {load}");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// A response, read until the server closes the connection.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn read(stream: &mut TcpStream) -> Self {
        let mut bytes = Vec::new();
        // A server that closes early resets the connection; what came before counts.
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let body = if head.to_lowercase().contains("transfer-encoding: chunked") {
            unchunked(body)
        } else {
            body.to_owned()
        };
        Self { status: status.unwrap_or(0), head: head.to_owned(), body }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let fields = self.head.lines().filter_map(|line| line.split_once(": "));
        fields.filter(|(it, _)| it.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub(crate) fn message(&self) -> String {
        self.json()["error"]["message"].as_str().unwrap_or_default().to_owned()
    }
}

fn unchunked(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((length, after)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length.trim(), 16).unwrap_or(0);
        let Some(chunk) = after.get(..length) else { break };
        body += chunk;
        rest = after.get(length + 2..).unwrap_or("");
    }
    body
}
