import BenchHarness
import Coalesce
import CoalesceStrategies
import BenchLibrarySupport
import Testing

/// A strategy of the registry. Strategies named in `make` are created directly, for any type of update and with
/// settings that suit the tests; all others, such as those that carry flags or rows, come from the registry.
struct StrategyCase: Hashable, CustomTestStringConvertible {
  let name: String

  static let allCases = [StrategyEntry].standard.filter { $0.delivery != .none }
    .map { StrategyCase(name: $0.name) }

  static let naive = StrategyCase(name: "naive")
  static let viewQueue = StrategyCase(name: "view-queue")
  static let viewQueueDelay = StrategyCase(name: "view-queue-delay")
  static let rowChanges = StrategyCase(name: "row-changes")
  static let mainDrain = StrategyCase(name: "main-drain")
  static let mainDrainBounded = StrategyCase(name: "main-drain-bounded")

  private var entry: StrategyEntry? { [StrategyEntry].standard.first { $0.name == name } }

  /// Strategies that merge all pending updates into one delivery.
  static let merging = allCases.filter { !perUpdate.contains($0) }

  /// Strategies that deliver every update separately.
  static let perUpdate = allCases.filter { $0 == .naive || $0.entry?.delivery == .rowChange }

  /// Strategies that make one delivery in each main-thread pass with pending updates.
  static let eachPass = ["source-add", "source-or", "source-replace", "next-pass"]
    .map { StrategyCase(name: $0) }

  var testDescription: String { name }

  func make<Update: Mergeable>(
    _ scheduler: any SourceScheduler,
    interval: Duration = .milliseconds(10),
    deliver: @escaping @Sendable (Update) -> Void
  ) -> any UpdateStrategy<Update> {
    switch name {
    case "naive": Naive(scheduler: scheduler, deliver: deliver)
    case "source-add": SourceAdd(scheduler: scheduler, deliver: deliver)
    case "source-replace": SourceReplace(scheduler: scheduler, deliver: deliver)
    case "view-queue": ViewQueue(scheduler: scheduler, deliver: deliver)
    case "view-queue-delay": ViewQueue(delay: interval, scheduler: scheduler, deliver: deliver)
    case "view-queue-wait":
      ViewQueue(
        waitUntil: Self.conditionWithFalseAnswers(), every: interval, scheduler: scheduler,
        deliver: deliver)
    case "row-changes": Naive(alwaysHops: true, scheduler: scheduler, deliver: deliver)
    case "main-drain": MainDrain(scheduler: scheduler, deliver: deliver)
    case "main-drain-bounded":
      MainDrain(budget: .milliseconds(8), scheduler: scheduler, deliver: deliver)
    case "dispatch-chain": DispatchChain(scheduler: scheduler, deliver: deliver)
    default:
      makeCoalescer(scheduler, interval: interval, deliver: deliver)
        ?? EntryCarrier(entry, scheduler: scheduler, interval: interval, deliver: deliver)
    }
  }

  /// Makes a coalescer; nil if the strategy is not one.
  private func makeCoalescer<Update: Mergeable>(
    _ scheduler: any SourceScheduler, interval: Duration,
    deliver: @escaping @Sendable (Update) -> Void
  ) -> (any UpdateStrategy<Update>)? {
    func make(_ pace: Pace, in group: CoalescerGroup? = nil) -> Coalescer<Update> {
      Coalescer(
        pace, on: group.map { .group($0) } ?? .scheduler(scheduler), onDelivery: deliver)
    }
    return switch name {
    case "throttle-in-submit": make(.throttleInSubmit(for: interval))
    case "throttle": make(.throttle(for: interval))
    case "throttle-end-to-start": make(.throttleEndToStart(for: interval))
    case "rate-adaptive":
      make(.rateAdaptive(minimum: interval, increment: interval / 2, maximum: interval * 3))
    case "debounce": make(.debounce(for: interval, maximum: interval * 3))
    case "frame": make(.frame(period: interval))
    case "balanced": make(.balanced(price: 0.5, deliveryCost: interval / 2))
    case "balanced-eager": make(.balancedEager(price: 0.5, deliveryCost: interval / 2))
    case "budget": make(.budget())
    case "balanced-group": make(.nextPass, in: CoalescerGroup(.nextPass, scheduler: scheduler))
    case "budget-group": make(.nextPass, in: CoalescerGroup(.budget(), scheduler: scheduler))
    case "next-pass": make(.nextPass)
    default: nil
    }
  }

  /// A condition that is false at the first check and at every thousandth after it.
  private static func conditionWithFalseAnswers() -> @Sendable () -> Bool {
    let asked = Locked(0)
    return {
      asked.withLock { asked in
        defer { asked += 1 }
        return !asked.isMultiple(of: 1_000)
      }
    }
  }
}

extension Stage {
  /// Runs `subject` with an interval of 10 ms.
  convenience init(
    _ subject: StrategyCase, hop: Duration = .microseconds(50), cost: Duration = .zero
  ) {
    self.init(hop: hop, cost: cost) { subject.make($0, deliver: $1) }
  }
}
