import Testing

@testable import Coalesce

struct ThreadTimeTests {
  /// Without a main thread, as after `dispatchMain()`, the main queue moves between threads, and a new thread may have
  /// the handle of an ended one.
  @Test func timeOfAnotherThreadIsUnknown() {
    let now = ThreadTime.now
    #expect(ThreadTime(thread: now.thread &+ 1, nanoseconds: 0).elapsed == nil)
    #expect(ThreadTime(thread: now.thread, nanoseconds: .max).elapsed == nil)
    #expect(ThreadTime(thread: now.thread, nanoseconds: now.nanoseconds).elapsed != nil)
  }
}
