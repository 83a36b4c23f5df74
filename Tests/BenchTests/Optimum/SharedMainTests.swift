import Testing

@testable import BenchHarness
@testable import BenchMath

/// The parts of a schedule on one main, each against what a plain loop finds.
@Suite(.timeLimit(.minutes(15))) struct SharedMainTests {
  private func main(
    _ arrivals: [[UInt64]] = [[]], _ delivery: Optimum.Delivery = .init(reload: 10),
    blocked: [Range<UInt64>] = []
  ) -> SharedMain { SharedMain(arrivals, delivery, blocked: blocked) }

  @Test func whatHasArrivedIsWhatAPlainLoopCounts() {
    var random = SeededGenerator(seed: 1)
    for count in 0..<40 {
      let times = (0..<count).map { _ in UInt64.random(in: 0...30, using: &random) }.sorted()
      let main = main([times])
      for time in 0...31 as ClosedRange<UInt64> {
        let arrived = times.count { $0 <= time }
        for known in 0...arrived {
          #expect(main.arrived(0, by: time, from: known) == arrived, "\(times) by \(time)")
        }
      }
    }
  }

  /// The earliest time at which no blocked stretch overlaps it.
  @Test func deliveryBeginsWhereItFirstFits() {
    let blocked: [Range<UInt64>] = [3..<5, 5..<5, 9..<10, 12..<20, 21..<22]
    let main = main(blocked: blocked)
    for length in 0...12 as ClosedRange<UInt64> {
      for time in 0...25 as ClosedRange<UInt64> {
        var state = main.start
        let first = (time...60).first { begin in
          !blocked.contains {
            !$0.isEmpty
              && ($0.contains(begin) || ($0.lowerBound > begin && $0.lowerBound < begin + length))
          }
        }
        #expect(main.beginning(of: length, from: time, &state) == first, "\(length) from \(time)")
      }
    }
  }

  @Test func deliveryTakesTheCheaperFormRoundedUp() {
    #expect(main().length(7) == 10)
    let rows = main([[]], .init(reload: 10, rows: (change: 2.25, layout: 1)))
    #expect((1...5).map { rows.length($0) } == [4, 6, 8, 10, 10])
  }

  /// Two updates at 5 and 9, of a reload of 10: it begins with the last, and the first waits for 14.
  @Test func deliveryPaysForItselfAndForAllThatWait() {
    let main = main([[5, 9, 19]])
    var state = main.start
    #expect(main.deliver(.init(view: 0, last: 2), &state))
    #expect(state.time == 19)
    #expect(state.shown == [2])
    #expect(state.schedule.deliveries == 1)
    #expect(state.schedule.mainNanoseconds == 10)
    #expect(state.schedule.latencyNanoseconds == 14 + 10)
    #expect(!main.deliver(.init(view: 0, last: 2), &state), "It is shown already.")
    #expect(state.schedule.deliveries == 1)
    #expect(main.deliver(.init(view: 0, last: 3), &state))
    #expect(state.time == 29)
    #expect(state.schedule.latencyNanoseconds == 14 + 10 + 10)
  }

  /// What comes while it waits for main is shown by it, too.
  @Test func deliveryThatWaitsTakesAlongWhatComes() {
    let main = main([[5, 9, 12, 13]], blocked: [4..<12])
    var state = main.start
    #expect(main.deliver(.init(view: 0, last: 1), &state))
    #expect(state.shown == [3])
    #expect(state.time == 22)
  }

  /// It begins at 20 and reads at 24, and what comes at 24 is shown too; at 25, by the next.
  @Test func reloadAfterABlockShowsWhatHasComeWhenItReads() {
    let reload = Optimum.Delivery(reload: 10, readsAfter: 4)
    for (time, shown) in [(20, 2), (24, 2), (25, 1)] as [(UInt64, Int)] {
      let main = main([[6, time]], reload, blocked: [5..<20])
      var state = main.start
      #expect(main.deliver(.init(view: 0, last: 1), &state))
      #expect(state.shown == [shown])
      #expect(state.time == 30)
    }
  }

  /// As views and what they wait for.
  private func steps(_ main: SharedMain, _ runEnds: [[Int]]) -> [[Int]] {
    var rule = SmithsRule(main, runEnds: runEnds)
    return rule.steps().map { [$0.view, $0.last] }
  }

  /// Three, two and one updates wait at 0, one comes during the first delivery and one after all of them.
  @Test func mostUpdatesANanosecondComeFirst() {
    #expect(
      steps(main([[0], [0, 0, 0], [0, 0], [5, 50]]), [[1], [3], [2], [1, 2]])
        == [[1, 3], [2, 2], [0, 1], [3, 1], [3, 2]])
    // Six updates and one that take 10 and 4 each: 0.6 a nanosecond and 0.25.
    let rows = main([[0], Array(repeating: 0, count: 6)], .init(reload: 10, rows: (2.25, 1)))
    #expect(steps(rows, [[1], [6]]) == [[1, 6], [0, 1]])
    // Three that take 8, one that takes 4, and nine that take 30.
    let costly = main(
      [[0, 0, 0], [0], Array(repeating: 0, count: 9)], .init(reload: 30, rows: (2.25, 1)))
    #expect(steps(costly, [[3], [1], [9]]) == [[2, 9], [0, 3], [1, 1]])
  }

  @Test func runIsNotReadyBeforeItsLastUpdate() {
    #expect(steps(main([[0, 30], [10]]), [[2], [1]]) == [[1, 1], [0, 2]])
  }

  /// At the end of the block two updates of the second view wait.
  @Test func orderIsThatOfTheTimeAtWhichMainIsFree() {
    let blocked = main([[0], [15, 15]], blocked: [5..<20])
    #expect(steps(blocked, [[1], [2]]) == [[1, 2], [0, 1]])
  }

  @Test func runThatAnotherTookAlongIsNoStep() {
    #expect(steps(main([[0, 12]], blocked: [5..<20]), [[1, 2]]) == [[0, 1]])
  }
}
