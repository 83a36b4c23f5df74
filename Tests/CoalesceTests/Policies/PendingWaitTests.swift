import CoalesceTesting
import Testing

@testable import Coalesce

@Suite struct PendingWaitTests {
  @Test func nothingThatWaitsIsNeverDue() {
    #expect(PendingWait().time(reaching: 0) == .max)
  }

  @Test func waitingAddsUp() {
    var wait = PendingWait()
    wait.add(1, at: 100)
    #expect(wait.time(reaching: 30) == 130)
    wait.add(2, at: 110)
    // 10 so far, then 3 in each nanosecond.
    #expect(wait.time(reaching: 30) == 117)
    #expect(wait.time(reaching: 10) == 110)
    wait.add(1, at: 120)
    #expect(wait.time(reaching: 30) == 120)
  }

  @Test func timeThatGoesBackCountsAsTheNewest() {
    var wait = PendingWait()
    wait.add(1, at: 100)
    wait.add(1, at: 90)
    #expect(wait.count == 2)
    #expect(wait.time(reaching: 10) == 105)
  }

  @Test func overflowIsOverdue() {
    var wait = PendingWait()
    wait.add(.max, at: 0)
    wait.add(1, at: 1 << 40)
    #expect(wait.time(reaching: .max - 1) == 1 << 40)
  }

  @Test func whatIsNeverReachedIsNeverDue() {
    var wait = PendingWait()
    wait.add(1, at: 5)
    #expect(wait.time(reaching: .max) == .max)
  }
}
