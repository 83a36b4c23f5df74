public import Coalesce

/// Submits updates to a strategy in virtual time, as written in a line of text: each character is one step of time.
///
/// In the input, a letter is a submission and `-` a step without a submission; `[abc]` submits three in one step. In
/// the output, a letter marks the step in which its delivery began. A delivery shows the newest letter. Waking the main
/// thread takes no time, so the two lines can be compared column by column:
///
///     let input = "abcd----e---f"
///     let shown = "a----d----e----f"
///     #expect(Timeline().play(input, .throttle(for: .milliseconds(5))) == shown)
///
/// Thread safety: none. A timeline is played on the caller's thread.
public struct Timeline {
  /// The type of a submission. If several letters are pending, the newest is delivered.
  public typealias Letter = NewestValue<Character>

  /// Makes the strategy under test, which uses the given scheduler and delivers to the given handler.
  public typealias Make = (VirtualScheduler, @escaping @Sendable (Letter) -> Void) ->
    any UpdateStrategy<Letter>

  /// A thread that submits updates.
  public enum Origin: String, CaseIterable, Sendable {
    /// A thread other than the main thread.
    case background
    /// The main thread; each submission is made in a block of its own.
    case main
  }

  /// How long a step is.
  public var step: Duration

  /// The thread that submits the updates.
  public var origin: Origin

  /// How long a delivery takes on the main thread.
  public var cost: Duration

  /// How long the layout commit takes in each run-loop turn with deliveries.
  public var layout: Duration

  /// How late timers fire. If negative, they fire that much early, except that timers due within that time are on time.
  public var timerError: Duration

  /// Makes a timeline.
  public init(
    step: Duration = .milliseconds(1), origin: Origin = .background, cost: Duration = .zero,
    layout: Duration = .zero, timerError: Duration = .zero
  ) {
    require(step > .zero, "A step of a timeline must be longer than 0.")
    self.step = step
    self.origin = origin
    self.cost = cost
    self.layout = layout
    self.timerError = timerError
  }

  /// Plays `input` to a coalescer with the given pace. Returns its deliveries as a line of text.
  public func play(_ input: String, _ pace: Pace) -> String {
    play(input) { scheduler, handler in
      let coalescer = Coalescer<Letter>(pace, on: .scheduler(scheduler))
      coalescer.handle(handler)
      return coalescer
    }
  }

  /// Plays `input` to the strategy that `make` returns. Returns its deliveries as a line of text.
  public func play(_ input: String, _ make: Make) -> String {
    let scheduler = VirtualScheduler(hop: .zero)
    let error = Int64((timerError / .nanoseconds(1)).rounded())
    scheduler.timerErrorNanoseconds = { error }
    let submissions = Self.submissions(in: input)
    let end = (submissions.last?.step ?? 0) + Self.longestWait
    let shown = Locked<[Event]>([])
    var laidOut = 0
    scheduler.turnDidEnd = { [unowned scheduler] in
      let count = shown.withLock { $0.count }
      guard count > laidOut else { return }
      laidOut = count
      scheduler.spend(layout)
    }
    let strategy = make(scheduler) { [unowned scheduler, step, cost] update in
      let number = Int(scheduler.elapsedNanoseconds / step.wholeNanoseconds)
      guard number <= end else { return }
      shown.withLock { $0.append((number, update.value)) }
      scheduler.spend(cost)
    }
    switch origin {
    case .background:
      scheduler.setArrivals(submissions.map { UInt64($0.step) * step.wholeNanoseconds }) {
        strategy.submit(Letter(submissions[$0].letter))
      }
    case .main:
      for (number, letter) in submissions {
        scheduler.onMain(at: step * number) { strategy.submit(Letter(letter)) }
      }
    }
    scheduler.run(untilNanoseconds: UInt64(end) * step.wholeNanoseconds)
    scheduler.setArrivals([]) { _ in }
    return Self.line(shown.withLock { $0 }, atLeast: (submissions.last?.step ?? -1) + 1)
  }

  /// A submission or a delivery.
  private typealias Event = (step: Int, letter: Character)

  /// How many steps to play after the last submission; later deliveries are left out.
  private static let longestWait = 100_000

  private static func submissions(in line: String) -> [Event] {
    var submissions: [Event] = []
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

  private static func line(_ deliveries: [Event], atLeast length: Int) -> String {
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
