import Coalesce
import CoalesceTesting
import Foundation
import Testing

struct RecordingTests {
  private let scheduler = VirtualScheduler(hop: .zero)

  private func coalescer() -> Coalescer<UpdateCount> {
    Coalescer(.throttle(for: .milliseconds(10)), scheduler: scheduler) { _ in }
  }

  @Test func submissionsAndDeliveriesAreCountedFromTheFirstSubmission() {
    let coalescer = coalescer()
    let recording = coalescer.startRecording(capacity: 10)
    for time in [5, 6, 9] {
      scheduler.at(nanoseconds: UInt64(time) * 1_000_000) { coalescer.submit(.one) }
    }
    scheduler.run()
    #expect(recording.submissionsCSV == "time_ns\n0\n1000000\n4000000\n")
    #expect(recording.deliveriesCSV == "time_ns\n0\n10000000\n")
  }

  @Test func rowsAndKindsAreWrittenWhereAllHaveThem() {
    let coalescer = coalescer()
    let recording = coalescer.startRecording(capacity: 10)
    coalescer.submit(.one, row: 7, kind: .insert)
    coalescer.submit(.one, row: 4_294_967_295, kind: .delete)
    coalescer.submit(.one, row: 7)
    #expect(
      recording.submissionsCSV
        == "time_ns,row,kind\n0,7,insert\n0,4294967295,delete\n0,7,change\n")
    coalescer.submit(.one)
    #expect(recording.submissionsCSV == "time_ns\n0\n0\n0\n0\n")
  }

  @Test func fullBufferKeepsTheNewestAndSaysHowManyWereDropped() {
    let coalescer = coalescer()
    let recording = coalescer.startRecording(capacity: 3)
    for time in 0..<8 {
      scheduler.at(nanoseconds: UInt64(time) * 1_000) { coalescer.submit(.one) }
    }
    scheduler.run()
    #expect(recording.submissionsCSV == "time_ns\n0\n1000\n2000\n")
    #expect(recording.droppedSubmissions == 5)
    #expect(recording.droppedDeliveries == 0)
  }

  /// Their times would be before the first that is kept.
  @Test func deliveriesBeforeTheFirstSubmissionThatIsKeptAreLeftOut() {
    let coalescer = coalescer()
    let recording = coalescer.startRecording(capacity: 1)
    for time in [0, 1] {
      scheduler.at(nanoseconds: UInt64(time) * 1_000_000) { coalescer.submit(.one) }
    }
    scheduler.run(untilNanoseconds: 2_000_000)
    #expect(recording.submissionsCSV == "time_ns\n0\n")
    #expect(recording.deliveriesCSV == "time_ns\n")
  }

  @Test func nothingRecordedIsAHeaderOnly() {
    let recording = coalescer().startRecording(capacity: 10)
    #expect(recording.submissionsCSV == "time_ns\n")
    #expect(recording.deliveriesCSV == "time_ns\n")
    #expect(recording.droppedSubmissions == 0)
  }

  /// With a bound, in a pause, without a handler, where it wakes nobody: each is a submission.
  @Test(arguments: PauseTests.policies.indices)
  func everySubmissionIsRecordedWhateverBecomesOfIt(_ index: Int) {
    let coalescer = Coalescer<UpdateCount>(PauseTests.policies[index], scheduler: scheduler)
    let recording = coalescer.startRecording(capacity: 1_000)
    for time in 0..<100 {
      scheduler.at(.milliseconds(time), time.isMultiple(of: 7) ? .main : .background) {
        switch time {
        case 10: coalescer.handle { _ in }
        case 30: coalescer.pause()
        case 50: coalescer.resume()
        case 60: coalescer.setPace(.nextPass)
        case 80: coalescer.cancelPending()
        default: break
        }
        if time.isMultiple(of: 5) {
          coalescer.submit(.one, within: .milliseconds(3))
        } else {
          coalescer.submit(.one)
        }
      }
    }
    scheduler.run()
    let lines = (0..<100).map { "\($0 * 1_000_000)\n" }.joined()
    #expect(recording.submissionsCSV == "time_ns\n" + lines)
    #expect(recording.deliveriesCSV.split(separator: "\n").count - 1 == coalescer.counts.deliveries)
  }

  @Test func onlyWhatComesBetweenStartAndStopIsRecorded() {
    let coalescer = coalescer()
    coalescer.submit(.one)
    scheduler.run()
    let first = coalescer.startRecording(capacity: 10)
    coalescer.submit(.one)
    let second = coalescer.startRecording(capacity: 10)
    coalescer.submit(.one)
    coalescer.submit(.one)
    coalescer.stopRecording()
    coalescer.submit(.one)
    scheduler.run()
    #expect(first.submissionsCSV == "time_ns\n0\n")
    #expect(second.submissionsCSV == "time_ns\n0\n0\n")
    #expect(second.deliveriesCSV == "time_ns\n")
  }

  /// Recording changes neither when deliveries are made nor of what.
  @Test(arguments: PauseTests.policies.indices)
  func recordedCoalescerDoesWhatItDoesAlone(_ index: Int) {
    let played = [false, true].map { isRecording in
      let stage = Stage(PauseTests.policies[index], cost: .milliseconds(2))
      if isRecording { _ = stage.coalescer?.startRecording(capacity: 10) }
      for number in 0..<60 {
        stage.at(.microseconds(1_700 * number), number.isMultiple(of: 3) ? .main : .background) {
          stage.submit(number)
        }
      }
      stage.run()
      return stage.deliveries
    }
    #expect(played[0] == played[1])
  }

  @Test func fileThatCannotBeWrittenIsAnError() {
    let recording = coalescer().startRecording(capacity: 10)
    #expect(throws: (any Error).self) {
      try recording.write(to: URL(filePath: "/no/such/folder/trace.csv"))
    }
  }

  @Test func fileHoldsTheSubmissions() throws {
    let coalescer = coalescer()
    let recording = coalescer.startRecording(capacity: 10)
    coalescer.submit(.one)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    try recording.write(to: file)
    #expect(try String(contentsOf: file, encoding: .utf8) == recording.submissionsCSV)
  }

  /// No record is torn: each thread submits its own row only, and times of a row ascend.
  @Test func eightThreadsRecordAtOnceAndAreReadMeanwhile() async {
    let coalescer = Coalescer<UpdateCount>(.nextPass, scheduler: DispatchScheduler.main) { _ in }
    let recording = coalescer.startRecording(capacity: 1_000)
    await withTaskGroup(of: Void.self) { group in
      for row in 0..<8 {
        group.addTask {
          for _ in 0..<20_000 { coalescer.submit(.one, row: row, kind: .insert) }
        }
      }
      group.addTask {
        for _ in 0..<20 {
          for line in recording.submissionsCSV.split(separator: "\n").dropFirst() {
            let fields = line.split(separator: ",")
            #expect(fields.count == 3 && fields[2] == "insert" && (Int(fields[1]) ?? 8) < 8)
          }
        }
      }
    }
    let lines = recording.submissionsCSV.split(separator: "\n").count - 1
    #expect(lines + recording.droppedSubmissions == 160_000)
    #expect(lines <= 1_000 && lines > 900)
    coalescer.cancel()
  }
}

/// What an app writes that records what it shows.
struct RecordedAppTests {
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

  @Test
  func deliveriesToATargetAreRecorded() async {
    let table = await Table()
    let reload = Coalescer<UpdateCount>(.nextPass)
    await reload.onDelivery(to: table) { table in table.reload() }
    let recording = reload.startRecording()
    reload.submit(.one, row: 1, kind: .insert)
    var reloads = table.reloaded.makeAsyncIterator()
    await reloads.next()
    #expect(recording.submissionsCSV == "time_ns,row,kind\n0,1,insert\n")
    #expect(recording.deliveriesCSV.split(separator: "\n").count == 2)
    #expect(await table.reloads == 1)
  }

  @Test @MainActor func submissionsOfAnAppAreAFile() throws {
    let tableView = TableView()
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
    defer { try? FileManager.default.removeItem(at: file) }

    let reload = Coalescer<UpdateCount>(.throttle()) { _ in tableView.reloadData() }
    let recording = reload.startRecording()
    reload.submit(.one)  // or with a row: submit(.one, row: 7, kind: .insert)
    try recording.write(to: file)  // what --trace reads
    #expect(try String(contentsOf: file, encoding: .utf8) == "time_ns\n0\n")
  }
}
