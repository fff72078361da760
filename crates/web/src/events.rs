//! Server-sent events: a body that sends what arrives in a channel.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http_body::Frame;
use serde_json::Value;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// The media type of an event stream.
pub(crate) const EVENT_STREAM: &str = "text/event-stream";

/// Events of a channel; whoever watches is dropped with it.
struct Events<G> {
    receiver: Receiver<Bytes>,
    _guard: G,
}

impl<G: Unpin> http_body::Body for Events<G> {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.receiver.poll_recv(context).map(|event| event.map(|event| Ok(Frame::data(event))))
    }
}

/// A channel of events, and the response that sends them. The guard is dropped when the client has gone or the last sender is dropped.
pub(crate) fn stream<G: Send + Unpin + 'static>(guard: G) -> (Sender<Bytes>, Response) {
    let (sender, receiver) = channel(16);
    let body = Body::new(Events { receiver, _guard: guard });
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(EVENT_STREAM)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (sender, (headers, body).into_response())
}

/// An event on the wire.
pub(crate) fn event(name: &str, data: &Value) -> Bytes {
    // JSON on one line has no line breaks.
    Bytes::from(format!("event: {name}\ndata: {data}\n\n"))
}
