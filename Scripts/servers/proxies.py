"""Proxies: tinyproxy for HTTP and microsocks for SOCKS 5, each once for anyone and once for those with credentials."""

CREDENTIALS = ("alice", "secret")


def tinyproxy(run, name, *lines):
    configuration = run.folder / f"{name}.conf"

    def command(port):
        configuration.write_text(
            "\n".join(["Listen 127.0.0.1", f"Port {port}", "Timeout 60", "MaxClients 100", "LogLevel Warning", *lines, ""]))
        return ["tinyproxy", "-d", "-c", configuration]

    return f"127.0.0.1:{run.spawn_on_free_port(name, command)}"


def microsocks(run, name, *options):
    port = run.spawn_on_free_port(name, lambda port: ["microsocks", "-i", "127.0.0.1", "-p", str(port), *options])
    return f"127.0.0.1:{port}"


def start(run):
    user, password = CREDENTIALS
    return {
        "PORTICO_PROXY": tinyproxy(run, "tinyproxy"),
        "PORTICO_PROXY_GUARDED": tinyproxy(run, "tinyproxy-guarded", f"BasicAuth {user} {password}"),
        "PORTICO_SOCKS": microsocks(run, "microsocks"),
        "PORTICO_SOCKS_GUARDED": microsocks(run, "microsocks-guarded", "-u", user, "-P", password),
    }
