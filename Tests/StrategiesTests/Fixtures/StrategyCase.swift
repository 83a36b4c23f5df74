import Coalesce
import CoalesceTesting
import Strategies
import StrategyFixtures
import Testing

/// Every strategy that the contract tests run; `Null` delivers nothing and is none of them.
enum StrategyCase: String, CaseIterable, CustomTestStringConvertible {
  case naive = "naive"
  case sourceAdd = "source-add"
  case sourceOr = "source-or"
  case sourceReplace = "source-replace"
  case throttle = "throttle"
  case throttleEndToStart = "throttle-end-to-start"
  case rateAdaptive = "rate-adaptive"
  case debounceMaxWait = "debounce-max-wait"
  case frame = "frame"
  case viewQueue = "view-queue"
  case viewQueueDelay = "view-queue-delay"
  case viewQueueWait = "view-queue-wait"
  case rowChanges = "row-changes"
  case mainDrain = "main-drain"
  case mainDrainBounded = "main-drain-bounded"
  case throttleNextPass = "throttle-next-pass"
  case pendingFlag = "pending-flag"
  case changeSet = "change-set"
  case dispatchChain = "dispatch-chain"
  case balanced = "balanced"
  case balancedEager = "balanced-eager"
  case balancedRows = "balanced-rows"
  case budgeted = "budgeted"
  case grouped = "grouped"
  case budgetedGroup = "budgeted-group"

  /// Those that put all that waits into one delivery.
  static let merging: [StrategyCase] =
    sources + windowed + [.pendingFlag, .changeSet] + ruled + groups

  /// Those over a dispatch source.
  static let sources: [StrategyCase] = [.sourceAdd, .sourceOr, .sourceReplace]

  /// Those that deliver what waits when a window says that it is due.
  static let windowed: [StrategyCase] = [
    .throttle, .throttleNextPass, .throttleEndToStart, .rateAdaptive, .debounceMaxWait, .frame,
  ]

  /// Those that deliver what waits when a rule says that it is worth it.
  static let ruled: [StrategyCase] = [.balanced, .balancedEager, .balancedRows, .budgeted]

  /// Those that share main with other views.
  static let groups: [StrategyCase] = [.grouped, .budgetedGroup]

  /// Those that make a delivery of every update.
  static let perUpdate = allCases.filter { !merging.contains($0) }

  /// Those that may deliver inside `submit` when that is called on main.
  static let inline: [StrategyCase] = [
    .naive, .throttle, .throttleEndToStart, .rateAdaptive, .mainDrain, .mainDrainBounded,
  ]

  /// How long an update waits, with an interval of 10 ms, though nothing was delivered before it; a
  /// little more than the interval for the hops that its timer takes.
  var longestWait: Duration {
    switch self {
    case .debounceMaxWait, .frame, .viewQueueDelay, .viewQueueWait, .balanced, .balancedEager:
      .milliseconds(11)
    default: .zero
    }
  }

  var testDescription: String { rawValue }

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
    default: makeCoalescer(scheduler, interval: interval, deliver: deliver)
    }
  }

  /// Those that are a coalescer with some policy.
  private func makeCoalescer<Update: Mergeable>(
    _ scheduler: any UpdateScheduler, interval: Duration,
    deliver: @escaping @Sendable (Update) -> Void
  ) -> Coalescer<Update> {
    func make(
      _ policy: some DeliveryPolicy, in group: CoalescerGroup? = nil
    ) -> Coalescer<Update> {
      Coalescer(policy, in: group, scheduler: scheduler, deliver: deliver)
    }
    return switch self {
    case .throttle: make(.throttle(interval: interval, leading: .inSubmit))
    case .throttleNextPass: make(.throttle(interval: interval))
    case .throttleEndToStart: make(.throttleEndToStart(interval: interval, leading: .inSubmit))
    case .rateAdaptive:
      make(
        .rateAdaptive(
          minimum: interval, increment: interval / 2, maximum: interval * 3, leading: .inSubmit))
    case .debounceMaxWait: make(.debounce(wait: interval, maximumWait: interval * 3))
    case .frame: make(.frame(period: interval))
    case .balanced: make(.balanced(price: 0.5, deliveryCost: interval / 2))
    case .balancedEager: make(.balancedEager(price: 0.5, deliveryCost: interval / 2))
    case .balancedRows: make(BalancedRowsPolicy())
    case .budgeted: make(.budget())
    case .grouped: make(.nextPass, in: CoalescerGroup(.nextPass, scheduler: scheduler))
    case .budgetedGroup: make(.nextPass, in: CoalescerGroup(.budget(), scheduler: scheduler))
    case .pendingFlag: make(.nextPass)
    default: preconditionFailure("Add to this table what \(self) makes.")
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
