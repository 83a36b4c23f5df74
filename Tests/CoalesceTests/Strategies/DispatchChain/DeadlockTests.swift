import Coalesce
import CoalesceStrategies
import CoalesceTesting
import Dispatch
import Testing

/// A queue that would wait for itself is refused, and never hangs.
@Suite(.timeLimit(.minutes(15))) struct DeadlockTests {
  private let serial = SerialQueue(label: "serial")
  private let main = SerialQueue(label: "main")
  private let third = SerialQueue(label: "third")
  private let log = Recorder<String>()

  private func chain(_ methods: DispatchMethod...) -> DispatchSteps {
    methods.reduce(DispatchSteps(.inline) {}) { steps, method in
      steps.then(method) { [log] in log.record("step") }
    }
  }

  private func expectRefusal(
    _ steps: DispatchSteps, _ queues: String, location: SourceLocation = #_sourceLocation
  ) {
    let names = queues.split(separator: " ").map(String.init)
    #expect(throws: StrategyError.deadlock(queues: names), sourceLocation: location) {
      try steps.start()
    }
    #expect(log.all.isEmpty, "A step was run.", sourceLocation: location)
  }

  @Test func serialMainSerialIsRefusedBeforeAnythingRuns() {
    expectRefusal(
      chain(.sync(on: serial), .sync(on: main), .sync(on: serial)), "main serial main")
    expectRefusal(
      chain(.async(on: serial.queue), .sync(on: main), .sync(on: serial)), "main serial main")
    expectRefusal(
      chain(
        .after(.milliseconds(1), on: serial.queue), .sync(on: main), .inline, .sync(on: serial)),
      "main serial main")
  }

  @Test func longerCycleIsRefused() {
    expectRefusal(
      chain(.sync(on: serial), .sync(on: main), .sync(on: third), .sync(on: serial)),
      "third serial main third")
    expectRefusal(
      chain(.sync(on: serial), .sync(on: main), .sync(on: third), .sync(on: main)),
      "third main third")
  }

  /// No single run of these would hang, but two at once could.
  @Test func stepsThatWaitForEachOtherInTwoRunsAreRefused() {
    expectRefusal(
      chain(.async(on: serial.queue), .sync(on: main), .async(on: main.queue), .sync(on: serial)),
      "main serial main")
  }

  @Test func sameQueueAgainAndAgainIsNoCycle() throws {
    try chain(.sync(on: serial), .sync(on: serial), .inline, .sync(on: serial)).start()
    #expect(log.count == 4)
  }

  @Test func sameOrderAgainAndAgainIsNoCycle() throws {
    let done = DispatchSemaphore(value: 0)
    var steps = DispatchSteps(.inline) {}
    for _ in 0..<50 {
      steps = steps.then(.async(on: serial.queue)) {}.then(.sync(on: main)) {}
        .then(.sync(on: third)) {}
    }
    try steps.then(.inline) { done.signal() }.start()
    #expect(done.arrives())
  }

  /// A wait that is over is none: later the other order is free.
  @Test func waitThatIsOverIsForgotten() throws {
    try chain(.sync(on: serial), .sync(on: main)).start()
    try chain(.sync(on: main), .sync(on: serial)).start()
    #expect(log.count == 4)
  }

  /// The first step of the way back is posted, so nothing waits any more.
  @Test func wayBackByAsyncIsNoCycle() throws {
    let done = DispatchSemaphore(value: 0)
    try chain(.sync(on: serial), .sync(on: main), .async(on: serial.queue))
      .then(.inline) { done.signal() }.start()
    #expect(done.arrives())
    #expect(log.count == 3)
  }

  @Test func placeOfTheCallerCounts() throws {
    let steps = chain(.sync(on: main), .sync(on: serial))
    serial.queue.sync { expectRefusal(steps, "main serial main") }
    try steps.start()
    #expect(log.count == 2)
  }

  @Test func whoWaitsForTheCallerCounts() throws {
    let inner = chain(.sync(on: third), .sync(on: serial))
    try DispatchSteps(.sync(on: serial)) {}.then(.sync(on: main)) {
      expectRefusal(inner, "third serial main third")
    }.start()
    try inner.start()
    #expect(log.count == 2)
  }

  @Test func refusalInTheMiddleTrapsWhereNobodyTakesIt() async {
    await #expect(processExitsWith: .failure) {
      DispatchSteps.trap(.deadlock(queues: ["a", "b", "a"]))
    }
  }

  @Test func refusalSaysWhatToDo() {
    #expect(
      StrategyError.deadlock(queues: ["serial", "main", "serial"]).description == """
        A queue would wait for itself: serial → main → serial. Dispatch one of these steps by async.
        """)
  }
}

/// What is only known while chains run: waits of nested calls and of other runs.
@Suite(.timeLimit(.minutes(15))) struct DeadlockThreadTests {
  private let serial = SerialQueue(label: "serial")
  private let main = SerialQueue(label: "main")
  private let third = SerialQueue(label: "third")
  private let log = Recorder<String>()

  /// The caller is on main, for which serial waits: serial → main → serial in nested calls.
  @Test func nestedSyncBackToTheFirstQueueIsRefused() throws {
    try DispatchMethod.sync(on: serial).perform { [serial, main, log] in
      _ = try? DispatchMethod.sync(on: main).perform {
        #expect(throws: StrategyError.deadlock(queues: ["main", "serial", "main"])) {
          try DispatchMethod.sync(on: serial).perform { log.record("step") }
        }
      }
    }
    #expect(log.all.isEmpty)
  }

  /// Each holds its queue and wants the other's: one is refused, and so the other ends.
  @Test(arguments: 0..<50)
  func runsThatWaitForEachOtherNeverHang(_ round: Int) throws {
    let entered = DispatchSemaphore(value: 0)
    let mayGoOn = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    for (own, wanted) in [(serial, main), (main, serial)] {
      try DispatchSteps(.async(on: own.queue)) {
        entered.signal()
        mayGoOn.wait()
      }.then(.sync(on: wanted)) { [log] in
        log.record("ran")
        ended.signal()
      }.start { [log] error in
        guard case .deadlock(let queues) = error else { return }
        log.record("refused")
        #expect(queues.first == queues.last && queues.count == 3)
        ended.signal()
      }
    }
    #expect(entered.arrives() && entered.arrives())
    for _ in 0..<2 { mayGoOn.signal() }
    #expect(ended.arrives() && ended.arrives())
    #expect(log.all.sorted() == ["ran", "refused"])
  }

  /// Eight threads, three queues, any order: all runs end, and no two are on one queue at once.
  @Test func anyChainsOfEightThreadsEnd() {
    let queues = [serial, main, third]
    let inside = queues.map { _ in Locked(0) }
    let overlaps = Locked(0)
    let (finished, refused) = (Locked(0), Locked(0))
    produce(threads: 8, each: 100) { thread, index in
      var random = SeededGenerator(seed: UInt64(thread * 1_000 + index))
      let ended = DispatchSemaphore(value: 0)
      var steps = DispatchSteps(.inline) {}
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let place = Int.random(in: 0..<3, using: &random)
        let isSync = Int.random(in: 0..<3, using: &random) > 0
        let method: DispatchMethod =
          isSync ? .sync(on: queues[place]) : .async(on: queues[place].queue)
        steps = steps.then(method) {
          inside[place].withLock { $0 += 1 }
          if inside[place].withLock({ $0 }) != 1 { overlaps.withLock { $0 += 1 } }
          inside[place].withLock { $0 -= 1 }
        }
      }
      steps = steps.then(.inline) {
        finished.withLock { $0 += 1 }
        ended.signal()
      }
      do {
        try steps.start { _ in
          refused.withLock { $0 += 1 }
          ended.signal()
        }
      } catch {
        refused.withLock { $0 += 1 }
        return
      }
      if !ended.arrives() { Issue.record("A run hangs.") }
    }
    #expect(overlaps.withLock { $0 } == 0)
    #expect(finished.withLock { $0 } + refused.withLock { $0 } == 800)
    #expect(finished.withLock { $0 } > 100 && refused.withLock { $0 } > 10)
  }
}
