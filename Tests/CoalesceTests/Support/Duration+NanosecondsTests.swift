import Testing

@testable import Coalesce

struct DurationTests {
  @Test func wholeNanosecondsAreExactWithinTheirRange() {
    #expect(Duration.zero.wholeNanoseconds == 0)
    #expect(Duration.nanoseconds(1).wholeNanoseconds == 1)
    #expect(Duration.milliseconds(300).wholeNanoseconds == 300_000_000)
    #expect((Duration.seconds(2) + .nanoseconds(3)).wholeNanoseconds == 2_000_000_003)
    #expect(Duration(secondsComponent: 0, attosecondsComponent: 999_999_999).wholeNanoseconds == 0)
  }

  @Test func wholeNanosecondsSaturate() {
    #expect(Duration.seconds(-1).wholeNanoseconds == 0)
    #expect(Duration.nanoseconds(-1).wholeNanoseconds == 0)
    #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
    #expect((Duration.seconds(Int64.max) + .seconds(1)).wholeNanoseconds == .max)
    #expect((Duration.seconds(Int64.min) - .seconds(1)).wholeNanoseconds == 0)
  }
}
