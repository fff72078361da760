//! No DNS rebinding, no use by other sites.

use patience_web::Options;

use crate::client::{QUICK, TestServer};

fn status_of_host(server: &TestServer, host: &str) -> u16 {
    let request = format!("GET / HTTP/1.1\r\n{host}Connection: close\r\n\r\n");
    server.exchange(request).status
}

#[test]
fn only_requests_to_our_own_address_are_answered() {
    let server =
        TestServer::start(&Options { hosts: vec!["puzzles.test".into()], ..Options::default() });
    let port = server.address.port();
    for host in
        [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("LOCALHOST:{port}")]
    {
        assert_eq!(status_of_host(&server, &format!("Host: {host}\r\n")), 200, "{host}");
    }
    for host in ["puzzles.test", "puzzles.test:443", "Puzzles.Test"] {
        assert_eq!(status_of_host(&server, &format!("Host: {host}\r\n")), 200, "{host}");
    }
    for host in [
        format!("rebound.example:{port}"),
        format!("127.0.0.1.example:{port}"),
        format!("localhost.example:{port}"),
        format!("puzzles.test.example:{port}"),
        format!("user@127.0.0.1:{port}"),
        format!("192.0.2.1:{port}"),
        "127.0.0.1".into(),
        format!("localhost:{}", port ^ 1),
    ] {
        assert_eq!(status_of_host(&server, &format!("Host: {host}\r\n")), 421, "{host}");
    }
    assert_eq!(status_of_host(&server, ""), 400);
    assert_eq!(status_of_host(&server, "Host: \r\n"), 400);
    let two = format!("Host: 127.0.0.1:{port}\r\nHost: 127.0.0.1:{port}\r\n");
    assert_eq!(status_of_host(&server, &two), 400);
    let absolute = format!(
        "GET http://rebound.example/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
    );
    assert_eq!(server.exchange(absolute).status, 421);
}

#[test]
fn other_sites_cannot_use_the_engines() {
    let server = TestServer::start(&Options::default());
    let port = server.address.port();
    let ask = |headers: &str| server.exchange(server.request(QUICK, headers));
    assert_eq!(ask("").status, 200);
    assert_eq!(ask(&format!("Origin: http://127.0.0.1:{port}\r\n")).status, 200);
    assert_eq!(ask("Sec-Fetch-Site: same-origin\r\n").status, 200);
    for headers in [
        "Origin: https://other.example\r\n",
        "Origin: null\r\n",
        "Origin: \r\n",
        "Origin: http://127.0.0.1\r\n",
        "Sec-Fetch-Site: cross-site\r\n",
        "Sec-Fetch-Site: same-site\r\n",
    ] {
        let response = ask(headers);
        assert_eq!(response.status, 403, "{headers}");
        assert_eq!(response.header("access-control-allow-origin"), None);
    }
    let https = format!("Origin: https://127.0.0.1:{port}\r\n");
    assert_eq!(ask(&https).status, 403);
    // A link on another site may lead to the page, but not to answers.
    assert_eq!(server.get("/", "Sec-Fetch-Site: cross-site\r\n").status, 200);
    assert_eq!(server.get("/api/server", "Sec-Fetch-Site: cross-site\r\n").status, 403);
}

#[test]
fn forms_of_other_sites_are_refused_by_their_type() {
    let server = TestServer::start(&Options::default());
    let (host, length) = (server.address, QUICK.len());
    for kind in [
        "",
        "Content-Type: text/plain\r\n",
        "Content-Type: application/x-www-form-urlencoded\r\n",
        "Content-Type: application/jsonp\r\n",
    ] {
        let response = server.exchange(format!(
            "POST /api HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n{kind}\r\n{QUICK}"
        ));
        assert_eq!(response.status, 415, "{kind}");
        assert!(response.message().contains("application/json"), "{response:?}");
    }
}

#[test]
fn a_proxy_with_tls_may_pass_its_name_on() {
    let server =
        TestServer::start(&Options { hosts: vec!["puzzles.test".into()], ..Options::default() });
    let ask = |origin: &str| {
        let length = QUICK.len();
        let response = server.exchange(format!(
            "POST /api HTTP/1.1\r\nHost: puzzles.test\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n\
             Content-Length: {length}\r\nOrigin: {origin}\r\n\r\n{QUICK}"
        ));
        response.status
    };
    assert_eq!(ask("https://puzzles.test"), 200);
    assert_eq!(ask("https://puzzles.test.example"), 403);
}
