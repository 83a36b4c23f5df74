import BenchHarness
import Coalesce
import CoalesceStrategies
import CoalesceTesting

/// Runs a strategy in virtual time and records its deliveries.
///
/// Thread safety: none; use it on one thread only, like its scheduler.
package final class Stage: @unchecked Sendable {
  // `@unchecked` is safe: strategies require Sendable handlers, but all calls come from the thread that runs the
  // simulation.
  package typealias Deliver = @Sendable (OrderedUpdates<Int>) -> Void
  package typealias Make = (any SourceScheduler, @escaping Deliver) -> any UpdateStrategy<
    OrderedUpdates<Int>
  >

  package struct Delivery: Equatable {
    package let start: Duration
    package let end: Duration
    package let elements: [Int]
  }

  package let scheduler: VirtualScheduler

  /// The main-thread time of a delivery.
  package var cost: Duration

  /// The main-thread time of the layout commit after a turn with deliveries. Setting this replaces the scheduler's
  /// `turnDidEnd`.
  package var layout = Duration.zero {
    didSet { scheduler.turnDidEnd = { [weak self] in self?.layOut() } }
  }

  /// Runs inside each delivery, after its cost was spent.
  package var inside: ([Int]) -> Void = { _ in }

  private var hold: DeliveryPause?

  package private(set) var strategy: (any UpdateStrategy<OrderedUpdates<Int>>)?
  package private(set) var deliveries: [Delivery] = []

  /// The deepest nesting of deliveries.
  package private(set) var deepest = 0
  package private(set) var wasAlwaysOnMain = true
  private var depth = 0
  private var needsLayout = false

  package init(
    hop: Duration = .microseconds(50), cost: Duration = .zero,
    wrap: (VirtualScheduler) -> any SourceScheduler = { $0 }, _ make: Make
  ) {
    scheduler = VirtualScheduler(hop: hop)
    self.cost = cost
    strategy = make(wrap(scheduler)) { [weak self] update in self?.take(update.elements) }
  }

  package convenience init(
    _ policy: Pace, hop: Duration = .microseconds(50), cost: Duration = .zero
  ) {
    self.init(hop: hop, cost: cost) { Coalescer(policy, on: .scheduler($0), onDelivery: $1) }
  }

  package convenience init(
    _ policy: some DeliveryPolicy, hop: Duration = .microseconds(50), cost: Duration = .zero
  ) { self.init(Pace(policy), hop: hop, cost: cost) }

  package var now: Duration { scheduler.now }

  /// The strategy, if it is a coalescer.
  package var coalescer: Coalescer<OrderedUpdates<Int>>? {
    strategy as? Coalescer<OrderedUpdates<Int>>
  }

  package var starts: [Duration] { deliveries.map(\.start) }

  /// All elements in the order in which they were shown.
  package var shown: [Int] { deliveries.flatMap(\.elements) }

  package var pendingCount: Int? { strategy?.pendingCount }

  package var isDelivering: Bool { depth > 0 }

  package func submit(_ numbers: Int...) {
    for number in numbers { strategy?.submit(OrderedUpdates([number])) }
  }

  /// Submits each number at its multiple of `gap`.
  package func submit(
    _ numbers: some Sequence<Int>, every gap: Duration, _ origin: Origin = .background
  ) { for number in numbers { at(gap * number, origin) { self.submit(number) } } }

  /// Runs `body` at `time`, on a background thread or the main thread.
  package func at(_ time: Duration, _ origin: Origin, _ body: @escaping () -> Void) {
    scheduler.at(time, origin, body)
  }

  package func run() { scheduler.run() }

  package func pause(atMost longest: Duration? = nil) { hold = coalescer?.pause(atMost: longest) }

  package func resume() { hold = nil }

  /// Releases the only reference to the strategy.
  package func drop() { strategy = nil }

  private func take(_ elements: [Int]) {
    depth += 1
    defer { depth -= 1 }
    deepest = max(deepest, depth)
    wasAlwaysOnMain = wasAlwaysOnMain && scheduler.isMain
    let start = now
    if cost > .zero { scheduler.spend(nanoseconds: cost.wholeNanoseconds) }
    deliveries.append(Delivery(start: start, end: now, elements: elements))
    needsLayout = true
    inside(elements)
  }

  private func layOut() {
    guard needsLayout else { return }
    needsLayout = false
    scheduler.spend(nanoseconds: layout.wholeNanoseconds)
  }
}

/// The thread of a submission.
package typealias Origin = Timeline.Origin

extension VirtualScheduler {
  /// Runs `body` at `time`, on a background thread or the main thread.
  package func at(_ time: Duration, _ origin: Origin, _ body: @escaping () -> Void) {
    switch origin {
    case .background: at(nanoseconds: time.wholeNanoseconds, body)
    case .main: onMain(atNanoseconds: time.wholeNanoseconds, body)
    }
  }
}
