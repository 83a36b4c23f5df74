import BenchLibrarySupport
import CoalesceTesting
import Testing

@testable import Coalesce

/// A toolkit that lays out and draws in frames, after the turn in which a handler changed something.
struct AfterPaintTests {
  private let time = VirtualScheduler()
  private let starts = Recorder<Duration>()

  /// Updates come at 200 a second for four seconds. The handler takes 1 ms, a frame 12 ms.
  /// - Returns: the main thread's busy share.
  private func play(paints: Bool, says: Bool) -> Double {
    time.drawsInFrames = says
    let frames = Recorder<Duration>()
    let list = Coalescer<UpdateCount>(on: .scheduler(time)) { [time, starts] _ in
      starts.record(time.now)
      time.spend(.milliseconds(1))
      guard paints else { return }
      time.onMain(at: time.now + .milliseconds(2)) {
        frames.record(time.now)
        time.spend(.milliseconds(12))
        if says { time.painted() }
      }
    }
    for step in 0..<800 { time.at(.milliseconds(5 * step)) { list.submit(.one) } }
    time.run()
    return (Double(starts.count) + 12 * Double(frames.count)) / 4_000
  }

  @Test func layoutInAFrameIsCharged() {
    #expect(play(paints: true, says: true) < 0.3)
  }

  /// Without `afterPaint`, only the handler's time is known.
  @Test func layoutThatNobodyTellsOfIsNotCharged() {
    #expect(play(paints: true, says: false) > 0.6)
  }

  @Test func deliveriesGoOnWhereNothingIsDrawn() {
    #expect(play(paints: false, says: true) > 0)
    let gaps = zip(starts.all.dropFirst(), starts.all).map { $0 - $1 }
    #expect(starts.count >= 36 && gaps.allSatisfy { $0 <= .milliseconds(110) }, "\(gaps)")
  }
}
