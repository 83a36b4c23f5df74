import Coalesce
public import Dispatch

/// Where and how work is run, as a value that a property or a parameter can hold.
///
///     cache.method = .sync(on: queue)
///     try cache.method.perform { cache.clear() }
///
/// Thread safety: a value, which may be used from any thread.
public struct DispatchMethod: Sendable {
  typealias Work = @Sendable () -> Void

  enum Kind: Sendable {
    case inline
    case sync(SerialQueue)
    /// `queue` is where the work runs, nil where that is no dispatch queue.
    case posted(queue: DispatchQueue?, @Sendable (@escaping Work) -> Void)
  }

  let kind: Kind

  /// In place: where the caller is or, after other steps, where the step before it ran.
  public static let inline = DispatchMethod(kind: .inline)

  /// On `queue`, later. Any dispatch queue will do.
  public static func async(on queue: DispatchQueue) -> DispatchMethod {
    DispatchMethod(kind: .posted(queue: queue) { queue.async(execute: $0) })
  }

  /// On `queue`, while the caller waits. Nothing else runs on the queue meanwhile.
  ///
  /// If the caller is on that queue already, the work runs in place. If the queue waits for the
  /// caller's, directly or not, the work is refused.
  public static func sync(on queue: SerialQueue) -> DispatchMethod {
    DispatchMethod(kind: .sync(queue))
  }

  /// On `queue`, not before `delay` has passed; a negative delay counts as zero.
  public static func after(_ delay: Duration, on queue: DispatchQueue) -> DispatchMethod {
    let nanoseconds = delay.wholeNanoseconds
    return DispatchMethod(
      kind: .posted(queue: queue) { work in
        let (deadline, isNever) = DispatchTime.now().uptimeNanoseconds
          .addingReportingOverflow(nanoseconds)
        queue.asyncAfter(
          deadline: isNever || deadline > Int64.max
            ? .distantFuture : DispatchTime(uptimeNanoseconds: deadline),
          execute: work)
      })
  }

  /// On `thread`, later, after all work that it was given before.
  public static func async(on thread: DedicatedThread) -> DispatchMethod {
    DispatchMethod(kind: .posted(queue: nil) { thread.post($0) })
  }

  /// On main of `scheduler`, later.
  static func async(onMainOf scheduler: any UpdateScheduler) -> DispatchMethod {
    DispatchMethod(kind: .posted(queue: nil) { scheduler.onMain($0) })
  }

  /// On a queue of a scheduler, later; the queue is held until the work has returned.
  static func async(onQueue queue: any UpdateQueue) -> DispatchMethod {
    DispatchMethod(
      kind: .posted(queue: nil) { work in
        queue.async { release in
          work()
          release()
        }
      })
  }

  /// Runs `work` by this method: a chain of one step.
  /// - Parameters:
  ///   - work: what to run, once.
  ///   - refused: see ``DispatchSteps/start(refused:)``.
  /// - Returns: the run, which can be cancelled.
  /// - Throws: ``StrategyError/deadlock(queues:)``.
  @discardableResult
  public func perform(
    _ work: @escaping @Sendable () -> Void,
    refused: @escaping @Sendable (StrategyError) -> Void = DispatchSteps.trap
  ) throws(StrategyError) -> DispatchRun {
    try DispatchSteps(self, work).start(refused: refused)
  }

  /// Whether the work runs in place when dispatched from here.
  var isInPlace: Bool {
    switch kind {
    case .inline: true
    case .sync(let queue): queue.isHere
    case .posted: false
    }
  }

  var isPosted: Bool {
    if case .posted = kind { true } else { false }
  }

  func dispatch(_ work: @escaping Work) throws(StrategyError) {
    switch kind {
    case .inline: work()
    case .posted(_, let post): post(work)
    case .sync(let queue): try queue.sync(work)
    }
  }
}
