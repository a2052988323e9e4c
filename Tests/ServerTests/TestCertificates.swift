import Foundation
import Portico
import Testing

/// The certificates of the test run, and what openssl makes of them.
enum TestCertificates {
    static func file(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }

    private static var folder: URL {
        get throws {
            URL(fileURLWithPath: try #require(ProcessInfo.processInfo.environment["PORTICO_CERTIFICATES"]))
        }
    }

    /// A policy that trusts the tests' authority and no other.
    static func policy() throws -> TLSPolicy { TLSPolicy(roots: .custom(pem: try file("ca.crt"))) }

    /// What a line of the shell prints, beside the certificates.
    static func openssl(_ arguments: String...) throws -> Data {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", arguments.joined(separator: " ")]
        process.currentDirectoryURL = try folder
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return data
    }

    static func keyPin(_ name: String) throws -> TLSPin {
        .publicKey(
            sha256: try openssl(
                "openssl x509 -in \(name).crt -pubkey -noout | openssl pkey -pubin -outform der",
                "| openssl dgst -sha256 -binary"))
    }

    static func certificatePin(_ name: String) throws -> TLSPin {
        .certificate(
            sha256: try openssl("openssl x509 -in \(name).crt -outform der | openssl dgst -sha256 -binary"))
    }
}
