/// Makes a failing schedule as short and simple as possible without making it pass. Leaves out halves of the steps,
/// quarters and so on (Zeller, Hildebrandt, "Simplifying and isolating failure-inducing input", 2002), then reduces
/// repetitions, times and costs. Starts over until this no longer changes the schedule.
struct ScheduleShrinker {
  private let fails: (Schedule) -> Bool
  private var attemptsLeft: Int
  private var best: Schedule

  /// Returns the smallest schedule found that still fails, after at most `attempts` tries.
  static func shrink(
    _ schedule: Schedule, attempts: Int = 1_000, fails: @escaping (Schedule) -> Bool
  ) -> Schedule {
    var shrinker = ScheduleShrinker(fails: fails, attemptsLeft: attempts, best: schedule)
    var before: Schedule
    repeat {
      before = shrinker.best
      shrinker.leaveOutSteps()
      shrinker.repeatLess()
      shrinker.simplifySurroundings()
      shrinker.pullTogether()
      shrinker.simplifyPlaces()
    } while shrinker.best != before && shrinker.attemptsLeft > 0
    return shrinker.best
  }

  /// Keeps `change` if the schedule still fails with it. Returns whether it was kept.
  @discardableResult
  private mutating func attempt(_ change: (inout Schedule) -> Void) -> Bool {
    var candidate = best
    change(&candidate)
    guard candidate != best, attemptsLeft > 0 else { return false }
    attemptsLeft -= 1
    guard fails(candidate) else { return false }
    best = candidate
    return true
  }

  private mutating func leaveOutSteps() {
    var length = max(1, best.steps.count)
    while length > 0 {
      var start = 0
      while start < best.steps.count {
        let range = start..<min(start + length, best.steps.count)
        if !attempt({ $0.steps.removeSubrange(range) }) { start += length }
      }
      length /= 2
    }
  }

  private mutating func repeatLess() {
    for index in best.steps.indices { lower(\.steps[index].count, from: 1, unit: 1) }
  }

  private mutating func simplifySurroundings() {
    attempt { $0.timerErrors = [] }
    for error in best.timerErrors { attempt { $0.timerErrors = [error] } }
    for index in best.timerErrors.indices {
      let error = best.timerErrors[index]
      if !attempt({ $0.timerErrors[index] = 0 }) {
        attempt { $0.timerErrors[index] = error.signum() * 1_000_000 }
      }
    }
    lower(\.animation, from: 0)
    lower(\.cost, from: 0)
    lower(\.slowStart, from: 0)
    lower(\.hop, from: 0)
  }

  /// Moves each step and all later ones closer to the previous step; shortens the step's own gap and duration.
  private mutating func pullTogether() {
    for index in best.steps.indices {
      let earliest = index == 0 ? 0 : best.steps[index - 1].time
      let distance = best.steps[index].time - earliest
      for shorter in Self.roundNumbers(upTo: distance, from: 0, unit: 1_000) {
        let isShorter = attempt { schedule in
          for later in index..<schedule.steps.count {
            schedule.steps[later].time -= distance - shorter
          }
        }
        if isShorter { break }
      }
      lower(\.steps[index].gap, from: 0)
      lower(\.steps[index].duration, from: 0)
    }
  }

  /// Tries thread 1 for submit, cancel and drop, main for other work, and submissions instead of announcements.
  private mutating func simplifyPlaces() {
    for index in best.steps.indices {
      switch best.steps[index].action {
      case .submit, .cancel, .drop: attempt { $0.steps[index].place = .thread(1) }
      case .announce: attempt { $0.steps[index].action = .submit }
      case .work: attempt { $0.steps[index].place = .main }
      case .flush, .turnRunLoop: break
      }
    }
  }

  /// Lowers a number to the smallest round number with which the schedule still fails.
  private mutating func lower<Value: FixedWidthInteger>(
    _ path: WritableKeyPath<Schedule, Value>, from least: Value, unit: Value = 1_000
  ) {
    for value in Self.roundNumbers(upTo: best[keyPath: path], from: least, unit: unit)
    where attempt({ $0[keyPath: path] = value }) {
      return
    }
  }

  /// `least`, then those of 1, 2, 5, 10 … units that are between `least` and `number`; empty if `least` ≥ `number`.
  private static func roundNumbers<Value: FixedWidthInteger>(
    upTo number: Value, from least: Value, unit: Value
  ) -> [Value] {
    guard least < number else { return [] }
    var numbers = [least]
    var power = unit
    while power < number {
      numbers += [power, 2 * power, 5 * power].filter { $0 < number && $0 > least }
      let (next, isTooLarge) = power.multipliedReportingOverflow(by: 10)
      guard !isTooLarge else { break }
      power = next
    }
    return numbers
  }
}
