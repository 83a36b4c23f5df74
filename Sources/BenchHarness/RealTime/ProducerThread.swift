import CBenchPlatform
import Dispatch
import Foundation

/// Submits a producer's updates at their intended times, or as fast as possible.
/// Thread safety: the main thread creates and starts the producer, and reads its results only after `done` was called.
final class ProducerThread: @unchecked Sendable {
  // `@unchecked` is safe: the thread's accesses come after `mayStart` and before `done`, the main thread's outside.
  private let number: Int
  private let stage: TrialStage
  private let isReady = DispatchSemaphore(value: 0)
  private let mayStart = DispatchSemaphore(value: 0)
  private var startNanoseconds: UInt64 = 0
  private(set) var cpuNanoseconds: UInt64 = 0
  private(set) var submitCosts: [Double] = []

  init(number: Int, stage: TrialStage, core: Int?, done: @escaping @Sendable () -> Void) {
    self.number = number
    self.stage = stage
    submitCosts.reserveCapacity(stage.updatesByProducer[number].count / 1_000 + 1)
    let thread = Thread { [self] in
      if let core { _ = cplatform_pin_current_thread(Int32(core)) }
      isReady.signal()
      mayStart.wait()
      run()
      done()
    }
    thread.qualityOfService = .userInteractive
    thread.name = "producer-\(number)"
    thread.start()
  }

  func waitUntilReady() { isReady.wait() }

  func start(atNanoseconds time: UInt64) {
    startNanoseconds = time
    mayStart.signal()
  }

  private func run() {
    let before = Clocks.threadCPU
    switch stage.plan.pacing {
    case .scheduled: submitScheduled()
    case .unpaced(let batch): submitUnpaced(batch: batch)
    }
    cpuNanoseconds = Clocks.threadCPU - before
  }

  private func submitScheduled() {
    let updates = stage.plan.updates
    let model = stage.model[number]
    for (position, index) in stage.updatesByProducer[number].lazy.map(Int.init).enumerated() {
      let time = Pacer.wait(untilNanoseconds: startNanoseconds + updates.intendedNanoseconds[index])
      stage.actual[index] = time - startNanoseconds
      model.value.store(position + 1, ordering: .releasing)
      stage.submit(index)
    }
  }

  /// Reads the CPU clock only before and after each batch, because reading the clock costs more than a submission.
  private func submitUnpaced(batch: Int) {
    let own = stage.updatesByProducer[number]
    let submit = stage.strategies[0].submit
    let model = stage.model[number]
    var first = 0
    _ = Pacer.wait(untilNanoseconds: startNanoseconds)
    while first < own.count {
      let end = min(first + batch, own.count)
      let time = Clocks.uptime - startNanoseconds
      for position in first..<end {
        stage.intended[Int(own[position])] = time
        stage.actual[Int(own[position])] = time
      }
      let before = Clocks.threadCPU
      for position in first..<end {
        model.value.store(position + 1, ordering: .releasing)
        submit(RowChange(index: Int(own[position]), row: 0, kind: .change))
      }
      let cost = Double(Clocks.threadCPU - before) / Double(end - first)
      if end - first >= 1_000 { submitCosts.append(cost) }
      first = end
    }
  }
}
