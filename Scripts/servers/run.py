"""One run of the test servers: its folder, its sockets and its processes."""

import pathlib
import shutil
import socket
import string
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from os import environ

FOLDER = pathlib.Path(__file__).resolve().parent
PROGRAMS = FOLDER.parent.parent / ".build" / "venv" / "bin"  # what Scripts/setup has installed there
PATIENCE = 20  # seconds for a server to start or to end


class Run:
    """What the servers of a run share, and what ends with it. Each server is started in a thread of its own."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="portico-servers-"))
        self.lock = threading.Lock()
        self.making_certificates = threading.Lock()
        self.processes = []
        self.listeners = {}
        self.held = []

    def start(self, servers):
        """Starts every server at once, and returns their addresses when all of them answer."""
        with ThreadPoolExecutor(len(servers)) as pool:
            started = [pool.submit(server.start, self) for server in servers]
        addresses = {}
        for one in started:
            addresses.update(one.result())
        # From now on a connection to a server that has ended is refused.
        for listener in self.listeners.values():
            listener.close()
        return addresses

    def listener(self, name):
        """The listening socket of that name, on a port that the system chooses, for a server that can inherit it."""
        with self.lock:
            if name not in self.listeners:
                self.listeners[name] = socket.create_server(("127.0.0.1", 0), backlog=256)
            return self.listeners[name]

    def certificates(self):
        """The folder of the certificates, which the first who asks has made."""
        folder = self.folder / "certificates"
        with self.making_certificates:
            if not folder.exists():
                subprocess.run([FOLDER / "certificates", folder], check=True, stdin=subprocess.DEVNULL)
        return folder

    def port(self, name):
        return self.listener(name).getsockname()[1]

    def spawn(self, name, command, listeners=(), **environment):
        with open(self.folder / f"{name}.log", "wb") as log:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env={**environ, **environment},
                pass_fds=[self.listener(listener).fileno() for listener in listeners],
            )
        with self.lock:
            self.processes.append(process)
        return process

    def spawn_on_free_port(self, name, command):
        """Starts a server that opens its socket itself, and returns its port once it listens.

        `command` makes the command for a port. On Linux the port is bound here first and stays so: the system gives it to
        nobody who asks for any, and lets those listen who ask for this one as servers do, with SO_REUSEADDR. Elsewhere
        somebody else may take it in between; a server that ends for that reason is tried on another one.
        """
        for _ in range(3):
            held = socket.socket()
            held.bind(("127.0.0.1", 0))
            port = held.getsockname()[1]
            if sys.platform.startswith("linux"):
                held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                self.held.append(held)
            else:
                held.close()
            process = self.spawn(name, command(port))
            deadline = time.monotonic() + PATIENCE
            while process.poll() is None:
                with socket.socket() as attempt:
                    if attempt.connect_ex(("127.0.0.1", port)) == 0 and process.poll() is None:
                        return port
                if time.monotonic() > deadline:
                    raise RuntimeError(f"{name} does not listen")
                time.sleep(0.01)
        raise RuntimeError(f"{name} ended with {process.returncode}")

    def wait_for(self, process, address):
        """Returns when a server answers; its socket is open already, so that one request waits until it does."""
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                opener.open(address, timeout=1).close()
                return
            except OSError as error:
                if process.poll() is not None:
                    raise RuntimeError(f"{process.args[0]} ended with {process.returncode}") from error
                if time.monotonic() > deadline:
                    raise

    def fill(self, template, target, **values):
        """Writes a configuration from its template beside this file."""
        path = self.folder / target
        path.write_text(Template((FOLDER / template).read_text()).substitute(values))
        return path

    def print_logs(self):
        for log in sorted(self.folder.glob("*.log")):
            print(f"-- {log.name}", log.read_text(errors="replace")[-4000:], sep="\n", file=sys.stderr)

    def stop(self):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Template(string.Template):
    """A template whose placeholders are `@NAME`, since nginx has `$` for its own variables."""

    delimiter = "@"
