/// Who carries a request: one HTTP exchange, and nothing else.
///
/// A transport moves bytes. It follows no redirect, retries nothing, keeps no cookie, cache or credential, and reads no
/// environment: the behaviour is the client's, the same over every transport. To add behaviour write a ``Middleware``;
/// to send over another stack write a transport:
///
/// ```swift
/// struct LoopbackTransport: Transport {
///     var capabilities: TransportCapabilities { .all }
///
///     func send(
///         _ request: HTTPRequest, _ options: TransportOptions
///     ) async throws(TransportError) -> HTTPResponse {
///         HTTPResponse(status: .ok, fields: ["X-Path": request.path])
///     }
/// }
/// ```
///
/// ## The contract
/// - **Request.** Its bytes have been checked (``HTTPRequest/validate()``) and go out as they are: the path is not
///   escaped again, the fields keep their order. `Content-Type` is the body's where the fields have none.
/// - **Framing.** The transport writes it: with no body, no `Content-Length` on GET and HEAD, and `Content-Length: 0`
///   on POST, PUT and PATCH; the body's length where it is known, else `Transfer-Encoding: chunked`; never both.
/// - **Encodings.** It undoes exactly the content encodings that its capabilities name, and `Accept-Encoding` names
///   exactly these, unless the request's fields have one or ask for a range (then `identity`). `Content-Encoding` and
///   `Content-Length` are removed from the head of an answer whose encoding was undone. Nothing is decoded on HEAD, 204
///   and
///   304. A cut or broken encoding is an error.
/// - **Answers.** The final one: 1xx and trailers are skipped. Any status is an answer, no status is an error. Several
///   lines of a field stay several.
/// - **Limits.** A buffered body beyond `bodyLimit` ends the exchange at once with
///   ``TransportError/Kind/bodyTooLarge(limit:)``. A body that ends before its announced end is
///   ``TransportError/Kind/bodyTruncated``, never a short success.
/// - **Cancellation.** A task cancelled before the call causes no I/O; one cancelled during it gets
///   ``TransportError/Kind/cancelled`` at once, and the connection closes.
/// - **Deadlines.** They go by `options.clock`, to the millisecond, and end in ``TransportError/Kind/timedOut(_:)``
///   with the deadline that passed, never in a cancellation. A client lets its caller go in time even where a transport
///   heeds neither deadline nor cancellation; what such a one gives later is dropped
///   (``CallEvent/Kind/answeredLate(_:)``).
/// - **Streams.** With `delivery` `.streamed` the answer is there when its head is; chunks follow under back-pressure,
///   and dropping them closes the connection.
/// - **Timings.** Where `onTimings` is set, it is told once for each exchange that began, in the moments that are
///   known.
/// - **Threads.** It is called from any task, many at once. What it lacks of all this, its `capabilities` declare.
public protocol Transport: Sendable {
    /// What it lacks, and which content encodings it undoes. Asked for once by a client: they never change.
    var capabilities: TransportCapabilities { get }

    /// Sends one request and returns its answer.
    func send(_ request: HTTPRequest, _ options: TransportOptions) async throws(TransportError) -> HTTPResponse
}
