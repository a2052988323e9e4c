import Portico

// Enough that the linker keeps the library: what counts is what comes along with it.
let request = HTTPRequest(scheme: "https", authority: "example.com", path: "/")
try request.validate()
print(request.urlText)
