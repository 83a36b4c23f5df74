import Coalesce
import CoalesceTesting
import Foundation
import BenchLibrarySupport
import Testing

struct DeliveryRecordingTests {
  private let scheduler = VirtualScheduler(hop: .zero)

  private func coalescer() -> Coalescer<UpdateCount> {
    Coalescer(.throttle(for: .milliseconds(10)), on: .scheduler(scheduler)) { _ in }
  }

  @Test func recordedTimesCountFromTheFirstSubmission() {
    let coalescer = coalescer()
    let recording = coalescer.startRecording(capacity: 10)
    for time in [5, 6, 9] {
      scheduler.at(nanoseconds: UInt64(time) * 1_000_000) { coalescer.submit(.one) }
    }
    scheduler.run()
    #expect(recording.submissions == "time_ns\n0\n1000000\n4000000\n")
    #expect(recording.deliveriesCSV == "time_ns\n0\n10000000\n")
  }

  @Test func fullBufferKeepsTheNewestAndCountsWhatIsDropped() {
    let coalescer = coalescer()
    let recording = coalescer.startRecording(capacity: 3)
    for time in 0..<8 {
      scheduler.at(nanoseconds: UInt64(time * time) * 10_000_000) { coalescer.submit(.one) }
    }
    scheduler.run()
    #expect(recording.submissions == "time_ns\n0\n110000000\n240000000\n")
    #expect(recording.droppedSubmissions == 5 && recording.droppedDeliveries == 5)
    #expect(recording.comment.contains(" dropped_updates=5 dropped_deliveries=5 "))
    #expect(recording.rows.split(separator: "\n").count == 7)
  }

  /// Their times would be before the first kept submission.
  @Test func deliveriesBeforeTheFirstKeptSubmissionAreOmitted() {
    let coalescer = coalescer()
    let recording = coalescer.startRecording(capacity: 1)
    for time in [0, 1] {
      scheduler.at(nanoseconds: UInt64(time) * 1_000_000) { coalescer.submit(.one) }
    }
    scheduler.run(untilNanoseconds: 2_000_000)
    #expect(recording.submissions == "time_ns\n0\n")
    #expect(recording.deliveriesCSV == "time_ns\n")
  }

  /// Includes submissions with a bound, in a pause, without a handler, and those that wake no thread.
  @Test(arguments: DeliveryPauseTests.policies)
  func everySubmissionIsRecorded(_ pace: Pace) {
    let coalescer = Coalescer<UpdateCount>(
      pace, on: .scheduler(scheduler))
    let recording = coalescer.startRecording(capacity: 1_000)
    var hold: DeliveryPause?
    for time in 0..<100 {
      scheduler.at(.milliseconds(time), time.isMultiple(of: 7) ? .main : .background) {
        switch time {
        case 10: coalescer.handle { _ in }
        case 30: hold = coalescer.pause()
        case 50: hold = nil
        case 60: coalescer.pace = .nextPass
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
    #expect(hold == nil)
    let lines = (0..<100).map { "\($0 * 1_000_000)\n" }.joined()
    #expect(recording.submissions == "time_ns\n" + lines)
    #expect(
      recording.deliveriesCSV.split(separator: "\n").count - 1 == coalescer.statistics.deliveries)
  }

  @Test func recordingLastsFromStartToStop() {
    let coalescer = coalescer()
    coalescer.submit(.one)
    scheduler.run()
    let first = coalescer.startRecording(capacity: 10)
    coalescer.submit(.one)
    let second = coalescer.startRecording(capacity: 10)
    coalescer.submit(.one)
    first.stop()
    coalescer.submit(.one)
    second.stop()
    coalescer.submit(.one)
    scheduler.run()
    #expect(first.submissions == "time_ns\n0\n")
    #expect(second.submissions == "time_ns\n0\n0\n")
    #expect(second.deliveriesCSV == "time_ns\n")
  }

  /// Recording changes neither the times nor the contents of deliveries.
  @Test(arguments: DeliveryPauseTests.policies)
  func recordingChangesNoDelivery(_ pace: Pace) {
    let played = [false, true].map { isRecording in
      let stage = Stage(pace, cost: .milliseconds(2))
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

  @Test func unwritableFileIsAnError() {
    let recording = coalescer().startRecording(capacity: 10)
    #expect(throws: (any Error).self) {
      try recording.write(to: URL(filePath: "/no/such/folder/trace.csv"))
    }
  }

  /// Each line read is a time, and the times ascend.
  @Test func recordingIsReadableWhileThreadsAppend() async {
    let coalescer = Coalescer<UpdateCount>(.nextPass, on: .scheduler(DispatchScheduler.main)) { _ in
    }
    let recording = coalescer.startRecording(capacity: 1_000)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<20_000 { coalescer.submit(.one) }
        }
      }
      group.addTask {
        for _ in 0..<20 {
          let lines = recording.submissions.split(separator: "\n").dropFirst()
          let times = lines.compactMap { UInt64($0) }
          #expect(times.count == lines.count && times == times.sorted())
        }
      }
    }
    let lines = recording.submissions.split(separator: "\n").count - 1
    #expect(lines + recording.droppedSubmissions == 160_000)
    #expect(lines <= 1_000 && lines > 900)
    coalescer.cancel()
  }

  /// `recommend` uses these values, and assumes missing ones.
  @Test func firstLineNamesPaceDeliveriesAndCosts() {
    let coalescer = Coalescer<UpdateCount>(
      .throttle(for: .milliseconds(10)), on: .scheduler(scheduler)
    ) { [scheduler] _ in scheduler.spend(nanoseconds: 2_000_000) }
    let recording = coalescer.startRecording()
    for time in [0, 1, 30, 60] {
      scheduler.at(.milliseconds(time)) { coalescer.submit(.one) }
    }
    scheduler.run()
    let fields = recording.comment.split(separator: " ")
    #expect(fields.prefix(3) == ["#", "coalescer", "pace=throttle:interval=10.0ms"])
    #expect(fields.contains("deliveries=4"), "\(fields)")
    #expect(fields.contains("main_ns=2000000"), "\(fields)")
    #expect(recording.comment.hasSuffix(" update=UpdateCount"))
    coalescer.pace = .nextPass
    #expect(recording.comment.hasPrefix("# coalescer deliveries=4 "))
  }

  /// Both the paces that learn from the layout commit and those that do not.
  @Test(arguments: [Pace.throttle(for: .milliseconds(10)), .nextPass])
  func eachDeliveryHasARowWithItsTimes(_ pace: Pace) {
    let coalescer = Coalescer<UpdateCount>(pace, on: .scheduler(scheduler)) { [scheduler] _ in
      scheduler.spend(nanoseconds: 2_000_000)
    }
    var isDirty = true
    scheduler.turnDidEnd = { [scheduler] in
      if isDirty { scheduler.spend(nanoseconds: 500_000) }
      isDirty = false
    }
    let recording = coalescer.startRecording()
    for time in [1, 30] {
      scheduler.at(.milliseconds(time)) {
        isDirty = true
        coalescer.submit(.one)
      }
    }
    scheduler.run()
    #expect(
      recording.rows == """
        time_ns,kind,handler_ns,layout_ns,shown_ns
        0
        0,delivery,2000000,500000,2500000
        29000000
        29000000,delivery,2000000,500000,31500000

        """)
    #expect(recording.comment.contains(" main_ns=2000000 layout_ns=500000 "))
  }

  @Test func failedDeliveryIsMarked() {
    let calls = Recorder<Void>()
    let coalescer = Coalescer<UpdateCount>(.nextPass, on: .scheduler(scheduler)) { _ in
      calls.record(())
      if calls.count == 1 { throw CancellationError() }
    }
    let recording = coalescer.startRecording()
    for time in [0, 1] { scheduler.at(.milliseconds(time)) { coalescer.submit(.one) } }
    scheduler.run()
    #expect(
      recording.rows.split(separator: "\n").dropFirst() == [
        "0", "0,failed,0,0,0", "1000000", "1000000,delivery,0,0,1000000",
      ])
  }

  private struct Row: Sendable {}

  @Test func updateTypeIsNamedAsInSwift() {
    func name<Update: Mergeable>(_ update: Update.Type) -> String? {
      let coalescer = Coalescer<Update>(.nextPass, on: .scheduler(scheduler))
      return coalescer.startRecording(capacity: 1).comment.components(separatedBy: "update=").last
    }
    #expect(name(ChangedIDs<Int>.self) == "ChangedIDs<Int>")
    #expect(name(NewestByKey<String, [Int]>.self) == "NewestByKey<String, Array<Int>>")
    #expect(name(ChangedIDs<UUID>.self) == "ChangedIDs<UUID>")
    #expect(
      name(OrderedUpdates<Row>.self) == "OrderedUpdates<DeliveryRecordingTests.Row>")
  }
}

extension DeliveryRecording {
  fileprivate var comment: String { String(submissionsCSV.prefix { $0 != "\n" }) }

  fileprivate var rows: String { String(csv.drop { $0 != "\n" }.dropFirst()) }

  /// Without the comment in the first line.
  fileprivate var submissions: String {
    String(submissionsCSV.drop { $0 != "\n" }.dropFirst())
  }
}
