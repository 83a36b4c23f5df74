/// How much of what is pending one delivery of a ``Coalescer`` takes. The ``Pace`` says when.
///
///     Coalescer<OrderedUpdates<Line>>(portion: .atMost(200))
///     Coalescer<OrderedUpdates<Character>>(.frame(), portion: .evenly(over: .milliseconds(400)))
///
/// What a delivery leaves stays pending, in order and ahead of anything newer; the pace decides when its next portion
/// is taken, and the main thread takes a turn in between. ``Coalescer/flush()`` takes everything, and so does an update
/// with a bound (`submit(_:within:)`) once its bound is due: end a stream with `within: .zero` to show all at once.
/// ``Coalescer/waitUntilDelivered()`` waits for all portions of what was submitted before.
///
/// If a handler throws, its portion and what is left wait for the next submission, in order.
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

  /// Everything that is pending: what a coalescer delivers without a portion.
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

  /// As many elements as a delivery shows within `time`, layout commit included, but one or more.
  ///
  /// Rule: what one element adds is the median of the slopes between the newest eight deliveries (H. Theil, "A
  /// rank-invariant method of linear and polynomial regression analysis", 1950), and what a delivery costs without any
  /// is the median of the rest. If that alone takes over half of `time`, the elements may take as long again. The first
  /// portion has 16 elements, and none has over four times as many as those before.
  public static func fitting(_ time: Duration) -> Portion {
    Portion(rule: .fitting(time.wholeNanoseconds))
  }

  /// As many elements as keep the pictures even, with each element shown within `horizon` of its arrival.
  ///
  /// Rule: each element is due a horizon after its arrival. A delivery takes the largest, over all these times d, of
  /// what is due by d, divided by the deliveries that can be made until d; or as many elements as arrived between two
  /// deliveries, on average over three horizons, if these are more. So text that arrives steadily is shown steadily, and
  /// a lump of 240 characters takes 24 pictures of a display with 60 a second. Deliveries are expected to start as far
  /// apart as the last five that left something and came within the horizon, at first a 60th of a second.
  ///
  /// Drawback: elements appear up to a horizon late.
  public static func evenly(over horizon: Duration) -> Portion {
    Portion(rule: .evenly(horizon.wholeNanoseconds))
  }
}
