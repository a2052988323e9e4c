/// A client that is measured on the wire, a program each.
enum WireClient: String, CaseIterable {
    case wrk
    case c
    case transport
    case client
    case urlSessionTransport = "urlsession_transport"
    case urlSession = "urlsession"

    /// Over a table's column.
    var title: String {
        switch self {
        case .wrk: "wrk"
        case .c: "libcurl in C"
        case .transport: "`CurlTransport`"
        case .client: "`Client` over it"
        case .urlSessionTransport: "`URLSessionTransport`"
        case .urlSession: "URLSession"
        }
    }

    /// The program's name; that of wrk is looked for on the path.
    var program: String {
        switch self {
        case .wrk: "wrk"
        case .c: "c-client"
        case .transport: "transport-client"
        case .client: "portico-client"
        case .urlSessionTransport: "urlsession-transport-client"
        case .urlSession: "urlsession-client"
        }
    }
}
