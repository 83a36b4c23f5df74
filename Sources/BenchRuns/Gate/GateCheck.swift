import BenchHarness
import BenchReport
import Foundation

/// The checks of `bench gate`, from the settings to the report.
package struct GateCheck: Sendable {
  package struct Scope: Sendable {
    /// The only check to run, as the option that says so; nil for all.
    package enum Only: String, Sendable {
      case exact = "--exact-only"
      case paired = "--paired-only"
      case instructions = "--instructions-only"
    }

    package var only: Only?
    package var base, baseBaseline: String?
    package var countsInstructions = false, countsAllocations = true
    package var isQuick = false
    /// Whether something worse in the baseline than in `baseBaseline` is a regression.
    package var refusesWorseBaseline = false

    package init() {}
  }

  private var scope: Scope
  private let settings: GateSettings
  private let baseline: GateBaseline?
  private let gate: Gate
  private var setup: GateSetup { gate.setup }
  private var paired: PairedRun?

  /// Reads the settings and the baseline, begins the evidence and, for the paired check, tests the machine: call it on
  /// the main thread, whose wake-ups that measures. `output` is the folder for the evidence; nil for a new one.
  package init(_ setup: GateSetup, _ scope: Scope, output: String?) throws {
    self.scope = scope
    settings = try GateSettings(path: setup.settingsFile)
    self.scope.base = try scope.base.map(Self.build)
    let isExact = scope.only == nil || scope.only == .exact
    baseline = isExact ? try GateBaseline(folder: setup.baselineFolder) : nil
    try settings.check(setup.registry, exact: isExact)
    gate = Gate(setup: setup, folder: try GateFolder(output: output))
    if scope.countsInstructions, let obstacle = InstructionRun.obstacle {
      throw BenchError.cannotCheck(what: "instructions", cause: obstacle)
    }
    guard let base = self.scope.base, scope.only == nil || scope.only == .paired else { return }
    guard let suite = settings.paired else {
      throw BenchError.nothingToRun(
        cause: "\(setup.settingsFile) has no 'paired'. Add it, or omit --against.")
    }
    paired = try settings.at("paired") { [settings, scope, gate] in
      try PairedRun(
        suite, isQuick: scope.isQuick, accepted: settings.accepted, gate, against: base)
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
    let exact = try await exact(onAdvance)
    let (changed, accepted) = try baselineChanges(exact)
    let counted = try await instructions(onAdvance)
    let compared = try await compared(changed, onAdvance)
    let judged = (counted + compared)
      .accepting(settings.accepted, of: settings.judged(setup.registry))
    let notGated = settings.notGated(setup.registry, standard: setup.standard)
    let advice = "(add \(notGated.count == 1 ? "it" : "them") to the gate settings)"
    let rest = "not gated: \(notGated.joined(separator: ", ")) \(advice)"
    let report = GateReport(
      [exact, accepted, judged, notGated.isEmpty ? nil : .skipped(rest)]
        .compactMap { $0 }, evidence: gate.folder.url.relativePath)
    try gate.folder.write(report)
    return report
  }

  private func exact(_ onAdvance: @Sendable (Advance) -> Void) async throws -> CheckResult {
    guard let baseline else {
      return .skipped("the exact check: left out by \(scope.only?.rawValue ?? "")")
    }
    let figures = try await gate.exactFigures(
      settings.exact, countsAllocations: scope.countsAllocations, onAdvance: onAdvance)
    try baseline.write(to: gate.folder.baseline)
    return try CheckResult(baseline, figures, folder: setup.baseline)
  }

  /// The strategies whose deliveries changed since the baseline or that of base, and what the baseline has that is worse
  /// than in that of base. The exact check does not see it, because this change stores it.
  private func baselineChanges(_ exact: CheckResult) throws -> (Set<String>, CheckResult?) {
    let changed = exact.changedStrategies
    guard let folder = scope.baseBaseline else { return (changed, nil) }
    let before = try GateBaseline(folder: URL(fileURLWithPath: folder, isDirectory: true))
    let after = try baseline ?? GateBaseline(folder: setup.baselineFolder)
    do {
      let result = try CheckResult(
        before.comparable(with: after), after.comparable(with: before), folder: folder)
      return (
        changed.union(result.changedStrategies),
        result.inBaseline(isRefused: scope.refusesWorseBaseline)
      )
    } catch let error as BenchError {
      return (changed, .skipped("changes between the two baselines: \(error)"))
    }
  }

  private func instructions(_ onAdvance: @Sendable (Advance) -> Void) async throws -> CheckResult {
    guard scope.countsInstructions else {
      return .skipped("instructions: --instructions was not given")
    }
    return try await InstructionRun.run(
      settings.exact, gate, against: scope.base, onAdvance: onAdvance)
  }

  private func compared(
    _ changed: Set<String>, _ onAdvance: @Sendable (Advance) -> Void
  ) async throws -> CheckResult {
    guard let paired else {
      let cause = scope.only.map { "left out by \($0.rawValue)" }
      return .skipped("the paired check: \(cause ?? "--against was not given")")
    }
    do {
      return try await paired.run(changed: changed, onAdvance: onAdvance)
    } catch let error as BenchError where error.isUsage {
      throw settings.failure("paired", error)
    }
  }
}
