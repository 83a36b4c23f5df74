import Observation

/// A value for SwiftUI and other observers that changes at a pace, however often new values are sent.
///
///     @State private var price = PacedValue(0.0, .throttle(for: .milliseconds(100)))
///     var body: some View { Text(price.value, format: .number) }
///     …
///     feed.onTick { [price] in price.send($0) }   // any thread
///
/// The last value sent is always shown. Sending an `Equatable` value equal to the one shown changes nothing.
@MainActor
@Observable
public final class PacedValue<Value: Sendable> {
  /// The value that views read.
  public private(set) var value: Value

  /// The coalescer behind the value, for its bounds, pauses and statistics.
  @ObservationIgnored public nonisolated let coalescer: Coalescer<NewestValue<Value>>

  /// Makes a value for which every delivery counts as a change, even if the new value is equal.
  public convenience init(
    _ value: Value, _ pace: Pace = .adaptive, on place: DeliveryPlace = .main
  ) { self.init(value, pace, place) { _, _ in false } }

  /// Makes a value for which the delivery of an equal value does not count as a change.
  public convenience init(
    _ value: Value, _ pace: Pace = .adaptive, on place: DeliveryPlace = .main
  ) where Value: Equatable { self.init(value, pace, place, isSame: ==) }

  private init(
    _ value: Value, _ pace: Pace, _ place: DeliveryPlace,
    isSame: @escaping @Sendable (Value, Value) -> Bool
  ) {
    self.value = value
    coalescer = Coalescer(pace, on: place)
    coalescer.onDelivery(to: self) { paced, newest in
      if !isSame(paced.value, newest.value) { paced.value = newest.value }
    }
  }

  /// Sends a value, from any thread. It is shown when the pace allows, unless a newer one replaces it first.
  public nonisolated func send(_ value: Value) { coalescer.submit(value) }
}
