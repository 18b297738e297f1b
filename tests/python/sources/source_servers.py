"""PostgreSQL and MariaDB for tests: Debian's packages, on 127.0.0.1, data in a temporary folder, run by a user without rights."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping
from glob import glob
from pathlib import Path

from rosetta_cdc.daemon import HOST, answers, free_port

SECONDS_TO_START = 60
PASSWORD = "of-the-tests"
UNPRIVILEGED = ("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups")


def program(name: str, package: str) -> str:
    """Return the path of a server's program, of which Debian's package is installed where it is missing and this user may."""
    for attempt in ("look", "install"):
        places = [*glob(f"/usr/lib/postgresql/*/bin/{name}"), shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")]
        found = [place for place in places if place]
        if found:
            return sorted(found)[-1]
        if attempt == "look":
            # In run level 1 the packages' scripts start no server.
            quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
            for command in (["update"], ["install", "-y", "--no-install-recommends", package]):
                subprocess.run(["apt-get", "-q", *command], env=quiet, check=True, stdout=subprocess.DEVNULL)
    raise FileNotFoundError(f"{name} of the package {package}")


class Server:
    """A server in a folder of its own, which goes with it; its user is `nobody` where the tests run as root."""

    def __init__(self, name: str) -> None:
        # Not below pytest's folder: that one is closed to other users.
        self.folder = Path(tempfile.mkdtemp(prefix=f"rosetta-{name}-"))
        self.port = free_port()
        self._unprivileged = UNPRIVILEGED if os.getuid() == 0 else ()
        if self._unprivileged:
            shutil.chown(self.folder, "nobody", "nogroup")
        self._process: subprocess.Popen[bytes] | None = None

    def call(self, *command: str) -> None:
        """Run a program to its end as the server's user."""
        done = subprocess.run([*self._unprivileged, *command], cwd=self.folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    def serve(self, *command: str) -> None:
        """Start the server and wait until its port answers. It ends with these tests, also where they are killed."""
        ends_with_parent = ("setpriv", "--pdeathsig=TERM") if not self._unprivileged else (*self._unprivileged, "--pdeathsig=TERM")
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*ends_with_parent, *command], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        deadline = time.monotonic() + SECONDS_TO_START
        while not answers(self.port):
            ended = self._process.poll() is not None
            assert not ended and time.monotonic() < deadline, (self.folder / "server.log").read_text()[-3000:]
            time.sleep(0.1)

    def remove(self) -> None:
        """Stop the server and remove its data."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(60)
        shutil.rmtree(self.folder, ignore_errors=True)


class PostgreSQL(Server):
    """A PostgreSQL whose log can be decoded."""

    user = "postgres"
    database = "shop"

    def __init__(self) -> None:
        super().__init__("postgresql")
        data = str(self.folder / "data")
        self.psql = program("psql", "postgresql-client")
        self.call(program("initdb", "postgresql"), "-D", data, "-U", self.user, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        settings = {
            "listen_addresses": HOST,
            "port": self.port,
            "unix_socket_directories": self.folder,
            "wal_level": "logical",
            "fsync": "off",
            "max_wal_senders": 30,
            "max_replication_slots": 30,
            "timezone": "UTC",
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        self.serve(program("postgres", "postgresql"), "-D", data, *options)
        self.execute(f"create database {self.database}", database="postgres")

    def execute(self, statements: str, database: str | None = None) -> str:
        """Execute statements, each in a transaction of its own unless they say otherwise, and return what psql prints."""
        command = [self.psql, "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", HOST, "-p", str(self.port), "-U", self.user]
        done = subprocess.run([*command, database or self.database], input=statements, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def rows(self, query: str) -> list[dict[str, str | None]]:
        """Return the rows of a query, each value as the server writes it as text."""
        names = [line.split("\t")[0] for line in self.execute(f"{query}\n\\gdesc\n").replace("|", "\t").splitlines()]
        printed = self.execute(f"copy ({query}) to stdout")
        return [dict(zip(names, map(_unescaped, line.split("\t")), strict=True)) for line in printed.split("\n")[:-1]]


class MariaDB(Server):
    """A MariaDB that writes a binlog of rows.

    Args:
        given: Settings that it has beside those of all.
    """

    user = "root"
    database = "shop"

    def __init__(self, given: Mapping[str, object] | None = None) -> None:
        super().__init__("mariadb")
        data = str(self.folder / "data")
        self.client = program("mariadb", "mariadb-client-core")
        server = program("mariadbd", "mariadb-server-core")
        install = program("mariadb-install-db", "mariadb-server-core")
        self.call(install, "--no-defaults", f"--datadir={data}", "--auth-root-authentication-method=normal", "--skip-test-db")
        settings = {
            "datadir": data,
            "socket": self.folder / "socket",
            "pid-file": self.folder / "pid",
            "bind-address": HOST,
            "port": self.port,
            "server-id": 1,
            "log-bin": "binlog",
            "binlog-format": "ROW",
            "binlog-row-image": "FULL",
            "binlog-row-metadata": "FULL",
            "character-set-server": "utf8mb4",
            "default-time-zone": "+00:00",
            "innodb-buffer-pool-size": "64M",
            "innodb-flush-log-at-trx-commit": 0,
            "log-bin-compress": 0,
            "tmpdir": self.folder,
            **(given or {}),
        }
        self.serve(server, "--no-defaults", *(f"--{name}={value}" for name, value in settings.items()))
        deadline = time.monotonic() + SECONDS_TO_START
        while True:
            try:
                self.execute(
                    f"create database {self.database}; create user cdc@'%' identified by '{PASSWORD}'; grant all on *.* to cdc@'%'",
                    database="mysql",
                )
                break
            except AssertionError:
                assert time.monotonic() < deadline
                time.sleep(0.2)

    def execute(self, statements: str, database: str | None = None) -> str:
        """Execute statements and return what the client prints: rows without a header, escaped."""
        command = [self.client, "--no-defaults", "--batch", "--skip-column-names", "--default-character-set=utf8mb4"]
        place = [f"--socket={self.folder / 'socket'}", "-u", self.user, database or self.database]
        done = subprocess.run([*command, *place], input=statements, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def query(self, query: str, database: str | None = None) -> list[list[str | None]]:
        """Return the rows of a query; NULL and the text NULL print alike, so that values come as `concat('=', value)`."""
        printed = self.execute(query, database)
        return [[None if text == "NULL" else _unescaped(text[1:]) for text in line.split("\t")] for line in printed.split("\n")[:-1]]

    def rows(self, table: str, database: str | None = None) -> list[dict[str, str | None]]:
        """Return the rows of a table, each value as text: bytes and geometries (WKB) as hexadecimal digits, bits as a number."""
        described = self.query(
            "select concat('=', column_name), concat('=', data_type) from information_schema.columns "
            f"where table_schema = '{database or self.database}' and table_name = '{table}' order by ordinal_position",
            database,
        )
        columns = {str(name): SHOWN.get(str(kind), "{}").format(f"`{name}`") for name, kind in described}
        values = self.query(f"select {', '.join(f'concat(0x3d, {shown})' for shown in columns.values())} from `{table}`", database)
        return [dict(zip(columns, row, strict=True)) for row in values]


SHOWN = {
    **{kind: "hex({})" for kind in ("binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob")},
    "bit": "cast({} as unsigned)",
    **{kind: "hex(st_aswkb({}))" for kind in ("point", "geometry", "linestring", "polygon", "multipoint", "geometrycollection")},
}
ESCAPES = {"t": "\t", "n": "\n", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\\": "\\"}


def _unescaped(text: str) -> str | None:
    """Return a value of `copy to stdout`, or of the client of MariaDB."""
    if text == "\\N":
        return None
    parts = text.split("\\\\")
    return "\\".join("".join(ESCAPES.get(c, c) if i % 2 else c for i, c in _marked(part)) for part in parts)


def _marked(text: str) -> list[tuple[int, str]]:
    """Return the characters of a text without double backslashes, with 1 for the one after a backslash, which is left out itself."""
    marked, escaped = [], False
    for character in text:
        if character == "\\":
            escaped = True
            continue
        marked.append((int(escaped), character))
        escaped = False
    return marked
