import BenchHarness
import BenchMath
import Foundation

/// What one delivery that reloads costs, as a run in real time measured it: main-thread CPU time ÷
/// deliveries, the median over cells of the median over trials.
///
/// It is the whole of a delivery, with layout and the turn of the run loop, because waking the main thread
/// costs CPU time too. Strategies that change rows are left out, and workloads that set the view's costs
/// themselves. The median over cells ignores bursts whose reloads share one layout, and trials in which
/// the main thread had much other work and few deliveries.
package struct MeasuredReload: Sendable {
  package let delivery: Duration
  /// How many cells that is the median of.
  package let cells: Int

  /// Reads the run in `folder`.
  /// - Throws: ``BenchError/badResults(file:line:cause:)``.
  package init(folder: URL, _ registry: Registry) throws {
    let costs = try RunHeader.read(folder).costs
    try self.init(try ResultsFolder.finished(folder), costs: costs, registry, folder: folder.path)
  }

  init(_ records: [Trial], costs: CostModel, _ registry: Registry, folder: String) throws {
    let reloading = Set(registry.strategies.filter { $0.delivery == .reload }.map(\.name))
    let others = Set(records.map(\.workload)).filter {
      Self.setsCosts($0, registry.workloads, costs)
    }
    let records = records.filter {
      $0.time == .real && $0.outcome == .ok && $0.pass == .timing
        && reloading.contains(Self.name($0.strategy)) && !others.contains($0.workload)
    }
    let figures = Dictionary(grouping: records, by: \.cell).values.compactMap { records in
      MedianInterval(records.compactMap { $0.values["cpu_main_per_delivery_us"] })?.median
    }
    guard let median = MedianInterval(figures)?.median else {
      throw BenchError.badResults(
        file: folder, line: nil,
        cause: "it has no trial in real time of a strategy that reloads. Give the folder of a "
          + "'\(ProgramName.text) run', or --reload-cost.")
    }
    // A minute is more than any option may say.
    guard (0...60e6).contains(median) else {
      throw BenchError.badResults(
        file: folder, line: nil,
        cause: "main-thread CPU time per delivery is \(FigureText.threeDigits(median)) µs in it.")
    }
    delivery = .nanoseconds(Int64((median * 1e3).rounded()))
    cells = figures.count
  }

  /// `costs` with a reload that makes a delivery as dear as this, with the layout of `costs`.
  package func applied(to costs: CostModel) -> CostModel {
    var costs = costs
    let whole = UInt64(max(0, delivery.milliseconds * 1e6))
    costs.reloadNanoseconds = whole - min(whole, costs.layoutNanoseconds)
    return costs
  }

  /// Where the reload of `costs` comes from, in a sentence.
  package func description(_ costs: CostModel) -> String {
    """
    Reload cost \(FigureText.threeDigits(Double(costs.reloadNanoseconds) / 1e6)) ms: main-thread CPU \
    time per delivery, \(FigureText.threeDigits(delivery.milliseconds)) ms, the median of \(cells), \
    less the layout.
    """
  }

  private static func name(_ key: String) -> String { String(key.prefix { $0 != ":" }) }

  /// Whether the workload of that key makes the view cost something else than the run's `costs`.
  private static func setsCosts(_ key: String, _ workloads: [Workload], _ costs: CostModel) -> Bool
  {
    guard let workload = try? Selection.parse(key, from: workloads).first,
      let plan = try? workload.entry.plan(values: workload.values, costs: costs, seed: 1)
    else { return false }
    return plan.costs != costs
  }
}
