import Dispatch
@preconcurrency import OpenCombine
import OpenCombineDispatch
import Coalesce

/// A strategy that is an operator of Combine behind a subject, received on the main queue.
protocol CombinePeer: UpdateStrategy where Update == UpdateCount {
  /// The subject, the operator and the sink.
  var pipeline: CombinePipeline { get }
}

extension CombinePeer {
  /// Sends to the subject.
  func submit(_ update: UpdateCount) { pipeline.submit(update) }

  /// Reloads directly; what the operator holds is delivered once more in its own time.
  func flush() { pipeline.outlet.flush() }

  /// Cancels the subscription.
  func cancel() { pipeline.cancel() }

  /// How many updates wait for the operator.
  var pendingCount: Int { pipeline.outlet.waitingCount }
}

/// A subject, an operator that delivers on the main queue, and a sink.
///
/// Thread safety: every member may be used from any thread; subjects and operators have locks.
final class CombinePipeline: Sendable {
  typealias Subject = PassthroughSubject<Void, Never>
  typealias Stride = DispatchQueue.OCombine.SchedulerTimeType.Stride

  let outlet: PeerOutlet
  private let subject = Subject()
  private let subscription: AnyCancellable

  init<Operator: Publisher>(
    interval: Duration, deliver: @escaping @Sendable (UpdateCount) -> Void,
    _ makePublisher: (Subject, Stride, DispatchQueue.OCombine) -> Operator
  ) where Operator.Output == Void, Operator.Failure == Never {
    let outlet = PeerOutlet(deliver)
    let stride = Stride.nanoseconds(Int(clamping: interval.wholeNanoseconds))
    self.outlet = outlet
    subscription = makePublisher(subject, stride, DispatchQueue.main.ocombine)
      .sink { outlet.deliver() }
  }

  func submit(_ update: UpdateCount) {
    if outlet.add(update) { subject.send() }
  }

  /// Once only, for two calls of a cancellable's `cancel` at once are a data race.
  func cancel() {
    if outlet.cancel() { subscription.cancel() }
  }
}
