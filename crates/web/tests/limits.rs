//! Bounds: on bodies, on time, on searches at once; clients that go, and the end of the server.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::time::{Duration, Instant};

use patience_web::{Options, Timeouts};

use crate::client::{ENDLESS, LONG, QUICK, Response, TestServer};

fn narrow() -> Options {
    Options { threads: 1, queue: 1, ..Options::default() }
}

#[test]
fn requests_that_are_too_long_are_refused() {
    let server = TestServer::start(&Options::default());
    let (host, huge) = (server.address, "x".repeat(1 << 20));
    let head = format!(
        "POST /api HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nConnection: close\r\n"
    );
    let announced = format!("{head}Content-Length: 99999999999\r\n\r\n{{");
    let chunked = format!("{head}Transfer-Encoding: chunked\r\n\r\n40000\r\n{}", &huge[..0x40000]);
    for request in [announced, chunked] {
        let mut stream = server.send(request);
        let response = Response::read(&mut stream);
        assert_eq!(response.status, 413, "{response:?}");
        assert!(response.message().contains("bytes"), "{response:?}");
    }
    let mut stream = server.send(format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: "));
    // The server may close the connection before it has read everything.
    let _ = stream.write_all(huge.as_bytes());
    assert_eq!(Response::read(&mut stream).status / 100, 4);
    assert_eq!(server.ask(QUICK).status, 200);
}

#[test]
fn a_full_server_says_busy_and_still_answers_quick_requests() {
    let server = TestServer::start(&narrow());
    let first = server.send(server.request(ENDLESS, ""));
    server.await_load(1, 0);
    let second = server.send(server.request(ENDLESS, "Accept: text/event-stream\r\n"));
    server.await_load(1, 1);
    for headers in ["", "Accept: text/event-stream\r\n"] {
        let third = server.exchange(server.request(ENDLESS, headers));
        assert_eq!((third.status, third.header("retry-after")), (503, Some("1")));
        assert!(third.message().starts_with("busy"), "{third:?}");
        assert_eq!(third.json()["busy"], true);
    }
    assert_eq!(server.ask(QUICK).json()["ok"]["solved"], false);
    drop((first, second));
    server.await_load(0, 0);
}

#[test]
fn a_search_stops_when_its_client_goes() {
    let server = TestServer::start(&narrow());
    for headers in ["", "Accept: text/event-stream\r\n"] {
        let client = server.send(server.request(ENDLESS, headers));
        server.await_load(1, 0);
        client.shutdown(Shutdown::Both).expect("a socket");
        drop(client);
        server.await_load(0, 0);
    }
    // A place in the queue is free again, too.
    let running = server.send(server.request(ENDLESS, ""));
    server.await_load(1, 0);
    let waiting = server.send(server.request(ENDLESS, ""));
    server.await_load(1, 1);
    drop(waiting);
    let begun = Instant::now();
    loop {
        let next = server.send(server.request(ENDLESS, "Accept: text/event-stream\r\n"));
        next.set_read_timeout(Some(Duration::from_millis(200))).expect("a socket");
        let mut start = [0; 12];
        (&next).read_exact(&mut start).expect("a head");
        if start == *b"HTTP/1.1 200" {
            break;
        }
        assert!(begun.elapsed() < LONG, "the place stays taken");
    }
    drop(running);
}

#[test]
fn slow_clients_are_sent_away() {
    let short = Duration::from_millis(300);
    let timeouts = Timeouts { head: short, body: short, ..Timeouts::default() };
    let server = TestServer::start(&Options { timeouts, ..Options::default() });
    let host = server.address;
    let silent = String::new();
    let half_a_head = format!("GET / HTTP/1.1\r\nHost: {host}\r\nX-Slow:");
    for bytes in [silent, half_a_head] {
        let begun = Instant::now();
        let response = Response::read(&mut server.send(&bytes));
        assert!(begun.elapsed() < LONG / 2, "{bytes}");
        assert_ne!(response.status, 200, "{bytes}");
    }
    let half_a_body = format!(
        "POST /api HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\nConnection: close\r\n\r\n{{"
    );
    assert_eq!(server.exchange(half_a_body).status, 408);
    // A connection that asks nothing more is closed, too.
    let begun = Instant::now();
    let idle = server.exchange(format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n"));
    assert_eq!(idle.status, 200);
    assert!(begun.elapsed() < LONG / 2);
}

#[test]
fn the_server_stops_within_seconds_while_searches_run() {
    let mut server = TestServer::start(&narrow());
    let mut plain = server.send(server.request(ENDLESS, ""));
    server.await_load(1, 0);
    let mut waiting = server.send(server.request(ENDLESS, ""));
    server.await_load(1, 1);
    // It has sent half a request, and stays.
    let _slow = server.send("GET / HTTP/1.1\r\n");
    let took = server.join();
    assert!(took < Duration::from_secs(10), "{took:?}");
    // The search that ran says that it was stopped; the one that waited gets no answer.
    let answer = Response::read(&mut plain);
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.json()["ok"]["stop"], "cancelled", "{answer:?}");
    assert_eq!(Response::read(&mut waiting).status, 503);
    assert!(std::net::TcpStream::connect(server.address).is_err());
}

#[test]
fn two_servers_cannot_share_a_port() {
    let server = TestServer::start(&Options::default());
    let options = Options { port: server.address.port(), ..Options::default() };
    let error = patience_web::Server::bind(&options).err().expect("the port is taken");
    assert_eq!(error.kind(), std::io::ErrorKind::AddrInUse);
}

#[test]
fn a_search_ends_at_the_limits_of_the_server_whatever_it_asks_for() {
    let time = Duration::from_millis(300);
    let server = TestServer::start(&Options { time, ..Options::default() });
    let answer = server.ask(ENDLESS).json();
    assert_eq!(answer["ok"]["stop"], "time", "{answer}");
    // An engine that stores states runs into the limit on memory.
    let server = TestServer::start(&Options { memory: 4 << 20, threads: 2, ..Options::default() });
    let hungry = ENDLESS.replace("{\"nodes\"", "{\"memory\": 1000000000000, \"nodes\"");
    let hungry = hungry.replace("\"limits\"", "\"engine\": \"breadth-first\", \"limits\"");
    let answer = server.ask(&hungry).json();
    assert_eq!(answer["ok"]["stop"], "memory", "{answer}");
}
