import ArgumentParser
import BenchReport
import BenchHarness
import Foundation

/// `bench sweep`: one parameter of one strategy over a range.
struct SweepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Tries many values of one parameter and shows what each trades.",
    usage: "bench sweep <strategy> --<parameter> <range> [<options>]",
    discussion: """
      The range is LOW...HIGH, split into geometric steps, or a list of values separated by commas.
      'bench list' names the parameters. Those that are not swept keep their defaults unless you
      give them one value. A parameter comes before an option of the same name.

      For each workload, the table shows latency, deliveries, main's time and the cost ratio of
      every value, and names the knee: beyond it, saving more of main's time costs much more latency.
      In virtual time unless --real is given.

      Examples:
        bench sweep throttle --interval 4ms...300ms
        bench sweep throttle --interval 4ms,16ms,300ms --workload uart,on-off --real
        bench sweep change-set --limit 10...1000 --steps 5 --workload change-sets
        bench sweep throttle --interval 4ms...300ms --trace my-app.csv --reload-cost 8ms
      """)

  @Argument(
    help: "The strategy, with other parameters as in NAME:PARAMETER=VALUE.",
    completion: .names { Registered.strategies.map(\.name) })
  var strategy: String

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The parameter and its range, as in --interval 4ms...300ms."))
  var range: [String] = []

  @Option(
    help: ArgumentHelp("Values that a range is split into (default: 12).", valueName: "number"))
  var steps: Int?

  @Flag(help: "Run in real time.")
  var real = false

  @Option(
    help: ArgumentHelp(
      "Trials of each cell in real time (default: 3, with --quick 1).", valueName: "number"))
  var trials: Int?

  @OptionGroup(title: "What to run") var selection: WorkloadOptions
  @OptionGroup(title: "Costs of the view") var costs: CostOptions
  @OptionGroup(title: "Costs of the view") var hop: HopOption
  @OptionGroup(title: "Trace") var trace: TraceOptionGroup

  func validate() throws {
    try require("--steps", steps, 2...200)
    if real && hop.isGiven { throw ValidationError("--hop is for virtual time, without --real.") }
    if trials != nil && !real { throw ValidationError("--trials goes with --real.") }
    try require("--trials", trials, 1...1_000)
  }

  func run() throws {
    try reportingErrors {
      let sweep = try Sweep(
        SweepArguments.specification(strategy, unrecognised: range), from: Registered.strategies,
        steps: steps)
      let settings = try settings(sweep)
      let virtualRun = real ? nil : try VirtualRun(settings)
      let results = try ResultsFolder(
        output: selection.output, name: "sweep", date: Date(), settings: settings)
      let records =
        try virtualRun?.run(settings, into: results).records
        ?? RealTimeRun.run(settings, into: results)
      let report = SweepReport(sweep, results.summaries(records))
      try results.write(report)
      try SweepTable.show(report, format: selection.format)
      Output.noteFailures(records)
      Output.note("Results: \(results.url.relativePath)")
      try Output.end(records)
    }
  }

  private func settings(_ sweep: Sweep) throws -> RunSettings {
    var settings = RunSettings(
      strategies: sweep.steps.map(\.selection),
      workloads: try selection.workloads(
        default: real ? Suite.workloads : "*", time: real ? .real : .virtual,
        hasTrace: trace.trace != nil),
      trials: real ? trials ?? (selection.quick ? 1 : 3) : 1, seed: selection.seed,
      costs: costs.costs, trace: try trace.read())
    settings.pin = true
    settings.hop = hop.hop
    try settings.checkWithProgress()
    return settings
  }
}

/// Turns `sweep throttle --interval 4ms...300ms` into `sweep throttle:interval=4ms...300ms`.
///
/// The argument parser knows its options beforehand, but parameters of strategies are known to the
/// registry only. Done before it parses, so that a parameter comes before an option of the same
/// name, as `--limit` of `change-set` does; and after it for what it did not recognise, so that a
/// misspelt parameter is refused with the choices.
enum SweepArguments {
  /// The arguments of the program, without its own name, where they ask for a sweep of one of
  /// `strategies`; others as they are.
  static func specified(_ arguments: [String], strategies: [StrategyEntry]) -> [String] {
    func entry(named argument: String) -> StrategyEntry? {
      strategies.first { argument == $0.name || argument.hasPrefix("\($0.name):") }
    }
    guard arguments.first == "sweep",
      let position = arguments.indices.dropFirst().first(where: {
        entry(named: arguments[$0]) != nil
      }),
      let names = entry(named: arguments[position])?.parameters.map(\.name)
    else { return arguments }
    let before = take(arguments[1..<position], where: names.contains)
    let after = take(arguments[(position + 1)...], where: names.contains)
    return ["sweep"] + before.rest
      + [arguments[position] + before.specification + after.specification] + after.rest
  }

  /// The specification of `strategy` with what the parser did not recognise.
  /// - Throws: `ValidationError` for what cannot be a parameter.
  static func specification(_ strategy: String, unrecognised: [String]) throws -> String {
    let taken = take(unrecognised[...]) { _ in true }
    if let other = taken.rest.first {
      throw ValidationError(
        "'\(other)' was not expected. Give --PARAMETER RANGE, as in --interval 4ms...300ms.")
    }
    return strategy + taken.specification
  }

  /// Takes `--name value` and `--name=value` out of `arguments`, as `:name=value`.
  static func take(
    _ arguments: ArraySlice<String>, where isTaken: (String) -> Bool
  ) -> (specification: String, rest: [String]) {
    var specification = ""
    var rest: [String] = []
    var arguments = arguments
    while let argument = arguments.popFirst() {
      let sides = argument.dropFirst(2).split(separator: "=", maxSplits: 1).map(String.init)
      guard argument.hasPrefix("--"), let name = sides.first, isTaken(name) else {
        rest.append(argument)
        continue
      }
      let isValue = sides.count == 1 && !(arguments.first?.hasPrefix("--") ?? true)
      let value = isValue ? arguments.removeFirst() : sides.dropFirst().joined()
      specification += ":\(name)=\(value)"
    }
    return (specification, rest)
  }
}
