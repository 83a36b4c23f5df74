/// The figures behind the metrics in FeltFigures.swift. Times are in nanoseconds; nil if there is nothing to measure.
struct Felt: Sendable {
  let lateShare: Double?, leastLongest: Double, busiestSecond: Double?
  let busy: Double, active: Double
  let worstHitches: Double?, picturesPerSecond: Double?, possiblePicturesPerSecond: Double?

  /// The time of a frame at 60 Hz, in nanoseconds.
  static let frame = 1e9 / 60
  private static let second = 1e9
  /// Longer waits are noticed: Nielsen, "Usability engineering", 1993.
  static let patience = 100e6
  /// Time this close to an update or a delivery is active.
  private static let halfSecond: UInt64 = 500_000_000
  /// Motion is a run of updates at most `motionGap` apart that lasts at least `motionLength`.
  private static let (motionGap, motionLength): (UInt64, UInt64) = (50_000_000, 300_000_000)

  /// `updates` are the submitted updates in the order of their intended times, `shown` is when each update was first
  /// shown. Takes O(n log n) time; for row changes, O(n · views).
  init(_ log: TrialLog, _ updates: [Int], shown: [UInt64]) {
    let work = log.work()
    let length = Double(log.length)
    busy = work.reduce(0) { $0 + Double($1.upperBound - $1.lowerBound) }
    busiestSecond = Self.most(work.map { Double($0.lowerBound)...Double($0.upperBound) }, length)
    worstHitches = Self.most(Self.hitches(log), length).map { $0 * Self.second }
    active = Self.active(log, updates, work)
    leastLongest = Self.longestOfHalfFree(log, updates)
    let limit = max(Self.patience, leastLongest + Self.frame) + 1
    // An update shown within this time is not late, whenever the screen is refreshed.
    let surely = UInt64(limit - Self.frame)
    let late = updates.count { index in
      let (time, intended) = (shown[index], log.intended[index])
      return time > intended + surely
        && (time == TrialLog.never || Self.onScreen(Double(time)) - Double(intended) > limit)
    }
    lateShare = updates.isEmpty ? nil : Double(late) / Double(updates.count)
    let motion = Self.motion(log, updates)
    let moved = motion.reduce(0) { $0 + Double($1.upperBound - $1.lowerBound) } / Self.second
    func pictures(_ times: some Sequence<UInt64>) -> Double? {
      moved > 0 ? Double(Self.frames(times, in: motion)) / moved : nil
    }
    picturesPerSecond = pictures(
      log.deliveries.map(\.shown).filter { $0 != TrialLog.never }.sorted())
    possiblePicturesPerSecond = pictures(updates.lazy.map { log.intended[$0] })
  }

  /// The time of the first refresh at `time` or later.
  private static func onScreen(_ time: Double) -> Double {
    (time / frame - 1e-9).rounded(.up) * frame
  }

  /// The share of the fullest window of one second, or of the whole `length` if that is shorter. Spans ascend.
  private static func most(_ spans: [ClosedRange<Double>], _ length: Double) -> Double? {
    let window = min(second, length)
    guard window > 0 else { return nil }
    var sums = [0.0]
    sums.reserveCapacity(spans.count + 1)
    for span in spans { sums.append(sums[sums.count - 1] + span.upperBound - span.lowerBound) }
    var (most, first, last) = (0.0, 0, 0)
    // The fullest window begins where a span begins, or ends where one ends.
    for (place, span) in spans.enumerated() {
      let end = span.lowerBound + window
      last = max(last, place + 1)
      while last < spans.count, spans[last].lowerBound < end { last += 1 }
      let beyond = max(0, spans[last - 1].upperBound - end)
      most = max(most, sums[last] - sums[place] - beyond)
      let begin = span.upperBound - window
      while first < place, spans[first].upperBound <= begin { first += 1 }
      let before = max(0, begin - spans[first].lowerBound)
      most = max(most, sums[place + 1] - sums[first] - before)
    }
    return most / window
  }

  /// When a frame is late: from the refresh at which a turn's result is due to the one that shows it.
  private static func hitches(_ log: TrialLog) -> [ClosedRange<Double>] {
    log.turns.compactMap { turn in
      let late = turn.lateRefreshes
      return late.isEmpty ? nil : late.lowerBound * frame...late.upperBound * frame
    }
  }

  private static func active(
    _ log: TrialLog, _ updates: [Int], _ work: [Range<UInt64>]
  ) -> Double {
    var (total, end): (UInt64, UInt64) = (0, 0)
    func add(_ from: UInt64, _ until: UInt64) {
      let begin = max(end, from - min(from, halfSecond))
      let last = min(log.length, until + halfSecond)
      guard last > begin else { return }
      total += last - begin
      end = last
    }
    // Both are in the order of time.
    var next = 0
    for index in updates {
      let time = log.intended[index]
      while next < work.count, work[next].lowerBound < time {
        add(work[next].lowerBound, work[next].upperBound)
        next += 1
      }
      add(time, time)
    }
    for span in work[next...] { add(span.lowerBound, span.upperBound) }
    return Double(total)
  }

  /// The longest wait of the schedule that delivers at once, to the view that waits longest, and then leaves the main
  /// thread free for as long as the delivery took; in nanoseconds.
  private static func longestOfHalfFree(_ log: TrialLog, _ updates: [Int]) -> Double {
    let measure = log.costs.screen?.measureNanoseconds ?? 0
    let (reload, layout) = (log.costs.reloadNanoseconds, log.costs.layoutNanoseconds + measure)
    let changesRows = log.deliveryKind.group == .rowChanges
    let ahead = !changesRows && !log.readsAtDelivery ? reload : 0
    // By view: the time before which every update is served.
    var served = [UInt64](repeating: 0, count: log.viewCount)
    var (free, longest, block) = (0 as UInt64, 0.0, 0)
    for (place, index) in updates.enumerated() {
      let (view, time) = (log.updates.view[index], log.intended[index])
      if time < served[Int(view)] { continue }
      var start = max(time, free)
      while block < log.blocked.count, log.blocked[block].upperBound <= start { block += 1 }
      if block < log.blocked.count, log.blocked[block].contains(start) {
        start = log.blocked[block].upperBound
      }
      let end = start + ahead + 1
      served[Int(view)] = end
      var cost = reload + layout
      if changesRows {
        let next = updates[place...].prefix { log.intended[$0] < end }
        let rows = next.lazy.filter { log.updates.view[$0] == view }.map {
          Int(log.updates.row[$0])
        }
        let visible = UInt64(Set(rows.filter { $0 < log.costs.visibleRows }).count)
        let changes = log.costs.rowChangeNanoseconds * UInt64(rows.count)
        cost = min(cost, changes + visible * log.costs.visibleRowNanoseconds)
      }
      free = start + 2 * cost
      longest = max(longest, onScreen(Double(start + cost)) - Double(time))
    }
    return longest
  }

  private static func motion(_ log: TrialLog, _ updates: [Int]) -> [ClosedRange<UInt64>] {
    var runs: [ClosedRange<UInt64>] = []
    for index in updates {
      let time = log.intended[index]
      if let last = runs.last, time - last.upperBound <= motionGap {
        runs[runs.count - 1] = last.lowerBound...time
      } else {
        runs.append(time...time)
      }
    }
    return runs.filter { $0.upperBound - $0.lowerBound >= motionLength }
  }

  /// The number of distinct frames in `runs` that show an update of one of `times`, which ascend.
  private static func frames(
    _ times: some Sequence<UInt64>, in runs: [ClosedRange<UInt64>]
  ) -> Int {
    var (count, run, last) = (0, 0, -1.0)
    for time in times where Double(time) > last {
      let shown = onScreen(Double(time))
      guard shown > last else { continue }
      last = shown
      while run < runs.count, Double(runs[run].upperBound) < shown { run += 1 }
      guard run < runs.count else { break }
      if shown > Double(runs[run].lowerBound) { count += 1 }
    }
    return count
  }
}

extension TrialLog.Turn {
  /// The refreshes from the one at which the turn's result is due to the one that shows it; empty if it is not late. A
  /// result is due at the first refresh at least one period after the turn begins.
  fileprivate var lateRefreshes: Range<Double> {
    let due = (Double(start) / Felt.frame).rounded(.up) + 1
    return due..<max(due, (Double(end) / Felt.frame).rounded(.up))
  }

  /// How late the turn's result is shown, in nanoseconds.
  var lateness: Double { (lateRefreshes.upperBound - lateRefreshes.lowerBound) * Felt.frame }
}

extension TrialLog {
  /// When the main thread delivers or lays out, ascending and without overlaps.
  fileprivate func work() -> [Range<UInt64>] {
    stalls.isEmpty ? turnsWithDeliveries() : turnsWithDeliveries().flatMap(withoutStalls)
  }

  /// The parts of a span in which no other work came between a delivery and its layout.
  private func withoutStalls(_ span: Range<UInt64>) -> [Range<UInt64>] {
    var (rest, start) = ([Range<UInt64>](), span.lowerBound)
    for stall in stalls where stall.overlaps(span) {
      if stall.lowerBound > start { rest.append(start..<stall.lowerBound) }
      start = min(max(start, stall.upperBound), span.upperBound)
    }
    return rest + [start..<span.upperBound]
  }

  /// A delivery lasts until its turn has laid it out or, on a screen with frames of its own, until it ends; then the
  /// frames that show something count, too.
  private func turnsWithDeliveries() -> [Range<UInt64>] {
    if turnsAreWork { return turns.map { $0.start..<$0.end } }
    guard let frames else {
      return deliveries.map { $0.start..<($0.shown == Self.never ? $0.end : $0.shown) }.merged
    }
    let painted = Set(deliveries.map(\.shown))
    let shown = frames.filter { painted.contains($0.end) }.map { $0.start..<$0.end }
    return (deliveries.map { $0.start..<$0.end } + shown).merged
  }
}
