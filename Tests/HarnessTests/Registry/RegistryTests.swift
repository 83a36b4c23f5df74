import BenchTestSupport
import Foundation
import Testing

@testable import BenchHarness

/// Every entry of a registry is described, and everything declared is registered.
struct RegistryTests {
  private func expectWellDescribed(_ entries: [(name: String, text: [String], [Parameter])]) {
    #expect(Set(entries.map(\.name)).count == entries.count)
    for (name, texts, parameters) in entries {
      #expect(name.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil, "\(name)")
      #expect(texts.allSatisfy { !$0.isEmpty }, "\(name)")
      #expect(parameters.allSatisfy { !$0.summary.isEmpty && !$0.summary.hasSuffix(".") })
      #expect(Set(parameters.map(\.name)).count == parameters.count, "\(name)")
    }
  }

  @Test func registryEntriesAreWellDescribed() {
    let strategies = [StrategyEntry].standard
    expectWellDescribed(strategies.map { ($0.name, [$0.origin, $0.summary], $0.parameters) })
    expectWellDescribed(
      [Workload].standard.map { ($0.name, [$0.origin, $0.summary], $0.parameters) })
    #expect(strategies.filter { $0.delivery == .none }.map(\.name) == ["null"])
  }

  @Test func everyStrategyIsInTheRegistry() throws {
    let named = ["ChangeSets": "change-set"]
    let names = Set([StrategyEntry].standard.map(\.name))
    let types = try Self.names(
      /public final class (\w+)[^\n]*: (?:Update|Source)Strategy/, in: "Strategies")
    #expect(types.count > 7)
    for type in types {
      let name = named[type] ?? Self.kebabCase(type)
      #expect(names.contains(name), "\(type) has no entry '\(name)' in the registry.")
    }
  }

  @Test func everyWorkloadIsInTheRegistry() throws {
    let declared = try Self.names(
      /static let (\w+) = Workload\(/, in: "BenchHarness/Workloads")
    #expect(
      declared.map(Self.kebabCase).sorted() == [Workload].standard.map(\.name).sorted())
  }

  @Test func everyFamilyOfMetricsIsInTheRegistry() throws {
    let registry = try PackageFolder.text("Sources/BenchHarness/Metrics/Metric.swift")
    let families = try Self.names(
      /static let (\w+): \[Metric\] = \[/, in: "BenchHarness/Metrics")
    #expect(families.count > 7)
    for family in families where family != "standard" {
      let isListed = try registry.contains(Regex("\\.\(family)\\b"))
      #expect(isListed, "\(family) is not in Metric.swift.")
    }
  }

  /// The names that match `declaration` in any Swift file of a folder of Sources.
  private static func names(
    _ declaration: Regex<(Substring, Substring)>, in folder: String
  ) throws -> [String] {
    let folder = "Sources/\(folder)"
    return try FileManager.default
      .subpathsOfDirectory(atPath: PackageFolder.url.appendingPathComponent(folder).path)
      .filter { $0.hasSuffix(".swift") }
      .flatMap {
        try PackageFolder.text("\(folder)/\($0)").matches(of: declaration).map { String($0.1) }
      }
      .sorted()
  }

  /// Turns "SourceAdd" into "source-add" and "UART" into "uart".
  private static func kebabCase(_ typeName: String) -> String {
    var text = ""
    var before: Character?
    for character in typeName {
      if character.isUppercase, let before, !before.isUppercase { text += "-" }
      text += character.lowercased()
      before = character
    }
    return text
  }
}
