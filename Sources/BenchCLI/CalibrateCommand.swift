import Advice
import ArgumentParser
import Harness
import Statistics
import TextTable

/// `bench calibrate`: what a view costs.
struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Measures what a view costs, and prints the options that say so to virtual time.",
    discussion: """
      Each kind of work is done alone, many times. The options that come out go to 'simulate', 'sweep' and
      'recommend', which then speak of this view.

      Examples:
        bench-gtk calibrate --rows 1000
        bench recommend $(bench-gtk calibrate --format options) --max-latency 100ms
      """)

  /// What is printed.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case table, options
  }

  @OptionGroup var view: ViewOption
  @OptionGroup(title: "Costs of the bench's own view") var costs: CostOptions

  @Option(help: ArgumentHelp("How often each kind of work is done.", valueName: "number"))
  var rounds = 60

  @Option(help: "What is printed: table or options.")
  var format: Format = .table

  func validate() throws {
    guard (6...10_000).contains(rounds) else {
      throw ValidationError("--rounds is \(rounds). Give 6 to 10000.")
    }
  }

  func run() throws {
    try reportingErrors {
      let calibration: Calibration
      do {
        calibration = try Calibration.measure(
          try view.selection(), costs: costs.costs, rounds: rounds)
      } catch let error as ToolkitUnavailable {
        throw HarnessError.noScreen(cause: error.description)
      }
      let options = CostOptions.text(calibration.model)
      guard format == .table else { return print(options) }
      for step in Calibration.Step.allCases {
        guard let cost = calibration.costs[step] else { continue }
        print(
          step.rawValue.padding(toLength: 28, withPad: " ", startingAt: 0)
            + [
              ("calls", cost.call), ("between", cost.between), ("layout", cost.layout),
              ("paint", cost.paint),
            ].map {
              "\($0) \(Self.text($1))"
            }.joined(separator: "  "))
      }
      print("\nFor virtual time:\n  \(options)")
    }
  }

  private static func text(_ interval: MedianInterval) -> String {
    let unit = 1e3
    guard let low = interval.low, let high = interval.high else {
      return "\(Int(interval.median / unit)) µs"
    }
    return "\(Int(interval.median / unit)) µs [\(Int(low / unit)), \(Int(high / unit))]"
  }
}
