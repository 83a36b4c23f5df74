import BenchHarness
import Coalesce
import CoalesceTesting
import CoalesceStrategies
import Testing

/// Every strategy of the registry, for the contract tests run all that deliver anything.
///
/// Those that are named here are made directly, with settings that suit the tests and with any update.
/// All others are made as the registry says, and what the tests need to know of them follows from
/// their entries.
struct StrategyCase: Hashable, CustomTestStringConvertible {
  /// As in the registry.
  let name: String

  static let allCases = [StrategyEntry].standard.filter { $0.delivery != .none }
    .map { StrategyCase(name: $0.name) }

  static let naive = StrategyCase(name: "naive")
  static let sourceAdd = StrategyCase(name: "source-add")
  static let sourceOr = StrategyCase(name: "source-or")
  static let sourceReplace = StrategyCase(name: "source-replace")
  static let throttle = StrategyCase(name: "throttle")
  static let throttleEndToStart = StrategyCase(name: "throttle-end-to-start")
  static let rateAdaptive = StrategyCase(name: "rate-adaptive")
  static let debounceMaxWait = StrategyCase(name: "debounce-max-wait")
  static let frame = StrategyCase(name: "frame")
  static let viewQueue = StrategyCase(name: "view-queue")
  static let viewQueueDelay = StrategyCase(name: "view-queue-delay")
  static let viewQueueWait = StrategyCase(name: "view-queue-wait")
  static let rowChanges = StrategyCase(name: "row-changes")
  static let mainDrain = StrategyCase(name: "main-drain")
  static let mainDrainBounded = StrategyCase(name: "main-drain-bounded")
  static let throttleNextPass = StrategyCase(name: "throttle-next-pass")
  static let pendingFlag = StrategyCase(name: "pending-flag")
  static let changeSet = StrategyCase(name: "change-set")
  static let dispatchChain = StrategyCase(name: "dispatch-chain")
  static let balanced = StrategyCase(name: "balanced")
  static let balancedEager = StrategyCase(name: "balanced-eager")
  static let balancedRows = StrategyCase(name: "balanced-rows")
  static let budgeted = StrategyCase(name: "budgeted")
  static let grouped = StrategyCase(name: "balanced-group")
  static let budgetedGroup = StrategyCase(name: "budgeted-group")

  private static let entries = Dictionary(
    uniqueKeysWithValues: [StrategyEntry].standard.map { ($0.name, $0) })

  private var entry: StrategyEntry? { Self.entries[name] }

  /// Those that put all that waits into one delivery.
  static let merging = allCases.filter { !perUpdate.contains($0) }

  /// Those that make a delivery of every update: row changes, but for the one that puts those that
  /// wait into a list or a reload.
  static let perUpdate = allCases.filter {
    $0 == .naive || ($0.entry?.delivery == .rowChange && $0 != .balancedRows)
  }

  /// Those over a dispatch source.
  static let sources: [StrategyCase] = [.sourceAdd, .sourceOr, .sourceReplace]

  /// Those that have one delivery in each pass of main in which something waits.
  static let eachPass = sources + [.pendingFlag]

  var testDescription: String { name }

  func make<Update: Mergeable>(
    _ scheduler: any UpdateScheduler,
    interval: Duration = .milliseconds(10),
    deliver: @escaping @Sendable (Update) -> Void
  ) -> any UpdateStrategy<Update> {
    switch self {
    case .naive: Naive(scheduler: scheduler, deliver: deliver)
    case .sourceAdd: SourceAdd(scheduler: scheduler, deliver: deliver)
    case .sourceOr: FlagsCarrier(scheduler: scheduler, deliver: deliver)
    case .sourceReplace: SourceReplace(scheduler: scheduler, deliver: deliver)
    case .viewQueue: ViewQueue(scheduler: scheduler, deliver: deliver)
    case .viewQueueDelay: ViewQueue(delay: interval, scheduler: scheduler, deliver: deliver)
    case .viewQueueWait:
      ViewQueue(
        waitUntil: Self.conditionWithFalseAnswers(), every: interval, scheduler: scheduler,
        deliver: deliver)
    case .rowChanges: Naive(alwaysHops: true, scheduler: scheduler, deliver: deliver)
    case .mainDrain: MainDrain(scheduler: scheduler, deliver: deliver)
    case .mainDrainBounded:
      MainDrain(budget: .milliseconds(8), scheduler: scheduler, deliver: deliver)
    case .changeSet: ChangeSetFeed(scheduler: scheduler, deliver: deliver)
    case .dispatchChain: DispatchChain(scheduler: scheduler, deliver: deliver)
    default:
      makeCoalescer(scheduler, interval: interval, deliver: deliver)
        ?? EntryCarrier(entry, scheduler: scheduler, interval: interval, deliver: deliver)
    }
  }

  /// Those that are a coalescer with some policy.
  private func makeCoalescer<Update: Mergeable>(
    _ scheduler: any UpdateScheduler, interval: Duration,
    deliver: @escaping @Sendable (Update) -> Void
  ) -> (any UpdateStrategy<Update>)? {
    func make(_ pace: Pace, in group: CoalescerGroup? = nil) -> Coalescer<Update> {
      Coalescer(pace, in: group, scheduler: scheduler, onDelivery: deliver)
    }
    return switch self {
    case .throttle: make(.throttle(for: interval, leading: .inSubmit))
    case .throttleNextPass: make(.throttle(for: interval))
    case .throttleEndToStart:
      make(.throttle(for: interval, leading: .inSubmit, counting: .endToStart))
    case .rateAdaptive:
      make(
        .rateAdaptive(
          minimum: interval, increment: interval / 2, maximum: interval * 3, leading: .inSubmit))
    case .debounceMaxWait: make(.debounce(for: interval, maximum: interval * 3))
    case .frame: make(.frame(period: interval))
    case .balanced: make(.balanced(price: 0.5, deliveryCost: interval / 2))
    case .balancedEager: make(.balancedEager(price: 0.5, deliveryCost: interval / 2))
    case .balancedRows: make(Pace(BalancedRowsPolicy()))
    case .budgeted: make(.budget())
    case .grouped: make(.nextPass, in: CoalescerGroup(.nextPass, scheduler: scheduler))
    case .budgetedGroup: make(.nextPass, in: CoalescerGroup(.budget(), scheduler: scheduler))
    case .pendingFlag: make(.nextPass)
    default: nil
    }
  }

  /// False when asked first, and then once in a thousand times.
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
