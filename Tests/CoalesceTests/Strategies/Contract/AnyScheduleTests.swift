import Coalesce
import CoalesceTesting
import CoalesceStrategies
import Testing

/// The promises hold for schedules that nobody chose: seeded random ones.
@Suite struct AnyScheduleTests {
  @Test(arguments: StrategyCase.allCases, 0..<25)
  func anyScheduleKeepsThePromises(_ subject: StrategyCase, _ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let hop = [0, 50, 3_000].randomElement(using: &random) ?? 0
    let stage = Stage(subject, hop: .microseconds(hop))
    var next = 0
    func submit(_ count: Int) {
      for _ in 0..<count {
        // Before it submits: a delivery inside `submit` submits the next number.
        let number = next
        next += 1
        stage.submit(number)
      }
    }
    stage.inside = { elements in
      stage.cost = .microseconds([0, 10, 500, 9_000].randomElement(using: &random) ?? 0)
      if next < 500 && Int.random(in: 0..<4, using: &random) == 0 { submit(1) }
      if Int.random(in: 0..<8, using: &random) == 0 { stage.strategy?.flush() }
    }
    var time = 0
    for _ in 0..<150 {
      time += [0, 5, 200, 4_000, 30_000].randomElement(using: &random) ?? 0
      let origin = Origin.allCases.randomElement(using: &random) ?? .main
      let isFlush = origin == .main && Int.random(in: 0..<10, using: &random) == 0
      let count = Int.random(in: 1...4, using: &random)
      stage.at(.microseconds(time), origin) {
        if isFlush { stage.strategy?.flush() } else { submit(count) }
      }
    }
    stage.run()
    #expect(stage.shown == Array(0..<next))
    #expect(stage.deepest == 1)
    #expect(stage.wasAlwaysOnMain)
    #expect(stage.pendingCount == 0)
  }

  @Test(arguments: StrategyCase.allCases)
  func equalRunsAreEqual(_ subject: StrategyCase) {
    let runs = (0..<2).map { _ in
      let stage = Stage(subject, cost: .microseconds(700))
      for number in 0..<200 {
        stage.at(.microseconds(number * 37 % 5_000), number % 2 == 0 ? .main : .background) {
          stage.submit(number)
        }
      }
      stage.run()
      return stage.deliveries
    }
    #expect(runs[0] == runs[1])
    #expect(!runs[0].isEmpty)
  }
}
