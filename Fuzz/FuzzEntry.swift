import Foundation

// What libFuzzer calls. The target is named by FUZZ_TARGET; with no name the program lists the targets, each after it has
// laid its seeds into a folder of its own under FUZZ_CORPUS, and ends.

private let target = FuzzTarget.all.first { $0.name == ProcessInfo.processInfo.environment["FUZZ_TARGET"] }

@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzing(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
    if target != nil { return 0 }
    do {
        for target in FuzzTarget.all {
            try writeSeeds(of: target)
            print(target.name)
        }
        exit(0)
    } catch {
        print("The seeds cannot be written: \(error)")
        exit(1)
    }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target?.check(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

private func writeSeeds(of target: FuzzTarget) throws {
    guard let corpus = ProcessInfo.processInfo.environment["FUZZ_CORPUS"] else { return }
    let folder = URL(filePath: corpus).appending(component: target.name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (number, seed) in target.seeds.enumerated() {
        try Data(seed.utf8).write(to: folder.appending(component: "seed-\(number)"))
    }
}
