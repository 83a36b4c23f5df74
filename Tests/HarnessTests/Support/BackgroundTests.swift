import BenchHarness
import Coalesce
import Testing

struct BackgroundTests {
  @Test func valueIsComputedOnceForAllReaders() async {
    let calls = Locked(0)
    let background = Background {
      calls.withLock { calls in
        calls += 1
        return calls
      }
    }
    await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { background.value } }
      for await value in group { #expect(value == 1) }
    }
  }
}
