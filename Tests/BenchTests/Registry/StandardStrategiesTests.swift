import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct StandardStrategiesTests {
  @Test func everyStrategyIsInTheRegistry() throws {
    let named = ["ChangeSets": "change-set"]
    let names = Set([StrategyEntry].standard.map(\.name))
    let types = try SourceFolder.names(
      /public final class (\w+)[^\n]*: (?:Update|Source)Strategy/, in: "Strategies")
    #expect(types.count > 8)
    for type in types {
      let name = named[type] ?? SourceFolder.kebabCase(type)
      #expect(names.contains(name), "\(type) has no entry '\(name)' in the registry.")
    }
  }

  @Test func namesAreUnique() {
    #expect(Set([StrategyEntry].standard.map(\.name)).count == [StrategyEntry].standard.count)
  }

  @Test(arguments: [StrategyEntry].standard.map(\.name))
  func nameIsKebabCase(name: String) {
    #expect(name.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil)
  }

  @Test(arguments: [StrategyEntry].standard.map(\.name))
  func entrySaysWhatItIs(name: String) throws {
    let entry = try #require([StrategyEntry].standard.first { $0.name == name })
    #expect(!entry.origin.isEmpty)
    #expect(!entry.summary.isEmpty)
    #expect(entry.parameters.allSatisfy { !$0.summary.isEmpty && !$0.summary.hasSuffix(".") })
    #expect(Set(entry.parameters.map(\.name)).count == entry.parameters.count)
  }

  @Test func nullAloneDeliversNothing() {
    #expect([StrategyEntry].standard.filter { $0.delivery == .none }.map(\.name) == ["null"])
  }
}
