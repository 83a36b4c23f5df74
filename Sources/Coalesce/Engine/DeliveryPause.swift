/// Holds back the deliveries of a coalescer or a group until ``end()`` is called, the pause is released, or its maximum
/// length is over. Keep the pause in a property.
///
///     scrolling = reload.pause()       // in scrollViewWillBeginDragging
///     scrolling = nil                  // in scrollViewDidEndDecelerating
///
/// Thread safety: every member may be used from any thread.
public final class DeliveryPause: Sendable {
  // Weak: a pause does not keep a coalescer alive.
  private let engine: Weak<DeliveryEngine>
  private let number: Int

  init(_ engine: DeliveryEngine, atMost longest: Duration?) {
    self.engine = Weak(object: engine)
    number = engine.pause(atMost: longest?.wholeNanoseconds ?? .max)
  }

  deinit { end() }

  /// Ends the pause. After the last pause, the main thread delivers everything pending in its next pass.
  public func end() { engine.object?.endPause(number) }
}
