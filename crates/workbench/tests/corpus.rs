//! The corpus of the fuzz targets, on stable Rust.

#[allow(unreachable_pub, dead_code, reason = "a library of its own")]
#[path = "../../../fuzz/src/lib.rs"]
pub(crate) mod targets;

use std::fs;
use std::path::Path;

#[test]
fn the_corpus_of_every_fuzz_target_passes() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for (name, target) in [
        ("read", targets::read as fn(&[u8])),
        ("replay", targets::replay),
        ("request", targets::request),
        ("messages", targets::messages),
        ("policy", targets::policy),
        ("checkpoint", targets::checkpoint),
        ("journal", targets::journal),
    ] {
        let files = fs::read_dir(corpus.join(name)).expect("every target has a corpus");
        let mut count = 0;
        for file in files {
            target(&fs::read(file.expect("a file").path()).expect("a readable file"));
            count += 1;
        }
        assert!(0 < count, "{name} has an empty corpus");
    }
}
