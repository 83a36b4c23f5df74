import Dispatch
import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct PacerTests {
  @Test(arguments: [0, 1] as [UInt64])
  func pastDeadlineIsAnsweredAtOnceWithTheTime(deadline: UInt64) {
    let before = DispatchTime.now().uptimeNanoseconds
    let time = Pacer.wait(untilNanoseconds: deadline)
    #expect(time >= before)
    #expect(time <= DispatchTime.now().uptimeNanoseconds)
  }

  @Test func pacerNeverReturnsEarly() {
    let deadline = DispatchTime.now().uptimeNanoseconds + 50_000
    #expect(Pacer.wait(untilNanoseconds: deadline) >= deadline)
  }
}
