import BenchTestSupport
import Foundation
import Testing

/// SciPy's results on samples; the file names SciPy's version and the calls that gave them.
struct StatisticsFixtures: Decodable, Sendable {
  struct Sample: Decodable, Sendable, CustomTestStringConvertible {
    struct SignedRank: Decodable, Sendable {
      let greater, less: Double
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
    let distance: Double
    var testDescription: String { "\(first.count) and \(second.count): \(distance)" }
  }

  let samples: [Sample]
  let unpaired: [Unpaired]
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
