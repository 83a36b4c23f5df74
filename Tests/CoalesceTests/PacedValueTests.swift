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

  /// Not Equatable, like a closure or a type that the app does not own.
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

  @Test func textThatGrowsIsShownEvenlyAndItsEndAtOnce() {
    let time = VirtualScheduler()
    let answer = PacedText(on: .scheduler(time))
    time.at(.zero, .background) { answer.append(String(repeating: "a", count: 240)) }
    time.run(until: .milliseconds(200))
    #expect((100...140).contains(answer.text.count))
    time.at(.milliseconds(201), .background) {
      answer.append("é\u{301}!")
      answer.finish()
    }
    time.run(until: .milliseconds(202))
    #expect(answer.text == String(repeating: "a", count: 240) + "é\u{301}!")
    #expect(answer.coalescer.pendingCount == 0)
  }
}
