import ArgumentParser
import Foundation
import Harness
import Runs

/// `bench list`: what can be chosen.
struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists strategies, workloads, metrics and the files of a run, and what each is.")

  func run() {
    print("STRATEGIES")
    Registered.strategies.forEach { show($0, origin: $0.origin, summary: $0.summary) }
    print("\nWORKLOADS")
    Registered.workloads.forEach { show($0, origin: $0.origin, summary: $0.summary) }
    print("\nVIEWS")
    Registered.toolkits.forEach { show($0, origin: nil, summary: $0.summary) }
    print("\nMETRICS")
    for metric in [Metric].standard {
      show(metric.name, metric.summary)
      let direction =
        metric.direction == .neither ? "a fact" : "\(metric.direction.rawValue) is better"
      print("\(indent)\(metric.unit.isEmpty ? "" : "in \(metric.unit), ")\(direction)")
    }
    print("\nFILES OF A RUN")
    for export in [ResultsExport].standard { show(export.file, export.summary) }
  }

  private var indent: String { String(repeating: " ", count: 22) }

  private func show(_ name: String, _ summary: String) {
    let name = name.padding(toLength: max(20, name.count + 1), withPad: " ", startingAt: 0)
    print("  \(name)\(summary)")
  }

  private func show(_ entry: some RegistryEntry, origin: String?, summary: String) {
    show(entry.name, summary)
    if let origin { print("\(indent)from: \(origin)") }
    for parameter in entry.parameters {
      print(
        "\(indent)\(parameter.name)=\(parameter.text(of: parameter.defaultValue)): "
          + parameter.summary)
    }
  }
}
