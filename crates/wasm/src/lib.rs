//! The workbench for browsers: the JSON requests of every surface, answered by WebAssembly in a Web Worker.
//!
//! A worker makes one [`Engine`] and asks it one request at a time. A panic cannot be caught here: the hook reports its message to the
//! worker, the instance is dead, and whoever started the worker starts another.

mod progress;

use std::sync::Once;

use js_sys::Function;
use patience_core::Cancel;
use patience_workbench::request::answer_text;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::progress::Reporter;

#[wasm_bindgen]
extern "C" {
    /// The worker's function that hears of a panic. It must be there before the first request.
    #[wasm_bindgen(js_name = patiencePanicked)]
    fn patience_panicked(message: &str);
}

/// Answers requests.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Engine {}

#[wasm_bindgen]
impl Engine {
    /// An engine whose secret choices depend on 128 random bits.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(_entropy_1: u64, _entropy_2: u64) -> Self {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            std::panic::set_hook(Box::new(|info| patience_panicked(&info.to_string())));
        });
        Self {}
    }

    /// The answer to a request. `progress` is called with a JSON text at most five times a second.
    #[must_use]
    pub fn ask(&self, request: &str, progress: Option<Function>) -> String {
        let mut reporter = Reporter::new(progress);
        answer_text(request, &Cancel::new(), &mut reporter).to_string()
    }
}
