import BenchLibrarySupport
import Testing

@testable import Coalesce

struct LockedTests {
  @Test func errorReleasesTheLock() {
    struct Failure: Error {}
    let locked = Locked(1)
    #expect(throws: Failure.self) {
      try locked.withLock { value throws(Failure) in
        value = 2
        throw Failure()
      }
    }
    #expect(locked.withLock { $0 } == 2)
  }

  @Test func noIncrementOfEightThreadsIsLost() {
    let locked = Locked(0)
    produce(threads: 8, each: 10_000) { _, _ in locked.withLock { $0 += 1 } }
    #expect(locked.withLock { $0 } == 80_000)
  }
}
