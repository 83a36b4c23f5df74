/// When a ``Coalescer`` delivers: one of the policies below, or one of your own.
///
///     Coalescer<UpdateCount>(.throttle(for: .milliseconds(100)))
///     Coalescer<UpdateCount>(isScrolling ? .throttle() : .frame())
///     Coalescer<UpdateCount>(Pace(MyPolicy()))
///
/// <doc:ChoosingAPolicy> says which to take.
public struct Pace: Sendable {
  let policy: any DeliveryPolicy

  /// A pace that is set by `policy`.
  public init(_ policy: some DeliveryPolicy) { self.policy = policy }

  /// Delivers everything pending in the main thread's next pass.
  public static var nextPass: Pace { Pace(NextPassPolicy()) }

  /// Delivers at most once in each display frame, at the frame's boundary: ``FramePolicy``.
  public static func frame(period: Duration = .seconds(1) / 60) -> Pace {
    Pace(FramePolicy(period: period))
  }

  /// Delivers at most once in an interval: the first update at once, the others together at its end:
  /// ``ThrottlePolicy``.
  public static func throttle(
    for interval: Duration = .milliseconds(300), leading: ThrottlePolicy.Leading = .nextPass,
    counting: ThrottlePolicy.Counting = .startToStart
  ) -> Pace { Pace(ThrottlePolicy(interval: interval, leading: leading, counting: counting)) }

  /// Delivers at most once in an interval that grows under load: ``RateAdaptivePolicy``.
  public static func rateAdaptive(
    minimum: Duration = .milliseconds(50), increment: Duration = .milliseconds(20),
    maximum: Duration = .milliseconds(200), leading: ThrottlePolicy.Leading = .nextPass
  ) -> Pace {
    Pace(
      RateAdaptivePolicy(
        minimum: minimum, increment: increment, maximum: maximum, leading: leading))
  }

  /// Delivers when updates have paused, and at the latest after a maximum wait: ``DebouncePolicy``.
  public static func debounce(
    for wait: Duration = .milliseconds(100), maximum: Duration = .milliseconds(300)
  ) -> Pace { Pace(DebouncePolicy(wait: wait, maximumWait: maximum)) }

  /// Delivers as soon as the budget allows: deliveries take at most a share of the main thread's time:
  /// ``BudgetPolicy``.
  public static func budget(share: Double = 0.25, maximumWait: Duration = .seconds(2)) -> Pace {
    Pace(BudgetPolicy(share: share, maximumWait: maximumWait))
  }

  /// Delivers when the waiting is worth a delivery, so waiting costs as much as delivering:
  /// ``BalancedPolicy``.
  public static func balanced(
    price: Double = 0.02, deliveryCost: Duration? = nil, maximumWait: Duration? = nil
  ) -> Pace {
    Pace(BalancedPolicy(price: price, deliveryCost: deliveryCost, maximumWait: maximumWait))
  }

  /// Like ``balanced(price:deliveryCost:maximumWait:)``, but delivers sooner when no further update is
  /// expected: ``BalancedEagerPolicy``.
  public static func balancedEager(
    price: Double = 0.02, deliveryCost: Duration? = nil, maximumWait: Duration? = nil
  ) -> Pace {
    Pace(BalancedEagerPolicy(price: price, deliveryCost: deliveryCost, maximumWait: maximumWait))
  }
}
