import BenchMath
import Testing

struct HistogramTests {
  /// For a thousand random numbers: the number of classes, a digest of them, and the 1st, 50th, 80th, 99th and 99.99th
  /// percentile, all computed by hdrhistogram-swift 0.2.0.
  @Test(
    arguments: [
      (
        1, 51449, 955, 3_904_418_338_230_459_892,
        [13, 10_616_831, 31_004_295_167, 12_137_577_578_495, 17_218_010_413_721]
      ),
      (
        2, 50636, 953, 8_695_234_802_692_972_414,
        [12, 7_806_975, 20_619_198_463, 11_458_972_745_727, 17_549_438_205_880]
      ),
      (
        3, 50183, 942, 4_460_027_976_489_870_066,
        [3, 22_937_599, 86_100_672_511, 9_809_705_304_063, 16_635_172_437_815]
      ),
    ] as [(UInt64, UInt64, Int, UInt64, [UInt64])])
  func histogramAgreesWithHDRHistogram(
    seed: UInt64, total: UInt64, classes: Int, digest: UInt64, percentiles: [UInt64]
  ) {
    var generator = SeededGenerator(seed: seed)
    let histogram = Histogram(
      (0..<1000).map { _ in
        let number = generator.next() >> (20 + generator.next() % 40)
        return (number, 1 + generator.next() % 100)
      })
    #expect(histogram.total == total)
    #expect(histogram.classes.count == classes)
    #expect(histogram.classes.reduce(0) { ($0 &* 31 &+ $1.greatest) &* 31 &+ $1.count } == digest)
    #expect([1, 50, 80, 99, 99.99].map(histogram.percentile) == percentiles)
  }

  @Test(arguments: [0, 2047, 2048, 4097, 1 << 20, 1 << 63, .max] as [UInt64])
  func classErrorIsAtMostAThousandth(number: UInt64) throws {
    let histogram = Histogram([(number, 1)])
    let greatest = try #require(histogram.classes.first?.greatest)
    #expect(greatest >= number && greatest - number <= number / 1000)
    #expect(histogram.percentile(50) == number)
    #expect(histogram.greatest == number)
  }

  @Test func emptyHistogramHasNoClasses() {
    let histogram = Histogram([])
    #expect(histogram.classes.isEmpty)
    #expect(histogram.total == 0)
    #expect(histogram.percentile(50) == 0)
  }
}
