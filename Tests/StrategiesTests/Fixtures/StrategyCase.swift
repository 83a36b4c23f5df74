import BenchHarness
import Coalesce
import CoalesceStrategies
import BenchLibrarySupport
import Testing

/// A strategy of the registry. Strategies named in `make` are created directly, for any type of update and with
/// settings that suit the tests; all others, such as those that carry flags or rows, come from the registry.
struct StrategyCase: Hashable, ExpressibleByStringLiteral, CustomTestStringConvertible {
  private let name: String

  init(stringLiteral name: String) { self.name = name }

  var testDescription: String { name }

  static let allCases = entries.keys.sorted().map { StrategyCase(stringLiteral: $0) }

  private static let entries = Dictionary(
    uniqueKeysWithValues: [StrategyEntry].standard.filter { $0.delivery != .none }
      .map { ($0.name, $0) })

  /// Strategies that merge all pending updates into one delivery.
  static let merging = allCases.filter { !perUpdate.contains($0) }

  /// Strategies that deliver every update separately.
  static let perUpdate = allCases.filter {
    $0 == "naive" || entries[$0.name]?.delivery == .rowChange
  }

  /// Strategies that make one delivery in each main-thread pass with pending updates.
  static let eachPass: [StrategyCase] = ["source-add", "source-or", "source-replace", "next-pass"]

  func make<Update: Mergeable>(
    _ scheduler: any SourceScheduler,
    interval: Duration = .milliseconds(10),
    deliver: @escaping @Sendable (Update) -> Void
  ) -> any UpdateStrategy<Update> {
    func coalescer(_ pace: Pace, in group: CoalescerGroup? = nil) -> Coalescer<Update> {
      Coalescer(
        pace, on: group.map { .group($0) } ?? .scheduler(scheduler), onDelivery: deliver)
    }
    return switch name {
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
    case "throttle-in-submit": coalescer(.throttleInSubmit(for: interval))
    case "throttle": coalescer(.throttle(for: interval))
    case "throttle-end-to-start": coalescer(.throttleEndToStart(for: interval))
    case "rate-adaptive":
      coalescer(.rateAdaptive(minimum: interval, increment: interval / 2, maximum: interval * 3))
    case "debounce": coalescer(.debounce(for: interval, maximum: interval * 3))
    case "frame": coalescer(.frame(period: interval))
    case "balanced": coalescer(.balanced(price: 0.5, deliveryCost: interval / 2))
    case "balanced-eager": coalescer(.balancedEager(price: 0.5, deliveryCost: interval / 2))
    case "budget": coalescer(.budget())
    case "balanced-group": coalescer(.nextPass, in: CoalescerGroup(.nextPass, scheduler: scheduler))
    case "budget-group": coalescer(.nextPass, in: CoalescerGroup(.budget(), scheduler: scheduler))
    case "next-pass": coalescer(.nextPass)
    default:
      EntryCarrier(
        Self.entries[name], scheduler: scheduler, interval: interval, deliver: deliver)
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
