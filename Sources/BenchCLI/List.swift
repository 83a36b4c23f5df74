import ArgumentParser
import Foundation
import Harness
import Runs

/// `bench list`: what can be chosen.
struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists strategies, workloads, metrics and the files of a run, and what each is.")

  func run() {
    say("STRATEGIES")
    Registered.strategies.forEach { show($0, origin: $0.origin, summary: $0.summary) }
    say("\nWORKLOADS")
    Registered.workloads.forEach { show($0, origin: $0.origin, summary: $0.summary) }
    say("\nVIEWS")
    Registered.toolkits.forEach { show($0, origin: nil, summary: $0.summary) }
    say("\nMETRICS")
    for metric in [Metric].standard {
      show(metric.name, metric.summary)
      let direction =
        metric.direction == .neither ? "a fact" : "\(metric.direction.rawValue) is better"
      say("\(indent)\(metric.unit.isEmpty ? "" : "in \(metric.unit), ")\(direction)")
    }
    say("\nFILES OF A RUN")
    for export in [ResultsExport].standard { show(export.file, export.summary) }
  }

  private var indent: String { String(repeating: " ", count: 22) }

  private func show(_ name: String, _ summary: String) {
    let name = name.padding(toLength: max(20, name.count + 1), withPad: " ", startingAt: 0)
    say("  \(name)\(summary)")
  }

  private func show(_ entry: some RegistryEntry, origin: String?, summary: String) {
    show(entry.name, summary)
    if let origin { say("\(indent)from: \(origin)") }
    for parameter in entry.parameters {
      say(
        "\(indent)\(parameter.name)=\(parameter.text(of: parameter.defaultValue)): "
          + parameter.summary)
    }
  }

  private func say(_ line: String) { Output.show(line + "\n") }
}
