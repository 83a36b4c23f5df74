import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite struct RunningAnimationsTests {
  @Test func thirtySecondAnimationIsRefusedUntilOneHasEnded() {
    var animations = RunningAnimations()
    let first = (0..<31).map { animations.begin(atNanoseconds: 0, until: 100 + UInt64($0)) }
    #expect(first == Array(repeating: true, count: 31))
    #expect(animations.count(atNanoseconds: 99) == 31)
    let early = animations.begin(atNanoseconds: 99, until: 300)
    #expect(!early)
    let late = animations.begin(atNanoseconds: 100, until: 300)
    #expect(late)
    #expect(animations.count(atNanoseconds: 131) == 1)
  }
}
