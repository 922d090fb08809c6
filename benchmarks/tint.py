"""Tint's verdicts on WGSL modules, from a headless Chromium that creates each as a shader module."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = b"""<!doctype html><script>
(async () => {
  const adapter = await navigator.gpu.requestAdapter();
  const device = await adapter.requestDevice({requiredFeatures: [...adapter.features]});
  for (;;) {
    const batch = await (await fetch('/next', {method: 'POST'})).json();
    if (!batch.length) break;
    const verdicts = await Promise.all(batch.map(async ([path, code]) => {
      device.pushErrorScope('validation');
      const info = await device.createShaderModule({code}).getCompilationInfo();
      await device.popErrorScope();
      const errors = info.messages.filter(message => message.type === 'error').map(message => message.message);
      return [path, errors];
    }));
    await fetch('/put', {method: 'POST', body: JSON.stringify(verdicts)});
  }
  await fetch('/done', {method: 'POST'});
})().catch(error => fetch('/failed', {method: 'POST', body: String(error)}));
</script>"""
BATCH = 100
UNAVAILABLE = "not allowed in the current environment"
CHROMIUM = (
    "chromium",
    "--headless",
    "--no-sandbox",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--enable-unsafe-webgpu",
    "--use-webgpu-adapter=swiftshader",
)


def verdicts(texts: dict[str, str], timeout: float = 3600) -> dict[str, str]:
    """`accepted`, `refused` or `needs an extension that is absent`, for each path of `texts`.

    Raises `RuntimeError` when the browser gives no adapter, stops or takes longer than `timeout` seconds.
    """
    pending = list(texts.items())
    found: dict[str, str] = {}
    failures: list[str] = []
    finished = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing of each request."""

        def do_GET(self) -> None:
            self._answer(PAGE, "text/html")

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            answer: list[tuple[str, str]] = []
            if self.path == "/next":
                answer = pending[:BATCH]
                del pending[:BATCH]
            elif self.path == "/put":
                found.update((path, _verdict(errors)) for path, errors in json.loads(body))
            else:
                if self.path == "/failed":
                    failures.append(body.decode())
                finished.set()
            self._answer(json.dumps(answer).encode(), "application/json")

        def _answer(self, body: bytes, kind: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    profile = tempfile.mkdtemp()
    address = f"http://localhost:{server.server_address[1]}/"
    command = [*CHROMIUM, f"--user-data-dir={profile}", address]
    browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        if not finished.wait(timeout) or failures:
            raise RuntimeError(f"no verdicts from Tint: {failures[0] if failures else 'the browser did not finish'}")
    finally:
        browser.kill()
        browser.wait()
        server.shutdown()
        shutil.rmtree(profile, ignore_errors=True)
    return found


def _verdict(errors: list[str]) -> str:
    if any(UNAVAILABLE in error for error in errors):
        return "needs an extension that is absent"
    return "refused" if errors else "accepted"
