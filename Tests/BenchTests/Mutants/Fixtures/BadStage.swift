import BenchHarness
import Mutants
import Coalesce
import CoalesceTesting
import Testing

/// One mutant of the registry in virtual time, and all that it delivered.
///
/// Thread safety: none; it belongs to one thread, as its scheduler does.
final class BadStage: ViewPort, @unchecked Sendable {
  // Proof of `@unchecked`: ports must be Sendable, yet every call comes from the one thread that
  // runs the simulation.

  /// Where a submission comes from.
  enum Place: CaseIterable { case thread, main }

  let scheduler = VirtualScheduler()
  /// What main pays for one delivery.
  var cost = Duration.zero
  /// Runs in the middle of each delivery, with the number of that delivery from 1.
  var inside: (Int) -> Void = { _ in }

  private(set) var strategy: AttachedStrategy?
  /// What deliveries showed, in the order in which they began: how many updates the model had, or
  /// the number of the one that was applied.
  private(set) var shown: [Int] = []
  private(set) var deepest = 0
  private(set) var model = 0
  private var depth = 0

  /// Stages the mutant of that name; `error` is by how much timers are late, negative for early.
  init(_ name: String, timersAreLateBy error: Duration = .zero) throws {
    let selections = try Selection<StrategyEntry>.parse(name, from: .mutants)
    let selection = try #require(selections.first)
    let nanoseconds = Int64(error / .nanoseconds(1))
    scheduler.timerErrorNanoseconds = { nanoseconds }
    strategy = selection.entry.attach(selection.values, scheduler, self)
  }

  var pendingCount: Int { strategy?.pendingCount() ?? 0 }

  /// Submits so many updates in a row at that time.
  func submit(_ count: Int = 1, atMilliseconds time: Double, from place: Place = .thread) {
    at(time, place) { [self] in
      for _ in 0..<count { submit() }
    }
  }

  /// Submits one update here and now.
  func submit() {
    model += 1
    strategy?.submit(RowChange(index: model, row: 0, kind: .change))
  }

  func at(_ milliseconds: Double, _ place: Place, _ body: @escaping () -> Void) {
    let time = UInt64(milliseconds * 1e6)
    switch place {
    case .thread: scheduler.at(nanoseconds: time, body)
    case .main: scheduler.onMain(atNanoseconds: time, body)
    }
  }

  func run() { scheduler.run() }

  func reload() { deliver(model) }

  func apply(_ change: RowChange) { deliver(change.index) }

  private func deliver(_ number: Int) {
    depth += 1
    deepest = max(deepest, depth)
    shown.append(number)
    let count = shown.count
    scheduler.spend(nanoseconds: cost.wholeNanoseconds / 2)
    inside(count)
    scheduler.spend(nanoseconds: cost.wholeNanoseconds / 2)
    depth -= 1
  }
}
