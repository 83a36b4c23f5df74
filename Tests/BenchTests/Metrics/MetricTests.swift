import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct MetricTests {
  @Test func namesAndTitlesAreUnique() {
    #expect(Set([Metric].standard.map(\.name)).count == [Metric].standard.count)
    #expect(Set([Metric].standard.map(\.title)).count == [Metric].standard.count)
  }

  @Test(arguments: [Metric].standard.map(\.name))
  func nameIsAKeyThatCarriesItsUnit(name: String) throws {
    let metric = try Metric.named(name)
    #expect(name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "_" })
    let suffix = [
      "ms": "_ms", "ns": "_ns", "µs": "_us", "MiB": "_mib", "share": "_share",
      "ms/s": "_ms_per_s", "1/s": "_per_s", "B": "_bytes_per_update",
    ]
    if metric.unit.isEmpty {
      #expect(suffix.values.allSatisfy { !name.hasSuffix($0) })
    } else {
      let ending = try #require(suffix[metric.unit], "The unit '\(metric.unit)' has no ending.")
      #expect(name.hasSuffix(ending))
    }
  }

  @Test(arguments: [Metric].standard.map(\.name))
  func summaryIsThere(name: String) throws {
    let metric = try Metric.named(name)
    #expect(!metric.title.isEmpty)
    #expect(!metric.summary.isEmpty)
  }

  @Test func trialWithoutAnythingMakesNoFigureThatIsNotANumber() {
    for metric in [Metric].standard {
      let value = metric.value(HandMadeLog().analysis, TrialCounters())
      #expect(value?.isFinite ?? true, "\(metric.name)")
    }
  }

  @Test func everyFamilyIsInTheRegistry() throws {
    let registry = try SourceFolder.text("BenchHarness/Metrics/Metric.swift")
    let families = try SourceFolder.names(
      /static let (\w+): \[Metric\] = \[/, in: "BenchHarness/Metrics")
    #expect(families.count > 8)
    for family in families {
      #expect(
        registry.split(separator: "\n").contains { line in
          line.filter { $0 != " " } == ".\(family),"
        }, "\(family) has no line in the registry of Metric.swift.")
    }
  }
}
