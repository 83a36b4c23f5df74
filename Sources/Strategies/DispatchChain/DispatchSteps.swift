import Coalesce

/// Work in several steps, each of which is run by a method of its own.
///
///     let steps = DispatchSteps(.async(on: worker)) { parse() }
///       .then(.sync(on: store)) { save() }
///       .then(.async(on: .main)) { show() }
///     let run = try steps.start()
///
/// Rule: each step runs once, in order, and is dispatched from where the step before it has just
/// run. So a `sync` step makes the queue before it wait until it has run, together with all `sync`
/// and `inline` steps right after it. A chain in which a serial queue would wait for itself is
/// refused. If the steps and the caller's place show it, nothing is run. If it is due to the waits
/// of other runs, the chain is refused when that step's turn comes.
///
/// Thread safety: a value, which may be started from any thread, any number of times.
public struct DispatchSteps: Sendable {
  struct Step: Sendable {
    let method: DispatchMethod
    let work: @Sendable () -> Void
  }

  private var steps: ArraySlice<Step>

  /// Makes a chain of one step.
  public init(_ method: DispatchMethod, _ work: @escaping @Sendable () -> Void) {
    steps = [Step(method: method, work: work)]
  }

  /// Returns this chain with one more step at its end.
  public func then(
    _ method: DispatchMethod, _ work: @escaping @Sendable () -> Void
  ) -> DispatchSteps {
    var longer = self
    longer.steps.append(Step(method: method, work: work))
    return longer
  }

  /// Starts one run of the steps. Those that run in place or by `sync` may run before this returns.
  /// - Parameter refused: called in place of a step that is refused in its turn, because of the
  ///   waits of other runs. That step and later ones never run. By default it traps with the
  ///   error's text.
  /// - Returns: the run, which can be cancelled. Dropping it does not cancel it.
  /// - Throws: ``StrategyError/deadlock(queues:)``. No step has run then.
  @discardableResult
  public func start(
    refused: @escaping @Sendable (StrategyError) -> Void = trap
  ) throws(StrategyError) -> DispatchRun {
    let methods = steps.lazy.map(\.method)
    let place = SerialQueue.current
    var order = WaitOrder()
    try order.add(methods, from: place)
    if let place {
      // Who waits for the caller waits until the first step is posted elsewhere.
      var present = WaitOrder(QueueWaits.shared.leading(to: place))
      try present.add(methods.prefix { !$0.isPosted }, from: place)
    }
    return run(refused: refused)
  }

  /// As `start`, for steps of which none can wait.
  @discardableResult
  func run(refused: @escaping @Sendable (StrategyError) -> Void = trap) -> DispatchRun {
    let run = DispatchRun(steps, refused: refused)
    run.proceed()
    return run
  }

  /// Traps with the error's text.
  public static let trap: @Sendable (StrategyError) -> Void = { preconditionFailure("\($0)") }
}

/// One run of ``DispatchSteps``.
///
/// Thread safety: every member may be used from any thread.
public final class DispatchRun: Sendable {
  /// Those that have not begun.
  private let steps: Locked<ArraySlice<DispatchSteps.Step>>
  private let refused: @Sendable (StrategyError) -> Void

  init(
    _ steps: ArraySlice<DispatchSteps.Step>, refused: @escaping @Sendable (StrategyError) -> Void
  ) {
    self.steps = Locked(steps)
    self.refused = refused
  }

  /// Ends the run. A step that has begun is finished; no other step begins, delayed or not.
  public func cancel() {
    var dropped: ArraySlice<DispatchSteps.Step> = []
    // What is dropped may call out when it ends: outside the lock.
    steps.withLock { swap(&$0, &dropped) }
  }

  /// Runs those steps that belong here, then dispatches the next. A loop where it can be one, or a
  /// long chain would need a deep stack.
  func proceed() {
    while let method = steps.withLock({ $0.first?.method }) {
      guard method.isInPlace else { return dispatch(method) }
      runNext()
    }
  }

  private func dispatch(_ method: DispatchMethod) {
    do throws(StrategyError) {
      try method.dispatch { [self] in
        runNext()
        proceed()
      }
    } catch {
      cancel()
      refused(error)
    }
  }

  private func runNext() {
    steps.withLock { $0.popFirst() }?.work()
  }
}
