import BenchTestSupport
import Foundation
import Testing

/// SciPy's results on samples; the file names SciPy's version and the calls that gave them.
struct StatisticsFixtures: Decodable, Sendable {
  struct Sample: Decodable, Sendable, CustomTestStringConvertible {
    struct SignedRank: Decodable, Sendable {
      let statistic, greater, less: Double
    }

    let name: String
    let values: [Double]
    let hodgesLehmann: Double
    let wilcoxon: SignedRank?
    var testDescription: String { name }
  }

  struct Variation: Decodable, Sendable {
    let values: [Double]
    let coefficient: Double
  }

  struct Unpaired: Decodable, Sendable, CustomTestStringConvertible {
    let first, second: [Double]
    let statistic, greater, less, distance: Double
    var testDescription: String { "\(first.count) and \(second.count), U = \(statistic)" }
  }

  struct Stratified: Decodable, Sendable {
    /// Each stratum is a pair of samples.
    let strata: [[[Double]]]
    let greater, less, distance: Double
  }

  let samples: [Sample]
  let unpaired: [Unpaired]
  let stratified: [Stratified]
  let variations: [Variation]
  let quantiles: [[Double]]

  static let scipy: StatisticsFixtures = {
    let file = PackageFolder.url.appendingPathComponent("Tests/Fixtures/statistics.json")
    do {
      let decoder = JSONDecoder()
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
      return try decoder.decode(StatisticsFixtures.self, from: Data(contentsOf: file))
    } catch {
      preconditionFailure("\(file.path) cannot be read: \(error)")
    }
  }()
}
