import Coalesce
import CoalesceTesting
import Observation
import BenchLibrarySupport
import Testing

@MainActor struct PacedValueTests {
  /// Counts the changes of a value; registers again after each one.
  @MainActor private final class Watcher {
    private(set) var changes = 0
    private let price: PacedValue<Int>
    private let time: VirtualScheduler

    init(_ price: PacedValue<Int>, _ time: VirtualScheduler) {
      (self.price, self.time) = (price, time)
    }

    func watch() {
      withObservationTracking {
        _ = price.value
      } onChange: {
        self.time.onMain {
          MainActor.assumeIsolated {
            self.changes += 1
            self.watch()
          }
        }
      }
    }
  }

  @Test func pacedValueEndsWithTheNewestValue() {
    let time = VirtualScheduler()
    let price = PacedValue(0, .throttle(for: .milliseconds(100)), on: .scheduler(time))
    let watcher = Watcher(price, time)
    watcher.watch()
    for step in 0..<1_000 {
      time.at(nanoseconds: UInt64(step) * 1_000_000) { price.send(step / 500) }
    }
    time.run()
    #expect(price.value == 1)
    #expect(watcher.changes == 1, "an equal value changes nothing")
  }

  /// Like a closure, or a type that the app does not own.
  private struct Uncomparable: Sendable { var number: Int }

  @Test func everyNonEquatableValueIsShown() {
    let time = VirtualScheduler()
    let value = PacedValue(Uncomparable(number: 0), .nextPass, on: .scheduler(time))
    for number in [1, 1, 2] {
      value.send(Uncomparable(number: number))
      time.run()
      #expect(value.value.number == number)
    }
  }
}
