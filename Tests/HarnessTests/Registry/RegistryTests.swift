import Testing

@testable import BenchHarness

/// Every entry of a registry is described.
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
}
