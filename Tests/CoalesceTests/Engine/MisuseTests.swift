import BenchHarness
import CoalesceTesting
import Dispatch
import Foundation
import Testing

@testable import Coalesce

/// Mistakes of a programmer, which end the program.
struct MisuseTests {
  enum Misuse: String, CaseIterable, Codable {
    case share, noShare, step, spendOnAQueue, turnOnAQueue, queueOfAView, viewAsQueue
    case flushOffMain, room, limit, handlerBesideLoop, loopBesideHandler, virtualTimeElsewhere

    /// A part of the message.
    var sentence: String {
      switch self {
      case .share: "A share must be more than 0 and at most 1, not 1.5."
      case .noShare: "A share must be more than 0 and at most 1, not 0.0."
      case .step: "A step of a timeline must be longer than 0."
      case .spendOnAQueue: "spend(_:) must be called on the main thread."
      case .turnOnAQueue: "turnRunLoop() must be called on the main thread."
      case .queueOfAView: "needs the main actor, but this coalescer delivers on a queue of its own"
      case .viewAsQueue: "needs a queue, but this coalescer delivers on the main thread"
      case .flushOffMain: "flush() was called off the main thread"
      case .room: "A recording must keep at least one submission, not 0."
      case .limit: "keepingNewest: 0 would drop every element."
      case .handlerBesideLoop: "a loop over its 'deliveries'"
      case .loopBesideHandler: "has a handler"
      case .virtualTimeElsewhere: "Mark a test in virtual time with '@MainActor'."
      }
    }

    var namesItsLine: Bool { [.share, .noShare, .room, .limit].contains(self) }

    @MainActor func happen() async {
      let list = Coalescer<OrderedUpdates<Int>>(.nextPass)
      switch self {
      case .share: _ = Pace.budget(share: 1.5)
      case .noShare: _ = Pace.budget(share: 0)
      case .step: _ = Timeline(step: .zero)
      case .spendOnAQueue, .turnOnAQueue:
        let time = VirtualScheduler()
        time.makeQueue(label: "q").async { _ in
          if self == .spendOnAQueue { time.spend(.milliseconds(1)) } else { time.turnRunLoop() }
        }
        time.run()
      case .queueOfAView:
        Coalescer<UpdateCount>(.nextPass, on: .queue(DispatchQueue(label: "own"))).onDelivery {}
      case .viewAsQueue: list.onQueueDelivery { _ in await Task.yield() }
      case .flushOffMain: await Task.detached { list.flush() }.value
      case .room: _ = list.startRecording(capacity: 0)
      case .limit: _ = Coalescer<OrderedUpdates<Int>>(keepingNewest: 0)
      case .handlerBesideLoop:
        list.submit(1)
        for await _ in list.deliveries { list.onDelivery { (_: OrderedUpdates<Int>) in } }
      case .loopBesideHandler:
        list.onDelivery { (_: OrderedUpdates<Int>) in }
        for await _ in list.deliveries {}
      case .virtualTimeElsewhere:
        await Task.detached {
          let time = VirtualScheduler()
          let label = Coalescer<UpdateCount>(.nextPass, on: .scheduler(time))
          label.onDelivery { MainActor.assertIsolated() }
          label.submit(.one)
          time.run()
        }.value
      }
    }
  }

  /// Checks for `fatalError`, because a precondition prints no message in a release build.
  @Test(arguments: Misuse.allCases)
  func misuseTrapsWithAMessage(_ misuse: Misuse) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [misuse = misuse as Misuse] in
      await misuse.happen()
      exit(0)
    }
    let said = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(said.contains("Fatal error: ") && said.contains(misuse.sentence), "\(said)")
    if misuse.namesItsLine { #expect(said.contains("MisuseTests.swift:"), "\(said)") }
  }

  @Test func limitsOfSettingsAreAllowed() async {
    await #expect(processExitsWith: .success) {
      _ = (Pace.budget(share: 1), Timeline(step: .nanoseconds(1)))
      _ = Coalescer<UpdateCount>(.nextPass).startRecording(capacity: 1)
      _ = Coalescer<OrderedUpdates<Int>>(.nextPass, keepingNewest: 1)
    }
  }
}
