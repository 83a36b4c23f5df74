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
    show(Advance(what, done: 0, of: 1))
    defer { end() }
    return try work()
  }

  func end() {
    if terminal.isLive { write("") }
  }

  /// Over the line before it, and clears its rest; with blanks for who wants no escape sequences.
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
    let progress = Progress()
    let result = try run(onAdvance: progress.show)
    progress.end()
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
    _ settings: RunSettings, into results: ResultsFolder,
    command: [String] = CommandLine.arguments, finished: [Trial] = [],
    work: ReloadWork = .calibrated(), earlier: RunHeader? = nil
  ) throws -> [Trial] {
    let executable = ThisProgram.path
    var header = RunHeader(settings, time: .real, command: command)
    header.build = try Digest.of(file: executable)
    header.work = work
    header.take(try SelfTest.run(work: work))
    header.warnings?.forEach { Output.note("Warning: \($0)") }
    if let earlier { header.goOn(from: earlier) }
    let run = RealTimeRun(settings, results: results, executable: executable)
    let progress = Progress()
    defer { progress.end() }
    return try Interruptible.run { [header] in
      try await run.run(
        header: header, finished: finished, work: work, onAdvance: progress.show)
    }
  }
}

extension RunSettings {
  /// Makes every plan once, and says so meanwhile: a long trace takes seconds.
  func checkWithProgress() throws {
    try Progress().during("making workloads") { try check() }
  }
}

extension ResultsFolder {
  /// Writes what is best possible on the workloads, with a progress bar.
  func writeFrontierWithProgress(_ settings: RunSettings) throws {
    let progress = Progress()
    defer { progress.end() }
    try writeFrontier(settings, onAdvance: progress.show)
  }
}
