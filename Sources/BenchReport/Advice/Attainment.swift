import BenchMath
import Foundation

package struct Attainment: Encodable, Sendable {
  package let met: Int, sessions: Int
  /// The share of other sessions to expect: a 95 % bootstrap interval. If all meet the goals, the
  /// least share at which that has a chance of one in twenty.
  package let low: Double, high: Double

  package var share: Double { Double(met) / Double(sessions) }

  /// Sources: Efron, Tibshirani, "An introduction to the bootstrap", 1993, chapter 13; Hanley,
  /// Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 1983.
  init(_ candidate: Candidate, seed: UInt64) {
    (met, sessions) = (candidate.metCount, candidate.results.count)
    guard met < sessions else {
      (low, high) = (pow(0.05, 1 / Double(sessions)), 1)
      return
    }
    let values = candidate.results.map { $0.missed.isEmpty ? 1.0 : 0 }
    let shares = Bootstrap.replicates(
      of: values, size: sessions, resamples: 1_000, seed: seed
    ) { $0.reduce(0, +) / Double($0.count) }
    (low, high) = (shares[25], shares[974])
  }
}
