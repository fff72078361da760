//! What every request must show and every answer says: no DNS rebinding, no use by other sites, no inline scripts.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::api::failure;
use crate::server::Shared;

/// The address at which a connection reached the server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalAddress(pub(crate) SocketAddr);

/// The headers of every answer. Scripts and styles must be files of the page.
const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// Refuses requests that are not meant for this server or that come from other sites.
pub(crate) async fn guard(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match refusal(&shared, &request) {
        Some((status, message)) => failure(status, message),
        None => next.run(request).await,
    };
    response.headers_mut().extend(HEADERS);
    response
}

fn refusal(shared: &Shared, request: &Request) -> Option<(StatusCode, &'static str)> {
    let local = request.extensions().get::<LocalAddress>().map(|local| local.0);
    let headers = request.headers();
    let Some(host) = only(headers, &header::HOST).and_then(|host| host.parse::<Authority>().ok())
    else {
        return Some((StatusCode::BAD_REQUEST, "expected one Host header"));
    };
    let named = |name: &String| name.eq_ignore_ascii_case(host.host());
    let is_named = shared.hosts.iter().any(named);
    let is_ours = is_named || local.is_some_and(|local| is_local(&host, local));
    // An absolute address in the request line must say the same.
    let agrees = request.uri().authority().is_none_or(|authority| *authority == host);
    if !is_ours || !agrees {
        return Some((
            StatusCode::MISDIRECTED_REQUEST,
            "the Host header does not name this server; allow a name with --host",
        ));
    }
    if headers.contains_key(header::ORIGIN) {
        let origin = only(headers, &header::ORIGIN).unwrap_or("");
        let plain = origin.strip_prefix("http://");
        // A proxy that speaks TLS passes its own name on.
        let site = plain.or_else(|| origin.strip_prefix("https://").filter(|_| is_named));
        if !site.is_some_and(|site| site.eq_ignore_ascii_case(host.as_str())) {
            return Some((StatusCode::FORBIDDEN, "requests of other sites are refused"));
        }
    }
    // Links of other sites may lead to the page, but not to answers.
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    let is_foreign = site.is_some_and(|site| site != b"same-origin" && site != b"none");
    let is_link = request.method() == Method::GET && !request.uri().path().starts_with("/api");
    if is_foreign && !is_link {
        return Some((StatusCode::FORBIDDEN, "requests of other sites are refused"));
    }
    None
}

/// The value of a header that must not be repeated.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Whether a host is `localhost` or the address at which the connection arrived, with its port.
///
/// Another site can make its own name lead here, but not a number.
fn is_local(host: &Authority, local: SocketAddr) -> bool {
    let name = host.host().trim_start_matches('[').trim_end_matches(']');
    let is_address =
        name.parse::<IpAddr>().is_ok_and(|ip| ip.to_canonical() == local.ip().to_canonical());
    let has_userinfo = host.as_str().contains('@');
    host.port_u16().unwrap_or(80) == local.port()
        && !has_userinfo
        && (is_address || name.eq_ignore_ascii_case("localhost"))
}
