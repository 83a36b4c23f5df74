@testable import BenchHarness
import Foundation
import Testing

@Suite(.timeLimit(.minutes(15))) struct ParameterRangeTests {
  private static let interval = Parameter.duration("interval", .milliseconds(300), "an interval")
  private static let limit = Parameter.count("limit", 100, "a limit")
  private static let rate = Parameter.rate("rate", 10, "a rate")
  private static let flag = Parameter.flag("eager", "a flag")

  private func texts(_ text: String, of parameter: Parameter = interval) throws -> [String] {
    try ParameterRange(text, of: parameter).values.map(parameter.text)
  }

  @Test func rangeIsSplitGeometricallyIntoValuesThatReadWell() throws {
    #expect(
      try texts("4ms...300ms") == [
        "4ms", "6ms", "9ms", "13ms", "20ms", "28ms", "42ms", "60ms", "90ms", "140ms", "200ms",
        "300ms",
      ])
  }

  @Test func rangeFromZeroIsSplitEvenly() throws {
    #expect(try texts("0ms...300ms/4") == ["0ns", "100ms", "200ms", "300ms"])
  }

  @Test(arguments: ["4ms...300ms", "16666667ns...1s", "1ns...86400s", "0s...7ms", "999us...1001us"])
  func endsAreExactAndValuesAscend(range: String) throws {
    for steps in [2, 3, 12, 200] {
      let values = try ParameterRange("\(range)/\(steps)", of: Self.interval).values
      let ends = try range.components(separatedBy: "...").map(Self.interval.parse)
      #expect([values.first, values.last] == ends)
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
      #expect(values.count <= steps)
      #expect(values.allSatisfy { $0 == $0.rounded() })
    }
  }

  @Test func everyValueIsReadBackFromItsText() throws {
    for value in try ParameterRange("1ns...86400s/200", of: Self.interval).values {
      #expect(try Self.interval.parse(Self.interval.text(of: value)) == value)
    }
  }

  @Test func countsAreWholeAndNoneComesTwice() throws {
    #expect(try texts("1...5", of: Self.limit) == ["1", "2", "3", "4", "5"])
    #expect(try texts("10...1000/3", of: Self.limit) == ["10", "100", "1000"])
    #expect(try texts("7...7", of: Self.limit) == ["7"])
  }

  @Test func ratesNeedNotBeWhole() throws {
    #expect(try texts("0.5...2/3", of: Self.rate) == ["0.5", "1", "2"])
  }

  @Test(arguments: [
    ("300ms...4ms", "the lower end first"), ("4ms...", "both ends"), ("...300ms", "both ends"),
    ("...", "both ends"), ("1ms...2ms...3ms", "both ends"), ("4...300ms", "a number and a unit"),
    ("4ms...300", "a number and a unit"), ("-4ms...300ms", "a number and a unit"),
    ("nan...300ms", "a number and a unit"), ("4ms...inf", "a number and a unit"),
    ("4ms...2000000s", "at most 86400s"), ("4ms,5ms...6ms", "a number and a unit"),
    ("4ms...5ms/1", "2 to 200 values"), ("4ms...5ms/201", "2 to 200 values"),
    ("4ms...5ms/", "2 to 200 values"), ("4ms...5ms/x", "as in 4ms...300ms/20"),
  ])
  func badRangeIsRefusedWithWhatToGive(range: String, expected: String) {
    let error = #expect(throws: BenchError.self) { try texts(range) }
    #expect(error?.isUsage == true)
    #expect(error?.description.contains(expected) == true, "\(String(describing: error))")
  }

  @Test(arguments: ["0...5", "1.5...5", "1...1e3", "1...100000001"])
  func badRangeOfCountsIsRefused(range: String) {
    #expect(throws: BenchError.self) { try texts(range, of: Self.limit) }
  }

  @Test(arguments: ["0...5", "-1...5", "nan...5"])
  func badRangeOfRatesIsRefused(range: String) {
    #expect(throws: BenchError.self) { try texts(range, of: Self.rate) }
  }

  @Test func flagsAndWordsHaveNoRange() {
    let word = Parameter.choice("word", ["a", "b"], "a word")
    for parameter in [Self.flag, word] {
      let error = #expect(throws: BenchError.self) { try texts("a...b", of: parameter) }
      #expect(error?.isUsage == true)
      #expect(error?.description.contains("because it is no number") == true)
    }
  }

  @Test func rangeSelectsEachOfItsValuesByItsOrdinaryKey() throws {
    func keys(_ list: String, from entries: [StrategyEntry] = .standard) throws -> [String] {
      try Selection.parse(list, from: entries).map(\.key)
    }
    #expect(
      try keys("naive,throttle:interval=3ms...300ms/3,throttle:interval=30ms") == [
        "naive", "throttle:interval=3ms", "throttle:interval=30ms", "throttle",
      ])
    #expect(try keys("throttle:interval=4ms...300ms").count == 12)
    #expect(
      try keys("throttle*:interval=1ms...2ms/2")
        == [StrategyEntry].standard
        .filter { $0.name.hasPrefix("throttle") }
        .flatMap { ["\($0.name):interval=1ms", "\($0.name):interval=2ms"] })
    #expect(throws: BenchError.unknownParameter(owner: "naive", name: "interval", choices: [])) {
      try keys("naive:interval=1ms...2ms")
    }
    let two = StrategyEntry(
      name: "two", origin: "a test", summary: "two parameters",
      parameters: [.duration("a", .milliseconds(1), "a"), .count("b", 3, "b")],
      delivery: .none
    ) { _, _, _ in preconditionFailure("It is not attached.") }
    #expect(try keys("two:a=1ms...2ms/2:b=7", from: [two]) == ["two:b=7", "two:a=2ms:b=7"])
    let error = #expect(throws: BenchError.self) {
      try keys("two:a=1ms...2ms:b=1...7", from: [two])
    }
    #expect(error?.isUsage == true)
    #expect(error?.description.contains("a range to one parameter only") == true)
    #expect(throws: BenchError.self) { try keys("two:a=1ms...2ms:b=x", from: [two]) }
  }
}
