import BenchHarness
import Foundation

extension RunSettings {
  package static let recordingTypes = [
    "csv", "tsv", "json", "jsonl", "ndjson", "log", "txt", "cast", "har",
  ]

  /// Several recordings become workloads, named for their files or sessions, in place of the one
  /// that replays a recording.
  package mutating func replay(
    _ traces: [(path: String, trace: Trace)], deliveries: [RecordedDeliveries?] = [],
    areSessions: Bool = false
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
      return try zip(traces, names).enumerated().map { number, named in
        let (recording, name) = named
        let isUnique = counts[name] == 1
        let own = try Selection(workload.entry.named(isUnique ? name : recording.path))
        recordings[own.key] = (
          recording.trace, number < deliveries.count ? deliveries[number] : nil
        )
        return own
      }
    }
  }

  /// A folder stands for the recordings in it, sorted by name.
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

  package var hasTraceWithoutRows: Bool {
    recordings.isEmpty
      ? trace?.namesRows == false : recordings.values.contains { !$0.trace.namesRows }
  }

  /// With what was measured when the workload was recorded.
  func recordedCosts(_ workload: String) -> CostModel {
    recordings[workload]?.deliveries?.applied(to: options.costs) ?? options.costs
  }
}
