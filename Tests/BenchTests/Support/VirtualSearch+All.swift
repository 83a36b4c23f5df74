@testable import BenchVerify

extension VirtualSearch {
  /// What is found about everything that is looked for, on the main actor where targets come and
  /// go.
  func all(seed: UInt64) async -> [PromiseResult] {
    var results: [PromiseResult] = []
    for family in [PromiseCheck].families { results += await found(family, seed: seed) }
    return results
  }

  /// As `results`, on the main actor where targets come and go.
  func found(_ family: [PromiseCheck], seed: UInt64) async -> [PromiseResult] {
    guard family.contains(where: { $0.promise == .keepsForNextTarget }) else {
      return results(family, seed: seed)
    }
    return await MainActor.run { results(family, seed: seed) }
  }
}
