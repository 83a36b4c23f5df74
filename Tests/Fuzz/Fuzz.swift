import Foundation
import FuzzedReaders

/// The reader that FUZZED_READER names, which reads in a folder of its own in the current one.
///
/// `nonisolated(unsafe)`: libFuzzer calls on one thread only.
nonisolated(unsafe) private let problem: (Data) throws -> String? = {
  let name = ProcessInfo.processInfo.environment["FUZZED_READER"] ?? ""
  guard let reader = FuzzedReader.all.first(where: { $0.name == name }) else {
    fatalError(
      "FUZZED_READER is '\(name)'. Choose from: \(FuzzedReader.all.map(\.name).joined(separator: ", "))."
    )
  }
  do {
    // Of its own, for libFuzzer starts this program once more to choose among inputs.
    let folder = URL(filePath: FileManager.default.currentDirectoryPath).appending(
      path: "\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try reader.reading(in: folder)
  } catch {
    fatalError("The good files cannot be copied: \(error)")
  }
}()

/// What libFuzzer calls for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = bytes.map { Data(bytes: $0, count: count) } ?? Data()
  do {
    if let problem = try problem(input) { fatalError(problem) }
  } catch {
    fatalError("The input cannot be written: \(error)")
  }
  return 0
}
