/// The most even way to show a stream, if each element may wait for a horizon.
package enum SmoothestSchedule {
  /// The least that the largest jump can be: how many elements some picture shows at once, whatever the schedule.
  ///
  /// Elements that arrive from a to b have to be shown between a and b plus the horizon, in at most as many pictures as
  /// fit there. The bound is the largest quotient over all such spans, rounded up: water poured into pictures rises to
  /// the level of the narrowest place. Takes O(n²) time for n different times.
  /// - Parameters:
  ///   - arrivals: the times of elements, ascending, in nanoseconds.
  ///   - horizon: how long an element may wait, in nanoseconds.
  ///   - slot: the least time between two pictures, in nanoseconds.
  /// - Returns: a number of elements; 0 without elements, nil with more than 4 000 different times.
  package static func leastLargestJump(
    _ arrivals: [UInt64], horizon: UInt64, slot: UInt64
  ) -> Int? {
    let lumps = arrivals.reduce(into: [(time: UInt64, count: Int)]()) { lumps, time in
      if lumps.last?.time == time {
        lumps[lumps.count - 1].count += 1
      } else {
        lumps.append((time, 1))
      }
    }
    guard lumps.count <= 4_000 else { return nil }
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
