"""HTTP/2 over TLS as no real server can be made to speak it: each connection answers one request, and fails the next.

Run as a program, it serves the sockets whose descriptors it is given, one for each way to fail, in the order of FAULTS.
"""

import socket
import ssl
import struct
import sys
import threading

# The server takes leave without having seen the request; refuses its stream; closes the connection.
FAULTS = ["GOAWAY", "REFUSED", "CLOSED"]
DATA, HEADERS, RST_STREAM, SETTINGS, GOAWAY = 0, 1, 3, 4, 7
ACK = END_STREAM = 1
END_HEADERS = 4
STATUS_200 = b"\x88"  # in HPACK
REFUSED_STREAM = 7


def start(run):
    certificates = run.certificates()
    names = [f"http2-{fault}" for fault in FAULTS]
    descriptors = [str(run.listener(name).fileno()) for name in names]
    run.spawn("http2", [sys.executable, __file__, certificates, *descriptors], names)
    return {f"PORTICO_HTTP2_{fault}": f"https://localhost:{run.port(name)}" for fault, name in zip(FAULTS, names)}


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def serve(connection, fault):
    incoming = connection.makefile("rb")
    incoming.read(24)  # the preface
    connection.sendall(frame(SETTINGS, 0, 0))
    seen = []
    while head := incoming.read(9):
        kind, flags, stream = head[3], head[4], int.from_bytes(head[5:9], "big")
        incoming.read(int.from_bytes(head[:3], "big"))
        if kind == SETTINGS and not flags & ACK:
            connection.sendall(frame(SETTINGS, ACK, 0))
        if kind == HEADERS:
            seen.append(stream)
            if len(seen) == 2 and fault == "GOAWAY":
                connection.sendall(frame(GOAWAY, 0, 0, struct.pack(">II", seen[0], 0)))
            if len(seen) == 2 and fault == "REFUSED":
                connection.sendall(frame(RST_STREAM, 0, stream, struct.pack(">I", REFUSED_STREAM)))
            if len(seen) == 2 and fault == "CLOSED":
                return
        if kind in (HEADERS, DATA) and flags & END_STREAM and stream == seen[0]:
            connection.sendall(frame(HEADERS, END_STREAM | END_HEADERS, stream, STATUS_200))


def accept(listener, fault, context):
    while True:
        plain, _ = listener.accept()
        threading.Thread(target=handle, args=(plain, fault, context), daemon=True).start()


def handle(plain, fault, context):
    try:
        with context.wrap_socket(plain, server_side=True) as connection:
            serve(connection, fault)
    except OSError:
        pass  # the client is gone


def main():
    certificates, *descriptors = sys.argv[1:]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{certificates}/server.crt", f"{certificates}/server.key")
    context.set_alpn_protocols(["h2"])
    for descriptor, fault in zip(descriptors, FAULTS):
        listener = socket.socket(fileno=int(descriptor))
        threading.Thread(target=accept, args=(listener, fault, context)).start()


if __name__ == "__main__":
    main()
