import BenchHarness
import BenchReport
import Foundation

/// The checks of `bench gate`, from the settings to the report.
package struct GateCheck: Sendable {
  private let settings: GateSettings
  private let baseline: GateBaseline?
  private let gate: Gate
  private var setup: GateSetup { gate.setup }
  private var paired: PairedRun?

  /// Reads the settings and the baseline, begins the evidence and, for the paired check, tests the machine: call it on
  /// the main thread, whose wake-ups that measures. `output` is the folder for the evidence; nil for a new one.
  package init(_ setup: GateSetup, output: String?) throws {
    settings = try GateSettings(path: setup.settingsFile)
    var setup = setup
    setup.base = try setup.base.map(Self.build)
    let isExact = setup.only == nil || setup.only == .exact
    baseline = isExact ? try GateBaseline(folder: setup.baselineFolder) : nil
    try settings.check(setup.registry, exact: isExact)
    gate = Gate(setup: setup, folder: try GateFolder(output: output))
    if setup.countsInstructions, let obstacle = InstructionRun.obstacle {
      throw BenchError.cannotCheck(what: "instructions", cause: obstacle)
    }
    guard let base = setup.base, setup.only == nil || setup.only == .paired else { return }
    guard let suite = settings.paired else {
      throw BenchError.nothingToRun(
        cause: "\(setup.settingsFile) has no 'paired'. Add it, or omit --against.")
    }
    paired = try settings.at("paired") { [settings, gate] in
      try PairedRun(suite, accepted: settings.accepted, gate, against: base)
    }
  }

  /// The absolute path of the build at `path`, which child processes need because they run in other folders.
  private static func build(_ path: String) throws -> String {
    let url = URL(fileURLWithPath: path)
    guard FileManager.default.isExecutableFile(atPath: path), !url.hasDirectoryPath else {
      throw BenchError.cannotStart(
        path: path,
        cause: "it is not a program. Build it first: swift build -c release --product bench.")
    }
    return url.path
  }

  /// Runs the checks. The folder keeps what was measured before an error.
  package func run(onAdvance: @Sendable (Advance) -> Void) async throws -> GateReport {
    var result = try await exact(onAdvance)
    // The strategies whose deliveries changed since the baseline or that of base.
    var changed = result.changedStrategies
    if let folder = setup.baseBaseline {
      let before = try GateBaseline(folder: URL(fileURLWithPath: folder, isDirectory: true))
      let after = try baseline ?? GateBaseline(folder: setup.baselineFolder)
      do {
        let changes = try CheckResult(
          before.comparable(with: after), after.comparable(with: before), folder: folder)
        changed.formUnion(changes.changedStrategies)
        // The exact check does not see what is worse here, because this change stores it.
        result = result + changes.inBaseline(isRefused: setup.refusesWorseBaseline)
      } catch let error as BenchError {
        result.notChecked.append("changes between the two baselines: \(error)")
      }
    }
    let counted =
      setup.countsInstructions
      ? try await InstructionRun.run(settings.exact, gate, onAdvance: onAdvance)
      : .skipped("instructions: --instructions was not given")
    var judged = try await counted + compared(changed, onAdvance)
    judged.accept(settings.accepted, of: settings.judged(setup.registry))
    result = result + judged
    let notGated = settings.notGated(setup.registry)
    if !notGated.isEmpty {
      let them = notGated.count == 1 ? "it" : "them"
      result.notChecked.append(
        "not gated: \(notGated.joined(separator: ", ")) (add \(them) to the gate settings)")
    }
    let report = GateReport(result, evidence: gate.folder.url.relativePath)
    try gate.folder.write(report)
    return report
  }

  private func exact(_ onAdvance: @Sendable (Advance) -> Void) async throws -> CheckResult {
    guard let baseline else {
      return .skipped("the exact check: left out by \(setup.only?.rawValue ?? "")")
    }
    let figures = try await gate.exactFigures(settings.exact, onAdvance: onAdvance)
    try baseline.write(to: gate.folder.baseline)
    return try CheckResult(baseline, figures, folder: setup.baseline)
  }

  private func compared(
    _ changed: Set<String>, _ onAdvance: @Sendable (Advance) -> Void
  ) async throws -> CheckResult {
    guard let paired else {
      let cause = setup.only.map { "left out by \($0.rawValue)" }
      return .skipped("the paired check: \(cause ?? "--against was not given")")
    }
    do {
      return try await paired.run(changed: changed, onAdvance: onAdvance)
    } catch let error as BenchError where error.isUsage {
      throw settings.failure("paired", error)
    }
  }
}
