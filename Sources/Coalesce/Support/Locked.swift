#if canImport(Darwin)
  public import os
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#endif

/// A value behind a lock: `os_unfair_lock` on Apple systems, a default pthread mutex elsewhere.
///
/// `Synchronization.Mutex` was rejected. On Linux it is a priority-inheritance futex that hands over to a waiter at
/// every unlock: 8 producers took 30–40 s with it, 0.1–5 s with this lock.
///
/// Thread safety: `withLock` may be called from any thread, but not inside another `withLock` of the same lock.
@usableFromInline
package final class Locked<Value>: @unchecked Sendable {
  // `@unchecked` is safe: only members that hold the lock use `value`. Exclusivity is unchecked because the lock
  // ensures it, and checking takes as long as locking.
  @usableFromInline @exclusivity(unchecked) var value: Value

  #if canImport(Darwin)
    @usableFromInline let mutex: os_unfair_lock_t
    @inlinable func lock() { os_unfair_lock_lock(mutex) }
    @inlinable func tryLock() -> Bool { os_unfair_lock_trylock(mutex) }
    @inlinable func unlock() { os_unfair_lock_unlock(mutex) }
  #else
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @inlinable func lock() { pthread_mutex_lock(mutex) }
    @inlinable func tryLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }
    @inlinable func unlock() { pthread_mutex_unlock(mutex) }
  #endif

  package init(_ value: Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    #if canImport(Darwin)
      mutex.initialize(to: os_unfair_lock())
    #else
      mutex.initialize(to: pthread_mutex_t())
      let failure = pthread_mutex_init(mutex, nil)
      precondition(failure == 0, "A mutex could not be made: error \(failure).")
    #endif
  }

  deinit {
    #if !canImport(Darwin)
      pthread_mutex_destroy(mutex)
    #endif
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Like ``withLock(_:)``, but spins for a few µs first, because a sleeping thread takes 10 µs to wake up.
  func withLockSoon<Result>(_ body: (inout Value) -> Result) -> Result {
    for _ in 0..<200 {
      if let result = withLockIfFree(body) { return result }
    }
    return withLock(body)
  }

  /// Like ``withLock(_:)``, but returns nil without calling `body` if the lock is taken and this thread must not wait.
  @inlinable
  func withLock<Result>(
    ifFreeOr mayWait: @autoclosure () -> Bool, _ body: (inout Value) -> Result
  ) -> Result? {
    if !tryLock() {
      guard mayWait() else { return nil }
      lock()
    }
    defer { unlock() }
    return body(&value)
  }

  /// Like ``withLock(_:)``, but returns nil without calling `body` if the lock is taken.
  @inlinable
  package func withLockIfFree<Result>(_ body: (inout Value) -> Result) -> Result? {
    withLock(ifFreeOr: false, body)
  }

  /// Runs `body` with the value while the lock is held. Neither `body` nor code that it calls may take the lock again.
  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body(&value)
  }
}
