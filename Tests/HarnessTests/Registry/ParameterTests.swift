import Foundation
import Testing

@testable import BenchHarness

private let interval = Parameter.duration("interval", .milliseconds(300), "an interval")
private let limit = Parameter.count("limit", 100, "a limit")
private let rate = Parameter.rate("rate", 576, "a rate")

struct ParameterTests {
  @Test(arguments: [
    (interval, "1.5ms", 1.5e6), (limit, "1", 1), (limit, "100000000", 1e8), (rate, "576", 576),
    (rate, "0.5", 0.5), (rate, "1e9", 1e9),
  ])
  func valueSurvivesParsingAndWriting(parameter: Parameter, text: String, value: Double) throws {
    #expect(try parameter.parse(text) == value)
    #expect(try parameter.parse(parameter.text(of: value)) == value)
  }

  @Test(arguments: [
    (limit, ["0", "-1", "1.5", "100000001", "ten", "", "1e3", "99999999999999999999"]),
    (rate, ["0", "-1", "nan", "inf", "1e10", "", "fast", "-0"]),
    (interval, ["300", "-1ms", "86401s"]),
  ])
  func badValuesAreRefused(parameter: Parameter, texts: [String]) {
    for text in texts {
      #expect(throws: BenchError.self, "\(text)") { try parameter.parse(text) }
    }
  }
}

struct ParameterRangeTests {
  private func texts(_ text: String, of parameter: Parameter = interval) throws -> [String] {
    try parameter.values(in: text).map(parameter.text)
  }

  /// Steps are geometric and rounded; if the range starts at 0, they are equal.
  @Test func rangeIsSplitIntoValues() throws {
    #expect(
      try texts("4ms...300ms") == [
        "4ms", "6ms", "9ms", "13ms", "20ms", "28ms", "42ms", "60ms", "90ms", "140ms", "200ms",
        "300ms",
      ])
    #expect(try texts("0ms...300ms/4") == ["0ns", "100ms", "200ms", "300ms"])
    #expect(try texts("1...5", of: limit) == ["1", "2", "3", "4", "5"])
    #expect(try texts("10...1000/3", of: limit) == ["10", "100", "1000"])
    #expect(try texts("7...7", of: limit) == ["7"])
    #expect(try texts("0.5...2/3", of: rate) == ["0.5", "1", "2"])
  }

  @Test(arguments: ["4ms...300ms", "16666667ns...1s", "1ns...86400s", "0s...7ms", "999us...1001us"])
  func endsOfARangeAreExactAndItsValuesAscend(range: String) throws {
    for steps in [2, 3, 12, 200] {
      let values = try interval.values(in: "\(range)/\(steps)")
      let ends = try range.components(separatedBy: "...").map(interval.parse)
      #expect([values.first, values.last] == ends)
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
      #expect(values.count <= steps)
      #expect(try values.allSatisfy { try interval.parse(interval.text(of: $0)) == $0 })
    }
  }

  @Test(arguments: [
    "300ms...4ms", "4ms...", "...300ms", "...", "1ms...2ms...3ms", "4...300ms", "4ms...300",
    "-4ms...300ms", "nan...300ms", "4ms...inf", "4ms...2000000s", "4ms...5ms/1", "4ms...5ms/201",
    "4ms...5ms/", "4ms...5ms/x",
  ])
  func badRangeIsRefused(range: String) {
    let error = #expect(throws: BenchError.self) { try texts(range) }
    #expect(error?.isUsage == true)
  }

  @Test func onlyNumericParametersHaveRanges() {
    let (flag, word) = (Parameter.flag("eager", ""), Parameter.choice("word", ["a", "b"], ""))
    for parameter in [flag, word] {
      #expect(throws: BenchError.self) { try texts("a...b", of: parameter) }
    }
  }
}
