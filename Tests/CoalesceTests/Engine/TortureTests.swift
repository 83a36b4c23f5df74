import Coalesce
import CoalesceStrategies
import Dispatch
import Foundation
import BenchLibrarySupport
import Testing

/// Everything at once: threads submit lists, flags and counts, while the main thread uses their coalescers in every way
/// that an app may. COALESCE_TORTURE_ROUNDS sets the number of rounds, and COALESCE_TORTURE_SEED the first seed. A seed
/// repeats the actions, not their timing.
@Suite(.serialized) struct TortureTests {
  private static func setting(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment["COALESCE_TORTURE_" + name].flatMap { UInt64($0) }
  }

  @Test @MainActor func everyUpdateIsShownOnceAndInOrder() async {
    let first = Self.setting("SEED") ?? 1
    for seed in first..<first + (Self.setting("ROUNDS") ?? 200) {
      let round = Round(seed: seed)
      await round.run()
      #expect(round.faults.isEmpty, "COALESCE_TORTURE_SEED=\(seed): \(round.name)")
    }
  }
}

/// 60 bits, each submitted once, and a final one.
private struct Sections: OptionSet, Mergeable { let rawValue: UInt }

/// A display whose frames may stop for good.
private final class Display: FrameSource {
  private let state = Locked((isAsleep: false, waiting: [@Sendable () -> Void]()))

  func fallAsleepOrWake() {
    state.withLock { $0.isAsleep.toggle() }
    tick()
  }

  func onNextFrame(_ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.waiting.append(work) }
    DispatchQueue.main.asyncAfter(deadline: .now() + .microseconds(300)) { self.tick() }
  }

  private func tick() {
    let due = state.withLock { state in
      defer { if !state.isAsleep { state.waiting = [] } }
      return state.isAsleep ? [] : state.waiting
    }
    due.forEach { work in DispatchQueue.main.async(execute: work) }
  }
}

@MainActor private final class Round {
  enum Kind: CaseIterable { case synchronous, asynchronous, cancels, loop }

  nonisolated static let threads = 3
  nonisolated static let linesOfAThread = 200
  static let last = threads * linesOfAThread

  let name: String
  private(set) var faults: [String] = []
  private let seed: UInt64
  private let kind: Kind
  private let mayDrop: Bool
  private let display: Display?
  private let group: CoalescerGroup?
  private let list: Coalescer<OrderedUpdates<Int>>
  private let flags: Coalescer<Sections>
  private let counts: Coalescer<UpdateCount>
  private var generator: SeededGenerator
  private var throwsSometimes: Bool
  private var target: NSObject?
  private var lines: [Int] = []
  private var sections: Sections = []
  private var sum = 0
  private var delivering: Set<ObjectIdentifier> = []
  /// If not empty, it contains a pause of `flags`.
  private var holds: [DeliveryPause] = []
  private var (waiters, answers) = (0, 0)

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func isChosen(in count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }
    kind = Kind.allCases.randomElement(using: &generator) ?? .synchronous
    mayDrop = isChosen(in: 4)
    throwsSometimes = isChosen(in: 2) && kind != .loop
    group = isChosen(in: 3) ? CoalescerGroup(Self.pace(&generator)) : nil
    display = isChosen(in: 2) && group == nil ? Display() : nil
    let keeps = !mayDrop || isChosen(in: 2)
    let place =
      group.map { DeliveryPlace.group($0) } ?? display.map { .frames($0) } ?? .main
    let portion =
      isChosen(in: 2) && kind != .cancels
      ? [.atMost(3), .evenly(over: .milliseconds(1)), .fitting(.microseconds(2))]
        .randomElement(using: &generator) ?? .all : Portion.all
    list = Coalescer(.nextPass, portion: portion, on: place, keepsUndelivered: keeps)
    flags = Coalescer(.nextPass, on: place, keepsUndelivered: keeps)
    counts = Coalescer(.nextPass, on: place, keepsUndelivered: keeps)
    name =
      "\(kind)" + (group == nil ? "" : ", in a group") + (display == nil ? "" : ", with frames")
      + (portion == .all ? "" : ", in portions") + (throwsSometimes ? ", throws" : "")
      + (mayDrop ? ", drops" : "")
    (self.seed, self.generator) = (seed, generator)
  }

  func run() async {
    attach()
    let busy = Locked(Self.threads)
    for number in 0..<Self.threads {
      let (seed, list, flags, counts) = (seed, list, flags, counts)
      Thread.detachNewThread {
        Self.submit(number, seed, list, flags, counts)
        busy.withLock { $0 -= 1 }
      }
    }
    await disturb { busy.withLock { $0 } > 0 }
    throwsSometimes = false
    if target == nil { attach() }
    list.submit(Self.last, within: .zero)
    flags.submit(Sections(rawValue: 1 << 60), within: .zero)
    counts.submit(.one, within: .zero)
    wait(for: list, isLast: true)
    wait(for: flags, isLast: true)
    wait(for: counts, isLast: true)
    let end = ContinuousClock.now + .seconds(120)
    while answers < waiters, ContinuousClock.now < end { await Task.yield() }
    judge()
    for coalescer in [list, flags, counts] as [any UpdateStrategy] { coalescer.cancel() }
  }

  nonisolated static func pace(_ generator: inout SeededGenerator) -> Pace {
    [
      .nextPass, .throttle(for: .microseconds(300)), .throttle(for: .zero),
      .debounce(for: .microseconds(200), maximum: .microseconds(600)),
      .frame(period: .microseconds(500)), .balancedEager(maximumWait: .milliseconds(1)),
      .budget(share: 0.5, maximumWait: .milliseconds(1)),
    ].randomElement(using: &generator) ?? .nextPass
  }

  /// The submissions and other actions of a thread.
  private nonisolated static func submit(
    _ thread: Int, _ seed: UInt64, _ list: Coalescer<OrderedUpdates<Int>>,
    _ flags: Coalescer<Sections>, _ counts: Coalescer<UpdateCount>
  ) {
    var generator = SeededGenerator(seed: seed &* 31 &+ UInt64(thread))
    var hold: DeliveryPause?
    for number in 0..<linesOfAThread {
      let line = thread * linesOfAThread + number
      let dice = Int.random(in: 0..<40, using: &generator)
      if dice > 0 { list.submit(line) } else { list.submit(line, within: .microseconds(number)) }
      counts.submit(.one)
      if number < 20 { flags.submit(Sections(rawValue: 1 << UInt(thread * 20 + number))) }
      switch dice {
      case 1: hold = list.pause(atMost: .microseconds(300))
      case 2: hold?.end()
      case 3: list.pace = pace(&generator)
      case 4: usleep(UInt32.random(in: 0..<300, using: &generator))
      case 5: _ = list.statistics
      default: break
      }
    }
    withExtendedLifetime(hold) {}
  }

  /// The main thread's actions while other threads submit.
  private func disturb(while isBusy: () -> Bool) async {
    defer { holds = [] }
    while isBusy() {
      switch Int.random(in: 0..<40, using: &generator) {
      case 0, 1: list.flush()
      case 2: flags.flush()
      case 3: flags.pace = Self.pace(&generator)
      case 4: flags.resetTiming()
      case 5: holds += [flags.pause(), group?.pause(atMost: .microseconds(200))].compactMap(\.self)
      case 6: holds = []
      case 7: wait(for: list)
      case 8: display?.fallAsleepOrWake()
      // Releases the target; a later round attaches a new one.
      case 9 where kind != .loop: if target == nil { attach() } else { target = nil }
      case 10 where mayDrop: list.cancelPending()
      case 11 where mayDrop: flags.cancelPending()
      default: await Task.yield()
      }
    }
  }

  /// In the last wait, only handlers that are already running may still throw.
  private func wait(for coalescer: Coalescer<some Mergeable>, isLast: Bool = false) {
    waiters += 1
    Task {
      var attempts = 1
      while await !coalescer.allDelivered(), isLast, attempts < 3 { attempts += 1 }
      if attempts == 3 { faults.append("something was not delivered") }
      answers += 1
    }
  }

  private func judge() {
    let (all, counted) = (Self.last + 1, list.statistics)
    if answers < waiters { faults.append("\(waiters - answers) of \(waiters) wait for ever") }
    if lines.last != Self.last { faults.append("the last is missing") }
    if Set(lines).count < lines.count { faults.append("something was shown twice") }
    for thread in 0..<Self.threads {
      let own = lines.filter { $0 / Self.linesOfAThread == thread }
      if own != own.sorted() { faults.append("shown out of order") }
    }
    if counted.submissions != all || counted.dropped != all - lines.count {
      faults.append("\(all) submissions and \(all - lines.count) drops counted as \(counted)")
    }
    guard !mayDrop else { return }
    if lines.count < all { faults.append("\(all - lines.count) of \(all) lines are missing") }
    if sum != all { faults.append("\(all - sum) of \(all) counts are missing") }
    if sections.rawValue != 1 << 61 - 1 { faults.append("flags are missing: \(sections)") }
  }

  /// Attaches a new target; the one before may just have been released.
  private func attach() {
    target = NSObject()
    attach(list) { [self] in lines += $0.elements }
    attach(flags) { [self] in sections.formUnion($0) }
    attach(counts) { [self] in sum += $0.updateCount }
  }

  private func attach<Update>(
    _ coalescer: Coalescer<Update>, _ take: @escaping @MainActor (Update) -> Void
  ) {
    guard let target else { return }
    let id = ObjectIdentifier(coalescer)
    switch kind {
    case .synchronous:
      coalescer.onDelivery(to: target) { [self] _, update in
        try begin(id)
        take(update)
        delivering.remove(id)
      }
    case .asynchronous, .cancels:
      let newer = kind == .cancels ? NewerUpdate.cancel : .wait
      coalescer.onDelivery(to: target, whenNewer: newer) { [self] _, update in
        try begin(id)
        defer { delivering.remove(id) }
        if Bool.random(using: &generator) { await Task.yield() }
        if kind == .cancels { try Task.checkCancellation() }
        take(update)
      }
    case .loop:
      Task { for await update in coalescer.deliveries { take(update) } }
    }
  }

  /// Begins a delivery, or throws in its place.
  private func begin(_ coalescer: ObjectIdentifier) throws {
    if !DispatchScheduler.main.isMain { faults.append("delivered off main") }
    let isHeld = kind == .synchronous && coalescer == ObjectIdentifier(flags) && !holds.isEmpty
    if isHeld { faults.append("delivered in a pause") }
    if delivering.contains(coalescer) { faults.append("two deliveries at once") }
    if throwsSometimes, Int.random(in: 0..<4, using: &generator) == 0 { throw CancellationError() }
    delivering.insert(coalescer)
  }
}
