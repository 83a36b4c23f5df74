import Testing

@testable import BenchMath

struct HolmTests {
  /// By the rule of Holm (1979): 4 × 0.005, 3 × 0.01, 2 × 0.03, and never below the previous value.
  @Test func pValuesAreAdjustedByHolmsRule() {
    let adjusted = Holm.adjusted([0.01, 0.04, 0.03, 0.005])
    for (found, expected) in zip(adjusted, [0.03, 0.06, 0.06, 0.02]) {
      #expect(abs(found - expected) < 1e-12)
    }
    #expect(Holm.adjusted([0.02]) == [0.02])
    #expect(Holm.adjusted([0.9, 0.6, 0.7]) == [1, 1, 1])
    #expect(Holm.adjusted([]).isEmpty)
  }
}
