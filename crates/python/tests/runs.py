"""Run folders, and the program that writes them, too."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest


def files(folder: Path) -> dict[str, bytes]:
    """The files of a run."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "lock"}


def program() -> str:
    """The program: `PATIENCE_PROGRAM`, or one that was built in the repository."""
    root = Path(__file__).resolve().parents[3]
    names = [os.environ.get("PATIENCE_PROGRAM"), *(root / "target" / it / "patience" for it in ("release", "debug"))]
    found = next((str(name) for name in names if name and os.access(name, os.X_OK)), None)
    if found is None:
        pytest.skip("the program is not built: its files are not compared")
    return found


def run_program(*words: str | Path) -> None:
    subprocess.run([program(), *words], check=True, capture_output=True, timeout=300)
