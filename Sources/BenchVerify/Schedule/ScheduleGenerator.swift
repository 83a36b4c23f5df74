import BenchMath

/// Makes schedules from a seed. Gaps between steps are often 0, a dispatch, a delivery or nearly a strategy's duration.
struct ScheduleGenerator {
  private let recipe: ScheduleRecipe
  private let durations: [UInt64]
  private var random: SeededGenerator
  private var schedule = Schedule()

  /// More deliveries than any schedule has.
  private static let everyDelivery = 10_000

  init(_ recipe: ScheduleRecipe, durations: [UInt64], seed: UInt64) {
    self.recipe = recipe
    self.durations = durations
    random = SeededGenerator(seed: seed)
  }

  /// Makes a schedule of about `length` steps, plus hundreds of submissions if `isLong`; a flood ignores both.
  mutating func make(length: Int, isLong: Bool = false) -> Schedule {
    schedule = Schedule()
    schedule.hop = pick([0, 1_000, 50_000, 50_000, 3_000_000])
    schedule.timerErrors = (0..<pick([0, 0, 1, 1, 2, 3])).map { _ in
      pick([0, -1_000_000, 1_000_000, Int64.random(in: -1_000_000...1_000_000, using: &random)])
    }
    if recipe == .flood {
      makeFlood()
    } else {
      makeSteps(length)
      if isLong { schedule.steps.append(stream()) }
    }
    schedule.steps.sort { $0.time < $1.time }
    return schedule
  }

  private mutating func makeSteps(_ length: Int) {
    var costs: [UInt64] = [0, 0, 10_000, 500_000, 3_000_000, 9_000_000, 40_000_000]
    for duration in durations { costs += [duration / 3, duration + duration / 5] }
    schedule.cost = pick(costs)
    schedule.animation = pick([0, 0, 5_000_000, 250_000_000])
    if recipe.contains(.slowStart) {
      schedule.slowStart = pick([20_000_000, 150_000_000, 400_000_000, 1_000_000_000])
    }
    var time: UInt64 = 0
    for _ in 0..<length {
      time += gap()
      if recipe.contains(.otherWork) {
        time += pick([0, 0, 0, 0, 200_000_000, 2_000_000_000, 30_000_000_000])
      }
      schedule.steps.append(special(time) ?? step(time))
    }
    if recipe.contains(.cancel) { finish(.cancel) }
    if recipe.contains(.drop) { finish(.drop) }
    if recipe.contains(.cancelOrDrop) { finish(pick([.cancel, .cancel, .drop])) }
  }

  /// Inserts `action`, which ends the strategy, as a step at a random position.
  private mutating func finish(_ action: ScheduleStep.Action) {
    let position = Int.random(in: 0...schedule.steps.count, using: &random)
    let time = position == 0 ? 0 : schedule.steps[position - 1].end
    let step = ScheduleStep(
      time: time + gap() / 2, place: pick([.main, .main, .thread(1), .delivery, .callback]),
      action: action)
    schedule.steps.insert(step, at: position)
  }

  private mutating func step(_ time: UInt64) -> ScheduleStep {
    var step = ScheduleStep(
      time: time, place: pick([.thread(1), .thread(2), .thread(3), .main, .main]), action: .submit)
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1:
      step.count = pick([2, 3, 6, 40])
      step.gap = pick([0, 1_000, schedule.cost / 3])
    case 2 where recipe.contains(.flushes):
      step.place = .main
      step.action = .flush
    case 3 where recipe.contains(.nestedTurns):
      step.place = .delivery
      step.action = .turnRunLoop
    case 3, 4, 5:
      guard recipe.contains(.reentry) else { break }
      step.place = .delivery
      step.action = pick([.submit, .submit, .flush])
      step.count = pick([1, 1, 2, 5])
    default: break
    }
    return step
  }

  /// A random announcement or other work, if the recipe has it; nil for an ordinary step.
  private mutating func special(_ time: UInt64) -> ScheduleStep? {
    var step = ScheduleStep(time: time, place: .main, action: .work)
    if recipe.contains(.announcements), oneIn(2) {
      step.action = .announce
      step.count = pick([1, 1, 2, 3])
    } else if recipe.contains(.otherWork), oneIn(3) {
      step.place = pick([.main, .behindDelivery, .behindDelivery])
      if step.place == .behindDelivery, oneIn(2) {
        step.time = 0
        step.count = Self.everyDelivery
      }
      step.duration = pick([1_000_000, 20_000_000, 100_000_000, 500_000_000, 1_000_000_000])
    } else {
      return nil
    }
    return step
  }

  private mutating func oneIn(_ number: Int) -> Bool {
    Int.random(in: 0..<number, using: &random) == 0
  }

  /// A step of hundreds of submissions, spaced by 1/3, 1/2 or all of a delivery or of one of the strategy's durations.
  private mutating func stream() -> ScheduleStep {
    let times = durations + [max(schedule.cost, 1_000_000)]
    let gaps: [UInt64] = times.flatMap { (time: UInt64) in [time / 3, time / 2, time] }
    let gap = pick(gaps.filter { $0 > 0 })
    let span: UInt64 = 128 * (times.max() ?? 0)
    let count = min(1_000, max(100, span / gap))
    return ScheduleStep(
      time: UInt64.random(in: 0...gap, using: &random), place: pick([.thread(1), .main]),
      action: .submit, count: Int(count), gap: gap)
  }

  private mutating func makeFlood() {
    schedule.heartbeat = 10_000_000
    schedule.cost = pick([2_000_000, 5_000_000, 10_000_000])
    let length: UInt64 = 600_000_000
    guard !pick([false, false, true]) else {
      schedule.steps = [
        ScheduleStep(time: 0, place: .thread(1), action: .submit),
        ScheduleStep(
          time: 0, place: .delivery, action: .submit, count: Int(length / schedule.cost)),
      ]
      return
    }
    let threads = pick([1, 2, 3])
    let gap = UInt64(threads) * schedule.cost / pick([2, 4])
    schedule.steps = (1...threads).map { thread in
      ScheduleStep(
        time: UInt64.random(in: 0..<gap, using: &random), place: .thread(thread), action: .submit,
        count: Int(length / gap), gap: gap)
    }
  }

  private mutating func gap() -> UInt64 {
    let cost = schedule.cost
    let hop = schedule.hop
    let common: [UInt64] = [
      0, 0, 0, 1_000, hop / 2, hop, hop + 1_000, 100_000, 1_000_000, 8_000_000, 17_000_000,
    ]
    let ownTimes = durations.flatMap { [$0 / 2, $0 - min($0, 500_000), $0, $0 + 500_000] }
    return pick(common + [cost / 2, cost, cost + hop, 2 * cost] + ownTimes)
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }
}
