import BenchHarness
import BenchReport
import BenchRuns

/// Carries out `run` and `resume`: measures, with progress, and prints the results.
struct MeasuredRun {
  let output: Output
  let work: ReloadWork
  var resumed: ResumedRun?

  private var settings: RunSettings { output.settings }

  func run(into folder: String?, _ bench: Bench) throws {
    let results = try ResultsFolder(
      output: folder, name: "run", settings: settings, goesOn: resumed != nil)
    try output.writeFrontier(in: results)
    var header = RunHeader(measuring: settings, command: CommandLine.arguments, work: work)
    header.build = try Digest.of(file: bench.path)
    if let resumed { header.goOn(from: resumed.header) }
    note(header)
    try output.print(measure(into: results, header, bench), header, in: results)
  }

  private func measure(
    into results: ResultsFolder, _ header: RunHeader, _ bench: Bench
  ) throws -> [Trial] {
    let progress = Progress()
    do {
      return try Interruptible.showingProgress(progress) { show in
        try await RealTimeRun.run(
          settings, output.plans, into: results, executable: bench.path, header: header,
          finished: resumed?.finished ?? [],
          onBlock: { progress.show(table: ranking($0)) }, onAdvance: show)
      }
    } catch let error as BenchError where ResultsFolder.hasTrials(results.url) {
      let path = results.url.relativePath
      Output.note(
        "Finished trials are in \(path). Continue with: \(ProgramName.text) resume \(path)"
          + (settings.trace == nil ? "" : " --trace FILE"))
      throw error
    }
  }

  /// Prints the cost of a wake-up, and the warnings except those that the resumed run already had.
  private func note(_ header: RunHeader) {
    for warning in header.warnings ?? []
    where resumed?.header.warnings?.contains(warning) != true {
      Output.note("Warning: \(warning)")
    }
    if let wakeUp = header.selfTest?.mainWakeUpUs {
      let (here, usual) = (FigureText.threeDigits(wakeUp), RunSettings.usualHop.words)
      Output.note("Waking the main thread takes \(here) µs (\(usual) in simulations).")
    }
  }

  private func ranking(_ records: [Trial]) -> String {
    let trials = records.filter { $0.pass == .timing }.map(\.number).max() ?? 0
    let report = RunReport(records, settings, output.plans, isBusy: false)
    return ReportTable(report: report, layout: .terminal, terminal: .errors)
      .ranking("After \(trials) of \(settings.trials) trials")
  }
}
