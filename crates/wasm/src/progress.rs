//! Progress of a search, passed to a function of the worker.

use std::time::Duration;

use js_sys::Function;
use patience_core::{Event, Observer, Stats};
use serde_json::json;
use wasm_bindgen::JsValue;
use web_time::Instant;

/// The shortest time between two reports.
const INTERVAL: Duration = Duration::from_millis(200);

/// Reports the progress of one request.
pub(crate) struct Reporter {
    function: Option<Function>,
    started: Instant,
    next: Instant,
}

impl Reporter {
    pub(crate) fn new(function: Option<Function>) -> Self {
        let now = Instant::now();
        Self { function, started: now, next: now + INTERVAL }
    }
}

impl Observer for Reporter {
    fn observe(&mut self, _: Event, stats: &Stats) {
        let Some(function) = &self.function else { return };
        let now = Instant::now();
        if now < self.next {
            return;
        }
        self.next = now + INTERVAL;
        let report = json!({
            "seconds": (now - self.started).as_secs_f64(),
            "expanded": stats.expanded,
            "generated": stats.generated,
            "memory": stats.peak_bytes,
        });
        // A function that throws must not end the search.
        let _ = function.call1(&JsValue::NULL, &JsValue::from_str(&report.to_string()));
    }
}
