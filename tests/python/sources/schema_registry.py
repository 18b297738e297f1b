"""A schema registry in memory, for tests: what of Apicurio Registry's REST API (version 2) its Kafka Connect converters call."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType

from rosetta_cdc.daemon import HOST


class SchemaRegistry:
    """A registry that takes every schema; `with` starts and stops it. A schema of an artifact has an id of its own, as in Apicurio's."""

    def __init__(self) -> None:
        self.ids: dict[tuple[str, str], int] = {}
        registry, lock = self, threading.Lock()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                """Take a schema, and say which id it has."""
                text = self.rfile.read(int(self.headers["Content-Length"])).decode()
                artifact = self.headers["X-Registry-ArtifactId"]
                with lock:
                    number = registry.ids.setdefault((artifact, text), len(registry.ids) + 1)
                said = {
                    "id": artifact, "type": "AVRO", "state": "ENABLED", "version": str(number), "globalId": number, "contentId": number,
                    "createdOn": "2024-05-06T07:08:09+0000", "modifiedOn": "2024-05-06T07:08:09+0000",
                }  # fmt: skip
                answer = json.dumps(said).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_: object) -> None:
                """Keep quiet."""

        self._server = ThreadingHTTPServer((HOST, 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://{HOST}:{self._server.server_port}/apis/registry/v2"

    def __enter__(self) -> SchemaRegistry:
        """Start it."""
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Stop it."""
        self._server.shutdown()
        self._server.server_close()

    def write(self, folder: Path) -> None:
        """Write all schemas as the files that `scripts/register_avro` reads."""
        folder.mkdir(exist_ok=True)
        for (_, text), number in self.ids.items():
            (folder / f"{number}.avsc").write_text(text, encoding="utf-8")
