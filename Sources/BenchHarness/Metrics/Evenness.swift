import BenchMath
import Coalesce

/// Metrics of how evenly a stream is shown. A picture is what one turn or frame shows in one view.
extension Metric {
  package static let largestJump = Metric(
    "largest_jump", "the most updates that appear in one picture"
  ) { $0.evenness.largestJump }

  package static let longestFreeze = Metric(
    "longest_freeze_ms", "the longest time without a new picture while an update waits to be shown"
  ) { milliseconds($0.evenness.longestFreeze) }

  package static let leastJump = Metric(
    "jump_possible", title: "possible jump", better: .neither,
    """
    the smallest possible largest jump if every update is shown within 400 ms, in pictures as far apart as those of \
    the pace 'adaptive'; only for one view with up to 4 000 different times of updates
    """
  ) { trial in
    let log = trial.log
    guard log.viewCount == 1, !log.intended.isEmpty else { return nil }
    let delivery = log.costs.reloadNanoseconds + log.costs.layoutNanoseconds
    return SmoothestSchedule.leastLargestJump(
      log.intended, horizon: 400_000_000, slot: AdaptivePolicy.interval(delivery)
    ).map { Double($0) }
  }
}

/// The figures above; nil if nothing is shown.
struct Evenness: Sendable {
  private(set) var largestJump: Double?
  /// In nanoseconds.
  private(set) var longestFreeze: UInt64?

  fileprivate struct Picture {
    let time: UInt64
    var count: Int
    /// When the first of its updates arrived.
    var first: UInt64
  }

  /// `updates` are the submitted updates in the order of their intended times, `shown` is when each was first shown.
  init(_ log: TrialLog, _ updates: [Int], shown: [UInt64]) {
    var views: [[Picture]] = Array(repeating: [], count: log.viewCount)
    for index in updates where shown[index] != TrialLog.never {
      let (view, time) = (Int(log.updates.view[index]), shown[index])
      views[view].add(Picture(time: time, count: 1, first: log.intended[index]))
    }
    for runs in views {
      let pictures = runs.sorted { $0.time < $1.time }.reduce(into: []) { $0.add($1) }
      var first = UInt64.max
      for (place, picture) in pictures.enumerated().reversed() {
        first = min(first, picture.first)
        let last = place > 0 ? pictures[place - 1].time : 0
        let frozen = picture.time - min(picture.time, max(last, first))
        longestFreeze = max(longestFreeze ?? 0, frozen)
        largestJump = max(largestJump ?? 0, Double(picture.count))
      }
    }
  }
}

extension [Evenness.Picture] {
  /// Adds a picture, or merges it into the last one if both have the same time.
  fileprivate mutating func add(_ picture: Element) {
    guard let last, last.time == picture.time else { return append(picture) }
    self[count - 1].count += picture.count
    self[count - 1].first = Swift.min(last.first, picture.first)
  }
}
