import Testing

@testable import BenchHarness

private func keys(
  _ list: String, from entries: [StrategyEntry] = .standard,
  isEligible: (StrategyEntry) -> Bool = { _ in true },
  defaults: (StrategyEntry) -> [String: String] = { _ in [:] }
) throws -> [String] {
  try Selection.parse(list, from: entries, isEligible: isEligible, defaults: defaults).map(\.key)
}

struct SelectionTests {
  @Test(arguments: [
    ("throttle,naive", ["throttle", "naive"]),
    ("main-*", ["main-drain", "main-drain-bounded"]),
    ("n????", ["naive"]),
    ("naive,naive,n*", ["naive", "next-pass", "null"]),
    ("throttle,throttle:interval=100ms", ["throttle"]),
    ("throttle:interval=0.2s,throttle:interval=200ms", ["throttle:interval=200ms"]),
    (" naive , throttle : interval = 5ms ", ["naive", "throttle:interval=5ms"]),
    (
      "throttle:interval=1ms,throttle:interval=2ms,throttle",
      ["throttle:interval=1ms", "throttle:interval=2ms", "throttle"]
    ),
    ("throttle:interval=1ms,naive,!throttle", ["naive"]),
    ("n*,!null", ["naive", "next-pass"]),
    ("!throttle,throttle,throttle-in-submit", ["throttle-in-submit"]),
    (
      "naive,throttle:interval=1ms...100ms/3,throttle:interval=10ms",
      ["naive", "throttle:interval=1ms", "throttle:interval=10ms", "throttle"]
    ),
  ])
  func listExpandsToItsEntries(list: String, expected: [String]) throws {
    #expect(try keys(list) == expected)
  }

  @Test func globKeepsTheRegistrysOrder() throws {
    let names = [StrategyEntry].standard.map(\.name)
    #expect(try keys("*") == names)
    #expect(try keys(" ! source-* , *") == names.filter { !$0.hasPrefix("source-") })
  }

  @Test(arguments: [
    "uart:rate=0.1", "uart:rate=1000000000", "steady:rate=12.5:rows=3:duration=1500us",
    "rapid-service:rate=1e-05", "on-off:burst=5:bursts=3",
  ])
  func parsedKeyIsWrittenUnchanged(key: String) throws {
    #expect(try Selection.workload(key).key == key)
  }

  @Test(arguments: [
    "thrott", "x*", "", "naive,", ",naive", "naive,,throttle", "Naive", "throttle=4ms", "*,!thrott",
    "*,!x*", "*,!", "*,!throttle:interval=1ms", ".throttle", "nextPass", "*,!.throttle",
  ])
  func unknownNameIsRefusedWithTheChoices(list: String) throws {
    let error = #expect(throws: BenchError.self) { try keys(list) }
    guard case .unknownName("strategy", _, let choices) = error else {
      Issue.record("not an unknown name: \(String(describing: error))")
      return
    }
    #expect(choices == [StrategyEntry].standard.map(\.name))
  }

  @Test(arguments: [
    "naive,!naive", "!naive", "source-*,!source-add,!source-?*", "throttle:interval",
    "throttle:interval=", "throttle:", "throttle:=5ms", "throttle:interval=4ms:interval=8ms",
    "throttle:delay=5ms", "naive:interval=5ms", "naive:interval=1ms...2ms",
    "rate-adaptive:minimum=1ms...2ms:maximum=3ms...4ms",
  ])
  func badListIsRefused(list: String) throws {
    let error = #expect(throws: BenchError.self) { try keys(list) }
    #expect(error?.isUsage == true)
  }

  @Test func globSkipsIneligibleEntriesButAnExactNameSelectsThem() throws {
    #expect(try keys("n*", isEligible: { $0.name != "null" }) == ["naive", "next-pass"])
    #expect(try keys("null", isEligible: { $0.name != "null" }) == ["null"])
  }

  @Test func parametersInAListOverrideDefaults() throws {
    let quick: (StrategyEntry) -> [String: String] = {
      $0.name == "throttle" ? ["interval": "7ms"] : [:]
    }
    #expect(try keys("throttle,naive", defaults: quick) == ["throttle:interval=7ms", "naive"])
    #expect(try keys("throttle:interval=9ms", defaults: quick) == ["throttle:interval=9ms"])
  }
}
