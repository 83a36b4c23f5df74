import BenchHarness
import Foundation

/// What has to be the same for the trials of two runs to belong together.
package struct RunSignature: Codable, Sendable, Equatable {
  /// The strategies' and the workloads' keys.
  package var strategies: [String], workloads: [String]
  /// Repetitions of each cell.
  package var trials: Int
  /// The seed.
  package var seed: UInt64
  /// What the view's work costs.
  package var costs: CostModel
  /// What is read from the trace, as a digest; nil without one.
  package var trace: String?
  /// Whether main and producers stay on cores of their own.
  package var pin: Bool
  /// Whether there is an allocation pass.
  package var countsAllocations: Bool
  /// Whether events are recorded; nil in older runs, which could not.
  package var recordsEvents: Bool?
  /// The key of what shows the views; nil for the bench's own.
  package var view: String?
  /// The program, as a digest.
  package var build: String
  /// Which part of the run; nil for the whole.
  package var shard: Shard?

  /// The signature of a run with these settings by the program at `executable`.
  /// - Throws: ``BenchError/cannotRead(path:cause:)``.
  package init(_ settings: RunSettings, executable: String) throws {
    strategies = settings.strategies.map(\.key)
    workloads = settings.workloads.map(\.key)
    trials = settings.trials
    seed = settings.seed
    costs = settings.costs
    trace = settings.trace.map { Self.digest($0.data) }
    pin = settings.pin
    countsAllocations = settings.countsAllocations
    recordsEvents = settings.recordsEvents
    view = settings.view?.key
    build = try Self.digest(executable)
    shard = settings.shard
  }

  /// What differs from `other`, in words; empty where nothing does.
  package func differences(from other: RunSignature) -> [String] {
    let parts: [(String, Bool)] = [
      ("strategies", strategies == other.strategies), ("workloads", workloads == other.workloads),
      ("number of trials", trials == other.trials), ("seed", seed == other.seed),
      ("costs of the view", costs == other.costs),
      ("trace", trace == other.trace), ("pinning", pin == other.pin),
      ("allocation pass", countsAllocations == other.countsAllocations),
      ("recording of events", recordsEvents ?? false == other.recordsEvents ?? false),
      ("view", view == other.view), ("build of the program", build == other.build),
      ("part of the run", shard == other.shard),
    ]
    return parts.filter { !$0.1 }.map(\.0)
  }

  /// The digest of the file at `path`.
  /// - Throws: ``BenchError/cannotRead(path:cause:)``.
  package static func digest(_ path: String) throws -> String {
    do {
      return digest(try Data(whole: URL(fileURLWithPath: path)))
    } catch {
      throw BenchError.cannotRead(path: path, cause: error.fileCause + ".")
    }
  }

  /// FNV-1a, 64 bits: tells builds and traces apart, and guards against nobody.
  static func digest(_ data: Data) -> String {
    let hash = data.withUnsafeBytes { bytes in
      bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
    return String(hash, radix: 16)
  }
}
