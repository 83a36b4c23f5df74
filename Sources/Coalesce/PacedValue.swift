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

/// A growing text, for SwiftUI and other observers, shown evenly however it arrives.
///
///     @State private var answer = PacedText()
///     var body: some View { Text(answer.text) }
///     …
///     for try await chunk in model.stream() { answer.append(chunk) }   // any thread
///     answer.finish()
///
/// Each character appears within `horizon` of its arrival.
@MainActor
@Observable
public final class PacedText {
  /// The text that views read.
  public private(set) var text = ""

  /// The coalescer behind the text, for its pauses and statistics.
  @ObservationIgnored public nonisolated let coalescer: Coalescer<OrderedUpdates<Character>>

  /// Makes an empty text. With a `horizon` of zero, each delivery shows everything that has arrived.
  public init(
    over horizon: Duration = .milliseconds(400), _ pace: Pace = .adaptive,
    on place: DeliveryPlace = .main
  ) {
    coalescer = Coalescer(pace, portion: .evenly(over: horizon), on: place)
    coalescer.onDelivery(to: self) { paced, new in paced.text.append(contentsOf: new.elements) }
  }

  /// Appends characters, from any thread.
  public nonisolated func append(_ chunk: some StringProtocol) {
    coalescer.submit(contentsOf: chunk)
  }

  /// Shows the rest of the text in the main thread's next pass, such as when an answer ends or the user stops it.
  public nonisolated func finish() { coalescer.submit(contentsOf: "", within: .zero) }
}
