import BenchHarness
import Foundation

extension RunSettings {
  /// The endings of files that a folder is searched for.
  package static let recordingTypes = [
    "csv", "tsv", "json", "jsonl", "ndjson", "log", "txt", "cast", "gz",
  ]

  /// Replays these recordings. Several become workloads of their own, in the place of the one that
  /// replays a recording, each under the name of its file; sessions under their own.
  package mutating func replay(
    _ traces: [(path: String, trace: Trace)], areSessions: Bool = false
  ) throws {
    trace = traces.first?.trace
    guard traces.count > 1 else { return }
    options.trace = Digest.of(Data(traces.map { Digest.of($0.trace.data) }.joined().utf8))
    noun = areSessions ? "sessions" : workloads.count == 1 ? "recordings" : noun
    let names = traces.map {
      areSessions
        ? $0.path : URL(fileURLWithPath: $0.path).deletingPathExtension().lastPathComponent
    }
    let counts = Dictionary(grouping: names) { $0 }.mapValues(\.count)
    workloads = try workloads.flatMap { workload -> [Selection<Workload>] in
      guard workload.entry.name == "trace" else { return [workload] }
      return try zip(traces, names).map { recording, name in
        let isUnique = counts[name] == 1
        let own = try Selection(workload.entry.named(isUnique ? name : recording.path))
        recordings[own.key] = (recording.trace, workload)
        return own
      }
    }
  }

  /// The recordings that `paths` name: a folder stands for those in it, in the order of their names.
  /// - Throws: ``BenchError`` for a folder without any.
  package static func recordings(at paths: [String]) throws -> [String] {
    try paths.flatMap { path -> [String] in
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
        return [path]
      }
      let folder = URL(fileURLWithPath: path)
      let files = names.filter { !$0.hasPrefix(".") }.sorted().map(folder.appendingPathComponent)
        .filter { recordingTypes.contains($0.pathExtension.lowercased()) }
      guard !files.isEmpty else {
        throw BenchError.badTrace(
          file: path, line: nil, column: nil,
          cause: "it is a folder without a recording (\(recordingTypes.joined(separator: ", "))).")
      }
      return files.map(\.relativePath)
    }.distinct
  }

  package func hasSeveralViews() throws -> Bool {
    try workloads.contains {
      try recording($0.key)?.viewCount ?? plan(of: $0).viewCount > 1
    }
  }

  /// Whether there is a recording that does not say which rows change.
  package var hasTraceWithoutRows: Bool {
    recordings.isEmpty
      ? trace?.namesRows == false : recordings.values.contains { !$0.trace.namesRows }
  }

  /// The same with the workload of that key alone, as a child process can run it, too.
  package func only(_ workload: String) -> RunSettings {
    var settings = self
    settings.workloads = workloads.filter { $0.key == workload }
    if let recording = recordings[workload] {
      (settings.workloads, settings.trace) = ([recording.workload], recording.trace)
    }
    return settings
  }
}
