import Coalesce
import CoalesceTesting
import Dispatch
import CoalesceStrategies
import Testing

/// `cancel()`: what has begun ends, nothing else begins.
@Suite(.timeLimit(.minutes(15))) struct DispatchRunTests {
  private let serial = SerialQueue(label: "serial")
  private let log = Recorder<Int>()

  private func steps(
    _ methods: [DispatchMethod], _ body: @escaping @Sendable (Int) -> Void
  ) -> DispatchSteps {
    let first = DispatchSteps(.inline) {}
    return methods.enumerated().reduce(first) { steps, step in
      steps.then(step.element) { body(step.offset) }
    }
  }

  @Test(arguments: 0..<6)
  func cancelInsideAStepEndsTheRunAfterIt(_ last: Int) throws {
    let methods: [DispatchMethod] = [
      .async(on: serial.queue), .inline, .sync(on: serial),
      .after(.milliseconds(1), on: serial.queue),
      .async(on: DedicatedThread(label: "thread")), .sync(on: serial),
    ]
    let run = Locked<DispatchRun?>(nil)
    let reached = DispatchSemaphore(value: 0)
    serial.queue.suspend()
    let started = try steps(methods) { [log] number in
      log.record(number)
      guard number == last else { return }
      run.withLock { $0 }?.cancel()
      reached.signal()
    }.start()
    run.withLock { $0 = started }
    serial.queue.resume()
    #expect(reached.arrives())
    settle()
    #expect(log.all == Array(0...last))
  }

  @Test func cancelBeforeTheFirstStepRunsNone() throws {
    serial.queue.suspend()
    let run = try steps([.async(on: serial.queue), .inline]) { [log] in log.record($0) }.start()
    run.cancel()
    run.cancel()
    serial.queue.resume()
    settle()
    #expect(log.all.isEmpty)
  }

  @Test func cancelledDelayedStepNeverRunsAndIsFreedAtOnce() throws {
    var probe: LockProbe? = LockProbe {}
    weak let freed = probe
    let run = try DispatchMethod.after(.seconds(3_600), on: serial.queue)
      .perform { [probe] in withExtendedLifetime(probe) {} }
    probe = nil
    #expect(freed != nil)
    run.cancel()
    #expect(freed == nil)
    // The queue runs nothing meanwhile: a loaded machine may come to the cancel long after the 2 ms.
    serial.queue.suspend()
    let short = try DispatchMethod.after(.milliseconds(2), on: serial.queue)
      .perform { [log] in log.record(1) }
    short.cancel()
    serial.queue.resume()
    let later = DispatchSemaphore(value: 0)
    serial.queue.asyncAfter(deadline: .now() + .milliseconds(6)) { later.signal() }
    #expect(later.arrives())
    #expect(log.all.isEmpty)
  }

  @Test func cancelAfterTheEndIsHarmless() throws {
    let run = try DispatchMethod.sync(on: serial).perform { [log] in log.record(1) }
    run.cancel()
    #expect(log.all == [1])
  }

  /// Works that are dropped may call out when they end; under the lock this would hang.
  @Test func cancelDropsOutsideTheLock() throws {
    let holder = Locked<DispatchRun?>(nil)
    let run: DispatchRun
    do {
      let probe = LockProbe { holder.withLock { $0 }?.cancel() }
      run = try DispatchMethod.after(.seconds(3_600), on: serial.queue)
        .perform { withExtendedLifetime(probe) {} }
    }
    holder.withLock { $0 = run }
    run.cancel()
  }

  @Test func droppedRunGoesOn() throws {
    let done = DispatchSemaphore(value: 0)
    _ = try steps([.async(on: serial.queue), .after(.milliseconds(1), on: serial.queue)]) {
      number in
      if number == 1 { done.signal() }
    }.start()
    #expect(done.arrives())
  }

  @Test func cancelFromOtherThreadsAtAnyMomentIsSafe() {
    produce(threads: 4, each: 300) { [serial] _, index in
      let count = Locked(0)
      let run = try? steps([.async(on: serial.queue), .sync(on: serial), .async(on: serial.queue)])
      {
        number in
        let isNext = count.withLock { count in
          defer { count += 1 }
          return count == number
        }
        if !isNext { Issue.record("A step ran twice or out of order.") }
      }.start()
      if index % 2 == 0 { serial.queue.sync {} }
      run?.cancel()
    }
    settle()
  }

  /// Twice, for a step may have posted the next.
  private func settle() {
    for _ in 0..<2 { serial.queue.sync {} }
  }
}
