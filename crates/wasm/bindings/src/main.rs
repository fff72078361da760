//! Makes the bindings of a WebAssembly module: `patience-wasm-bindings MODULE FOLDER`.

use std::env;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [module, folder] = &words[..] else {
        return Err("expected a module and a folder".into());
    };
    let mut bindgen = Bindgen::new();
    bindgen.web(true)?.input_path(module).out_name("patience").typescript(false);
    bindgen.remove_name_section(true).remove_producers_section(true).generate(folder)?;
    Ok(())
}
