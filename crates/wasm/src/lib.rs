//! The workbench for browsers: the JSON requests of every surface, answered by WebAssembly in a Web Worker.
//!
//! A worker makes one [`Engine`] and asks it one request at a time. A panic cannot be caught here: the hook reports its message to the
//! worker, the instance is dead, and whoever started the worker starts another.

use std::sync::Once;

use js_sys::Function;
use patience_core::Cancel;
use patience_workbench::request::{Caps, Desk, Progress};
use serde_json::{Value, json};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Hidden games that a worker keeps: far more than one person plays at a time.
const MOST_GAMES: usize = 1000;
/// Bytes of a search. Phones end pages that take much more, and no page gets more than four times as much.
const MOST_MEMORY: u64 = 1 << 30;

#[wasm_bindgen]
extern "C" {
    /// The worker's function that hears of a panic. It must be there before the first request.
    #[wasm_bindgen(js_name = patiencePanicked)]
    fn patience_panicked(message: &str);
}

/// Answers requests.
#[wasm_bindgen]
pub struct Engine {
    desk: Desk,
}

#[wasm_bindgen]
impl Engine {
    /// An engine whose secret choices depend on 128 random bits.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(first: u64, second: u64) -> Self {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            std::panic::set_hook(Box::new(|info| patience_panicked(&info.to_string())));
        });
        let caps =
            Caps { memory: Some(MOST_MEMORY), threads: Some(1), no_files: true, ..Caps::default() };
        Self { desk: Desk::new([first, second], MOST_GAMES).with_caps(caps) }
    }

    /// The answer to a request. `progress` is called with the text of a message, at most five times a second.
    #[must_use]
    pub fn ask(&self, request: &str, progress: Option<Function>) -> String {
        let mut observer = Progress::new(move |message: Value| {
            if let Some(progress) = &progress {
                // A function that throws must not end the search.
                let _ = progress.call1(&JsValue::NULL, &JsValue::from_str(&message.to_string()));
            }
        });
        self.desk.answer_text(request, &Cancel::new(), &mut observer).to_string()
    }

    /// An answer that is the text of a request which any other engine can answer: a hint for a hidden game needs only what its player sees.
    #[must_use]
    pub fn translate(&self, request: &str) -> String {
        let answer = match self.desk.portable(request) {
            Ok(translated) => json!({ "ok": translated.as_deref().unwrap_or(request) }),
            Err(answer) => answer,
        };
        answer.to_string()
    }
}
