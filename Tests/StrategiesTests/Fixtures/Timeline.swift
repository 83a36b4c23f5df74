import Strategies

/// Aligned timelines in virtual time, one character a step.
///
/// In the input a letter is a submission and `-` a step without one; `[abc]` submits three in one
/// step. In the output a letter stands in the step in which its delivery began. Waking main costs
/// nothing, so that both lines can be read one above the other:
///
///     abcd----e---f
///     a----d----e----f
struct Timeline {
  typealias Letter = NewestValue<Character>
  typealias Make = (any UpdateScheduler, @escaping @Sendable (Letter) -> Void) ->
    any UpdateStrategy<Letter>

  var step = Duration.milliseconds(1)
  var origin = Origin.background

  /// What main pays for one delivery.
  var cost = Duration.zero

  /// What main pays for the layout commit of a turn with deliveries.
  var layout = Duration.zero

  /// How much too late timers fire; negative for too early.
  var timerError = Duration.zero

  /// Plays `input` and answers what was delivered when.
  func play(_ input: String, _ make: Make) -> String {
    let scheduler = VirtualScheduler(hop: .zero)
    let shown = Recorder<(step: Int, letter: Character)>()
    let stepNanoseconds = step.wholeNanoseconds
    let costNanoseconds = cost.wholeNanoseconds
    var laidOut = 0
    scheduler.turnDidEnd = {
      guard shown.all.count > laidOut else { return }
      laidOut = shown.all.count
      scheduler.spend(nanoseconds: layout.wholeNanoseconds)
    }
    let strategy = make(SchedulerDouble(scheduler, timerError: timerError)) { update in
      shown.record((Int(scheduler.nowNanoseconds / stepNanoseconds), update.value))
      scheduler.spend(nanoseconds: costNanoseconds)
    }
    let submissions = Self.submissions(in: input)
    submit(submissions, to: strategy, on: scheduler)
    scheduler.run()
    return Self.line(shown.all, atLeast: (submissions.last?.step ?? -1) + 1)
  }

  private func submit(
    _ submissions: [(step: Int, letter: Character)], to strategy: any UpdateStrategy<Letter>,
    on scheduler: VirtualScheduler
  ) {
    let times = submissions.map { UInt64($0.step) * step.wholeNanoseconds }
    switch origin {
    case .background:
      scheduler.setArrivals(times) { strategy.submit(Letter(submissions[$0].letter)) }
    case .main:
      for (time, submission) in zip(times, submissions) {
        scheduler.onMain(atNanoseconds: time) { strategy.submit(Letter(submission.letter)) }
      }
    }
  }

  private static func submissions(in line: String) -> [(step: Int, letter: Character)] {
    var submissions: [(step: Int, letter: Character)] = []
    var step = 0
    var isInGroup = false
    for character in line {
      switch character {
      case "[": isInGroup = true
      case "]": isInGroup = false
      case "-": break
      default: submissions.append((step, character))
      }
      if !isInGroup { step += 1 }
    }
    return submissions
  }

  private static func line(
    _ deliveries: [(step: Int, letter: Character)], atLeast length: Int
  ) -> String {
    let steps = max(length, (deliveries.map(\.step).max() ?? -1) + 1)
    return (0..<steps).map { step in
      let letters = String(deliveries.filter { $0.step == step }.map(\.letter))
      return switch letters.count {
      case 0: "-"
      case 1: letters
      default: "[\(letters)]"
      }
    }.joined()
  }
}
