# Sourced by scripts that run the WebAssembly engines in node: sets `folder` and `patience`.

if ! command -v node >/dev/null; then
  echo "SKIPPED: $(basename "$0") needs node" >&2
  exit 0
fi
folder=${WASM:-target/wasm-page}
if [ ! -f "$folder/patience_bg.wasm" ]; then
  scripts/wasm "$folder"
fi
if [ ! -f "$folder/patience_bg.wasm" ]; then
  echo "SKIPPED: $(basename "$0"): there are no engines in $folder" >&2
  exit 0
fi
