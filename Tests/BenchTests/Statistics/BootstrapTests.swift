import Testing

@testable import BenchMath

@Suite struct BootstrapTests {
  private func means(of values: [Double], size: Int = 5, seed: UInt64 = 7) -> [Double] {
    Bootstrap.replicates(of: values, size: size, resamples: 100, seed: seed) { sample in
      sample.isEmpty ? nil : sample.reduce(0, +) / Double(sample.count)
    }
  }

  @Test func equalSeedsGiveEqualReplicates() {
    let values = [3, 1, 4, 1, 5, 9, 2, 6.0]
    #expect(means(of: values) == means(of: values))
    #expect(means(of: values) != means(of: values, seed: 8))
  }

  @Test func replicatesAscendAndStayWithinTheValues() {
    let means = means(of: [3, 1, 4, 1, 5])
    #expect(means.count == 100 && means == means.sorted())
    #expect(means.allSatisfy { (1...5).contains($0) })
  }

  @Test func equalValuesHaveEqualReplicates() {
    #expect(means(of: [2, 2, 2]).allSatisfy { $0 == 2 })
  }

  @Test func whatHasNoStatisticHasNoReplicate() {
    #expect(means(of: []).isEmpty)
    #expect(means(of: [1, 2], size: 0).isEmpty)
  }
}
