"""PocketBase, a whole JSON backend. What is in it is in pocketbase-migrations and pocketbase-hooks."""

from servers.run import FOLDER, PROGRAMS


def start(run):
    port = run.spawn_on_free_port(
        "pocketbase",
        lambda port: [
            PROGRAMS / "pocketbase", "serve", "--http", f"127.0.0.1:{port}", "--dir", run.folder / "pocketbase",
            "--migrationsDir", FOLDER / "pocketbase-migrations", "--automigrate=false",
            "--hooksDir", FOLDER / "pocketbase-hooks", "--hooksPool", "2", "--hooksWatch=false",
        ],
    )
    return {"PORTICO_POCKETBASE": f"http://127.0.0.1:{port}"}
