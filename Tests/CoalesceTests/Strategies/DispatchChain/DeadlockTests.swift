import Coalesce
import CoalesceTesting
import Dispatch
import CoalesceStrategies
import Testing

/// A queue that would wait for itself is refused, and never hangs.
@Suite struct DeadlockTests {
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
