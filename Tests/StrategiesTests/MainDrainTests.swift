import CoalesceStrategies
import BenchLibrarySupport
import Testing

/// The rule of `MainDrain`, without a budget and with one of 8 ms.
struct MainDrainTests {
  /// A drain with the budget.
  private let stage = Stage("main-drain-bounded", cost: .milliseconds(3))

  @Test func drainIncludesUpdatesArrivingDuringIt() {
    let stage = Stage("main-drain", cost: .milliseconds(2))
    for number in 0..<20 {
      stage.at(.milliseconds(number), .background) { stage.submit(number) }
    }
    var turns = 0
    stage.scheduler.turnDidEnd = {
      turns += 1
      if turns == 1 { #expect(stage.shown == Array(0..<20)) }
    }
    stage.run()
    #expect(stage.shown.count == 20)
  }

  /// The drain dispatches its continuation at its end, after other work that arrived during the drain.
  @Test func otherWorkWaitsForAtMostOneDrain() {
    for number in 0..<100 {
      stage.at(.milliseconds(number), .background) { [stage] in stage.submit(number) }
    }
    var heard: [Duration] = []
    for beat in 1...9 {
      stage.at(.milliseconds(10 * beat), .main) { [stage] in
        heard.append(stage.now - .milliseconds(10 * beat))
      }
    }
    stage.run()
    #expect(heard.count == 9)
    #expect(heard.allSatisfy { $0 <= .milliseconds(9) + .microseconds(50) }, "\(heard)")
  }

  /// A budget that is used up exactly allows no more; one of 0 still allows one delivery.
  @Test(
    arguments: [
      (8, 3, [3, 6, 9, 12, 15, 18, 20]), (4, 1, [4, 8, 12, 16, 20]), (0, 3, Array(1...20)),
      (-1, 3, Array(1...20)),
    ] as [(Int, Int, [Int])])
  func turnExceedsBudgetByAtMostOneDelivery(_ budget: Int, _ cost: Int, _ shownAtTurn: [Int]) {
    let stage = Stage(cost: .milliseconds(cost)) {
      MainDrain(budget: .milliseconds(budget), scheduler: $0, deliver: $1)
    }
    stage.at(.zero, .background) {
      for number in 0..<20 { stage.submit(number) }
    }
    var shown: [Int] = []
    stage.scheduler.turnDidEnd = {
      shown.append(stage.shown.count)
      // Without progress, a drain would dispatch itself forever.
      if shown.count == 100 { stage.strategy?.cancel() }
    }
    stage.run()
    #expect(shown == shownAtTurn)
  }

  @Test func submissionsOnMainShareTheBudgetOfTheirPass() {
    stage.at(.zero, .main) { [stage] in
      for number in 0..<5 { stage.submit(number) }
      #expect(stage.shown == [0, 1, 2])
      #expect(stage.pendingCount == 2)
    }
    stage.run()
    #expect(stage.shown == [0, 1, 2, 3, 4])
  }

  /// The budget used in an earlier pass does not count, neither on the main thread nor in a dispatched drain.
  @Test func eachPassHasAFreshBudget() {
    for second in 0..<10 {
      stage.at(.seconds(second), .main) { [stage] in
        stage.submit(second)
        #expect(stage.shown.last == second, "in second \(second)")
      }
    }
    stage.at(.seconds(10), .background) { [stage] in stage.submit(11, 12, 13) }
    stage.at(.seconds(11), .main) { [stage] in
      stage.submit(14)
      #expect(stage.shown.last == 14)
    }
    stage.run()
    #expect(stage.shown == Array(0..<10) + [11, 12, 13, 14])
  }

  @Test func flushIgnoresTheBudget() {
    stage.at(.zero, .main) { [stage] in
      stage.submit(1, 2, 3, 4, 5, 6, 7)
      stage.strategy?.flush()
      #expect(stage.shown == [1, 2, 3, 4, 5, 6, 7])
    }
    stage.run()
  }
}
