# Sourced after browser.sh by scripts that need the page in Playwright: `page_tools` installs it, `serve_page` starts the server.

page_work=target/page-test
page_server=

# Copies tests/page to $page_work, and installs what it needs there. Fails where it cannot.
page_tools() {
  command -v node >/dev/null && command -v npm >/dev/null || { echo "node and npm are missing (Debian: apt-get install nodejs npm)"; return 1; }
  mkdir -p "$page_work"
  find "$page_work" -maxdepth 1 -type f -delete
  cp tests/page/* "$page_work"
  (cd "$page_work" && timeout 300 npm install --no-package-lock --no-audit --no-fund --silent) >&2 || { echo "npm could not install Playwright and axe-core"; return 1; }
}

# Starts `patience serve` on a free port, and sets $page_url. Further arguments are those of `serve`.
serve_page() {
  local log=$browser_folder/serve
  "$patience" serve --port 0 "$@" >"$log" 2>&1 &
  page_server=$!
  trap 'kill "$page_server" 2>/dev/null || true; wait "$page_server" 2>/dev/null || true; rm -rf "$browser_folder"' EXIT
  for _ in $(seq 100); do
    page_url=$(grep -om1 'http://[^ ]*' "$log" || true)
    [ -n "$page_url" ] && return
    sleep 0.1
  done
  echo "FAILED  the server did not start:" >&2
  cat "$log" >&2
  exit 1
}
