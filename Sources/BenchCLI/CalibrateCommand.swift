import ArgumentParser
import BenchReport
import BenchHarness
import BenchMath
import Foundation

struct CalibrateCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Measures what a view costs, and prints the matching options for virtual time.",
    discussion: """
      Each kind of work is done alone, many times. Pass the options that it prints to 'simulate' or \
      'recommend', and their figures are for this view.

      Examples:
        bench-gtk calibrate --view gtk:rows=1000
        bench recommend --trace my-app.csv $(bench-gtk calibrate --format options)
      """)

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
    try require("--rounds", rounds, 6...10_000)
  }

  func run(_ bench: Bench) throws {
    let start = ContinuousClock.now
    let calibration: Calibration
    do {
      calibration = try Progress().during { show in
        try Calibration.measure(try view.selection(bench), costs: costs.costs(), rounds: rounds) {
          show(Advance("rounds", done: $0, of: rounds, since: start))
        }
      }
    } catch let error as ToolkitUnavailable {
      throw BenchError.noScreen(cause: error.description)
    }
    let options = CostOptions.text(calibration.model)
    let about = "\nMedians of \(rounds) [95 %], in µs of main-thread time. For virtual time:\n  "
    Output.show((format == .table ? Self.table(calibration) + about : "") + options + "\n")
  }

  private static func table(_ calibration: Calibration) -> String {
    Table(
      ["what is done"] + Calibration.parts,
      Calibration.Step.allCases.compactMap { step in
        calibration.costs[step].map { [step.rawValue] + $0.map(text) }
      }
    ).text(.terminal)
  }

  private static func text(_ interval: MedianInterval) -> String {
    func microseconds(_ nanoseconds: Double) -> String {
      String(format: "%.0f", nanoseconds / 1e3)
    }
    guard let low = interval.low, let high = interval.high else {
      return microseconds(interval.median)
    }
    return "\(microseconds(interval.median)) [\(microseconds(low)), \(microseconds(high))]"
  }
}
