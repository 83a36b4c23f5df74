import BenchReport
import BenchHarness
import Foundation

/// A reader of files from outside. Whatever it is given it reads, or refuses with a sentence.
///
/// Good files for it, and inputs that once made it go a way of its own, lie in the folder of its name in
/// `Corpus`. Where it reads a whole folder, the good neighbours of the input lie in `Neighbours`.
package struct FuzzedReader: Sendable {
  package let name: String
  /// The file that it is given, in a folder of `Neighbours` if it has such.
  let file: String
  /// Reads a file; made once, for what the reader needs beforehand.
  let reader: @Sendable (URL) throws -> (URL) throws -> Void

  /// Every reader.
  package static let all = [
    FuzzedReader("trace", "trace") { file in
      let bytes = try [UInt8](Data(whole: file))
      var options = TraceOptions()
      // Each third of the inputs is read in another way.
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
    FuzzedReader("trials", "run/trials.csv") { _ = try SavedRun($0.deletingLastPathComponent()) },
    FuzzedReader(name: "events", file: "run/events.csv") { file in
      let run = try SavedRun(file.deletingLastPathComponent())
      return { _ in _ = try run.events() }
    },
    FuzzedReader("suite", "baseline/suite.json", Self.readBaseline),
    FuzzedReader("exact", "baseline/exact.csv", Self.readBaseline),
    FuzzedReader("allocations", "baseline/allocations.csv", Self.readBaseline),
    FuzzedReader("evidence-settings", "evidence/settings.json", Self.readEvidence),
    FuzzedReader("evidence", "evidence/paired.csv", Self.readEvidence),
    FuzzedReader("gate-settings", "gate.yml") { _ = try GateSettings(path: $0.path) },
  ]

  private static func readBaseline(_ file: URL) throws {
    _ = try GateBaseline(folder: file.deletingLastPathComponent())
  }

  private static func readEvidence(_ file: URL) throws {
    _ = try PairedFolder(file.deletingLastPathComponent()).read()
  }

  private init(
    name: String, file: String, reader: @escaping @Sendable (URL) throws -> (URL) throws -> Void
  ) {
    (self.name, self.file, self.reader) = (name, file, reader)
  }

  private init(_ name: String, _ file: String, _ read: @escaping @Sendable (URL) throws -> Void) {
    self.init(name: name, file: file) { _ in read }
  }
}

extension FuzzedReader {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  /// The folders of inputs.
  package static let corpora = sources.appending(path: "Corpus")

  /// The inputs that are kept, with their names.
  package var corpus: [(name: String, data: Data)] {
    get throws {
      let folder = Self.corpora.appending(path: name)
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
        ($0, try Data(contentsOf: folder.appending(path: $0)))
      }
    }
  }

  /// Has it read inputs in `folder`, which is there and empty.
  /// - Returns: what is told an input, and says what is wrong with how it was taken; nil for nothing.
  package func reading(in folder: URL) throws -> (Data) throws -> String? {
    let place = folder.appending(path: "neighbours")
    let neighbours = (file as NSString).deletingLastPathComponent
    if neighbours.isEmpty {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    } else {
      try FileManager.default.copyItem(
        at: Self.sources.appending(path: "Neighbours/\(neighbours)"), to: place)
    }
    let url = place.appending(path: (file as NSString).lastPathComponent)
    let read = try reader(url)
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
