import BenchHarness
import BenchReport
import BenchRuns
import Foundation

/// A reader of external files. It must either read an input or refuse it with a sentence.
///
/// `Corpus.json` holds a good file for each reader, under the file's name, and inputs that once took a rare path
/// through it. If a reader reads a whole folder, the other files in it are the good files of their own readers.
package struct FuzzedReader: Sendable {
  package let name: String
  /// The name of its input file, with the folder that it shares with other files, if any.
  let file: String
  let read: @Sendable (URL) throws -> Void

  package static let all = [
    FuzzedReader("trace", "trace") { file in
      let bytes = try [UInt8](Data(whole: file))
      var options = TraceOptions()
      // Reads each third of the inputs with different options.
      if bytes.count % 3 == 1 {
        (options.viewColumn, options.rowColumn, options.kindColumn) = ("view", "row", "kind")
      } else if bytes.count % 3 == 2 {
        (options.timeColumn, options.timeUnit) = ("time_ms", .s)
        (options.speed, options.limit) = (1e-9, 2)
      }
      let trace = try Recording(bytes: bytes, name: file.path, options: options).trace
      try trace.plan(costs: .free).validate(workload: "trace")
      precondition(trace.updates.count > 0, "A trace was read that holds nothing.")
    },
    FuzzedReader("journal", "records.jsonl") { file in
      _ = try ResultsFolder.finished(file.deletingLastPathComponent())
    },
    FuzzedReader("environment", "run/environment.json") { file in
      let environment = try RunHeader.read(file.deletingLastPathComponent())
      _ = (environment.isBusy, try environment.json())
    },
    FuzzedReader("trials", "run/trials.csv") { file in
      _ = try SavedRun.read(file.deletingLastPathComponent())
    },
    FuzzedReader("suite", "baseline/suite.json", Self.readBaseline),
    FuzzedReader("exact", "baseline/exact.csv", Self.readBaseline),
    FuzzedReader("allocations", "baseline/allocations.csv", Self.readBaseline),
    FuzzedReader("recommend-part", "part/recommend-part.json") { file in
      let folder = file.deletingLastPathComponent()
      let sentences = try Recommendation(merging: [folder], .standard).sentences
      precondition(!sentences.isEmpty, "An answer says something.")
    },
    FuzzedReader("gate-settings", "gate.yml") { _ = try GateSettings(path: $0.path) },
  ]

  private static func readBaseline(_ file: URL) throws {
    _ = try GateBaseline(folder: file.deletingLastPathComponent())
  }

  private init(_ name: String, _ file: String, _ read: @escaping @Sendable (URL) throws -> Void) {
    (self.name, self.file, self.read) = (name, file, read)
  }
}

extension FuzzedReader {
  /// The saved inputs by reader and name; each character stands for a byte.
  package static let corpora = Result {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus.json")
    return try JSONDecoder().decode([String: [String: String]].self, from: Data(contentsOf: file))
  }

  /// The saved inputs of this reader, with their names.
  package var corpus: [(name: String, data: Data)] {
    get throws {
      try Self.corpora.get()[name, default: [:]].sorted { $0.key < $1.key }.map { input in
        (input.key, Data(input.value.unicodeScalars.map { UInt8($0.value) }))
      }
    }
  }

  /// Prepares `folder`, which must exist and be empty, for reading inputs in it.
  /// - Returns: a function that reads an input and returns the problem with it, or nil.
  package func reading(in folder: URL) throws -> (Data) throws -> String? {
    let url = folder.appending(path: file)
    let place = url.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    for neighbour in Self.all where neighbour.file.contains("/") {
      let other = folder.appending(path: neighbour.file)
      guard other.deletingLastPathComponent() == place else { continue }
      try neighbour.corpus.first { $0.name == other.lastPathComponent }?.data.write(to: other)
    }
    return { input in
      try input.write(to: url)
      return problem { try read(url) }
    }
  }

  private func problem(_ read: () throws -> Void) -> String? {
    do {
      try read()
      return nil
    } catch let error as BenchError {
      let sentence = error.description
      return sentence.hasSuffix(".") ? nil : "This is no sentence: \(sentence)"
    } catch {
      return "It does not say which file is wrong: \(error)"
    }
  }
}
