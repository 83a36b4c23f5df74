import Coalesce
import CoalesceTesting
import CoalesceStrategies

/// Lets `SourceOr`, which carries flags alone, run the tests that submit anything: the update waits
/// beside it, and each submission sets a flag.
///
/// When something is delivered, and whether anything is pending, is all `SourceOr`'s doing.
final class FlagsCarrier<Update: Mergeable>: UpdateStrategy {
  let source: SourceOr
  private let updates = PendingStore<Update>()
  private let submitted = Atomic<Int>(0)

  init(scheduler: any SourceScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    source = SourceOr(scheduler: scheduler) { [updates] _ in
      // Nothing is there where an earlier delivery came between an update and its flag.
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
