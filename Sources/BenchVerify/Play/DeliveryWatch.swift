import BenchHarness

/// Watches who delivers when: on main, one at a time, none inside another, none after the end, none of
/// nothing.
struct DeliveryWatch {
  /// A strategy was cancelled or dropped.
  private struct End {
    let promise: Promise
    let words: String
    /// The turn of main in which deliveries may still be made, for one was under way; nil for none.
    let lastTurn: Int?
  }

  /// A promise that was broken, and how.
  typealias Fault = (promise: Promise, words: String)

  private var underWay = 0
  private var underWayOnMain = 0
  /// How many callbacks of the view other than deliveries are under way.
  var callbacks = 0
  /// How many deliveries may be made of what was submitted: one for each submission, at the most.
  private var unanswered = 0
  private var turn = 0
  private var ends: [End] = []

  /// Main has begun another turn of its run loop.
  mutating func beginTurn() { turn += 1 }

  /// An update is submitted.
  mutating func submitted() { unanswered += 1 }

  /// Nothing waits. What is delivered meanwhile waits no more, and is not delivered yet.
  mutating func nothingIsPending() { if underWay == 0 { unanswered = 0 } }

  /// A delivery begins. Returns what is wrong with it.
  mutating func begin(isMain: Bool) -> [Fault] {
    var faults: [Fault] = []
    if !isMain {
      faults.append((.neverConcurrent, "a delivery was made off the main thread"))
    } else if underWayOnMain > 0 {
      faults.append((.neverNested, "a delivery was made inside another"))
    } else if underWay > 0 {
      faults.append((.neverConcurrent, "a delivery was made while another was under way"))
    }
    for end in ends where end.lastTurn != turn {
      faults.append((end.promise, "a delivery was made after \(end.words)"))
    }
    if unanswered == 0 {
      faults.append((.noEmptyDeliveries, "a delivery was made when nothing was left to deliver"))
    }
    unanswered = max(0, unanswered - 1)
    underWay += 1
    if isMain { underWayOnMain += 1 }
    return faults
  }

  /// A delivery ends.
  mutating func finish(isMain: Bool) {
    underWay -= 1
    if isMain { underWayOnMain -= 1 }
  }

  /// `cancel()` has returned.
  mutating func cancelled(onMain: Bool) {
    end(
      .nothingAfterCancel,
      onMain ? "cancel() had returned on the main thread" : "cancel() had returned",
      mayFinish: !onMain)
  }

  /// The last reference was given up.
  mutating func dropped() {
    end(.safeToDrop, "the strategy was dropped", mayFinish: true)
  }

  private mutating func end(_ promise: Promise, _ words: String, mayFinish: Bool) {
    ends.append(
      End(
        promise: promise, words: words, lastTurn: mayFinish && underWay + callbacks > 0 ? turn : nil
      ))
  }
}
