#if canImport(Darwin)
  public import os
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#endif

/// A value behind a lock: `os_unfair_lock` on Apple systems, a default pthread mutex elsewhere.
///
/// `Synchronization.Mutex` was rejected. On Linux it is a priority-inheritance futex that hands
/// over to a waiter at every unlock: 8 producers took 30–40 s with it, 0.1–5 s with this.
///
/// Thread safety: `withLock` may be called from any thread; it does not nest.
@usableFromInline
package final class Locked<Value>: @unchecked Sendable {
  // Proof of `@unchecked`: `value` is touched by the members that take the lock, while it is held.
  @usableFromInline var value: Value

  #if canImport(Darwin)
    @usableFromInline let lock: os_unfair_lock_t
  #else
    @usableFromInline let lock: UnsafeMutablePointer<pthread_mutex_t>
  #endif

  /// Wraps `value`.
  package init(_ value: Value) {
    self.value = value
    lock = .allocate(capacity: 1)
    #if canImport(Darwin)
      lock.initialize(to: os_unfair_lock())
    #else
      lock.initialize(to: pthread_mutex_t())
      let failure = pthread_mutex_init(lock, nil)
      precondition(failure == 0, "A mutex could not be made: error \(failure).")
    #endif
  }

  deinit {
    #if !canImport(Darwin)
      pthread_mutex_destroy(lock)
    #endif
    lock.deinitialize(count: 1)
    lock.deallocate()
  }

  /// As ``withLock(_:)``, but tries for some microseconds first, because a thread that sleeps wakes only about
  /// ten microseconds after the lock is free.
  func withLockSoon<Result>(_ body: (inout Value) -> Result) -> Result {
    for _ in 0..<200 {
      if let result = withLockIfFree(body) { return result }
    }
    return withLock(body)
  }

  /// As ``withLock(_:)``, if nobody has the lock at this moment; else does nothing and returns nil.
  func withLockIfFree<Result>(_ body: (inout Value) -> Result) -> Result? {
    guard tryLock() else { return nil }
    defer { unlock() }
    return body(&value)
  }

  private func tryLock() -> Bool {
    #if canImport(Darwin)
      os_unfair_lock_trylock(lock)
    #else
      pthread_mutex_trylock(lock) == 0
    #endif
  }

  private func unlock() {
    #if canImport(Darwin)
      os_unfair_lock_unlock(lock)
    #else
      pthread_mutex_unlock(lock)
    #endif
  }

  /// Runs `body` with the value while the lock is held. Do not call other code from `body`.
  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if canImport(Darwin)
      os_unfair_lock_lock(lock)
      defer { os_unfair_lock_unlock(lock) }
    #else
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
    #endif
    return try body(&value)
  }
}
