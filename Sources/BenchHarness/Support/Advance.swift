package struct Advance: Sendable {
  package let what: String
  package let done: Int, total: Int
  package let secondsLeft: Double?

  /// `start` is when the work began, or resumed with `earlier` steps already done; if nil, no estimate is made.
  package init(
    _ what: String, done: Int, of total: Int, since start: ContinuousClock.Instant? = nil,
    earlier: Int = 0
  ) {
    self.what = what
    self.done = done
    self.total = total
    secondsLeft = start.flatMap { start in
      let elapsed = (ContinuousClock.now - start).milliseconds / 1_000
      return done == earlier ? nil : elapsed / Double(done - earlier) * Double(total - done)
    }
  }
}
