import BenchHarness
import BenchReport
import Coalesce

extension RunSettings {
  /// The best possible deliveries on each workload, as `frontier.csv` has them. Takes longer the more updates there are.
  package func frontier(
    _ plans: [String: TrialPlan], onAdvance: @escaping @Sendable (Advance) -> Void = { _ in }
  ) -> String {
    let ordered = workloads.map(\.key).compactMap { key in plans[key].map { (key, $0) } }
    let kinds = [DeliveryKind.reload, .rowChange]
    let total = kinds.count * Frontier.prices.count * ordered.count
    let done = Locked(0)
    return ResultsTables.frontier(
      ordered.flatMap { workload, plan in
        kinds.map { kind in
          let frontier = Frontier(plan, kind) {
            done.withLock { done in
              done += 1
              onAdvance(Advance("the best possible on \(workload)", done: done, of: total))
            }
          }
          return (workload, kind, frontier)
        }
      })
  }
}
