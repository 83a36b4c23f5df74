@testable import BenchHarness
import Coalesce
import Testing

@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct SettingsNodeTests {
  private static let good = """
    schema: 1
    exact:
      strategies: "*"
      workloads: uart
      seeds: [1, 2]
      reload-cost: 8ms
      metrics: [deliveries]
    """

  private func error(_ text: String) -> String {
    do {
      _ = try GateSettings(SettingsNode(text, file: "gate.yml"))
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test func everythingIsRead() throws {
    let settings = try GateSettings(SettingsNode(Self.good, file: "gate.yml"))
    #expect(settings.exact.strategies == "*")
    #expect(settings.exact.workloads == "uart")
    #expect(settings.exact.seeds == [1, 2])
    #expect(settings.exact.costs == CostModel(reload: .milliseconds(8)))
    #expect(settings.exact.hopNanoseconds == 50_000)
    #expect(settings.exact.metrics == ["deliveries"])
    #expect(settings.exact.allocations == nil)
  }

  @Test(arguments: [
    ("reload-cost", "relode-cost", "gate.yml:6:3: 'exact' has no key 'relode-cost'. Choose from:"),
    ("[1, 2]", "[1, two]", "gate.yml:5:14: an item of 'seeds' is 'two'. Give a whole number"),
    ("[1, 2]", "[1, 1]", "gate.yml:5:14: 'seeds' has '1' twice."),
    ("[1, 2]", "[]", "gate.yml:5:10: 'seeds' is empty. Give at least one."),
    ("[1, 2]", "1", "gate.yml:5:10: 'seeds' is '1'. Give a list."),
    ("8ms", "8", "gate.yml:6:16: 'reload-cost' is '8'. Give a duration"),
    ("8ms", "[8ms]", "gate.yml:6:16: 'reload-cost' is a list. Give a duration"),
    ("[deliveries]", "[speed]", "gate.yml:7:13: there is no metric 'speed'."),
    ("[deliveries]", "[updates]", "gate.yml:7:13: 'updates' is neither good nor bad"),
    ("schema: 1", "schema: 2", "gate.yml:1:9: it is written for another version of bench"),
    ("  workloads: uart\n", "", "gate.yml:3:3: 'workloads' is missing."),
    ("workloads: uart", "strategies: uart", "twice"),
    ("seeds: [1, 2]", "seeds: [1, 2", "it is not valid YAML: "),
  ])
  func whatIsWrongIsNamedWithItsPlace(part: String, instead: String, message: String) {
    let text = Self.good.replacing(part, with: instead)
    #expect(text != Self.good)
    #expect(error(text).contains(message), "\(error(text))")
  }

  @Test func emptyFileIsRefused() {
    #expect(error("") == "gate.yml: it is empty.")
    #expect(error("just text").contains("the file is 'just text'. Give keys with values."))
  }

  @Test(arguments: [("5%", 0.05), ("0.05", 0.05), ("100%", 1.0), ("0", 0.0)])
  func shareIsReadAsNumberOrPercentage(text: String, share: Double) throws {
    #expect(try SettingsNode(text, file: "f").share() == share)
  }

  @Test(arguments: ["101%", "-1%", "five", "nan"])
  func whatIsNoShareIsRefused(text: String) throws {
    #expect(throws: BenchError.self) { try SettingsNode(text, file: "f").share() }
  }

  /// A package's own strategies, and all workloads that virtual time can run.
  @Test(arguments: [["mine", "yours"], []])
  func settingsToBeginWithCanBeRun(own: [String]) throws {
    let entries = own.map { name in
      StrategyEntry.coalescing(name, origin: "", summary: "") { _ in .nextPass }
    }
    let registry = Registry(.standard + entries, .standard)
    let text = GateSettings.initial(registry, standard: Set([StrategyEntry].standard.map(\.name)))
    let settings = try GateSettings(SettingsNode(text, file: "gate.yml"))
    #expect(settings.exact.strategies == (own.isEmpty ? "*" : own.joined(separator: ",")))
    #expect(!(try settings.exact.runs(registry)[0].workloads.isEmpty))
    #expect(settings.paired?.cells.count ?? 0 == own.count * 2)
    try settings.paired?.check(registry)
  }
}
