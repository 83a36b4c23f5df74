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

  let samples: [Sample]
  let variations: [Variation]
  let quantiles: [[Double]]

  static let scipy: StatisticsFixtures = {
    let file = SourceFolder.url.deletingLastPathComponent()
      .appendingPathComponent("Tests/Fixtures/statistics.json")
    do {
      return try JSONDecoder().decode(StatisticsFixtures.self, from: Data(contentsOf: file))
    } catch {
      preconditionFailure("\(file.path) cannot be read: \(error)")
    }
  }()
}
