#!/usr/bin/env python3
"""Other tools that write HAR files, where they are installed: mitmproxy, from its own program, and headless Chromium.

Run as a program, it has one of them record the same requests to httpbin:

    recorders.py mitmproxy|chromium http://127.0.0.1:PORT OUT.har

Chromium's headless build writes no HAR of its own; it is made here of the network log of its DevTools protocol, field by
field as its DevTools export it, with what is odd about that left as it is.
"""

import base64
import datetime
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

PROGRAMS = pathlib.Path(__file__).resolve().parent.parent.parent / ".build" / "venv" / "bin"
PATIENCE = 40  # seconds for a tool to start or to end
COOKIE = "cookie-4bd10aa3"
# Method, path, media type and body: the tests know what is behind them.
REQUESTS = [
    ("GET", "/get?a=1&b=%C3%BC", None, None),
    ("POST", "/post", "application/json", b'{"user": "ada", "password": "pass-1e55e2f0"}'),
    ("POST", "/post", "application/x-www-form-urlencoded", b"a=1&client_secret=key-9a77c0ff"),
    ("PUT", "/put", "application/octet-stream", bytes(range(256))),
    ("GET", "/gzip", None, None),
    ("GET", "/image/png", None, None),
    ("GET", "/encoding/utf8", None, None),
    ("GET", f"/cookies/set?session={COOKIE}", None, None),
    ("GET", "/status/404", None, None),
]


def chromium():
    return shutil.which("chromium-headless-shell") or shutil.which("chromium") or shutil.which("google-chrome")


def start(run):
    tools = ["mitmproxy"] if (PROGRAMS / "mitmdump").exists() else []
    tools += ["chromium"] if chromium() else []
    return {"PORTICO_HAR_RECORDERS": " ".join(tools), "PORTICO_HAR_RECORDER": __file__}


def record_by_mitmproxy(base, target, folder):
    port = free_port()
    process = subprocess.Popen(
        [PROGRAMS / "mitmdump", "--quiet", "--listen-host", "127.0.0.1", "--listen-port", str(port),
         "--set", f"confdir={folder}", "--set", f"hardump={target}"],
        stdin=subprocess.DEVNULL,
    )
    try:
        wait_until_listening(port, process)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({"http": f"http://127.0.0.1:{port}"}))
        for method, path, media_type, body in REQUESTS:
            headers = {"Authorization": "Bearer tok-5f2b9c71e0d34a68", "Accept-Encoding": "gzip"}
            if media_type:
                headers["Content-Type"] = media_type
            request = urllib.request.Request(base + path, body, headers, method=method)
            try:
                opener.open(request, timeout=PATIENCE).read()
            except urllib.error.HTTPError as error:
                error.read()
    finally:
        end(process)  # it writes the file then


def end(process):
    process.terminate()
    try:
        process.wait(PATIENCE)
    finally:
        process.kill()  # whoever waits for this program waits for what it has started too
        process.wait()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until_listening(port, process):
    deadline = time.monotonic() + PATIENCE
    while True:
        with socket.socket() as attempt:
            if attempt.connect_ex(("127.0.0.1", port)) == 0:
                return
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError("mitmdump does not listen")
        time.sleep(0.05)


class Browser:
    """Headless Chromium, spoken to over two pipes: each message is JSON that ends with a zero byte."""

    def __init__(self, folder):
        commands, self.commands = os.pipe()
        self.answers, answers = os.pipe()
        words = [
            chromium(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--remote-debugging-pipe", f"--user-data-dir={folder}", "--proxy-server=direct://",
        ]
        # The browser expects its pipes as descriptors 3 and 4.
        script = f'exec "$@" 3<&{commands} 4>&{answers}'
        self.process = subprocess.Popen(
            ["sh", "-c", script, "sh", *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, pass_fds=[commands, answers],
        )
        os.close(commands)
        os.close(answers)
        self.number, self.unread, self.events, self.session = 0, b"", [], None

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.next()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def next(self):
        while b"\0" not in self.unread:
            piece = os.read(self.answers, 65536)
            if not piece:
                raise RuntimeError("the browser has ended")
            self.unread += piece
        message, self.unread = self.unread.split(b"\0", 1)
        return json.loads(message)

    def wait_for(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.next())

    def end(self):
        end(self.process)


def record_by_chromium(base, target, folder):
    browser = Browser(folder)
    try:
        page = browser.call("Target.createTarget", url="about:blank")["targetId"]
        browser.session = browser.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        browser.call("Network.enable")
        browser.call("Page.enable")
        browser.call("Page.navigate", url=base + "/html")
        browser.wait_for("Page.loadEventFired")
        for method, path, media_type, body in REQUESTS:
            browser.call("Runtime.evaluate", expression=fetch(method, path, media_type, body), awaitPromise=True)
        entries = entries_of(browser)
    finally:
        browser.end()
    log = {"version": "1.2", "creator": {"name": "Chromium", "version": "headless"}, "pages": [], "entries": entries}
    pathlib.Path(target).write_text(json.dumps({"log": log}))


def fetch(method, path, media_type, body):
    options = {"method": method, "headers": {"X-API-Key": "key-9a77c0ff"}, "redirect": "follow"}
    if media_type:
        options["headers"]["Content-Type"] = media_type
    text = json.dumps(options)
    if body is not None:
        text = f"Object.assign({text}, {{body: new Uint8Array({json.dumps(list(body))})}})"
    return f"fetch({json.dumps(path)}, {text}).then(answer => answer.arrayBuffer()).then(bytes => bytes.byteLength)"


def entries_of(browser):
    """An entry for each request and each redirect, of the events that came meanwhile."""
    entries, current = [], {}
    extra = {"request": {}, "response": {}}
    for event in browser.events:
        name, values = event.get("method", ""), event.get("params", {})
        if name == "Network.requestWillBeSentExtraInfo":
            extra["request"].setdefault(values["requestId"], []).append(values["headers"])
        elif name == "Network.responseReceivedExtraInfo":
            extra["response"].setdefault(values["requestId"], []).append(values["headers"])
    for event in list(browser.events):
        name, values = event.get("method", ""), event.get("params", {})
        request_id = values.get("requestId")
        if name == "Network.requestWillBeSent":
            if "redirectResponse" in values:
                finish(current[request_id], values["redirectResponse"], extra["response"], request_id)
            current[request_id] = begin(values, extra["request"], request_id, browser)
            entries.append(current[request_id])
        elif name == "Network.responseReceived":
            finish(current[request_id], values["response"], extra["response"], request_id)
        elif name == "Network.loadingFinished" and request_id in current:
            content = current[request_id]["response"]["content"]
            body = browser.call("Network.getResponseBody", requestId=request_id)
            content["text"] = body["body"]
            content["size"] = len(base64.b64decode(body["body"]) if body["base64Encoded"] else body["body"].encode())
            if body["base64Encoded"]:
                content["encoding"] = "base64"
    return [entry for entry in entries if not entry["request"]["url"].endswith("/favicon.ico")]


def pairs(headers):
    return [{"name": name, "value": value} for name, value in headers.items()]


def begin(values, extra, request_id, browser):
    sent = values["request"]
    waiting = extra.get(request_id, [])
    headers = waiting.pop(0) if waiting else sent["headers"]
    query = urllib.parse.parse_qsl(urllib.parse.urlsplit(sent["url"]).query, keep_blank_values=True)
    request = {
        "method": sent["method"], "url": sent["url"], "httpVersion": "http/1.1", "headers": pairs(headers),
        "queryString": [{"name": name, "value": value} for name, value in query], "cookies": [], "headersSize": -1,
        "bodySize": 0,
    }
    if sent.get("hasPostData"):
        data = sent.get("postData")
        if data is None:
            try:
                data = browser.call("Network.getRequestPostData", requestId=request_id)["postData"]
            except RuntimeError:
                data = None  # it keeps none that is not text
        request["postData"] = {"mimeType": sent["headers"].get("Content-Type", "")}
        if data is not None:
            request["postData"]["text"] = data
    started = datetime.datetime.fromtimestamp(values["wallTime"], datetime.timezone.utc)
    return {
        "_initiator": values.get("initiator"), "_priority": sent.get("initialPriority"), "_resourceType": "fetch",
        "cache": {}, "connection": "1", "pageref": "page_1", "request": request, "time": 1,
        "startedDateTime": started.isoformat().replace("+00:00", "Z"),
        "response": {"status": 0, "statusText": "", "content": {"size": 0, "mimeType": "x-unknown"}, "headers": []},
        "timings": {"blocked": -1, "dns": -1, "connect": -1, "ssl": -1, "send": 0, "wait": 1, "receive": 0,
                    "_blocked_queueing": -1},
    }


def finish(entry, response, extra, request_id):
    waiting = extra.get(request_id, [])
    headers = waiting.pop(0) if waiting else response["headers"]
    location = next((value for name, value in headers.items() if name.lower() == "location"), "")
    entry["response"] = {
        "status": response["status"], "statusText": response["statusText"], "httpVersion": "http/1.1",
        "headers": pairs(headers), "cookies": [], "content": {"size": 0, "mimeType": response["mimeType"]},
        "redirectURL": location, "headersSize": -1, "bodySize": -1, "_transferSize": 1, "_error": None,
    }
    entry["serverIPAddress"] = response.get("remoteIPAddress", "")
    entry["connection"] = str(response.get("connectionId", 0))


def main():
    tool, base, target = sys.argv[1:]
    # Whoever starts it may have signals blocked, by which it ends what it starts.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    folder = tempfile.mkdtemp(prefix="portico-recorder-")
    try:
        {"mitmproxy": record_by_mitmproxy, "chromium": record_by_chromium}[tool](base, target, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
