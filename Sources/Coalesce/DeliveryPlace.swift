public import Dispatch

/// Where a ``Coalescer`` delivers. A place decides the thread, and may decide the moment, too.
public struct DeliveryPlace: Sendable {
  let scheduler: any UpdateScheduler
  var group: CoalescerGroup?
  var frames: (any FrameSource)?
  /// Whether a delivery serves a group's members. It is never made inside `submit`.
  var isPacer = false

  /// The app's main thread.
  public static var main: DeliveryPlace { .scheduler(DispatchScheduler.main) }

  /// The app's main thread, with timers that the system may fire up to `timerTolerance` late, together with others, to
  /// save energy. Even deliveries with a bound may begin that much later. Make one place for all coalescers.
  public static func main(timerTolerance: Duration) -> DeliveryPlace {
    .scheduler(DispatchScheduler(mainQueue: .main, timerTolerance: timerTolerance))
  }

  /// The group's main thread, in turns with the group's other members.
  public static func group(_ group: CoalescerGroup) -> DeliveryPlace {
    DeliveryPlace(scheduler: group.turns.scheduler, group: group)
  }

  /// A serial queue of your own, as in a server. It takes the main thread's place. Give the coalescer a handler with
  /// ``Coalescer/onQueueDelivery(_:)``, or loop over its ``Coalescer/deliveries``.
  public static func queue(_ queue: DispatchQueue) -> DeliveryPlace {
    .scheduler(DispatchScheduler.of(queue))
  }

  /// The main thread, when frames of the display begin. A delivery that the pace allows waits for the next frame, for
  /// 100 ms at most; there is at most one per frame. An update with a bound waits no longer than its bound. The
  /// scheduler provides the main thread; nil means the app's own.
  public static func frames(
    _ source: any FrameSource, scheduler: (any UpdateScheduler)? = nil
  ) -> DeliveryPlace {
    DeliveryPlace(scheduler: scheduler ?? DispatchScheduler.main, frames: source)
  }

  /// The main thread of a scheduler of your own, or of the virtual one of a test.
  public static func scheduler(_ scheduler: any UpdateScheduler) -> DeliveryPlace {
    DeliveryPlace(scheduler: scheduler)
  }
}
