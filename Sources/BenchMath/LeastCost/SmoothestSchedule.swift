/// The most even way to show a stream, if each element may wait for a horizon.
package enum SmoothestSchedule {
  private static let mostTimes = 4_000

  /// The smallest possible largest jump: in any schedule, some picture shows at least this many elements at once.
  ///
  /// Elements that arrive from a to b have to be shown between a and b plus the horizon, in at most as many pictures as
  /// fit there. The bound is the largest quotient over all such spans, rounded up: water poured into pictures rises to
  /// the level of the narrowest place. Takes O(n²) time for n different times.
  /// - Parameters:
  ///   - arrivals: the times of elements, ascending, in nanoseconds.
  ///   - horizon: how long an element may wait, in nanoseconds.
  ///   - slot: the least time between two pictures, in nanoseconds.
  /// - Returns: a number of elements; 0 without elements, nil if times do not ascend or more than 4 000 differ.
  package static func leastLargestJump(
    _ arrivals: [UInt64], horizon: UInt64, slot: UInt64
  ) -> Int? {
    var lumps: [(time: UInt64, count: Int)] = []
    for time in arrivals {
      if lumps.last?.time == time {
        lumps[lumps.count - 1].count += 1
      } else {
        guard lumps.count < mostTimes, time >= lumps.last?.time ?? 0 else { return nil }
        lumps.append((time, 1))
      }
    }
    var most = 0
    for first in lumps.indices {
      var count = 0
      for last in lumps[first...] {
        count += last.count
        let pictures = Int((last.time - lumps[first].time + horizon) / max(1, slot)) + 1
        most = max(most, (count + pictures - 1) / pictures)
      }
    }
    return most
  }
}
