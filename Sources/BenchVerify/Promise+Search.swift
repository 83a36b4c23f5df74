import BenchHarness

package struct PromiseCheck: Sendable {
  package let promise: Promise
  /// How to make the schedules that virtual time plays; nil if another stage checks the promise.
  let recipe: ScheduleRecipe?
  /// Removes from a schedule what the promise is about. If the schedule still fails, another promise is broken.
  let control: (@Sendable (inout Schedule) -> Void)?
  /// Describes how the promise was broken; nil if it was not.
  let fault: @Sendable (ScheduleOutcome, Selection<StrategyEntry>) -> String?
  private let needsBound: Bool

  private init(
    _ promise: Promise, _ recipe: ScheduleRecipe?, needsBound: Bool = false,
    control: (@Sendable (inout Schedule) -> Void)? = nil,
    fault: (@Sendable (ScheduleOutcome, Selection<StrategyEntry>) -> String?)? = nil
  ) {
    self.promise = promise
    self.recipe = recipe
    self.needsBound = needsBound
    self.control = control
    self.fault = fault ?? { outcome, _ in outcome.seen.faults[promise] }
  }

  func isPromised(_ strategy: StrategyEntry) -> Bool {
    !needsBound || strategy.latencyBound != nil
  }
}

extension PromiseCheck {
  init(_ promise: Promise) {
    switch promise {
    case .finalState, .nothingLost, .order:
      self.init(promise, .flushes)
    case .noEmptyDeliveries, .neverConcurrent:
      self.init(promise, [.flushes, .reentry])
    case .neverNested, .terminates:
      self.init(promise, .reentrant)
    case .nothingAfterCancel:
      self.init(promise, [.flushes, .cancel, .reentry])
    case .safeToDrop:
      self.init(promise, [.flushes, .drop, .reentry])
    case .releasesHandler:
      self.init(promise, [.flushes, .cancelOrDrop, .reentry])
    case .survives, .boundedMemory:
      self.init(promise, nil)
    case .reentrancy:
      // The control moves the steps behind deliveries. Other promises cover nesting, `cancel()` and endless deliveries.
      self.init(
        promise, .reentrant,
        control: { schedule in
          for index in schedule.steps.indices where schedule.steps[index].place == .delivery {
            schedule.steps[index].place = .behindDelivery
          }
        },
        fault: { outcome, _ in outcome.fault(.finalState, .nothingLost, .order) })
    case .freshAfterWillSet:
      // Observation and Combine announce a change before it is made. On the main thread, a later pass's delivery shows
      // the change, one inside `submit` does not. Other threads do not announce: they would race under any strategy.
      self.init(
        promise, [.flushes, .announcements],
        control: { schedule in
          for index in schedule.steps.indices where schedule.steps[index].action == .announce {
            schedule.steps[index].action = .submit
          }
        },
        fault: { outcome, _ in outcome.fault(.finalState, .nothingLost) })
    case .boundedLatency:
      self.init(
        promise, .flushes, needsBound: true,
        fault: { outcome, strategy in outcome.late(strategy) ?? outcome.early(strategy) })
    case .survivesBusyMain:
      // Other work may delay an update only if it runs between the update's submission and the end of its delivery.
      self.init(
        promise, [.flushes, .otherWork], needsBound: true,
        control: { $0.steps.removeAll { $0.action == .work } },
        fault: { outcome, strategy in
          outcome.late(strategy, besides: "other main-thread work", more: outcome.otherWork(in:))
        })
    case .survivesSlowStart:
      // A strategy that learns delivery costs must not trust the first one, which includes laying out the view.
      self.init(
        promise, [.flushes, .slowStart], needsBound: true,
        control: { $0.slowStart = 0 },
        fault: { outcome, strategy in
          outcome.late(strategy, besides: "the slow start") { _ in outcome.schedule.slowStart }
        })
    case .noStarvation:
      // Apple calls it a hang if the main thread is blocked for over 250 ms.
      self.init(
        promise, .flood,
        fault: { outcome, _ in
          guard outcome.longestSilence > 250_000_000 else { return nil }
          let silence = Duration.nanoseconds(outcome.longestSilence)
          return "the main thread did no other work for \(silence.text)"
        })
    case .noIdleWakeUps:
      self.init(
        promise, [.flushes, .reentry],
        fault: { outcome, _ in
          outcome.idleWakeUps == 0
            ? nil : "wake-ups in a minute without updates: \(outcome.idleWakeUps)"
        })
    }
  }
}

extension [PromiseCheck] {
  /// The checks that play schedules, grouped by recipe, because each schedule is played only once for its group.
  static let families: [[PromiseCheck]] = all.reduce(into: []) { families, check in
    guard let recipe = check.recipe else { return }
    if let family = families.firstIndex(where: { $0[0].recipe == recipe }) {
      families[family].append(check)
    } else {
      families.append([check])
    }
  }

  package static let all = Promise.allCases.map { PromiseCheck($0) }
}
