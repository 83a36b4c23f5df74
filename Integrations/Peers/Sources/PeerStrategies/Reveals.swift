import BenchHarness
import Coalesce
import Foundation
import Synchronization

/// A smoother of streamed text: shows some of the pending updates in each frame, in order.
///
/// Rule: while updates are pending, the main thread is woken at the multiples of 1/60 s on the scheduler's clock, as by
/// `requestAnimationFrame`, and the ``RevealRule`` says how many updates it shows. A frame that a delivery outlasts is
/// skipped.
///
/// Drawback: the frames do not depend on what a delivery costs, so slow deliveries leave the main thread little time.
///
/// Thread safety: as ``UpdateStrategy`` says.
final class Reveal: UpdateStrategy {
  private struct State {
    var pending = OrderedUpdates<RowChange>([])
    var rule: any RevealRule
    /// May hold views; nil once the main thread has released it.
    var deliver: (@Sendable ([RowChange]) -> Void)?
    var isAwake = false, isDelivering = false, isCancelled = false
  }

  /// Outlives the strategy until the main thread has released what delivers.
  private final class Shared: Sendable {
    let state: Mutex<State>
    init(_ state: State) { self.state = Mutex(state) }
  }

  private let scheduler: any UpdateScheduler
  private let timer: any UpdateTimer
  private let shared: Shared

  init(
    _ rule: any RevealRule, scheduler: any UpdateScheduler,
    deliver: @escaping @Sendable ([RowChange]) -> Void
  ) {
    self.scheduler = scheduler
    timer = scheduler.makeTimer()
    shared = Shared(State(rule: rule, deliver: deliver))
    timer.setHandler { [weak self] in self?.showFrame() }
  }

  deinit { cancel() }

  func submit(_ change: RowChange) {
    let now = scheduler.nowNanoseconds
    let wakes = shared.state.withLock { state in
      guard !state.isCancelled else { return false }
      state.pending.merge(OrderedUpdates(change))
      state.rule.didArrive(at: now, pending: state.pending.updateCount)
      defer { state.isAwake = true }
      return !state.isAwake
    }
    if wakes { scheduleFrame(after: now) }
  }

  /// Shows everything that is pending.
  func flush() { show { pending, _ in pending } }

  func cancel() {
    shared.state.withLock { ($0.isCancelled, $0.pending) = (true, OrderedUpdates([])) }
    let release = { @Sendable [shared] in
      var released: (@Sendable ([RowChange]) -> Void)?
      shared.state.withLock { swap(&$0.deliver, &released) }
    }
    if scheduler.isMain { release() } else { scheduler.onMain(release) }
  }

  var pendingCount: Int { shared.state.withLock { $0.pending.updateCount } }

  private func showFrame() {
    let now = scheduler.nowNanoseconds
    show { $1.count(of: $0, at: now) }
    let goesOn = shared.state.withLock { state in
      state.isAwake = state.pending.updateCount > 0
      return state.isAwake
    }
    if goesOn { scheduleFrame(after: scheduler.nowNanoseconds) }
  }

  private func show(_ count: (_ pending: Int, inout any RevealRule) -> Int) {
    let (shown, deliver) = shared.state.withLock { state in
      let pending = state.pending.updateCount
      guard !state.isDelivering, pending > 0 else { return ([RowChange](), state.deliver) }
      let first = state.pending.removeFirst(count(pending, &state.rule)).elements
      state.isDelivering = !first.isEmpty
      return (first, state.deliver)
    }
    guard !shown.isEmpty else { return }
    deliver?(shown)
    shared.state.withLock { $0.isDelivering = false }
  }

  private func scheduleFrame(after time: UInt64) {
    let frame = time * 60 / 1_000_000_000 + 1
    timer.schedule(deadlineNanoseconds: (frame * 1_000_000_000 + 59) / 60)
  }
}

/// How much of what is pending a frame shows.
protocol RevealRule: Sendable {
  /// Notes an update; `pending` includes it. Times are in nanoseconds, and an update's may be later than the frame's.
  mutating func didArrive(at time: UInt64, pending: Int)

  /// Returns how many updates the frame at `time` shows; `pending` is 1 or more.
  mutating func count(of pending: Int, at time: UInt64) -> Int
}

/// Whole characters that accrue at a rate.
private struct Accrual {
  private var credit = 0.0
  private var last: UInt64 = 0

  /// Begins again, because nothing was pending.
  mutating func start(at time: UInt64, with credit: Double = 0) {
    self.credit = credit
    last = time
  }

  /// Takes up to `limit` characters, fewer only in whole words; `rate` is in characters a second. A pause of the frames
  /// counts as 100 ms at most, as in coder/coder#23498.
  mutating func take(
    atMost limit: Int, rate: Double, at time: UInt64, wordLength: Int = 1
  ) -> Int {
    credit += rate * Double(min(time - min(time, last), 100_000_000)) / 1e9
    last = time
    let count = Int(credit) < limit ? Int(credit) / wordLength * wordLength : limit
    credit -= Double(count)
    return count
  }
}

/// The smoother of coder/coder#22503.
///
/// Rule: the rate rises from 72 to 420 characters a second with the backlog. A frame shows 48 characters at most, but
/// what lags by more than 120 is shown immediately. Assumed: the rate is linear in the backlog and highest at 120.
struct CoderReveal: RevealRule {
  private static let greatestLag = 120
  private var accrual = Accrual()

  mutating func didArrive(at time: UInt64, pending: Int) {
    if pending == 1 { accrual.start(at: time) }
  }

  mutating func count(of pending: Int, at time: UInt64) -> Int {
    let pressure = min(1, Double(pending) / Double(Self.greatestLag))
    let rate = 72 + (420 - 72) * pressure
    return max(
      accrual.take(atMost: min(48, pending), rate: rate, at: time), pending - Self.greatestLag)
  }
}

/// The smoother of huggingface/chat-ui#2115, as #2329 reworked it.
///
/// Rule: the rate is that at which text has arrived lately, but each chunk is shown within 400 ms of its arrival, as is
/// all before it, at an even rate until then. What arrives after a pause is begun immediately. Assumed: the arrival
/// rate decays with a time constant of one second, one character a frame is the slowest, and words may be cut, which is
/// more even than the original.
struct ChatUIReveal: RevealRule {
  private var accrual = Accrual()
  private var chunks: [(time: UInt64, count: Int)] = []
  private var rate = 0.0
  private var rateTime: UInt64 = 0

  mutating func didArrive(at time: UInt64, pending: Int) {
    if pending == 1 { accrual.start(at: time, with: 1) }
    decayRate(until: time)
    rate += 1
    if let last = chunks.last, last.time == time {
      chunks[chunks.count - 1].count += 1
    } else {
      chunks.append((time, 1))
    }
  }

  mutating func count(of pending: Int, at time: UInt64) -> Int {
    var shown = chunks.reduce(0) { $0 + $1.count } - pending
    while let first = chunks.first, first.count <= shown {
      shown -= first.count
      chunks.removeFirst()
    }
    decayRate(until: time)
    var (due, fastest, overdue) = (-shown, max(60, rate), 0)
    for chunk in chunks {
      due += chunk.count
      let deadline = chunk.time + 400_000_000
      if deadline > time {
        fastest = max(fastest, Double(due) / Double(deadline - time) * 1e9)
      } else {
        overdue = due
      }
    }
    if shown > 0 { chunks[0].count -= shown }
    return max(accrual.take(atMost: pending, rate: fastest, at: time), overdue)
  }

  private mutating func decayRate(until time: UInt64) {
    guard time > rateTime else { return }
    rate *= exp(-Double(time - rateTime) / 1e9)
    rateTime = time
  }
}

/// The smoother of vercel/streamdown#625.
///
/// Rule: what is pending when a chunk arrives is shown a word at a time over the time that chunks have been apart.
/// Assumed: a word has seven characters, the average of the captured stream there; what arrives within a frame is one
/// chunk; each new gap counts for a quarter of the time between chunks, which is half a second before there is one; and
/// a gap of over a second is a pause that does not count.
struct StreamdownReveal: RevealRule {
  private var accrual = Accrual()
  private var chunkTime: UInt64?
  /// In nanoseconds; nil before the second chunk.
  private var interval: Double?
  private var rate = 0.0

  mutating func didArrive(at time: UInt64, pending: Int) {
    if pending == 1 { accrual.start(at: time) }
    let gap = chunkTime.map { time - min(time, $0) } ?? .max
    if gap >= 1_000_000_000 / 60 { chunkTime = time }
    if (1_000_000_000 / 60...1_000_000_000).contains(gap) {
      interval = interval.map { $0 + (Double(gap) - $0) / 4 } ?? Double(gap)
    }
    rate = Double(pending) / (interval ?? 500_000_000) * 1e9
  }

  mutating func count(of pending: Int, at time: UInt64) -> Int {
    accrual.take(atMost: pending, rate: rate, at: time, wordLength: 7)
  }
}
