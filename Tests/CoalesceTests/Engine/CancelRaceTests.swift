import Coalesce
import Dispatch
import Testing

/// Eight threads that submit while others cancel, pause or change: nothing is stranded.
@Suite(.serialized) struct CancelRaceTests {
  typealias Subject = Coalescer<OrderedUpdates<Int>>

  private let main = RealMain()
  private let done = DispatchSemaphore(value: 0)

  static let policies: [Pace] = [
    .nextPass, .throttle(for: .microseconds(100)),
    .throttle(for: .microseconds(100), leading: .inSubmit),
    .throttle(for: .microseconds(100), counting: .endToStart),
    .rateAdaptive(
      minimum: .microseconds(50), increment: .microseconds(20), maximum: .microseconds(200)),
    .debounce(for: .microseconds(100), maximum: .microseconds(300)),
    .frame(period: .microseconds(100)),
    .balanced(price: 1, deliveryCost: .microseconds(100)),
    .balancedEager(price: 1, deliveryCost: .microseconds(100)),
    Pace(BalancedRowsPolicy(maximumWait: .microseconds(300))), .budget(),
  ]

  private func subject(_ policy: Pace, in group: CoalescerGroup? = nil) -> Subject {
    Subject(policy, in: group, scheduler: main.scheduler) { [done] update in
      if update.elements.last == -1 { done.signal() }
    }
  }

  /// Eight threads submit, one of which does something else besides; then one submits a last update.
  private func race(_ subject: Subject, _ besides: @escaping @Sendable (Int) -> Void) {
    produce(threads: 8, each: 1_000) { thread, index in
      if thread == 0 { besides(index) }
      subject.submit(OrderedUpdates([index]))
    }
  }

  private func expectLastIsDelivered(by subject: Subject) {
    subject.submit(OrderedUpdates([-1]))
    #expect(done.arrives())
    main.settle()
    #expect(subject.pendingCount == 0)
  }

  @Test(arguments: policies.indices)
  func cancelPendingStrandsNothingLater(_ index: Int) {
    for _ in 0..<5 {
      let subject = subject(Self.policies[index])
      race(subject) { _ in subject.cancelPending() }
      expectLastIsDelivered(by: subject)
    }
  }

  @Test(arguments: policies.indices)
  func pauseAndResumeStrandNothing(_ index: Int) {
    for _ in 0..<5 {
      let subject = subject(Self.policies[index])
      race(subject) { $0.isMultiple(of: 2) ? subject.pause() : subject.resume() }
      expectLastIsDelivered(by: subject)
    }
  }

  @Test(arguments: policies.indices)
  func changesOfThePolicyStrandNothing(_ index: Int) {
    for _ in 0..<5 {
      let subject = subject(Self.policies[index])
      race(subject) { round in
        subject.setPace(Self.policies[(index + round) % Self.policies.count])
        if round.isMultiple(of: 3) { subject.resetTiming() }
      }
      expectLastIsDelivered(by: subject)
    }
  }

  /// An update that is merged after the cancel is not kept either.
  @Test(arguments: policies.indices)
  func cancelLeavesNothing(_ index: Int) {
    for _ in 0..<20 {
      let subject = subject(Self.policies[index])
      produce(threads: 8, each: 100) { thread, index in
        if thread == 0 && index == 50 { subject.cancel() }
        subject.submit(OrderedUpdates([index]))
      }
      #expect(subject.pendingCount == 0)
    }
    main.settle()
  }

  @Test func viewsOfAGroupStrandNothing() {
    let group = CoalescerGroup(.nextPass, scheduler: main.scheduler)
    let subjects = Self.policies.map { subject($0, in: group) }
    produce(threads: 8, each: 1_000) { thread, index in
      let subject = subjects[index % subjects.count]
      switch (thread, index % 5) {
      case (0, 0): subject.cancelPending()
      case (0, 1): subject.pause()
      case (0, 2): subject.submit(OrderedUpdates([index]), within: .zero)
      default: subject.submit(OrderedUpdates([index]))
      }
    }
    for subject in subjects {
      subject.resume()
      subject.submit(OrderedUpdates([-1]))
    }
    for _ in subjects { #expect(done.arrives()) }
    main.settle()
    #expect(subjects.allSatisfy { $0.pendingCount == 0 })
  }

  @Test(arguments: policies.indices)
  func boundsOfManyThreadsStrandNothing(_ index: Int) {
    let subject = subject(Self.policies[index])
    produce(threads: 8, each: 500) { thread, index in
      if thread.isMultiple(of: 2) {
        subject.submit(OrderedUpdates([index]), within: .microseconds(index % 3 * 40))
      } else {
        subject.submit(OrderedUpdates([index]))
      }
    }
    expectLastIsDelivered(by: subject)
  }
}
