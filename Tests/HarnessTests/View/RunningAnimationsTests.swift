import Testing

@testable import Harness
@testable import Runs

@Suite struct RunningAnimationsTests {
  @Test func thirtySecondAnimationIsRefusedUntilOneHasEnded() {
    var animations = RunningAnimations()
    for number in 0..<31 {
      #expect(animations.begin(atNanoseconds: 0, until: 100 + UInt64(number)))
    }
    #expect(animations.count(atNanoseconds: 99) == 31)
    #expect(!animations.begin(atNanoseconds: 99, until: 300))
    #expect(animations.begin(atNanoseconds: 100, until: 300))
    #expect(animations.count(atNanoseconds: 131) == 1)
  }
}
