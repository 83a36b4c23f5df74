import Coalesce
import CoalesceStrategies
import Dispatch
import Foundation
import BenchLibrarySupport
import Testing

/// All controls at once, on real threads and queues, also under the Thread Sanitizer.
@Suite(.serialized) struct StressTests {
  /// A policy with two settings, between which the test switches.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let policy: @Sendable (_ isSlow: Bool) -> Pace
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "nextPass") { _ in .nextPass },
    Case(name: "throttle") { .throttle(for: .milliseconds($0 ? 3 : 1)) },
    Case(name: "throttleEndToStart") {
      .throttleEndToStart(for: .milliseconds($0 ? 3 : 1))
    },
    Case(name: "rateAdaptive") {
      .rateAdaptive(
        minimum: .zero, increment: .milliseconds(1), maximum: .milliseconds($0 ? 4 : 2))
    },
    Case(name: "debounce") {
      .debounce(for: .milliseconds(1), maximum: .milliseconds($0 ? 4 : 2))
    },
    Case(name: "frame") { .frame(period: .milliseconds($0 ? 4 : 2)) },
    Case(name: "balanced") { .balanced(price: $0 ? 0.5 : 0.02) },
    Case(name: "balancedEager") { .balancedEager(price: $0 ? 0.5 : 0.02) },
    Case(name: "budget") { .budget(share: $0 ? 0.1 : 0.5) },
  ]

  private let main = RealMain()

  /// Pauses, changes settings, resets and flushes while eight threads submit.
  private func disturb(
    _ coalescer: Coalescer<UpdateCount>, _ subject: Case, until isDone: @escaping () -> Bool
  ) {
    var number = 0
    var hold: DeliveryPause?
    while !isDone() {
      number += 1
      switch number % 5 {
      case 0: hold = coalescer.pause()
      case 1: hold = nil
      case 2: coalescer.pace = subject.policy(number.isMultiple(of: 2))
      case 3: coalescer.resetTiming()
      default: main.queue.async { coalescer.flush() }
      }
      main.queue.sync {}
    }
    withExtendedLifetime(hold) {}
  }

  @Test(arguments: cases)
  func noUpdateIsLostByPausesPaceChangesOrFlushes(_ subject: Case) {
    let shown = Atomic<Int>(0)
    let producing = Atomic<Int>(8)
    let group = CoalescerGroup(scheduler: main.scheduler)
    for place in [DeliveryPlace.scheduler(main.scheduler), .group(group)] {
      shown.store(0, ordering: .relaxed)
      producing.store(8, ordering: .relaxed)
      let coalescer = Coalescer<UpdateCount>(subject.policy(false), on: place) {
        shown.wrappingAdd($0.updateCount, ordering: .relaxed)
      }
      let producers = Thread {
        produce(threads: 8, each: updatesOfAProducer) { _, index in
          if index % 1_000 == 999 {
            coalescer.submit(.one, within: .microseconds(index % 3 * 100))
          } else {
            coalescer.submit(.one)
          }
          if index == updatesOfAProducer - 1 { producing.wrappingAdd(-1, ordering: .releasing) }
        }
      }
      producers.start()
      disturb(coalescer, subject) { producing.load(ordering: .acquiring) == 0 }
      coalescer.submit(.one, within: .zero)
      let all = 8 * updatesOfAProducer + 1
      let end = ContinuousClock.now + .seconds(60)
      while shown.load(ordering: .relaxed) < all, ContinuousClock.now < end { main.settle() }
      #expect(shown.load(ordering: .relaxed) == all)
      #expect(coalescer.pendingCount == 0)
    }
  }

  /// Once in 100,000 times, a loop that was left during a delivery used to block its queue forever.
  @Test func everyLoopLeftDuringADeliveryEnds() async {
    let (loops, rounds, left) = (8, 10_000, Locked(0))
    for _ in 0..<loops {
      Task.detached {
        for _ in 0..<rounds {
          let log = Coalescer<UpdateCount>(.nextPass, on: .queue(DispatchQueue(label: "log")))
          let loop = Task.detached { for await _ in log.deliveries { break } }
          log.setNeedsUpdate()
          await loop.value
          left.withLock { $0 += 1 }
        }
      }
    }
    let end = ContinuousClock.now + .seconds(100)
    while left.withLock({ $0 }) < loops * rounds, ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(10))
    }
    #expect(left.withLock { $0 } == loops * rounds)
  }
}
