import BenchReport
import BenchHarness
import Foundation

/// `bench gate --init`: settings and a baseline for a package that has neither, and what its CI runs.
enum GateStart {
  /// - Throws: ``BenchError``, too where there is a gate already.
  static func run(_ files: GateFiles, countsAllocations: Bool, _ bench: Bench) throws {
    for path in [files.settings, files.baseline] where FileManager.default.fileExists(atPath: path)
    {
      throw BenchError.badSettings(
        file: path, line: nil, column: nil,
        cause: "it is there already, and --init starts afresh. Remove it, or go on with "
          + "'\(ProgramName.text) gate'.")
    }
    let settings = URL(fileURLWithPath: files.settings)
    try BenchError.writing(settings.path) {
      try FileManager.default.createDirectory(
        at: settings.deletingLastPathComponent(), withIntermediateDirectories: true)
    }
    try GateSettings.initial(
      bench.registry, standard: Set([StrategyEntry].standard.map(\.name))
    ).write(whole: settings)
    Output.note("\(files.settings) says what is checked. Adapt it to your views.")
    try AcceptCommand.accept(files, countsAllocations: countsAllocations, bench)
    Output.show(advice(ProgramName.text))
  }

  private static func advice(_ program: String) -> String {
    """
    Commit the settings too. Each gate leaves its evidence in Results, where git should ignore it.
    Then three lines are the gate in your CI; a regression ends it with exit code 1:

      swift build -c release --product \(program)
      .build/release/\(program) gate --exact-only --junit gate.xml
      PATH-TO-COALESCE/Scripts/compare-revisions --package . --product \(program) origin/main

    """
  }
}
