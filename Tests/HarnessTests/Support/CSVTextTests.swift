import Testing

@testable import BenchHarness
@testable import BenchMath

struct CSVTextTests {
  @Test func plainFieldsAreNotQuoted() {
    #expect(
      CSVText.row(["a", "b c", "", "-1.5", "µs", "throttle:interval=1ms"])
        == "a,b c,,-1.5,µs,throttle:interval=1ms\n")
  }

  @Test(arguments: [
    ("a,b", "\"a,b\"\n"), ("say \"hi\"", "\"say \"\"hi\"\"\"\n"), ("one\ntwo", "\"one\ntwo\"\n"),
    ("one\r\ntwo", "\"one\r\ntwo\"\n"), ("\"", "\"\"\"\"\n"), ("\r", "\"\r\"\n"),
  ])
  func fieldsWithCommasQuotesOrLineBreaksAreQuoted(field: String, text: String) {
    #expect(CSVText.row([field]) == text)
  }

  @Test(arguments: [nil, .nan, .infinity, -.infinity] as [Double?])
  func missingNumberIsWrittenAsAnEmptyField(value: Double?) {
    #expect(CSVText.number(value) == "")
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (1, "1"), (-3, "-3"), (100, "100"), (2.5, "2.5"), (0.1, "0.1"),
    (1.234567, "1.234567"), (0.000001, "1e-06"), (123456789.5, "123456789.5"),
    (1e14, "100000000000000"),
  ])
  func numbersKeepAllDigitsWithoutANeedlessDecimalPoint(value: Double, text: String) throws {
    #expect(CSVText.number(value) == text)
    #expect(CSVText.value(CSVText.number(value)) == value)
  }

  @Test(arguments: ["0", "-0", "12", "-1.5", "1e-06", "1.5e+20", "2E3", "5e-324", "007"])
  func decimalNumberIsRead(text: String) throws {
    #expect(CSVText.value(text) == Double(text))
  }

  @Test(arguments: [
    "", " 1", "1 ", "+1", ".5", "5.", "-", "1e", "1e+", "e5", "0x10", "0x1p3", "nan", "inf",
    "1e999", "1_000", "1,5", "1.2.3", "--1", "１", "1\0",
  ])
  func otherNumberNotationsAreRefused(text: String) {
    #expect(CSVText.value(text) == nil)
  }
}
