@testable import BenchHarness
import Testing

@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct ParameterTests {
  private let interval = Parameter.duration("interval", .milliseconds(300), "summary")
  private let count = Parameter.count("updates", 100, "summary")
  private let rate = Parameter.rate("rate", 576, "summary")

  @Test func durationIsKeptInNanoseconds() throws {
    #expect(interval.defaultValue == 3e8)
    #expect(try interval.parse("1.5ms") == 1.5e6)
    #expect(interval.text(of: 1.5e6) == "1500us")
  }

  @Test(arguments: [("1", 1.0), ("100000000", 1e8)])
  func countIsAWholeNumber(text: String, value: Double) throws {
    #expect(try count.parse(text) == value)
    #expect(count.text(of: value) == text)
  }

  @Test(arguments: ["0", "-1", "1.5", "100000001", "ten", "", "1e3", "99999999999999999999"])
  func otherCountsAreRefused(text: String) {
    #expect(
      throws: BenchError.badValue(
        what: "updates", value: text, expected: "a whole number from 1 to 100000000")
    ) { try count.parse(text) }
  }

  @Test(arguments: [("576", 576.0), ("0.5", 0.5), ("1e9", 1e9)])
  func rateIsANumberASecond(text: String, value: Double) throws {
    #expect(try rate.parse(text) == value)
    #expect(try rate.parse(rate.text(of: value)) == value)
  }

  @Test(arguments: ["0", "-1", "nan", "inf", "1e10", "", "fast", "-0"])
  func otherRatesAreRefused(text: String) {
    #expect(
      throws: BenchError.badValue(
        what: "rate", value: text, expected: "a number a second, over 0 and up to 1e9")
    ) { try rate.parse(text) }
  }

  @Test func valuesAreDefaultsUnlessGiven() throws {
    let values = try ParameterValues(
      owner: "x", parameters: [interval, count, rate], given: ["updates": "5"])
    #expect(values.duration("interval") == .milliseconds(300))
    #expect(values.count("updates") == 5)
    #expect(values.rate("rate") == 576)
  }
}
