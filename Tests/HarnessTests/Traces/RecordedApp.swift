import Coalesce
import CoalesceTesting

@testable import BenchHarness

/// A small app in virtual time, with a list that reads its model at the layout commit; records what its user saw.
///
/// Thread safety: none, as for its scheduler.
final class RecordedApp: @unchecked Sendable {
  // `@unchecked` is safe: all calls come from the thread that runs the simulation.
  let scheduler = VirtualScheduler(hop: .microseconds(200))
  private(set) var recording: DeliveryRecording?
  private(set) var submit: () -> Void = {}
  private(set) var submitAtOnce: () -> Void = {}
  private(set) var flush: () -> Void = {}
  private(set) var setPace: (Pace) -> Void = { _ in }
  private var makePause: () -> DeliveryPause? = { nil }
  private var pause: DeliveryPause?

  /// What the user saw.
  private(set) var deliveries = 0
  private(set) var longestWait: UInt64 = 0
  private(set) var work: [Range<UInt64>] = []
  private var times: [UInt64] = [], shownCount = 0
  private var isListDirty = false, isOtherViewDirty = false

  private let cost: Duration
  private let layout: Duration

  init(cost: Duration = .milliseconds(4), layout: Duration = .milliseconds(1)) {
    (self.cost, self.layout) = (cost, layout)
    scheduler.turnDidEnd = { [unowned self] in commit() }
  }

  /// Gives the list a coalescer, and records it. `update` returns the update for a number.
  func serve<Update: Mergeable>(
    _ coalescer: Coalescer<Update>, _ update: @escaping (Int) -> Update
  ) {
    coalescer.handle { [unowned self] (_: Update) in deliver() }
    recording = coalescer.startRecording()
    submit = { [unowned self] in
      times.append(scheduler.elapsedNanoseconds)
      coalescer.submit(update(times.count))
    }
    submitAtOnce = { [unowned self] in
      times.append(scheduler.elapsedNanoseconds)
      coalescer.submit(update(times.count), within: .zero)
    }
    flush = { coalescer.flush() }
    setPace = { coalescer.pace = $0 }
    makePause = { coalescer.pause() }
  }

  /// Gives another view of the screen a coalescer, which is not recorded.
  func serveOtherView(_ coalescer: Coalescer<UpdateCount>, every period: Duration) {
    coalescer.handle { [unowned self] (_: UpdateCount) in
      scheduler.spend(.milliseconds(3))
      isOtherViewDirty = true
    }
    for number in 0..<40 { scheduler.at(period * number) { coalescer.submit(.one) } }
  }

  func pause(from start: Duration, until end: Duration) {
    scheduler.at(start) { [unowned self] in pause = makePause() }
    scheduler.at(end) { [unowned self] in pause = nil }
  }

  /// Blocks the main thread.
  func work(_ time: Duration, at start: Duration) {
    scheduler.onMain(at: start) { [unowned self] in scheduler.spend(time) }
  }

  private func deliver() {
    let start = scheduler.elapsedNanoseconds
    scheduler.spend(cost)
    deliveries += 1
    isListDirty = true
    work.append(start..<scheduler.elapsedNanoseconds)
  }

  private func commit() {
    guard isListDirty || isOtherViewDirty else { return }
    let (start, read) = (scheduler.elapsedNanoseconds, times.count)
    if isListDirty { scheduler.spend(layout) }
    if isOtherViewDirty { scheduler.spend(layout) }
    let end = scheduler.elapsedNanoseconds
    if isListDirty {
      work.append(start..<end)
      for time in times[shownCount..<read] { longestWait = max(longestWait, end - time) }
      shownCount = read
    }
    (isListDirty, isOtherViewDirty) = (false, false)
  }

  /// The list's share of its busiest second; tries every window that begins or ends with work.
  var busiestSecond: Double {
    let second: UInt64 = 1_000_000_000
    let starts = work.map(\.lowerBound) + work.map { $0.upperBound - min(second, $0.upperBound) }
    let most = starts.map { start in
      work.reduce(UInt64(0)) { $0 + UInt64($1.clamped(to: start..<start + second).count) }
    }.max()
    return Double(most ?? 0) / Double(second)
  }
}
