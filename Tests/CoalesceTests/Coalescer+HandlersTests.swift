import Coalesce
import CoalesceTesting
import Testing

/// Handlers as an app's author would first write them.
@MainActor struct CoalescerHandlersTests {
  private let time = VirtualScheduler()

  private final class Screen {
    var shown: [Int] = []
  }

  @Test func onlyNewestValuesAreComparedForChanges() {
    let screen = Screen()
    let numbers = Coalescer<NewestValue<Int>>(.nextPass, on: .scheduler(time))
    numbers.onChange(to: screen) { screen, number in screen.shown.append(number) }
    for number in [1, 1, 2, 2, 1] {
      numbers.submit(number)
      time.run()
    }
    #expect(screen.shown == [1, 2, 1])
    // Ten equal counts are ten changes, so the library has no `onChange` for these types: the one below is called.
    let count: Any = Coalescer<UpdateCount>(.nextPass).onChange(to: screen) { _, _ in }
    let lines: Any = Coalescer<OrderedUpdates<Int>>(.nextPass).onChange(to: screen) { _, _ in }
    let ids: Any = Coalescer<ChangedIDs<Int>>(.nextPass).onChange(to: screen) { _, _ in }
    #expect(count is Refused && lines is Refused && ids is Refused)
  }
}

private struct Refused {}

extension Coalescer {
  /// Called if the library has no function of this name.
  @_disfavoredOverload
  fileprivate func onChange<Target: AnyObject>(to _: Target, _: (Target, Update) -> Void) -> Refused
  {
    Refused()
  }
}
