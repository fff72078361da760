"""What holds for all tests."""

from __future__ import annotations

import signal

# A shell ignores SIGINT for commands that it starts in the background, and Python then has no handler for it.
signal.signal(signal.SIGINT, signal.default_int_handler)
