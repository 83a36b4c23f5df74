import Coalesce

/// A strategy as the bench knows it: its name, where it comes from and how it is attached to a view.
public struct StrategyEntry: RegistryEntry {
  /// Answers the bound for these parameters and the time that one delivery takes.
  public typealias LatencyBound = @Sendable (ParameterValues, _ delivery: Duration) -> Duration

  /// "strategy".
  public static let kind = "strategy"

  /// Kebab-case and permanent: a key in Results.
  public let name: String
  /// The system it comes from.
  public let origin: String
  /// Its rule in one line.
  public let summary: String
  /// What can be set.
  public let parameters: [Parameter]
  /// What its deliveries do to the view.
  public let delivery: DeliveryKind
  /// Whether it has clocks and queues of its own and so cannot run in virtual time.
  public let isRealTimeOnly: Bool
  /// The promises that it is known not to keep, each with the reason in one sentence.
  public let breaks: [Promise: String]
  /// The longest time from a submission to the end of the delivery that shows it, which the rule
  /// promises; nil where it promises none.
  public let latencyBound: LatencyBound?
  /// Whether it is a ``Coalescer``, which can do more than a strategy must.
  public let isCoalescer: Bool
  /// Makes what all views of a trial share, and answers what makes a strategy for one of them.
  let attachViews: @Sendable (ParameterValues, any UpdateScheduler) -> Attach

  /// Makes a strategy for one view.
  public typealias Attach = @Sendable (any ViewPort) -> AttachedStrategy

  /// Makes a strategy for one view, the only one there is.
  public func attach(
    _ values: ParameterValues, _ scheduler: any UpdateScheduler, _ port: any ViewPort
  ) -> AttachedStrategy { attachViews(values, scheduler)(port) }

  /// Makes an entry; see ``reloading(_:origin:summary:parameters:make:)`` and
  /// ``applying(_:origin:summary:parameters:make:)`` for the usual two kinds.
  public init(
    name: String, origin: String, summary: String, parameters: [Parameter] = [],
    delivery: DeliveryKind, isRealTimeOnly: Bool = false, breaks: [Promise: String] = [:],
    latencyBound: LatencyBound? = nil,
    attach:
      @escaping @Sendable (ParameterValues, any UpdateScheduler, any ViewPort) -> AttachedStrategy
  ) {
    self.init(
      name: name, origin: origin, summary: summary, parameters: parameters, delivery: delivery,
      isRealTimeOnly: isRealTimeOnly, breaks: breaks, latencyBound: latencyBound
    ) { values, scheduler in { port in attach(values, scheduler, port) } }
  }

  /// Makes an entry whose views share something: `attachViews` is called once a trial, what it answers
  /// once a view.
  public init(
    name: String, origin: String, summary: String, parameters: [Parameter] = [],
    delivery: DeliveryKind, isRealTimeOnly: Bool = false, breaks: [Promise: String] = [:],
    latencyBound: LatencyBound? = nil, isCoalescer: Bool = false,
    attachViews: @escaping @Sendable (ParameterValues, any UpdateScheduler) -> Attach
  ) {
    self.name = name
    self.origin = origin
    self.summary = summary
    self.parameters = parameters
    self.delivery = delivery
    self.isRealTimeOnly = isRealTimeOnly
    self.breaks = breaks
    self.latencyBound = latencyBound
    self.isCoalescer = isCoalescer
    self.attachViews = attachViews
  }

  /// A policy of a coalescer, each of whose deliveries reloads the view from the model. `policy` makes
  /// that of one view, `group` what the views of a trial have in common, if anything.
  @inlinable
  public static func coalescing<Policy: DeliveryPolicy>(
    _ name: String, origin: String, summary: String, parameters: [Parameter] = [],
    breaks: [Promise: String] = [:], latencyBound: LatencyBound? = nil,
    group: (@Sendable (ParameterValues, any UpdateScheduler) -> CoalescerGroup)? = nil,
    policy: @escaping @Sendable (ParameterValues) -> Policy
  ) -> StrategyEntry {
    StrategyEntry(
      name: name, origin: origin, summary: summary, parameters: parameters, delivery: .reload,
      breaks: breaks, latencyBound: latencyBound, isCoalescer: true
    ) { values, scheduler in
      let group = group?(values, scheduler)
      return { port in
        let coalescer = Coalescer<UpdateCount>(policy(values), in: group, scheduler: scheduler) {
          _ in port.reload()
        }
        return AttachedStrategy(coalescing: coalescer) { _ in .one }
      }
    }
  }

  /// A strategy whose updates carry no data: each delivery reloads the view from the model.
  @inlinable
  public static func reloading<Strategy: UpdateStrategy>(
    _ name: String, origin: String, summary: String, parameters: [Parameter] = [],
    isRealTimeOnly: Bool = false, breaks: [Promise: String] = [:],
    latencyBound: LatencyBound? = nil,
    make:
      @escaping @Sendable (
        ParameterValues, any UpdateScheduler, @escaping @Sendable (UpdateCount) -> Void
      ) -> Strategy
  ) -> StrategyEntry where Strategy.Update == UpdateCount {
    StrategyEntry(
      name: name, origin: origin, summary: summary, parameters: parameters, delivery: .reload,
      isRealTimeOnly: isRealTimeOnly, breaks: breaks, latencyBound: latencyBound
    ) { values, scheduler, port in
      let strategy = make(values, scheduler) { _ in port.reload() }
      return AttachedStrategy(strategy) { _ in strategy.submit(.one) }
    }
  }

  /// How many sections a view has whose strategy tells them apart; row r is in section r modulo this.
  public static let sectionCount = 8

  /// A strategy that hands on every update: each delivery applies one row change.
  @inlinable
  public static func applying<Strategy: UpdateStrategy>(
    _ name: String, origin: String, summary: String, parameters: [Parameter] = [],
    isRealTimeOnly: Bool = false, breaks: [Promise: String] = [:],
    latencyBound: LatencyBound? = nil,
    make:
      @escaping @Sendable (
        ParameterValues, any UpdateScheduler, @escaping @Sendable (RowChange) -> Void
      ) -> Strategy
  ) -> StrategyEntry where Strategy.Update == RowChange {
    StrategyEntry(
      name: name, origin: origin, summary: summary, parameters: parameters, delivery: .rowChange,
      isRealTimeOnly: isRealTimeOnly, breaks: breaks, latencyBound: latencyBound
    ) { values, scheduler, port in
      let strategy = make(values, scheduler) { port.apply($0) }
      return AttachedStrategy(strategy) { strategy.submit($0) }
    }
  }
}

/// What a strategy's deliveries do to the view.
public enum DeliveryKind: Sendable {
  /// Redraw it from the current model.
  case reload
  /// Change one row.
  case rowChange
  /// Redraw some of its sections from the current model.
  case sections
  /// Apply a batch update, or reload, from data that the strategy holds.
  case list
  /// Nothing: no update is expected to be shown.
  case none
}

/// A strategy attached to one view.
///
/// `submit` is a closure made where the strategy's type is known: calling it costs 8–9 ns less than
/// calling through an existential.
public struct AttachedStrategy {
  /// Hands over one update; any thread.
  public let submit: @Sendable (RowChange) -> Void
  /// The strategy's `pendingCount`.
  public let pendingCount: @Sendable () -> Int
  /// The strategy's `flush`; on main.
  public let flush: @Sendable () -> Void
  /// The strategy's `cancel`.
  public let cancel: @Sendable () -> Void
  /// What only a coalescer can do; nil for other strategies.
  public let powers: Powers?

  /// What a ``Coalescer`` can do besides what a strategy must.
  public struct Powers: Sendable {
    /// Its `submit(_:within:)`.
    public let submitWithin: @Sendable (RowChange, Duration) -> Void
    /// Its `pause`.
    public let pause: @Sendable () -> Void
    /// Its `resume`.
    public let resume: @Sendable () -> Void
    /// Its `cancelPending`.
    public let cancelPending: @Sendable () -> Void
    /// Its `reset`.
    public let reset: @Sendable () -> Void

    /// Makes powers of closures.
    /// - Parameters:
    ///   - submitWithin: submits with a bound.
    ///   - pause: delivers nothing until `resume`.
    ///   - resume: ends all pauses.
    ///   - cancelPending: drops what waits.
    ///   - reset: forgets when the last delivery was.
    public init(
      submitWithin: @escaping @Sendable (RowChange, Duration) -> Void,
      pause: @escaping @Sendable () -> Void, resume: @escaping @Sendable () -> Void,
      cancelPending: @escaping @Sendable () -> Void, reset: @escaping @Sendable () -> Void
    ) {
      (self.submitWithin, self.pause, self.resume) = (submitWithin, pause, resume)
      (self.cancelPending, self.reset) = (cancelPending, reset)
    }

    /// The powers of a coalescer.
    /// - Parameters:
    ///   - coalescer: whose they are.
    ///   - update: what is submitted for a change.
    @inlinable
    public init<Update: Mergeable>(
      _ coalescer: Coalescer<Update>, _ update: @escaping @Sendable (RowChange) -> Update
    ) {
      submitWithin = { coalescer.submit(update($0), within: $1) }
      pause = { coalescer.pause() }
      resume = { coalescer.resume() }
      cancelPending = { coalescer.cancelPending() }
      reset = { coalescer.reset() }
    }
  }

  /// Attaches a coalescer; the closure answers what is submitted for a change.
  @inlinable
  public init<Update: Mergeable>(
    coalescing coalescer: Coalescer<Update>, _ update: @escaping @Sendable (RowChange) -> Update
  ) {
    self.init(coalescer, powers: Powers(coalescer, update)) { coalescer.submit(update($0)) }
  }

  /// Attaches `strategy`, to which `submit` hands over, with what it can do besides.
  @inlinable
  public init(
    _ strategy: some UpdateStrategy, powers: Powers? = nil,
    submit: @escaping @Sendable (RowChange) -> Void
  ) {
    self.submit = submit
    self.powers = powers
    pendingCount = { strategy.pendingCount }
    flush = { strategy.flush() }
    cancel = { strategy.cancel() }
  }

  /// The same strategy with something done before each submission.
  func preceded(by work: @escaping @Sendable () -> Void) -> AttachedStrategy {
    let submit = submit
    return AttachedStrategy(
      submit: { change in
        work()
        submit(change)
      }, pendingCount: pendingCount, flush: flush, cancel: cancel, powers: powers)
  }

  private init(
    submit: @escaping @Sendable (RowChange) -> Void, pendingCount: @escaping @Sendable () -> Int,
    flush: @escaping @Sendable () -> Void, cancel: @escaping @Sendable () -> Void, powers: Powers?
  ) {
    (self.submit, self.pendingCount, self.flush) = (submit, pendingCount, flush)
    (self.cancel, self.powers) = (cancel, powers)
  }
}
