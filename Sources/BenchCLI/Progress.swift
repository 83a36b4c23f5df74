import BenchHarness
import BenchReport
import Foundation

/// A progress bar with the time left, on stderr and on a terminal only.
struct Progress: Sendable {
  private let terminal = Terminal.errors

  @Sendable func show(_ advance: Advance) {
    let (done, total) = (advance.done, advance.total)
    guard terminal.isLive else { return }
    let width = 24
    let filled = total == 0 ? 0 : width * done / total
    let bar =
      String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    let left = advance.secondsLeft.map { seconds in
      let whole = Int(seconds.rounded(.up))
      return "  \(whole / 60):" + String(format: "%02d", whole % 60) + " left"
    }
    write("[\(bar)] \(done)/\(total)\(left ?? "")  \(advance.what.readableKey)")
  }

  /// Says what goes on while `work` does.
  func during<Result>(_ what: String, _ work: () throws -> Result) rethrows -> Result {
    try during { show in
      show(Advance(what, done: 0, of: 1))
      return try work()
    }
  }

  /// Shows how far `work` says it is.
  func during<Result>(
    _ work: (@escaping @Sendable (Advance) -> Void) throws -> Result
  ) rethrows -> Result {
    defer { end() }
    return try work(show)
  }

  func end() {
    if terminal.isLive { write("") }
  }

  /// Over the line before it, and clears its rest: with blanks where escape sequences mean nothing.
  private func write(_ line: String) {
    let width = terminal.textWidth - 1
    let shown = String(line.prefix(width))
    let rest =
      terminal.isStyled
      ? "\u{1B}[K" : String(repeating: " ", count: width - shown.count) + "\r\(shown)"
    Streams.tell("\r\(shown)\(rest)")
  }
}

extension VirtualRun {
  /// Runs everything with a progress bar and writes the results.
  func run(_ settings: RunSettings, into results: ResultsFolder) throws -> Result {
    let result = try Progress().during { try run(onAdvance: $0) }
    try results.write(
      result.records,
      header: RunHeader(settings, time: .virtual, command: CommandLine.arguments))
    return result
  }
}

extension RealTimeRun {
  /// Tests the machine, says what may distort the figures, and runs what `finished` does not hold
  /// with a progress bar, from a synchronous main; ends on SIGINT and SIGTERM. `earlier` is what is
  /// known of the run's first part.
  static func run(
    _ settings: RunSettings, into results: ResultsFolder, _ bench: Bench,
    finished: [Trial] = [], work: ReloadWork = .calibrated(), earlier: RunHeader? = nil
  ) throws -> [Trial] {
    var header = RunHeader(
      settings, time: .real, command: earlier?.command ?? CommandLine.arguments)
    header.build = try Digest.of(file: bench.path)
    header.work = work
    header.take(try SelfTest.run(work: work))
    header.warnings?.forEach { Output.note("Warning: \($0)") }
    if let earlier { header.goOn(from: earlier) }
    return try Interruptible.showingProgress { [header] show in
      try await run(
        settings, into: results, executable: bench.path, header: header, finished: finished,
        work: work, onAdvance: show)
    }
  }
}
