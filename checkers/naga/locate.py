"""Where naga's WebAssembly file is, and which naga it is."""

from __future__ import annotations

import os
import re

WASM = os.path.join("node_modules", "naga-wasm", "dist", "wasm", "naga_bg.wasm")
INSTALL = "install it with `npm install naga-wasm@30.1.0`, or name the file under [tool.wai-lint.wgsl] as `naga`"


class NagaUnavailable(Exception):
    """naga was asked for and can't be run; the message says why and what to do."""


def find(folder: str, configured: str | None = None) -> str:
    """The path of `naga_bg.wasm`: `configured` (relative to `folder`), else the nearest from `folder` upward.

    Raises `NagaUnavailable` when there is none, or when wasmtime, which runs it, is not installed.
    """
    from importlib.util import find_spec

    path = _find(folder, configured)
    if find_spec("wasmtime") is None:
        raise NagaUnavailable("naga runs under wasmtime: install it with `pip install wasmtime`")
    return path


def _find(folder: str, configured: str | None) -> str:
    if configured is not None:
        path = os.path.join(folder, configured)
        if os.path.isfile(path):
            return path
        raise NagaUnavailable(f"naga is not at the configured path {configured}: {INSTALL}")
    at = os.path.abspath(folder)
    while True:
        path = os.path.join(at, WASM)
        if os.path.isfile(path):
            return path
        above = os.path.dirname(at)
        if above == at:
            raise NagaUnavailable(f"naga was asked for but no {WASM} lies in {folder} or a folder above it: {INSTALL}")
        at = above


def version(path: str) -> str:
    """The translator and its release, `naga 30.0.1 (naga-wasm 30.1.0)`; out of its package, its digest instead."""
    package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(path))))
    naga = _match(os.path.join(package, "dist", "version.js"), r'nagaVersion\s*=\s*"([^"]+)"')
    build = _match(os.path.join(package, "package.json"), r'"version"\s*:\s*"([^"]+)"')
    if naga and build:
        return f"naga {naga} (naga-wasm {build})"
    return f"naga (sha256 {digest(path)[:16]})"


def digest(path: str) -> str:
    """The SHA-256 of the file, in hex: what a cached verdict of this translator depends on."""
    import hashlib

    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def _match(path: str, pattern: str) -> str | None:
    try:
        with open(path, encoding="utf-8") as file:
            found = re.search(pattern, file.read())
    except (OSError, UnicodeDecodeError):
        return None
    return found[1] if found else None
