import CBenchPlatform
import Coalesce
import Dispatch
import Foundation

/// Runs this process's only trial, in real time. Use it only on the main thread of a synchronous program: otherwise the
/// main queue runs on a worker thread, and main-thread figures are meaningless.
final class RealTimeTrial {
  private let stage: TrialStage
  private let toolkit: any Toolkit
  private let work: ReloadWork
  private let pin: Bool
  /// The number of available cores, counted before the main thread is pinned to one of them.
  private let cores = max(1, Int(cplatform_available_cores()))
  private var producers: [ProducerThread] = []
  private var timers: [any DispatchSourceTimer] = []
  /// The number of run-loop turns in which the harness did no work.
  private var wakeUps = 0
  /// 1 if the harness did work in this run-loop turn, else 0.
  private let ownWork = PublishedCount()
  private let running = PublishedCount()
  private var startNanoseconds: UInt64 = 0

  init(
    plan: TrialPlan, strategy: Selection<StrategyEntry>, toolkit: Selection<ToolkitEntry>?,
    work: ReloadWork, pin: Bool
  ) throws {
    self.work = work
    self.pin = pin
    let spend = { work.spend(nanoseconds: $0) }
    let shown =
      if let toolkit, toolkit.entry.name != ToolkitEntry.headless.name {
        try toolkit.entry.make(toolkit.values)
      } else {
        HeadlessToolkit(costs: plan.costs, spend: spend) as any Toolkit
      }
    self.toolkit = shown
    stage = try TrialStage(
      plan: plan, strategy: strategy, scheduler: shown.scheduler, spend: spend
    ) { try shown.open($0, telling: $1) }
    stage.otherWorkBegins = { [ownWork] in ownWork.value.store(1, ordering: .relaxed) }
  }

  func run(_ id: Trial.ID, recordsEvents: Bool) -> Trial {
    #if canImport(Darwin)
      pthread_set_qos_class_self_np(QOS_CLASS_USER_INTERACTIVE, 0)
      let precision = ProcessInfo.processInfo.beginActivity(
        options: [.userInitiated, .latencyCritical], reason: "A trial measures time.")
      defer { ProcessInfo.processInfo.endActivity(precision) }
    #endif
    warmUp()
    if stage.log.frames != nil { rest() }
    if pin { _ = cplatform_pin_current_thread(0) }
    makeProducers()
    let allocations = AllocationCounter()
    let switches = voluntarySwitches
    let (mainCPU, processCPU) = (Clocks.threadCPU, Clocks.processCPU)
    startNanoseconds = FramePhase.start(id.number, notBefore: Clocks.uptime + 2_000_000)
    stage.start(atNanoseconds: startNanoseconds)
    scheduleMain()
    let allocationsBefore = allocations?.read()
    producers.forEach { $0.start(atNanoseconds: startNanoseconds) }
    let givenUp = turnRunLoop()
    let end = stage.now()
    var counters = counters(
      switches, main: Clocks.threadCPU - mainCPU, process: Clocks.processCPU - processCPU)
    if let before = allocationsBefore, let after = allocations?.read() {
      counters.allocations = after.allocations - before.allocations
      counters.allocatedBytes = after.bytes - before.bytes
    }
    stage.endLog(atNanoseconds: end, wakeUps: wakeUps)
    let log = stage.log
    let isStillWorking = Self.isStillWorking()
    // On a screen, several deliveries can share a frame, so no lower bound on their cost is known.
    let leastCost = log.frames == nil ? BestPossible(stage.plan, log.deliveryKind)?.leastCost : nil
    var trial = Trial(
      id, analysis: TrialAnalysis(log, counters, leastCost: leastCost), stage: stage,
      recordsEvents: recordsEvents)
    if let givenUp {
      trial.detail = [trial.detail, givenUp].filter { !$0.isEmpty }.joined(separator: "; ")
      if !trial.outcome.isFailure { trial.outcome = .lost }
    } else if isStillWorking, !trial.outcome.isFailure {
      trial.outcome = .leftRunning
      trial.detail = "a thread was still working after everything had been delivered"
    }
    return trial
  }

  /// Whether any thread is still working while the main thread is idle. Checks twice, because work may just be finishing.
  private static func isStillWorking() -> Bool {
    func used(inNanoseconds moment: UInt64) -> UInt64 {
      let before = Clocks.processCPU
      Pacer.sleep(nanoseconds: moment)
      return Clocks.processCPU - before
    }
    guard used(inNanoseconds: 10_000_000) > 500_000 else { return false }
    Pacer.sleep(nanoseconds: 50_000_000)
    return used(inNanoseconds: 50_000_000) > 5_000_000
  }

  /// Keeps page faults and lazy binding out of the first delivery. Call before pinning, because the worker threads of
  /// queues inherit the core of the thread that wakes them.
  private func warmUp() {
    DispatchQueue.concurrentPerform(iterations: 4) { [work] _ in work.spend(nanoseconds: 100_000) }
    for _ in 0..<5 {
      DispatchQueue.main.async { [work] in work.spend(nanoseconds: 1_000_000) }
      toolkit.turn()
    }
  }

  /// Waits until no frame has been painted for 80 ms, but at most a second: frames left from opening the window would
  /// delay updates.
  private func rest() {
    var (frames, quietSince) = (stage.log.frames?.count, Clocks.uptime)
    MainLoop.turn(atMost: .seconds(1), by: toolkit.turn) {
      if stage.log.frames?.count != frames {
        (frames, quietSince) = (stage.log.frames?.count, Clocks.uptime)
      }
      return Clocks.uptime >= quietSince + 80_000_000
    }
  }

  private func makeProducers() {
    for (number, kind) in stage.plan.producers.enumerated() where kind == .thread {
      running.value.wrappingAdd(1, ordering: .relaxed)
      let core = pin && cores > 1 ? 1 + number % (cores - 1) : nil
      producers.append(
        ProducerThread(number: number, stage: stage, core: core) { [running, ownWork] in
          running.value.wrappingAdd(-1, ordering: .releasing)
          DispatchQueue.main.async { ownWork.value.store(1, ordering: .relaxed) }
        })
    }
    producers.forEach { $0.waitUntilReady() }
  }

  /// Schedules the plan's events and, after the plan's duration, a tick every 20 ms to notice when nothing is pending.
  private func scheduleMain() {
    stage.play { [unowned self] in addTimer(atNanoseconds: $0, $1) }
    for interval in stage.plan.surroundings.offScreen {
      for (time, isOnScreen) in [(interval.lowerBound, false), (interval.upperBound, true)] {
        addTimer(atNanoseconds: time) { [stage] in
          stage.views.forEach { $0.view.setOnScreen(isOnScreen) }
        }
      }
    }
    addTimer(atNanoseconds: stage.plan.duration.wholeNanoseconds, repeating: .milliseconds(20)) {}
  }

  private func addTimer(
    atNanoseconds time: UInt64, repeating interval: DispatchTimeInterval = .never,
    _ handler: @escaping () -> Void
  ) {
    let timer = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
    timer.schedule(
      deadline: DispatchTime(uptimeNanoseconds: startNanoseconds + time), repeating: interval,
      leeway: .nanoseconds(0))
    timer.setEventHandler(
      handler: DispatchWorkItem { [ownWork] in
        ownWork.value.store(1, ordering: .relaxed)
        handler()
      })
    timer.activate()
    timers.append(timer)
  }

  private func turnRunLoop() -> String? {
    let duration = stage.plan.duration.wholeNanoseconds
    let patience = duration + stage.plan.patienceNanoseconds
    while true {
      toolkit.turn()
      stage.endTurn()
      if ownWork.value.exchange(0, ordering: .relaxed) == 0 { wakeUps += 1 }
      guard stage.burstsLeft == 0, running.value.load(ordering: .acquiring) == 0 else { continue }
      let now = stage.now()
      guard now >= duration else { continue }
      let pending = stage.pendingCount
      if pending == 0, stage.isShown { return nil }
      if now > patience {
        return pending > 0
          ? "updates still pending after \(now / 1_000_000) ms: \(pending)"
          : "deliveries were still not on the screen after \(now / 1_000_000) ms"
      }
    }
  }

  private func counters(_ switchesBefore: Int?, main: UInt64, process: UInt64) -> TrialCounters {
    let ownCPU = producers.reduce(0) { $0 + $1.cpuNanoseconds }
    return TrialCounters(
      producerCPU: ownCPU, mainCPU: main, otherCPU: process - min(process, main + ownCPU),
      peakMemoryBytes: ProcessMemory.ownPeakBytes,
      voluntarySwitches: switchesBefore.flatMap { before in voluntarySwitches.map { $0 - before } },
      submitCosts: producers.flatMap(\.submitCosts))
  }
}

extension TrialPlan {
  /// How many nanoseconds after its duration a trial may go on delivering: 5 s plus three times what the slowest
  /// strategy needs. A delivery to a real view counts as 50 ms.
  var patienceNanoseconds: UInt64 {
    let dearest =
      isOnScreen
      ? 50_000_000
      : costs.reloadNanoseconds + costs.rowChangeNanoseconds
        + costs.layoutNanoseconds(ofRows: tracksRows ? updates.count / 2 : 0)
    return 5_000_000_000 + 3 * UInt64(updates.count) * (dearest + 50_000)
  }

  /// The time limit of the trial's process: 10 s after the trial itself gives up and reports what is missing.
  package var deadline: Duration {
    duration + .nanoseconds(patienceNanoseconds) + .seconds(10)
  }
}

/// How often threads of this process went to sleep; nil except on Linux, as Darwin does not count waits for locks.
private var voluntarySwitches: Int? {
  #if os(Linux) && !COALESCE_NO_PLATFORM
    var usage = rusage()
    let who = __rusage_who_t(RUSAGE_SELF.rawValue)
    return getrusage(who, &usage) == 0 ? Int(usage.ru_nvcsw) : nil
  #else
    return nil
  #endif
}
