import Coalesce
import Dispatch
import BenchLibrarySupport
import Testing

/// Measures `flush` on the main thread while producers never stop. Prints the figures. The limit is generous: it only
/// detects a main thread that waits until the producers are done.
@Suite(.serialized) struct FlushTests {
  private static let flushes = 2_000

  @Test(arguments: StressTests.cases)
  func flushReturnsWhileOtherThreadsSubmit(_ subject: StressTests.Case) {
    let main = RealMain()
    let isOver = Atomic<Bool>(false)
    let coalescer = Coalescer<UpdateCount>(subject.policy(false), on: .scheduler(main.scheduler)) {
      _ in
    }
    let producers = DispatchGroup()
    for _ in 0..<4 {
      DispatchQueue.global().async(group: producers) {
        while !isOver.load(ordering: .relaxed) { coalescer.submit(.one) }
      }
    }
    let costs = main.queue.sync {
      (0..<Self.flushes).map { _ in
        let start = DispatchTime.now().uptimeNanoseconds
        coalescer.flush()
        return DispatchTime.now().uptimeNanoseconds - start
      }.sorted()
    }
    isOver.store(true, ordering: .relaxed)
    producers.wait()
    main.settle()
    let (p50, p99) = (costs[Self.flushes / 2], costs[Self.flushes * 99 / 100])
    print("flush, \(subject.name): p50 \(p50), p99 \(p99), max \(costs.last ?? 0) ns")
    #expect(p50 < 5_000_000)
  }

  @Test func flushFromAnyThreadWaitsForTheCoalescersQueue() {
    let queue = DispatchQueue(label: "log")
    let written = Locked<[Int]>([])
    let log = Coalescer<OrderedUpdates<Int>>(
      .throttle(for: .seconds(3_600)), on: .queue(queue)
    ) { lines in written.withLock { $0 += lines.elements } }
    log.submit(1)
    log.flush()
    log.submit(2)
    DispatchQueue.global().sync { log.flush() }
    #expect(written.withLock { $0 } == [1, 2])
  }
}
