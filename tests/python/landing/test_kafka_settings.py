"""Settings of a landing from Kafka: passwords, which nothing shows, and errors that name the setting within seconds."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest
from kafka_topics import PASSWORD

from rosetta_cdc.errors import UserError
from rosetta_cdc.landing.kafka.plan import parse_begin
from rosetta_cdc.paths import PROJECT

PLAIN = "org.apache.kafka.common.security.plain.PlainLoginModule required"


def test_a_password(kafka, tmp_path, capfd):
    kafka.topics.create("t")
    kafka.topics.produce("t", [b"0"])
    settings = tmp_path / "client.properties"
    lines = ["security.protocol=SASL_PLAINTEXT", "sasl.mechanism=PLAIN"]
    settings.write_text("\n".join([*lines, f'sasl.jaas.config={PLAIN} username="rosetta" password="{PASSWORD}";']))
    servers = kafka.broker.secured_address
    assert kafka.land("t", servers=servers, config=str(settings)).records == 1
    settings.write_text("\n".join([*lines, f'sasl.jaas.config={PLAIN} username="rosetta" password="wr0ng-{PASSWORD}";']))
    with pytest.raises(UserError, match=r"the credentials are wrong; see sasl.mechanism and sasl.jaas.config") as error:
        kafka.land("t", servers=servers, config=str(settings))
    output = capfd.readouterr()
    assert PASSWORD not in str(error.value) + output.out + output.err


@pytest.mark.long
def test_no_secret_is_written(kafka, tmp_path):
    """Marked secrets, right and wrong ones, from a file and the environment: in no output, log or table."""
    kafka.topics.create("t")
    kafka.topics.produce("t", [b"0"])
    settings = tmp_path / "client.properties"
    settings.write_text("security.protocol=SASL_PLAINTEXT\nsasl.mechanism=PLAIN\nssl.truststore.password=mark3d-truststore\n")
    jaas = {
        "right": f'{PLAIN} username="rosetta" password="{PASSWORD}";',
        "wrong": f'{PLAIN} username="rosetta" password="mark3d-{PASSWORD}";',
        "broken": f'{PLAIN} password="mark3d-{PASSWORD}',
    }
    command = [sys.executable, "-m", "rosetta_cdc.landing", "kafka", "--topic", "t", "--config", str(settings)]
    codes = {}
    for name, secret in jaas.items():
        environment = {**os.environ, "PYTHONPATH": str(PROJECT / "scripts"), "ROSETTA_KAFKA_SASL_JAAS_CONFIG": secret}
        ran = subprocess.run([*command, "--servers", kafka.broker.secured_address], env=environment, capture_output=True, check=False)
        codes[name] = ran.returncode
        (kafka.home / f"output-{name}").write_bytes(ran.stdout + ran.stderr)
    assert codes == {"right": 0, "wrong": 2, "broken": 2}
    assert len(kafka.read("kafka_messages")) == 1
    files = [path for path in kafka.home.rglob("*") if path.is_file()]
    assert any("_delta_log" in str(path) for path in files) and any(path.suffix == ".log" for path in files)
    assert [path for path in files if PASSWORD.encode() in path.read_bytes() or b"mark3d" in path.read_bytes()] == []


def test_errors_name_the_setting_within_seconds(kafka, tmp_path, monkeypatch):
    def properties(*lines):
        file = tmp_path / f"{len(list(tmp_path.iterdir()))}.properties"
        file.write_text("\n".join(lines))
        return str(file)

    kafka.topics.create("t")
    began = time.monotonic()
    sasl = ("security.protocol=SASL_PLAINTEXT", "sasl.mechanism=PLAIN")
    right = f'sasl.jaas.config={PLAIN} username="u" password="s3cret";'
    cases = [
        ({"servers": "127.0.0.1:9"}, r"Kafka at 127.0.0.1:9: no answer within 10 s; see bootstrap.servers"),
        ({"servers": "nonsense"}, r"Kafka at nonsense: a setting is wrong"),
        ({"names": ("nope",)}, r"--topic nope: Kafka at .* has no such topic"),
        ({"names": (), "pattern": "nope.*"}, r"--pattern nope\.\* matches no topic"),
        ({"names": (), "pattern": "("}, r"--pattern \( is not a Java regular expression"),
        ({"config": str(tmp_path / "missing")}, r"--config .*missing: No such file"),
        ({"config": properties("retry.backoff.ms=s3cret")}, r"a setting is wrong: retry\.backoff\.ms$"),
        ({"config": properties("security.protocol=s3cret")}, r"a setting is wrong[:;].* security\.protocol"),
        ({"config": properties(*sasl, "sasl.jaas.config=s3cret")}, r"a setting is wrong; see .*sasl\.jaas\.config"),
        ({"config": properties(*sasl, right)}, r"does not ask for a password; see security\.protocol"),
    ]
    for options, message in cases:
        names = options.pop("names", ("t",))
        with pytest.raises(UserError, match=message) as error:
            kafka.land(*names, **options)
        assert "s3cret" not in str(error.value)
    assert time.monotonic() - began < 60
    monkeypatch.setenv("ROSETTA_KAFKA_AUTO_OFFSET_RESET", "latest")
    with pytest.raises(UserError, match=r"auto\.offset\.reset is set by the landing itself"):
        kafka.land("t")
    for text in ("yesterday", str(tmp_path / "missing.json")):
        with pytest.raises(UserError, match="--from "):
            parse_begin(text)
