"""Glewlwyd, an OAuth 2.0 server: access tokens that end after 3 seconds, and refresh tokens that are good for one use.

A refresh token that is used twice revokes all that came of it. There is a client `cid` with the secret `csecret`, and a user
`alice` with the password `pw123456`; `/api/oidc/token` is the token endpoint, and `/api/oidc/userinfo` needs a token.
"""

import http.cookiejar
import json
import pathlib
import shutil
import sqlite3
import urllib.request

from servers.run import PATIENCE

SCHEMA = pathlib.Path("/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3")

PLUGIN = {
    "jwt-type": "sha", "jwt-key-size": "256", "key": "a key for tests, and for nothing else",
    "access-token-duration": 3, "refresh-token-duration": 3600, "code-duration": 600,
    "refresh-token-rolling": True, "refresh-token-one-use": "always", "allow-non-oidc": True,
    "auth-type-code-enabled": True, "auth-type-password-enabled": True, "auth-type-client-enabled": True,
    "auth-type-refresh-enabled": True, "auth-type-token-enabled": False, "auth-type-id-token-enabled": True,
    "auth-type-none-enabled": False, "subject-type": "public",
}
SCOPE = {"name": "read", "display_name": "read", "password_required": True, "password_max_age": 0, "scheme": {}}
USER = {
    "username": "alice", "name": "Alice", "email": "alice@example.com", "password": "pw123456", "enabled": True,
    "scope": ["read", "openid", "g_profile"],
}
CLIENT = {
    "client_id": "cid", "name": "tests", "confidential": True, "client_secret": "csecret", "password": "csecret",
    "enabled": True, "redirect_uri": ["http://127.0.0.1:1/signed-in"],
    "authorization_type": ["code", "password", "client_credentials", "refresh_token", "token", "id_token"],
    "token_endpoint_auth_method": ["client_secret_basic", "client_secret_post"], "scope": ["read"],
}


def start(run):
    if not shutil.which("glewlwyd") or not SCHEMA.exists():
        return {}  # not to be had everywhere; its tests are skipped, and counted
    database = run.folder / "glewlwyd.db"
    with sqlite3.connect(database) as connection:
        connection.executescript(SCHEMA.read_text())

    def command(port):
        return ["glewlwyd", "--config-file", run.fill("glewlwyd.conf", "glewlwyd.conf", PORT=port, DATABASE=database)]

    base = f"http://127.0.0.1:{run.spawn_on_free_port('glewlwyd', command)}"
    post = session(base + "/api")
    post("/auth/", {"username": "admin", "password": "password"})
    issuer = {"iss": base + "/api/oidc"}
    post("/mod/plugin/", {"module": "oidc", "name": "oidc", "display_name": "oidc", "parameters": PLUGIN | issuer})
    post("/scope/", SCOPE)
    post("/user/", USER)
    post("/client/", CLIENT)
    return {"PORTICO_GLEWLWYD": base}


def session(base):
    """A function that posts JSON as one user agent."""
    cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), cookies)

    def post(path, value):
        data = json.dumps(value).encode()
        request = urllib.request.Request(base + path, data, {"Content-Type": "application/json"})
        opener.open(request, timeout=PATIENCE).close()

    return post
