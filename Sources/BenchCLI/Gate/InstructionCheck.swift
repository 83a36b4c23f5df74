import BenchReport
import BenchHarness
import Foundation

/// The instruction check of the gate: this program and another build of it under valgrind.
enum InstructionCheck {
  /// Counts with a progress bar; ends on SIGINT and SIGTERM.
  /// - Throws: ``BenchError``.
  static func run(
    _ suite: ExactSuite, in folder: URL, base: String?, effect: Effect?, limits: LimitOptions
  ) throws -> InstructionJudgement {
    let run = InstructionRun(
      suite, folder: folder, deadline: limits.deadline ?? .seconds(300),
      memoryLimitBytes: limits.memoryLimit.bytes)
    let base = base.map { URL(fileURLWithPath: $0).path }
    let progress = Progress()
    defer { progress.end() }
    return try Interruptible.run {
      try await run.run(
        base: base, candidate: ThisProgram.path, effect: effect, onAdvance: progress.show)
    }
  }

  /// The counts as a table; what base has only where there is one.
  static func table(_ counts: [InstructionCount], _ layout: Layout) -> String {
    guard !counts.isEmpty else { return "" }
    let hasBase = counts.contains { $0.baseCycle != nil }
    let titles =
      ["strategy"]
      + (hasBase ? ["submission, base", "now", "cycle, base", "now"] : ["submission", "cycle"])
    let rows = counts.map { count in
      [count.strategy]
        + (hasBase
        ? [count.baseSubmission, count.submission, count.baseCycle, count.cycle]
        : [count.submission, count.cycle])
        .map { $0.map(CSVText.number) ?? "–" }
    }
    return FieldTable.text(titles: titles, rows: rows, layout: layout) + "\n"
  }
}
