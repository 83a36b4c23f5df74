package struct Advance: Sendable {
  package let what: String
  package let done: Int, total: Int
  package let secondsLeft: Double?

  /// `start`: the time at which the work began, or was resumed with `earlier` steps done; nil for no estimate.
  package init(
    _ what: String, done: Int, of total: Int, since start: ContinuousClock.Instant? = nil,
    earlier: Int = 0
  ) {
    (self.what, self.done, self.total) = (what, done, total)
    secondsLeft = start.flatMap { start in
      let elapsed = (ContinuousClock.now - start).milliseconds / 1_000
      return done == earlier ? nil : elapsed / Double(done - earlier) * Double(total - done)
    }
  }
}
