import Coalesce

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

  /// Ends the run: a step that has begun is finished, no other begins, delayed ones included.
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
