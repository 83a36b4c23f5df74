import Strategies

/// One strategy in virtual time and all that it delivered.
///
/// Thread safety: none; it belongs to one thread, as its scheduler does.
final class Stage: @unchecked Sendable {
  // Proof of `@unchecked`: strategies ask for Sendable handlers, yet every call comes from the one
  // thread that runs the simulation.
  typealias Deliver = @Sendable (OrderedUpdates<Int>) -> Void
  typealias Make = (any UpdateScheduler, @escaping Deliver) -> any UpdateStrategy<
    OrderedUpdates<Int>
  >

  struct Delivery: Equatable {
    let start: Duration
    let end: Duration
    let elements: [Int]
  }

  let scheduler: VirtualScheduler

  /// What main pays for one delivery.
  var cost: Duration

  /// What main pays for the layout commit of a turn with deliveries. Takes the scheduler's
  /// `turnDidEnd`.
  var layout = Duration.zero {
    didSet { scheduler.turnDidEnd = { [weak self] in self?.layOut() } }
  }

  /// Runs inside each delivery, after its cost was paid.
  var inside: ([Int]) -> Void = { _ in }

  private(set) var strategy: (any UpdateStrategy<OrderedUpdates<Int>>)?
  private(set) var deliveries: [Delivery] = []

  /// How many deliveries were under way at once, at most.
  private(set) var deepest = 0
  private(set) var wasAlwaysOnMain = true
  private var depth = 0
  private var needsLayout = false

  init(
    hop: Duration = .microseconds(50), cost: Duration = .zero,
    wrap: (VirtualScheduler) -> any UpdateScheduler = { $0 }, _ make: Make
  ) {
    scheduler = VirtualScheduler(hop: hop)
    self.cost = cost
    strategy = make(wrap(scheduler)) { [weak self] update in self?.take(update.elements) }
  }

  convenience init(
    _ subject: StrategyCase, hop: Duration = .microseconds(50), cost: Duration = .zero
  ) {
    self.init(hop: hop, cost: cost) { subject.make($0, deliver: $1) }
  }

  var now: Duration { scheduler.now }

  /// All elements in the order in which they were shown.
  var shown: [Int] { deliveries.flatMap(\.elements) }

  var pendingCount: Int? { strategy?.pendingCount }

  var isDelivering: Bool { depth > 0 }

  /// Submits one update for each number.
  func submit(_ numbers: Int...) {
    for number in numbers { strategy?.submit(OrderedUpdates([number])) }
  }

  /// Runs `body` off main or on main at `time`.
  func at(_ time: Duration, _ origin: Origin, _ body: @escaping () -> Void) {
    scheduler.at(time, origin, body)
  }

  func run() { scheduler.run() }

  /// Gives up the only reference to the strategy.
  func drop() { strategy = nil }

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
