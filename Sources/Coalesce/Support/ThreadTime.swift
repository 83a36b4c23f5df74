import Foundation

struct ThreadTime: Sendable {
  let thread: UInt
  let nanoseconds: UInt64

  static var now: ThreadTime {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    #if canImport(Darwin)
      let thread = UInt(bitPattern: pthread_self())
    #else
      let thread = UInt(pthread_self())
    #endif
    return ThreadTime(
      thread: thread,
      nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
  }

  /// The CPU time that the thread has used since `self` was taken; nil when called on another thread.
  var elapsed: UInt64? {
    let now = ThreadTime.now
    // A new thread, which has used less CPU time, may get the handle of a thread that has ended.
    guard now.thread == thread, now.nanoseconds >= nanoseconds else { return nil }
    return now.nanoseconds - nanoseconds
  }
}
