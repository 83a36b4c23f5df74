import Testing

@testable import Strategies

@Suite struct DeliveryCostTests {
  @Test func knownCostIsNotLearnt() {
    var cost = DeliveryCost(known: .milliseconds(3))
    cost.learn(nanoseconds: 1)
    #expect(cost.nanoseconds == 3_000_000)
  }

  @Test func costIsNothingUntilThereIsASample() {
    var cost = DeliveryCost()
    #expect(cost.nanoseconds == 0)
    cost.learn(nanoseconds: 7)
    #expect(cost.nanoseconds == 7)
  }

  @Test func twoDisturbedSamplesOfFiveChangeNothing() {
    var cost = DeliveryCost()
    for sample: UInt64 in [5, 900, 5, 6, 800, 5, 5] {
      cost.learn(nanoseconds: sample)
      #expect(cost.nanoseconds <= 6)
    }
  }

  @Test func lastingChangeIsBelievedAfterThreeSamples() {
    var cost = DeliveryCost()
    for _ in 0..<20 { cost.learn(nanoseconds: 5) }
    for sample in 1...3 {
      #expect(cost.nanoseconds == 5, "before sample \(sample)")
      cost.learn(nanoseconds: 9)
    }
    #expect(cost.nanoseconds == 9)
  }

  @Test(arguments: [
    (0, 0.02, 0), (2_000_000, 0.02, 100_000_000), (1, 0.3, 4), (1, 1e-300, UInt64.max),
    (UInt64.max, 0.5, UInt64.max),
  ])
  func patienceIsTheCostAtThePrice(cost: UInt64, price: Double, patience: UInt64) {
    #expect(DeliveryCost.patience(nanoseconds: cost, price: price) == patience)
  }
}
