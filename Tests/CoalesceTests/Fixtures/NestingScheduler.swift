import Coalesce
import CoalesceTesting

/// A virtual scheduler whose main can be made to run what is posted to it inside a delivery, as a
/// handler does that turns the run loop (a modal alert, a drag).
///
/// Thread safety: none; it belongs to one thread, as the virtual scheduler does.
package final class NestingScheduler: UpdateScheduler, @unchecked Sendable {
  // Proof of `@unchecked`: every call comes from the one thread that runs the simulation.
  private let base: VirtualScheduler
  private var blocks: [() -> Void] = []

  package init(_ base: VirtualScheduler) { self.base = base }

  package var nowNanoseconds: UInt64 { base.nowNanoseconds }
  package var isMain: Bool { base.isMain }
  package var deliveries: DeliveryCounter { base.deliveries }

  package func onMain(_ work: @escaping @Sendable () -> Void) {
    blocks.append(work)
    base.onMain { [weak self] in self?.runNext() }
  }

  /// Runs what was posted so far. On main only.
  package func turnRunLoop() {
    for _ in 0..<blocks.count { runNext() }
  }

  package func makeTimer() -> any UpdateTimer { base.makeTimer() }

  package func makeSignal(_ kind: SignalKind) -> any UpdateSignal { NestingSignal(self) }

  package func makeQueue(label: String) -> any UpdateQueue { base.makeQueue(label: label) }

  private func runNext() {
    guard !blocks.isEmpty else { return }
    blocks.removeFirst()()
  }
}

/// A signal that reaches main through the nesting scheduler; whatever its kind, it only wakes.
private final class NestingSignal: UpdateSignal, @unchecked Sendable {
  // Proof of `@unchecked`: as for the scheduler.
  private unowned let scheduler: NestingScheduler
  private var handler: @Sendable (UInt) -> Void = { _ in }
  private var data: UInt = 0

  init(_ scheduler: NestingScheduler) { self.scheduler = scheduler }

  func setHandler(_ handler: @escaping @Sendable (UInt) -> Void) { self.handler = handler }

  func merge(_ data: UInt) {
    let wasEmpty = self.data == 0
    self.data |= data
    guard wasEmpty && data != 0 else { return }
    scheduler.onMain { [weak self] in
      guard let self else { return }
      let taken = self.data
      self.data = 0
      handler(taken)
    }
  }

  func cancel() { handler = { _ in } }
}
