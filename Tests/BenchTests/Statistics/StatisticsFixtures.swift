import Foundation
import Testing

/// What SciPy says of samples: made by Scripts/dev/make-statistics-fixtures.
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
    /// Nil where there is no interval, and where SciPy has no exact test that could tell.
    let low, high: Double?
    var testDescription: String { "\(first.count) and \(second.count), U = \(statistic)" }
  }

  let samples: [Sample]
  let unpaired: [Unpaired]
  let variations: [Variation]
  let quantiles: [[Double]]

  static let scipy: StatisticsFixtures = {
    let file = SourceFolder.url.deletingLastPathComponent()
      .appendingPathComponent("Tests/Fixtures/statistics.json")
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
