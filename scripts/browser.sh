# Sourced by scripts that need a browser: sets `chromium`, and the function `browse`.

chromium=$(command -v chromium || true)
if [ -z "$chromium" ] && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  export DEBIAN_FRONTEND=noninteractive
  timeout 180 apt-get -qq update >&2 && timeout 300 apt-get -qq install -y chromium >/dev/null || true
  chromium=$(command -v chromium || true)
fi
if [ -z "$chromium" ]; then
  echo "SKIPPED: $(basename "$0") needs Chromium (Debian: apt-get install chromium)" >&2
  exit 0
fi

browser_folder=$(mktemp -d)
trap 'rm -rf "$browser_folder"' EXIT

# Runs the browser without a window, and without the network.
browse() {
  timeout 120 "$chromium" --headless --no-sandbox --disable-gpu --hide-scrollbars --no-first-run \
    --host-resolver-rules='MAP * ~NOTFOUND' --user-data-dir="$browser_folder/profile" "$@" 2>"$browser_folder/log"
}

# The program, built if it is not there.
patience=${PATIENCE:-target/debug/patience}
if [ ! -x "$patience" ]; then
  cargo build -p patience-cli --bin patience
fi
