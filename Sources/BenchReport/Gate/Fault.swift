import BenchHarness

/// What needs no comparison, or allows none: a defect in a single trial, which only the strategy's entry in the registry
/// can excuse, not a baseline; or a combination that one side lacks.
package struct Fault: Equatable, Sendable {
  let verdict: Verdict
  let text: String

  static func isNew(_ seed: String = "") -> Fault {
    Fault(verdict: .pass, text: "is new\(seed): nothing to compare it with")
  }

  static func isGone(_ seed: String = "", from base: String) -> Fault {
    Fault(verdict: .regressed, text: "is gone\(seed): it is in \(base), but is no longer run")
  }
}

extension Fault {
  /// Nil for a trial without defects.
  init?(_ trial: Trial, _ registry: Registry) {
    guard !trial.outcome.isCutShort else {
      self.init(verdict: .failed, text: "\(trial.outcome.rawValue): \(trial.detail)")
      return
    }
    var found: [(promise: Promise, text: String)] = []
    let promises: [Outcome: Promise] = [
      .lost: trial.isExpected == true ? .freshAfterWillSet : .nothingLost,
      .wrongView: .finalState, .leftRunning: .noIdleWakeUps,
    ]
    if let promise = promises[trial.outcome] {
      let detail = trial.detail.replacing(" (declared in the strategy's registry entry)", with: "")
      found.append((promise, "\(trial.outcome.rawValue): \(detail)"))
    }
    let counts = [(Metric.outOfOrderUpdates, Promise.order), (.invalidUpdates, .survives)]
    for (metric, promise) in counts {
      guard let count = trial.values[metric], count > 0 else { continue }
      found.append((promise, "\(metric.name): \(CSVText.number(count))"))
    }
    guard !found.isEmpty else { return nil }
    let name = trial.strategy.withoutParameters
    let breaks = registry.strategies.first { $0.name == name }?.breaks ?? [:]
    self.init(
      verdict: found.allSatisfy { breaks[$0.promise] != nil } ? .pass : .regressed,
      text: found.map { promise, text in
        let name = "'\(promise.rawValue)'"
        return text
          + (breaks[promise].map { "; a known violation of \(name): \($0)" }
            ?? "; to allow this, declare \(name) in 'breaks' of its registry entry")
      }.joined(separator: "; "))
  }
}
