import Foundation
import FuzzedReaders

/// Feeds an input to the reader that FUZZED_READER names, in a new folder inside the current one.
///
/// `nonisolated(unsafe)`: libFuzzer calls it from one thread only.
nonisolated(unsafe) private let problem: (Data) throws -> String? = {
  let name = ProcessInfo.processInfo.environment["FUZZED_READER"] ?? ""
  guard let reader = FuzzedReader.all.first(where: { $0.name == name }) else {
    fatalError(
      "FUZZED_READER is '\(name)'. Choose from: \(FuzzedReader.all.map(\.name).joined(separator: ", "))."
    )
  }
  do {
    // One folder per process, because libFuzzer starts this program again to select inputs.
    let folder = URL(filePath: FileManager.default.currentDirectoryPath).appending(
      path: "\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try reader.reading(in: folder)
  } catch {
    fatalError("The good files cannot be copied: \(error)")
  }
}()

/// libFuzzer calls this for each input.
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
