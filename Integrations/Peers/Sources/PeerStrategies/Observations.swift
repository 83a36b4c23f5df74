import Coalesce
import Observation
import Synchronization

/// Swift's own `Observations` sequence over an observed model, consumed on the main actor.
///
/// Rule: each submission changes the model. The first change after a delivery wakes the loop, which reloads in the main
/// thread's next pass for all changes made by then; a burst on the main thread takes one delivery. Changes during a
/// delivery are delivered right after it, without a turn of the run loop in between.
///
/// Origin: `Observations` of the Swift standard library (SE-0475), as in Swift 6.3.1 on Linux.
///
/// Drawback: a dispatch for each delivery; about 15 µs per submission if four threads submit as fast as they can. While
/// updates keep coming, the main thread does nothing but deliver, and the layout commit waits until they stop.
///
/// The sequence has no `flush`. Ours reloads immediately, as an app would; the sequence still delivers its held changes
/// later.
///
/// Breaks: `no-starvation`, as described, and, if the model is changed off the main thread, `final-state`,
/// `nothing-lost` and `terminates`. The sequence is woken before a change is made, and listens again only after it has
/// read the model. If it reads before the change is made, or a change comes between reading and listening, that change
/// stays unseen until the next one. Of 20 000 rounds of three changes, each up to 60 µs after the one before, 2 % ended
/// that way with one thread and 7 % with four; with 5 ms between wake-up and change, all did. Changes on the main
/// thread are never lost.
///
/// Thread safety: as ``UpdateStrategy`` says. Only the main actor counts as the main thread.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
final class ObservationsStrategy: UpdateStrategy {
  private let outlet: PeerOutlet
  private let model = ObservedCount()
  private let task: Task<Void, Never>

  init(deliver: @escaping @Sendable (UpdateCount) -> Void) {
    let outlet = PeerOutlet(deliver)
    self.outlet = outlet
    task = Task { @MainActor [model] in
      // The sequence begins with the present count; 0 means that nothing was submitted.
      for await count in Observations({ model.count }) where count > 0 {
        guard !Task.isCancelled else { return }
        outlet.deliver()
      }
    }
  }

  deinit { task.cancel() }

  func submit(_ update: UpdateCount) {
    if outlet.add(update) { model.add(update.updateCount) }
  }

  /// Reloads immediately. The sequence still delivers its held changes later.
  func flush() { outlet.flush() }

  func cancel() {
    _ = outlet.cancel()
    task.cancel()
  }

  /// The number of updates that the sequence has not delivered yet.
  var pendingCount: Int { outlet.waitingCount }
}

/// An observable model with one property, which any thread may change.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
private final class ObservedCount: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let value = Atomic<Int>(0)

  var count: Int {
    registrar.access(self, keyPath: \.count)
    return value.load(ordering: .acquiring)
  }

  func add(_ number: Int) {
    _ = registrar.withMutation(of: self, keyPath: \.count) {
      value.add(number, ordering: .acquiringAndReleasing)
    }
  }
}
