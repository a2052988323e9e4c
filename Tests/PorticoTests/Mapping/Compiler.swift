import Foundation
import Testing

/// The compiler that is on the path, asked about a source that imports `Portico` as this test was built.
struct Compiler {
    private let executable: URL
    private let modules: URL

    /// Nil where no compiler is found, or not the modules that it would import.
    init?() {
        let paths = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
        let candidates = paths.map { URL(fileURLWithPath: String($0)).appendingPathComponent("swiftc") }
        guard let executable = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }),
            let modules = Self.modules
        else { return nil }
        (self.executable, self.modules) = (executable, modules)
    }

    /// Beside the tests' own executable, wherever the package was built.
    private static var modules: URL? {
        var folder = (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
            .resolvingSymlinksInPath().deletingLastPathComponent()
        while folder.path != "/" {
            let modules = folder.appendingPathComponent("Modules")
            let module = modules.appendingPathComponent("Portico.swiftmodule")
            if FileManager.default.fileExists(atPath: module.path) { return modules }
            folder.deleteLastPathComponent()
        }
        return nil
    }

    /// The errors and warnings, as `line: error: message`.
    func diagnostics(of source: String, _ options: [String] = []) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("portico-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("Source.swift")
        try Data(source.utf8).write(to: file)

        let output = try run(["-typecheck", "-swift-version", "6", "-I", modules.path, file.path] + options)
        return output.split(separator: "\n").compactMap { line in
            guard line.hasPrefix(file.path + ":") else { return nil }
            let parts = line.dropFirst(file.path.count + 1).split(separator: ":", maxSplits: 2)
            guard parts.count == 3, parts[2].hasPrefix(" error:") || parts[2].hasPrefix(" warning:") else { return nil }
            return "\(parts[0]):\(parts[2])"
        }
    }

    /// Foundation's `Process` reads beyond a buffer now and then when the program has hundreds of threads, and crashes.
    private func run(_ arguments: [String]) throws -> String {
        let words = [executable.path] + arguments
        let command = words.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
        let output = try #require(popen(command + " 2>&1", "r"))
        defer { pclose(output) }
        var bytes: [UInt8] = []
        while case let byte = getc(output), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
