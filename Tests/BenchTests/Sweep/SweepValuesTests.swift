@testable import BenchHarness
import Foundation
import Testing

@testable import BenchReport

@Suite struct SweepValuesTests {
  private static let interval = Parameter.duration("interval", .milliseconds(300), "an interval")
  private static let limit = Parameter.count("limit", 100, "a limit")
  private static let rate = Parameter.rate("rate", 10, "a rate")
  private static let flag = Parameter.flag("eager", "a flag")

  private func texts(
    _ text: String, of parameter: Parameter = interval, steps: Int? = nil
  ) throws -> [String] {
    try SweepValues(of: parameter).values(text, steps: steps).map(parameter.text)
  }

  @Test func rangeIsSplitGeometricallyIntoValuesThatReadWell() throws {
    #expect(
      try texts("4ms...300ms") == [
        "4ms", "6ms", "9ms", "13ms", "20ms", "28ms", "42ms", "60ms", "90ms", "140ms", "200ms",
        "300ms",
      ])
  }

  @Test func rangeFromZeroIsSplitEvenly() throws {
    #expect(try texts("0ms...300ms", steps: 4) == ["0ns", "100ms", "200ms", "300ms"])
  }

  @Test(arguments: ["4ms...300ms", "16666667ns...1s", "1ns...86400s", "0s...7ms", "999us...1001us"])
  func endsAreExactAndValuesAscend(range: String) throws {
    for steps in [2, 3, 12, 200] {
      let values = try SweepValues(of: Self.interval).values(range, steps: steps)
      let ends = try range.components(separatedBy: "...").map(Self.interval.parse)
      #expect([values.first, values.last] == ends)
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
      #expect(values.count <= steps)
      #expect(values.allSatisfy { $0 == $0.rounded() })
    }
  }

  @Test func everyValueIsReadBackFromItsText() throws {
    for value in try SweepValues(of: Self.interval).values("1ns...86400s", steps: 200) {
      #expect(try Self.interval.parse(Self.interval.text(of: value)) == value)
    }
  }

  @Test func countsAreWholeAndNoneComesTwice() throws {
    #expect(try texts("1...5", of: Self.limit) == ["1", "2", "3", "4", "5"])
    #expect(try texts("10...1000", of: Self.limit, steps: 3) == ["10", "100", "1000"])
    #expect(try texts("7...7", of: Self.limit) == ["7"])
  }

  @Test func ratesNeedNotBeWhole() throws {
    #expect(try texts("0.5...2", of: Self.rate, steps: 3) == ["0.5", "1", "2"])
  }

  @Test func listKeepsItsOrderAndLosesItsDoubles() throws {
    #expect(try texts("300ms,4ms,0.004s, 16ms") == ["300ms", "4ms", "16ms"])
    #expect(try texts("yes,no", of: Self.flag) == ["yes", "no"])
    #expect(try texts("no", of: Self.flag) == ["no"])
  }

  @Test(arguments: [
    ("300ms...4ms", "the lower end first"), ("4ms...", "both ends"), ("...300ms", "both ends"),
    ("...", "both ends"), ("1ms...2ms...3ms", "both ends"), ("4...300ms", "a number and a unit"),
    ("4ms...300", "a number and a unit"), ("-4ms...300ms", "a number and a unit"),
    ("nan...300ms", "a number and a unit"), ("4ms...inf", "a number and a unit"),
    ("4ms...2000000s", "at most 86400s"), ("4ms,,5ms", "a number and a unit"),
    (",", "a number and a unit"), ("", "a number and a unit"),
    ("4ms,5ms...6ms", "a number and a unit"),
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

  @Test(arguments: ["no...yes", "yes...", "maybe,no"])
  func badRangeOfAFlagIsRefused(range: String) {
    #expect(throws: BenchError.self) { try texts(range, of: Self.flag) }
  }

  @Test func stepsDoNotGoWithAList() {
    #expect(throws: BenchError.self) { try texts("4ms,16ms", steps: 5) }
  }
}
