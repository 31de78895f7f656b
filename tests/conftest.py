"""Signals as in a terminal: what is started in the background ignores Ctrl-C, and so would all that the tests start."""

from __future__ import annotations

import signal
import threading


def pytest_configure() -> None:
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)
