"""nginx: see nginx.conf."""

import grp
import os
import pwd
import shutil

SITES = ["HTTP", "TLS", "TLS12", "TLS13", "OLDTLS", "MTLS", "EXPIRED", "WRONGHOST", "STRANGER", "CLEARHTTP2"]


def start(run):
    certificates, content = run.certificates(), run.folder / "www"
    content.mkdir()
    (content / "document.json").write_text('{"name":"portico","items":[' + ",".join(map(str, range(500))) + "]}")
    (content / "large.bin").write_bytes(bytes(i * 7 % 251 for i in range(1 << 20)))
    (content / "empty.txt").touch()

    # Only root may name the user of the workers, who must be able to read the temporary folder.
    user = f"user {pwd.getpwuid(os.getuid()).pw_name} {grp.getgrgid(os.getgid()).gr_name};" if os.getuid() == 0 else ""
    configuration = run.fill(
        "nginx.conf", "nginx.conf", USER=user, FOLDER=run.folder, CERTIFICATES=certificates, HTTPBIN=run.port("httpbin"),
        **{site: run.port(site) for site in SITES},
    )
    process = run.spawn(
        "nginx",
        [shutil.which("nginx") or "/usr/sbin/nginx", "-e", run.folder / "nginx.log", "-p", run.folder, "-c", configuration],
        SITES,
        # nginx takes over listening sockets that this names, as it does from its predecessor at an upgrade.
        NGINX="".join(f"{run.listener(site).fileno()};" for site in SITES),
    )
    addresses = {"PORTICO_CERTIFICATES": str(certificates)}
    for site in SITES:
        scheme, host = ("http", "127.0.0.1") if site in ("HTTP", "CLEARHTTP2") else ("https", "localhost")
        addresses[f"PORTICO_NGINX_{site}"] = f"{scheme}://{host}:{run.port(site)}"
    run.wait_for(process, addresses["PORTICO_NGINX_HTTP"] + "/document.json")
    return addresses
