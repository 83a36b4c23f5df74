/// The progress of something that people wait for.
package struct Advance: Sendable {
  package let what: String
  /// How much is done, and how much there is as far as is known.
  package let done: Int, total: Int
  /// How long it still takes; nil where that is not known.
  package let secondsLeft: Double?

  /// `start` is when it began, or went on with `earlier` done already.
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
