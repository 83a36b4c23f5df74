import Coalesce
import CoalesceStrategies

/// Lets `SourceOr`, which carries only flags, run tests with any type of update: the updates wait in this object, and
/// each submission sets a flag.
///
/// `SourceOr` alone decides when to deliver and whether anything is pending.
final class FlagsCarrier<Update: Mergeable>: UpdateStrategy {
  let source: SourceOr
  private let updates = PendingStore<Update>()
  private let submitted = Atomic<Int>(0)

  init(scheduler: any SourceScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    source = SourceOr(scheduler: scheduler) { [updates] _ in
      // Nothing is left if an earlier delivery came between an update and its flag.
      if let update = updates.take() { deliver(update) }
    }
  }

  func submit(_ update: Update) {
    guard update.updateCount > 0 else { return source.submit([]) }
    _ = updates.merge(update)
    let number = submitted.wrappingAdd(1, ordering: .relaxed).oldValue
    source.submit(UpdateFlags(rawValue: 1 << UInt(number % 64)))
  }

  func flush() { source.flush() }

  func cancel() { source.cancel() }

  var pendingCount: Int { source.pendingCount == 0 ? 0 : updates.count }
}
