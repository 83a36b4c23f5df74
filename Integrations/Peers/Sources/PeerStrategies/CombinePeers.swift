import Coalesce
import Dispatch
@preconcurrency import OpenCombine
import OpenCombineDispatch

/// A Combine operator as a strategy: it is fed by a subject, and a sink receives its values on the main queue.
///
/// The operator has no `flush`. Ours reloads immediately, as an app would; the operator still delivers its held
/// elements later.
///
/// Thread safety: as ``UpdateStrategy`` says; subjects and operators have locks. Only the main queue counts as the main
/// thread.
final class CombinePeer: UpdateStrategy {
  typealias Subject = PassthroughSubject<Void, Never>
  typealias Stride = DispatchQueue.OCombine.SchedulerTimeType.Stride

  private let outlet: PeerOutlet
  private let subject = Subject()
  private let subscription: AnyCancellable

  init<Operator: Publisher>(
    interval: Duration, deliver: @escaping @Sendable (UpdateCount) -> Void,
    _ makePublisher: (Subject, Stride, DispatchQueue.OCombine) -> Operator
  ) where Operator.Output == Void, Operator.Failure == Never {
    let outlet = PeerOutlet(deliver)
    let stride = Stride.nanoseconds(Int(interval / .nanoseconds(1)))
    self.outlet = outlet
    subscription = makePublisher(subject, stride, DispatchQueue.main.ocombine)
      .sink { outlet.deliver() }
  }

  func submit(_ update: UpdateCount) {
    if outlet.add(update) { subject.send() }
  }

  /// Reloads immediately. The operator still delivers its held elements later.
  func flush() { outlet.flush() }

  /// Cancels the subscription only once, because two concurrent calls of a cancellable's `cancel` are a data
  /// race.
  func cancel() {
    if outlet.cancel() { subscription.cancel() }
  }

  /// The number of updates that the operator has not delivered yet.
  var pendingCount: Int { outlet.waitingCount }
}

extension CombinePeer {
  /// Combine's `throttle` with the newest value.
  ///
  /// Rule: the first update is delivered in the main thread's next pass, even if it was submitted on the main thread.
  /// Updates within one interval after that are delivered together when the interval ends. The interval runs from the
  /// start of one delivery to the start of the next.
  ///
  /// Origin: OpenCombine 0.14.0, `throttle(for:scheduler:latest:)`, `latest` true, on the main queue.
  ///
  /// Drawback: latency is bounded by the interval plus one delivery. If deliveries take longer than the interval, the
  /// next one follows immediately, so they keep the main thread busy for as long as updates come.
  static func throttle(
    interval: Duration, deliver: @escaping @Sendable (UpdateCount) -> Void
  ) -> CombinePeer {
    CombinePeer(interval: interval, deliver: deliver) {
      $0.throttle(for: $1, scheduler: $2, latest: true)
    }
  }

  /// Combine's `debounce`.
  ///
  /// Rule: an update is delivered if no other follows it for one interval.
  ///
  /// Origin: OpenCombine 0.14.0, `debounce(for:scheduler:)`, on the main queue.
  ///
  /// Drawback: a new timer for each update, about 3 µs per submission. Every update waits for at least one interval;
  /// while updates come closer together than that, nothing is delivered at all. If the subject completed, the last
  /// update would be lost; ours never completes.
  ///
  /// Breaks `bounded-latency`, because there is no longest wait.
  static func debounce(
    interval: Duration, deliver: @escaping @Sendable (UpdateCount) -> Void
  ) -> CombinePeer {
    CombinePeer(interval: interval, deliver: deliver) { $0.debounce(for: $1, scheduler: $2) }
  }
}
