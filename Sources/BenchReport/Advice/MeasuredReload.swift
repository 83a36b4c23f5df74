import BenchHarness
import BenchMath
import Foundation

/// The cost of a delivery that reloads, measured by a run: main-thread CPU time per delivery, the
/// median over cells of medians over trials.
///
/// It includes layout and the run-loop turn, because waking the main thread costs CPU time too.
/// Leaves out strategies that change rows and workloads that set the view's costs. The median over
/// cells ignores bursts that share a layout and trials with much other work.
package struct MeasuredReload: Sendable {
  package let delivery: Duration
  package let cells: Int

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
    // More than any cost option allows.
    guard (0...60e6).contains(median) else {
      throw BenchError.badResults(
        file: folder, line: nil,
        cause: "main-thread CPU time per delivery is \(FigureText.threeDigits(median)) µs in it.")
    }
    delivery = .nanoseconds(Int64((median * 1e3).rounded()))
    cells = figures.count
  }

  /// `costs` with this delivery's cost, minus its layout, as the reload.
  package func applied(to costs: CostModel) -> CostModel {
    var costs = costs
    let whole = UInt64(max(0, delivery.milliseconds * 1e6))
    costs.reloadNanoseconds = whole - min(whole, costs.layoutNanoseconds)
    return costs
  }

  package func description(_ costs: CostModel) -> String {
    """
    Reload cost \(FigureText.threeDigits(Double(costs.reloadNanoseconds) / 1e6)) ms: main-thread CPU \
    time per delivery, \(FigureText.threeDigits(delivery.milliseconds)) ms, the median of \(cells), \
    less the layout.
    """
  }

  private static func name(_ key: String) -> String { String(key.prefix { $0 != ":" }) }

  private static func setsCosts(_ key: String, _ workloads: [Workload], _ costs: CostModel) -> Bool
  {
    guard let workload = try? Selection.parse(key, from: workloads).first,
      let plan = try? workload.entry.plan(values: workload.values, costs: costs, seed: 1)
    else { return false }
    return plan.costs != costs
  }
}
