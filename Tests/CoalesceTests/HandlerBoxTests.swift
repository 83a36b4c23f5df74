import CoalesceTesting
import Testing

@testable import Coalesce

/// What an app hands in is used off main, and ends on main.
struct HandlerBoxTests {
  private let scheduler = VirtualScheduler()
  private let ends = Recorder<Bool>()

  private func box() -> HandlerBox<LockProbe> {
    HandlerBox(LockProbe { [scheduler, ends] in ends.record(scheduler.isMain) })
  }

  @Test func releasedOffMainItEndsOnMain() {
    let box = box()
    scheduler.at(.zero) {
      box.release(on: scheduler)
      #expect(ends.all.isEmpty)
    }
    scheduler.run()
    #expect(ends.all == [true])
    #expect(box.content == nil)
  }

  @Test func releasedOnMainItEndsAtOnce() {
    let box = box()
    box.release(on: scheduler)
    #expect(ends.all == [true])
  }

  /// Not before the last has done with it, and not on that thread.
  @Test(arguments: 1...3)
  func releasedWhileInUseItEndsOnMainBehindTheLastUse(_ users: Int) {
    let box = box()
    func use(_ left: Int) {
      let answer = box.use(on: scheduler) { _ in
        if left > 1 {
          use(left - 1)
        } else {
          box.release(on: scheduler)
          // Who comes too late is no user.
          #expect(box.use(on: scheduler) { _ in 0 } == nil)
          // Main goes on meanwhile: did it empty the box now, the last use would end what was in it.
          scheduler.run()
        }
        #expect(ends.all.isEmpty)
        return left
      }
      #expect(answer == left)
    }
    scheduler.at(.zero) {
      use(users)
      #expect(ends.all.isEmpty)
    }
    scheduler.run()
    #expect(ends.all == [true])
  }

  /// Main may release it while another thread uses it.
  @Test func releasedOnMainWhileInUseItEndsBehindTheUse() {
    let box = box()
    scheduler.at(.milliseconds(1)) {
      #expect(box.use(on: scheduler) { _ in ends.count } == 0)
    }
    scheduler.run()
    let ended = box.use(on: scheduler) { _ in
      box.release(on: scheduler)
      return ends.count
    }
    #expect(ended == 0)
    #expect(ends.all == [true])
  }

  @Test func afterAUseItIsThereForTheNext() {
    let box = box()
    for _ in 0..<3 { #expect(box.use(on: scheduler) { _ in 7 } == 7) }
    #expect(ends.all.isEmpty)
    #expect(box.content != nil)
  }

  @Test func onceReleasedItIsUsedNoMore() {
    let box = box()
    box.release(on: scheduler)
    #expect(box.use(on: scheduler) { _ in 7 } == nil)
    box.release(on: scheduler)
    #expect(ends.all == [true])
  }

  @Test func emptyBoxIsUsedByNobody() {
    let box = HandlerBox<LockProbe>()
    #expect(box.content == nil)
    #expect(box.use(on: scheduler) { _ in 7 } == nil)
  }

  @Test func whatIsReplacedEndsAtOnce() {
    let box = box()
    box.replace(LockProbe {})
    #expect(ends.all == [true])
    #expect(box.content != nil)
    box.replace(nil)
    #expect(box.content == nil)
  }

  @Test func onlyWhatIsStillInItIsRemoved() {
    let box = box()
    box.remove(LockProbe {})
    #expect(box.content != nil)
    if let content = box.content { box.remove(content) }
    #expect(box.content == nil)
    #expect(ends.all == [true])
  }
}
