import Coalesce
import CoalesceTesting
import Dispatch
import Foundation
import CoalesceStrategies
import Testing

/// Steps run where their methods say, once, in order.
@Suite(.timeLimit(.minutes(15))) struct DispatchStepsTests {
  private let serial = SerialQueue(label: "serial")
  private let other = SerialQueue(label: "other")
  private let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
  private let log = Recorder<String>()
  private let done = DispatchSemaphore(value: 0)

  /// The step's number and the serial queue that it ran on.
  private func note(_ step: Int) -> @Sendable () -> Void {
    { [log, serial, other] in
      let place = serial.isCurrent ? "serial" : other.isCurrent ? "other" : "-"
      log.record("\(step) \(place)")
    }
  }

  private func signal() -> @Sendable () -> Void { { [done] in done.signal() } }

  @Test func stepsRunInOrderWhereTheirMethodsSay() throws {
    try DispatchSteps(.async(on: serial.queue), note(1))
      .then(.inline, note(2))
      .then(.sync(on: other), note(3))
      .then(.inline, note(4))
      .then(.after(.milliseconds(2), on: serial.queue), note(5))
      .then(.async(on: concurrent), note(6))
      .then(.async(on: DedicatedThread(label: "thread")), note(7))
      .then(.sync(on: serial), note(8))
      .then(.inline, signal())
      .start()
    #expect(done.arrives())
    #expect(
      log.all == [
        "1 serial", "2 serial", "3 other", "4 other", "5 serial", "6 -", "7 -", "8 serial",
      ])
  }

  @Test func inlineAndSyncHaveRunWhenStartReturns() throws {
    try DispatchSteps(.inline, note(1)).then(.sync(on: serial), note(2)).then(.inline, note(3))
      .start()
    #expect(log.all == ["1 -", "2 serial", "3 serial"])
  }

  @Test func asyncHasNotRunInsideStart() throws {
    try serial.queue.sync {
      try DispatchSteps(.async(on: serial.queue), note(1)).then(.inline, signal()).start()
      log.record("started")
    }
    #expect(done.arrives())
    #expect(log.all == ["started", "1 serial"])
  }

  @Test func delayedStepIsNeverEarly() throws {
    let start = DispatchTime.now().uptimeNanoseconds
    try DispatchSteps(.after(.milliseconds(3), on: serial.queue), signal()).start()
    #expect(done.arrives())
    #expect(DispatchTime.now().uptimeNanoseconds - start >= 3_000_000)
  }

  @Test(arguments: [Duration.zero, .seconds(-5)])
  func delayOfNothingIsNoDelay(_ delay: Duration) throws {
    try DispatchMethod.after(delay, on: serial.queue).perform(signal())
    #expect(done.arrives())
  }

  /// "Never" must not overflow a sum of times.
  @Test func longestDelayNeverEnds() throws {
    let run = try DispatchMethod.after(.seconds(Int64.max), on: serial.queue).perform(note(1))
    serial.queue.sync {}
    #expect(log.all.isEmpty)
    run.cancel()
  }

  /// The original lost all but the first.
  @Test func everyChainMadeFromOneBeginningHasItsOwnEnd() throws {
    let beginning = DispatchSteps(.sync(on: serial), note(1))
    let left = beginning.then(.inline, note(2))
    let right = beginning.then(.inline, note(3)).then(.inline, note(4))
    try left.start()
    try right.start()
    try beginning.start()
    let expected = ["1", "2", "1", "3", "4", "1"].map { "\($0) serial" }
    #expect(log.all == expected)
  }

  @Test func storedMethodIsUsedAgainAndAgain() throws {
    let methods: [DispatchMethod] = [.inline, .sync(on: serial), .async(on: serial.queue)]
    for method in methods {
      for _ in 0..<3 { try method.perform(note(1)) }
    }
    serial.queue.sync {}
    #expect(log.count == 9)
  }

  @Test(arguments: [DispatchMethod.inline, .sync(on: SerialQueue(label: "long"))])
  func tenThousandStepsNeedNoDeepStack(_ method: DispatchMethod) throws {
    let count = Locked(0)
    var steps = DispatchSteps(method) { count.withLock { $0 += 1 } }
    for _ in 1..<10_000 { steps = steps.then(method) { count.withLock { $0 += 1 } } }
    try steps.start()
    #expect(count.withLock { $0 } == 10_000)
  }

  @Test func manyRunsOfOneChainKeepTheirOwnOrder() throws {
    let counts = Locked([Int](repeating: 0, count: 8))
    let disorder = Locked(0)
    produce(threads: 8, each: 200) { [serial, concurrent] producer, index in
      let step = { @Sendable (number: Int) in
        let isNext = counts.withLock { counts in
          defer { counts[producer] += 1 }
          return counts[producer] == index * 3 + number
        }
        if !isNext { disorder.withLock { $0 += 1 } }
      }
      let ended = DispatchSemaphore(value: 0)
      _ = try? DispatchSteps(.async(on: concurrent)) { step(0) }
        .then(.sync(on: serial)) { step(1) }
        .then(.async(on: concurrent)) { step(2) }
        .then(.inline) { ended.signal() }
        .start()
      if !ended.arrives() { Issue.record("A run did not end.") }
    }
    #expect(disorder.withLock { $0 } == 0)
    #expect(counts.withLock { $0 } == Array(repeating: 600, count: 8))
  }

  @Test(.timeLimit(.minutes(15)))
  func stepsReachTheMainQueue() async {
    let reached = await withCheckedContinuation { continuation in
      _ = try? DispatchSteps(.async(on: serial.queue), note(1))
        .then(.sync(on: .main)) { continuation.resume(returning: SerialQueue.main.isCurrent) }
        .start()
    }
    #expect(reached)
  }
}
