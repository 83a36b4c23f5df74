import BenchHarness
import Foundation

/// Counts the instructions that builds of `bench` take for each strategy, under valgrind.
///
/// Both builds run at the same path, without debug information, which valgrind cannot read: the length
/// of a path moves the counts.
package struct InstructionRun: Sendable {
  private let strategies: String
  private let folder: URL
  private let deadline: Duration
  private let memoryLimitBytes: UInt64

  /// - Parameters:
  ///   - suite: whose strategies are counted.
  ///   - folder: where the evidence is kept.
  ///   - deadline: when a build is ended that has not counted all of them.
  ///   - memoryLimitBytes: how much memory it may take.
  package init(
    _ suite: ExactSuite, folder: URL, deadline: Duration, memoryLimitBytes: UInt64
  ) {
    strategies = suite.strategies
    self.folder = folder
    self.deadline = deadline
    self.memoryLimitBytes = memoryLimitBytes
  }

  /// Why nothing can be counted here, and what to do; nil where it can.
  package static let obstacle: String? = [("valgrind", "valgrind"), ("strip", "binutils")]
    .first { tool, _ in path(of: tool) == nil }
    .map { "\($0) is not installed: apt-get install \($1)" }

  /// Counts those of both builds, one after the other.
  /// - Parameters:
  ///   - base: the build to compare with; nil for none.
  ///   - candidate: the build that is judged.
  ///   - effect: what the candidate is made worse by; nil for nothing.
  ///   - onAdvance: is told how far it is.
  /// - Throws: ``BenchError``; a crash or hang names its side and strategy.
  /// - Returns: the counts, and what they come to.
  package func run(
    base: String?, candidate: String, effect: Effect?, onAdvance: @Sendable (Advance) -> Void
  ) async throws -> InstructionJudgement {
    let builds = [(PairedSide.base, base), (.candidate, candidate)]
    for (done, (side, executable)) in builds.enumerated() {
      guard let executable else { continue }
      onAdvance(Advance("instructions of \(side.rawValue)", done: done, of: builds.count))
      let effect = side == .candidate ? effect : nil
      guard let table = try await counts(side, executable, effect) else { continue }
      let file = InstructionJudgement.file(side, in: folder)
      try table.csv.write(whole: file)
    }
    return try InstructionJudgement(
      folder, noBase: base.map { "\($0) cannot count them" } ?? "there is no --against BENCH")
  }

  /// Nil where the build knows no such job.
  private func counts(
    _ side: PairedSide, _ executable: String, _ effect: Effect?
  ) async throws -> ExactTable? {
    try PairedRun.checkExecutable(executable, side)
    let work = try FileManager.makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: work) }
    func file(_ name: String) -> URL { work.appendingPathComponent(name) }
    let stripped = try await child("strip").run(["-g", "-o", file("bench").path, executable])
    guard stripped.words == nil else {
      throw BenchError.cannotCheck(
        what: executable, cause: "'strip' could not copy it: it \(stripped.words ?? "").")
    }
    let valgrind = child("valgrind")
    let (ending, counted) = try await valgrind.run(
      InstructionJob(strategies: strategies, effect: effect),
      request: file("request"), response: file("counted"),
      // Hashes have a seed of their own in each process.
      environment: ["SWIFT_DETERMINISTIC_HASHING": "1"],
      behind: [
        // No debugger is let in: its pipes would stay in the temporary folder of whoever interrupts.
        "--tool=callgrind", "--vgdb=no",
        "--callgrind-out-file=\(file("counts").path).%p", "--combine-dumps=yes",
        "--zero-before=cplatform_counting_begins", "--dump-before=cplatform_counting_ends",
        "--log-file=\(file("log").path)", file("bench").path,
      ])
    if case .status(.exited(64)) = ending { return nil }
    let keys = counted.map(\.strategy)
    let totals = counted.flatMap { counted in
      Int32(counted.process).map { CallgrindFile(Self.text(file("counts.\($0)"))).regions } ?? []
    }
    guard case .status(.exited(0)) = ending, totals.count == keys.count * 2, !keys.isEmpty else {
      let log = Self.text(file("log")).split(separator: "\n").last ?? "nothing"
      throw BenchError.cannotCheck(
        what: "the \(side.rawValue)'s instructions of \(keys.last ?? "any strategy")",
        cause: "the process \(valgrind.words(ending)), with \(totals.count) regions counted of "
          + "\(keys.count * 2). The last line of valgrind: \(log)")
    }
    return InstructionJudgement.table(keys, totals)
  }

  private func child(_ tool: String) -> ChildProcess {
    ChildProcess(
      executable: Self.path(of: tool) ?? tool, deadline: deadline,
      memoryLimitBytes: memoryLimitBytes)
  }

  private static func path(of tool: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(tool)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func text(_ file: URL) -> String {
    FileManager.default.contents(atPath: file.path).map { String(decoding: $0, as: UTF8.self) }
      ?? ""
  }
}
