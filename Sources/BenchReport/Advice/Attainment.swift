import BenchMath
import Foundation

/// On how many sessions a candidate meets the goals, and how sure that is.
package struct Attainment: Encodable, Sendable {
  package let met: Int, sessions: Int
  /// What share to expect of other sessions of the kind: where 95 % of the samples of these sessions lie.
  /// Where all meet them, and so would all samples, the least share of which that is no accident (one in
  /// twenty).
  package let low: Double, high: Double

  package var share: Double { Double(met) / Double(sessions) }

  /// Of one session or more. Sources: Efron, Tibshirani, "An introduction to the bootstrap", 1993, chapter
  /// 13; Hanley, Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 1983.
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
