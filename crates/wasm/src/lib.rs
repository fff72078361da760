//! The workbench for browsers: the JSON requests of every surface, answered by WebAssembly in a Web Worker.
//!
//! A worker makes one [`Engine`] and asks it one request at a time. A panic cannot be caught here: the hook reports its message to the
//! worker, the instance is dead, and whoever started the worker starts another.

mod progress;

use std::sync::Once;

use js_sys::Function;
use patience_core::Cancel;
use patience_workbench::request::Desk;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::progress::Reporter;

#[wasm_bindgen]
extern "C" {
    /// The worker's function that hears of a panic. It must be there before the first request.
    #[wasm_bindgen(js_name = patiencePanicked)]
    fn patience_panicked(message: &str);
}

/// Hidden games that a worker keeps: far more than one person plays at a time.
const MOST_GAMES: usize = 1000;

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
        Self { desk: Desk::new([first, second], MOST_GAMES) }
    }

    /// The answer to a request. `progress` is called with a JSON text at most five times a second.
    #[must_use]
    pub fn ask(&self, request: &str, progress: Option<Function>) -> String {
        let mut reporter = Reporter::new(progress);
        self.desk.answer_text(request, &Cancel::new(), &mut reporter).to_string()
    }
}
