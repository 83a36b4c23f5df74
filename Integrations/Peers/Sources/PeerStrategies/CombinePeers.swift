import Coalesce
import Dispatch
@preconcurrency import OpenCombine
import OpenCombineDispatch

/// A strategy that is an operator of Combine behind a subject, received on the main queue by a sink.
///
/// It has no `flush`: ours is the direct reload that a user would make, and what the operator holds
/// is delivered nevertheless.
///
/// Thread safety: as ``UpdateStrategy`` says; subjects and operators have locks. The main queue is the
/// only main there is.
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

  /// Sends to the subject.
  func submit(_ update: UpdateCount) {
    if outlet.add(update) { subject.send() }
  }

  /// Reloads directly; what the operator holds is delivered once more in its own time.
  func flush() { outlet.flush() }

  /// Cancels the subscription, once only, for two calls of a cancellable's `cancel` at once are a data
  /// race.
  func cancel() {
    if outlet.cancel() { subscription.cancel() }
  }

  /// How many updates wait for the operator.
  var pendingCount: Int { outlet.waitingCount }
}

extension CombinePeer {
  /// The `throttle` of Combine, newest value.
  ///
  /// Rule: the first update is delivered in main's next pass, even when it was submitted on main; those
  /// that come within one interval of that are delivered together when it ends. The interval runs from
  /// start to start.
  ///
  /// Origin: OpenCombine 0.14.0, `throttle(for:scheduler:latest:)`, `latest` true, on the main queue.
  ///
  /// Price: latency is bounded by the interval plus one delivery; a delivery longer than the interval is
  /// followed by the next one at once, so it can keep main busy for as long as updates come.
  static func throttle(
    interval: Duration, deliver: @escaping @Sendable (UpdateCount) -> Void
  ) -> CombinePeer {
    CombinePeer(interval: interval, deliver: deliver) {
      $0.throttle(for: $1, scheduler: $2, latest: true)
    }
  }

  /// The `debounce` of Combine.
  ///
  /// Rule: an update is delivered when none has followed it for one interval.
  ///
  /// Origin: OpenCombine 0.14.0, `debounce(for:scheduler:)`, on the main queue.
  ///
  /// Price: a new timer for each update, about 3 µs a submission; every update waits for the interval
  /// at least, and for as long as updates keep coming closer together than that: then nothing is
  /// delivered at all. A subject that completes takes the last update with it; ours never completes.
  ///
  /// Breaks, because it has no longest wait: `bounded-latency`.
  static func debounce(
    interval: Duration, deliver: @escaping @Sendable (UpdateCount) -> Void
  ) -> CombinePeer {
    CombinePeer(interval: interval, deliver: deliver) { $0.debounce(for: $1, scheduler: $2) }
  }
}
