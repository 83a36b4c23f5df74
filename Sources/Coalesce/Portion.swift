/// How many of the pending elements one delivery of a ``Coalescer`` takes. The ``Pace`` says when.
///
///     Coalescer<OrderedUpdates<Line>>(portion: .atMost(200))
///     Coalescer<OrderedUpdates<Character>>(.frame(), portion: .evenly(over: .milliseconds(400)))
///
/// The elements that a delivery leaves stay pending, in order and ahead of newer ones; the pace decides when the next
/// portion is taken, and the main thread takes a turn in between. ``Coalescer/flush()`` takes everything, and so does
/// an update with a bound (`submit(_:within:)`) once its bound is due: end a stream with `within: .zero` to show all at
/// once. ``Coalescer/waitUntilDelivered()`` waits for all portions of what was submitted before.
///
/// If a handler throws, its portion and the rest wait for the next submission, in order.
///
/// Drawback: a submission to a coalescer with portions also reads the clock, which takes 25–30 ns.
public struct Portion: Sendable, Equatable {
  enum Rule: Sendable, Equatable {
    case all
    case atMost(Int)
    case fitting(UInt64)
    case evenly(UInt64)
  }

  let rule: Rule

  /// Everything that is pending, as for a coalescer made without a portion.
  public static var all: Portion { Portion(rule: .all) }

  /// At most `count` elements, such as 200 lines of a log; `count` is 1 or more.
  public static func atMost(
    _ count: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> Portion {
    require(
      count > 0, "A portion of at most \(count) would deliver nothing. Give 1 or more.", file: file,
      line: line)
    return Portion(rule: .atMost(count))
  }

  /// As many elements as a delivery can show within `time`, layout commit included; at least one.
  ///
  /// Rule: the cost of one element is the median of the slopes between the newest eight deliveries (H. Theil, "A
  /// rank-invariant method of linear and polynomial regression analysis", 1950), and the fixed cost of a delivery is
  /// the median of the remainders. If the fixed cost alone exceeds half of `time`, the elements may take as long again.
  /// The first portion has 16 elements; no portion has over four times as many as the largest of those eight.
  public static func fitting(_ time: Duration) -> Portion {
    Portion(rule: .fitting(time.wholeNanoseconds))
  }

  /// As many elements as it takes to show them evenly, each within `horizon` of its arrival.
  ///
  /// Rule: each element is due a horizon after its arrival. For each due time, the elements due by then are divided by
  /// the number of deliveries that fit before it. A delivery takes the largest of these quotients or, if that is more,
  /// the average number of elements that arrived between two deliveries during the last three horizons. So text that
  /// arrives steadily is shown steadily, and a lump of 240 characters takes 24 pictures at 60 a second. The expected
  /// time between deliveries is learnt from the last five that left something and came within the horizon; at first it
  /// is a 60th of a second.
  ///
  /// Drawback: elements appear up to a horizon late.
  public static func evenly(over horizon: Duration) -> Portion {
    Portion(rule: .evenly(horizon.wholeNanoseconds))
  }
}
