import Foundation
import Harness

/// Runs what the gate compares, and keeps the evidence in a folder.
package struct Gate: Sendable {
  private let settings: GateSettings
  private let strategies: [StrategyEntry]
  private let workloads: [Workload]
  private let executable: String
  private let folder: URL
  private let deadline: Duration
  private let memoryLimitBytes: UInt64

  /// - Parameters:
  ///   - settings: what to run.
  ///   - strategies: the registered strategies.
  ///   - workloads: the registered workloads.
  ///   - executable: the program whose hidden commands run the children: this one.
  ///   - folder: where the evidence is kept.
  ///   - deadline: when virtual time, or a trial that counts allocations, is ended.
  ///   - memoryLimitBytes: how much memory each child may take.
  package init(
    _ settings: GateSettings, strategies: [StrategyEntry], workloads: [Workload],
    executable: String, folder: URL, deadline: Duration = .seconds(120),
    memoryLimitBytes: UInt64 = 4 << 30
  ) {
    self.settings = settings
    self.strategies = strategies
    self.workloads = workloads
    self.executable = executable
    self.folder = folder
    self.deadline = deadline
    self.memoryLimitBytes = memoryLimitBytes
  }

  /// Removes what an earlier run of the gate left in `folder`, so that nothing is judged that is of
  /// another run.
  /// - Throws: ``HarnessError/cannotWrite(path:cause:)``.
  package static func clear(_ folder: URL) throws {
    let names = [
      "baseline", candidateFolder, "exact-request.json", "exact-records.jsonl", "paired.csv",
      "settings.json", "gate-cells.csv", "environment.json",
    ]
    for file in names.map({ folder.appendingPathComponent($0) })
    where FileManager.default.fileExists(atPath: file.path) {
      try HarnessError.writing(file.path) { try FileManager.default.removeItem(at: file) }
    }
  }

  /// Where the figures of the build that is judged lie in the evidence.
  package static let candidateFolder = "candidate"

  /// Runs the exact half, and the trials that count allocations where they can be counted.
  /// - Parameters:
  ///   - countsAllocations: whether to run those at all.
  ///   - onProgress: is told what runs next, how much is done and how much there is.
  /// - Returns: what would be the baseline of this program.
  /// - Throws: ``HarnessError``; a crash or hang names its cell.
  package func exactFigures(
    countsAllocations: Bool,
    onProgress: @Sendable (_ what: String, _ done: Int, _ total: Int) -> Void
  ) async throws -> GateBaseline {
    let half = ExactHalf(
      suite: settings.exact, strategies: strategies, workloads: workloads, executable: executable,
      folder: folder, deadline: deadline, memoryLimitBytes: memoryLimitBytes)
    onProgress("virtual time", 0, 1)
    let exact = try await half.figures()
    var allocations: ExactTable?
    if countsAllocations, Jemalloc.path != nil, let suite = settings.exact.allocations {
      allocations = try await half.allocations(suite) { onProgress("allocations: \($0)", $1, $2) }
    }
    let figures = GateBaseline(suite: settings.exact, exact: exact, allocations: allocations)
    try figures.write(to: folder.appendingPathComponent(Self.candidateFolder, isDirectory: true))
    return figures
  }
}

/// What the gate says of a figure, a cell, or a build.
package enum Verdict: String, Codable, Sendable, CaseIterable {
  /// Nothing got worse.
  case pass = "PASS"
  /// Something got better, and nothing worse.
  case improved = "IMPROVED"
  /// Deliveries got dearer, but the strategy now makes others; only in real time.
  case trade = "TRADE"
  /// Something got worse.
  case regressed = "REGRESSED"
  /// The machine was too noisy to tell.
  case inconclusive = "INCONCLUSIVE"
  /// There is no noise floor to tell a difference from.
  case unknown = "UNKNOWN"

  /// The exit code of a command whose answer this is.
  package var exitCode: Int32 {
    switch self {
    case .pass, .improved, .trade: 0
    case .regressed: 1
    case .inconclusive, .unknown: 3
    }
  }

  /// From the one that hides least to the one that decides.
  private static let order: [Verdict] = [
    .pass, .improved, .trade, .unknown, .inconclusive, .regressed,
  ]

  /// How much it weighs against others; the heaviest decides.
  var gravity: Int { Self.order.firstIndex(of: self) ?? 0 }

  /// What several verdicts come to together; a pass where there are none.
  package static func together(_ verdicts: some Sequence<Verdict>) -> Verdict {
    verdicts.max { $0.gravity < $1.gravity } ?? .pass
  }
}
