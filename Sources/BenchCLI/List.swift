import ArgumentParser
import Foundation
import Harness

/// `bench list`: what can be chosen.
struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists strategies and workloads with their origin, rule and parameters.")

  func run() {
    print("STRATEGIES")
    Registered.strategies.forEach { show($0, origin: $0.origin, summary: $0.summary) }
    print("\nWORKLOADS")
    Registered.workloads.forEach { show($0, origin: $0.origin, summary: $0.summary) }
  }

  private func show(_ entry: some RegistryEntry, origin: String, summary: String) {
    let name = entry.name.padding(
      toLength: max(20, entry.name.count + 1), withPad: " ", startingAt: 0)
    let indent = String(repeating: " ", count: 22)
    print("  \(name)\(summary)")
    print("\(indent)from: \(origin)")
    for parameter in entry.parameters {
      print(
        "\(indent)\(parameter.name)=\(parameter.text(of: parameter.defaultValue)): "
          + parameter.summary)
    }
  }
}
