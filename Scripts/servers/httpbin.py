"""httpbin, over HTTP/1.1."""

from servers.run import PROGRAMS


def start(run):
    process = run.spawn(
        "httpbin",
        [PROGRAMS / "gunicorn", "--bind", f"fd://{run.listener('httpbin').fileno()}", "--worker-class", "gthread",
         "--threads", "16", "--worker-tmp-dir", run.folder, "--graceful-timeout", "1", "--no-control-socket", "httpbin:app"],
        ["httpbin"],
    )
    address = f"http://127.0.0.1:{run.port('httpbin')}"
    run.wait_for(process, address + "/status/204")
    return {"PORTICO_HTTPBIN": address}
