import ArgumentParser
import BenchHarness
import BenchVerify
import Foundation

struct VerifyCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Searches for cases in which strategies break their promises.",
    discussion: """
      In virtual time, many interleavings are generated from a seed for each promise. The first that \
      breaks the promise is shortened as far as possible and printed. In real time, threads submit while \
      the main thread delivers, and cancels or drops the strategy. Each strategy runs in its own process, \
      which counts as hung after --deadline (default: 10 s) without progress.

      Examples:
        bench verify
        bench verify --strategy throttle:interval=50ms,'source-*' --seeds 20
        bench verify --format markdown --output verify.csv
      """)

  @Option(
    list: "Strategies: names or globs, with parameters, separated by commas (default: all).",
    discussion: "As in naive,'source-*',throttle:interval=50ms (see 'bench list strategies').",
    completion: .strategies)
  var strategy: String?

  @Option(help: .value("number", "The first seed."))
  var seed: UInt64 = 1

  @Option(help: .value("number", "How many consecutive seeds to use."))
  var seeds = 1

  @Option(help: .value("number", "How many schedules each promise and seed gets."))
  var schedules = VerificationRun.defaultSchedules

  @Flag(help: "Skip real time.")
  var virtualOnly = false

  @Flag(help: "Skip virtual time; each seed is one round of all real-time stages.")
  var realTimeOnly = false

  @OptionGroup var limits: LimitOptions

  @Option(help: "Output format.") var format = Format.table

  @Option(
    help: .value("file.csv", "Also write the results to this file, as CSV, after each strategy."),
    completion: .file(extensions: ["csv"]))
  var output: String?

  func validate() throws {
    try require("--seeds", seeds, 1...10_000)
    try require("--schedules", schedules, 1...1_000_000)
    guard !virtualOnly || !realTimeOnly else {
      throw ValidationError("Give --virtual-only or --real-time-only, not both.")
    }
    let most = UInt64.max - UInt64(seeds)
    if seed > most { throw ValidationError("--seed is \(seed); it must be at most \(most).") }
  }

  func run(_ bench: Bench) throws { if try !verified(bench) { throw ExitCode(1) } }

  /// Verifies the strategies, prints the results, and returns whether all results are as expected.
  func verified(_ bench: Bench) throws -> Bool {
    var run = VerificationRun(try selections(bench.registry), by: bench.path)
    run.seeds = (0..<UInt64(seeds)).map { seed + $0 }
    run.schedules = schedules
    if virtualOnly || realTimeOnly { run.times = virtualOnly ? [.virtual] : [.real] }
    run.memoryLimitBytes = limits.memoryLimit.bytes
    run.patience = limits.deadline ?? run.patience
    let keep: @Sendable ([StrategyVerification]) throws -> Void = { [output] in
      guard let output else { return }
      try $0.csv.write(whole: URL(fileURLWithPath: output))
    }
    // Fails now, not minutes later, if the file cannot be written.
    try keep([])
    let verifications = try Interruptible.showingProgress { [run] show in
      try await run.run(onAdvance: show, keep: keep)
    }
    try VerificationOutput(verifications: verifications, showsAllSchedules: strategy != nil)
      .print(format)
    return verifications.allSatisfy(\.isAsExpected)
  }

  private func selections(_ registry: Registry) throws -> [Selection<StrategyEntry>] {
    func delivers(_ entry: StrategyEntry) -> Bool { entry.delivery != .none }
    let chosen = try Selection.parse(
      strategy ?? "*", from: registry.strategies, isEligible: delivers)
    guard let silent = chosen.first(where: { !delivers($0.entry) }) else { return chosen }
    throw BenchError.badValue(
      what: "strategy to verify", value: silent.key, expected: "only strategies that deliver")
  }
}
