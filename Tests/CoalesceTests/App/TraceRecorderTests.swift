import Coalesce
import CoalesceTesting
import Foundation
import Testing

@Suite struct TraceRecorderTests {
  private let scheduler = VirtualScheduler(hop: .zero)

  private func recorder(capacity: Int = 10, cost: UInt64 = 0) -> TraceRecorder<UpdateCount> {
    TraceRecorder(capacity: capacity, scheduler: scheduler) { [scheduler] deliver in
      Coalescer(.throttle(for: .milliseconds(10)), scheduler: scheduler, onDelivery: deliver)
    } deliver: { [scheduler] _ in
      scheduler.spend(nanoseconds: cost)
    }
  }

  @Test func submissionsAndDeliveriesAreCountedFromTheFirstSubmission() {
    let recorder = recorder()
    for time in [5, 6, 9] {
      scheduler.at(nanoseconds: UInt64(time) * 1_000_000) { recorder.submit(.one) }
    }
    scheduler.run()
    #expect(recorder.submissionsCSV == "time_ns\n0\n1000000\n4000000\n")
    #expect(recorder.deliveriesCSV == "time_ns\n0\n10000000\n")
  }

  @Test func rowsAndKindsAreWrittenWhereAllHaveThem() {
    let recorder = recorder()
    recorder.submit(.one, row: 7, kind: .insert)
    recorder.submit(.one, row: 4_294_967_295, kind: .delete)
    recorder.submit(.one, row: 7)
    #expect(
      recorder.submissionsCSV
        == "time_ns,row,kind\n0,7,insert\n0,4294967295,delete\n0,7,change\n")
    recorder.submit(.one)
    #expect(recorder.submissionsCSV == "time_ns\n0\n0\n0\n0\n")
  }

  @Test func fullBufferKeepsTheNewestAndSaysHowManyWereDropped() {
    let recorder = recorder(capacity: 3)
    for time in 0..<8 {
      scheduler.at(nanoseconds: UInt64(time) * 1_000) { recorder.submit(.one) }
    }
    scheduler.run()
    #expect(recorder.submissionsCSV == "time_ns\n0\n1000\n2000\n")
    #expect(recorder.droppedSubmissions == 5)
    #expect(recorder.droppedDeliveries == 0)
  }

  /// Their times would be before the first that is kept.
  @Test func deliveriesBeforeTheFirstSubmissionThatIsKeptAreLeftOut() {
    let recorder = recorder(capacity: 1)
    for time in [0, 1] {
      scheduler.at(nanoseconds: UInt64(time) * 1_000_000) { recorder.submit(.one) }
    }
    scheduler.run(untilNanoseconds: 2_000_000)
    #expect(recorder.submissionsCSV == "time_ns\n0\n")
    #expect(recorder.deliveriesCSV == "time_ns\n")
  }

  @Test func nothingRecordedIsAHeaderOnly() {
    let recorder = recorder()
    #expect(recorder.submissionsCSV == "time_ns\n")
    #expect(recorder.deliveriesCSV == "time_ns\n")
    #expect(recorder.droppedSubmissions == 0)
  }

  @Test func strategyInsideDoesWhatItDoesAlone() {
    let recorder = recorder()
    scheduler.at(nanoseconds: 0) {
      recorder.submit(.one)
      recorder.submit(.one)
      #expect(recorder.pendingCount == 2)
    }
    scheduler.onMain(atNanoseconds: 0) { recorder.flush() }
    scheduler.run()
    #expect(recorder.pendingCount == 0)
    recorder.cancel()
    recorder.submit(.one)
    scheduler.run()
    #expect(recorder.deliveriesCSV.split(separator: "\n").count == 2)
  }

  @Test func fileThatCannotBeWrittenIsAnError() {
    let recorder = recorder()
    #expect(throws: (any Error).self) {
      try recorder.write(to: URL(filePath: "/no/such/folder/trace.csv"))
    }
  }

  @Test func fileHoldsTheSubmissions() throws {
    let recorder = recorder()
    recorder.submit(.one)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    try recorder.write(to: file)
    #expect(try String(contentsOf: file, encoding: .utf8) == recorder.submissionsCSV)
  }

  /// No record is torn: each thread submits its own row only, and times of a row ascend.
  @Test func eightThreadsRecordAtOnceAndAreReadMeanwhile() async {
    let recorder = TraceRecorder<UpdateCount>(capacity: 1_000) { deliver in
      Coalescer(.nextPass, scheduler: DispatchScheduler.main, onDelivery: deliver)
    } deliver: { _ in
    }
    await withTaskGroup(of: Void.self) { group in
      for row in 0..<8 {
        group.addTask {
          for _ in 0..<20_000 { recorder.submit(.one, row: row, kind: .insert) }
        }
      }
      group.addTask {
        for _ in 0..<20 {
          for line in recorder.submissionsCSV.split(separator: "\n").dropFirst() {
            let fields = line.split(separator: ",")
            #expect(fields.count == 3 && fields[2] == "insert" && (Int(fields[1]) ?? 8) < 8)
          }
        }
      }
    }
    let lines = recorder.submissionsCSV.split(separator: "\n").count - 1
    #expect(lines + recorder.droppedSubmissions == 160_000)
    #expect(lines <= 1_000 && lines > 900)
    recorder.cancel()
  }
}

/// What an app writes that records what it shows.
@Suite struct RecordedAppTests {
  @MainActor private final class Table {
    var reloads = 0
    let reloaded: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (reloaded, continuation) = AsyncStream.makeStream() }

    func reload() {
      reloads += 1
      continuation.yield()
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func recorderOfAPolicyDeliversOnTheMainActor() async {
    let table = await Table()
    let recorder = TraceRecorder<UpdateCount>(.nextPass) { _ in table.reload() }
    recorder.submit(.one, row: 1, kind: .insert)
    var reloads = table.reloaded.makeAsyncIterator()
    await reloads.next()
    #expect(recorder.submissionsCSV == "time_ns,row,kind\n0,1,insert\n")
    #expect(recorder.deliveriesCSV.split(separator: "\n").count == 2)
    #expect(await table.reloads == 1)
  }
  @Test @MainActor func submissionsOfAnAppAreAFile() throws {
    let tableView = TableView()
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
    defer { try? FileManager.default.removeItem(at: file) }

    let reload = TraceRecorder<UpdateCount>(.throttle()) { _ in tableView.reloadData() }
    reload.submit(.one)  // or with a row: submit(.one, row: 7, kind: .insert)
    try reload.write(to: file)  // what --trace reads
    #expect(try String(contentsOf: file, encoding: .utf8) == "time_ns\n0\n")
  }
}
