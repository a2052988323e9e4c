public import Foundation

/// Writes chunks into a file, each as it comes.
public func write<Chunks: AsyncSequence>(_ chunks: Chunks, to file: URL) async throws where Chunks.Element == Data {
    guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
        throw MeasurementError.unexpectedAnswer("the file \(file.path) cannot be made")
    }
    let handle = try FileHandle(forWritingTo: file)
    for try await chunk in chunks { try handle.write(contentsOf: chunk) }
    try handle.close()
}
