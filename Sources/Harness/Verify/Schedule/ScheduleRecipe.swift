/// What the schedules of one property are made of.
struct ScheduleRecipe: Sendable {
  /// What a schedule may hold besides submissions from main and other threads.
  struct Ingredients: OptionSet, Sendable {
    let rawValue: Int

    /// Flushes on main.
    static let flushes = Ingredients(rawValue: 1)
    /// Submissions and flushes inside deliveries.
    static let reentry = Ingredients(rawValue: 2)
    /// Deliveries that turn the run loop.
    static let nestedTurns = Ingredients(rawValue: 4)
    /// The strategy is cancelled once.
    static let cancel = Ingredients(rawValue: 8)
    /// The strategy is dropped once.
    static let drop = Ingredients(rawValue: 16)
    /// The strategy is cancelled or dropped, one of both.
    static let cancelOrDrop = Ingredients(rawValue: 32)
    /// Submissions on main come before the model changes.
    static let announcements = Ingredients(rawValue: 64)
    /// Main has other work, up to a second at a time, and there are long silences.
    static let otherWork = Ingredients(rawValue: 128)
    /// Submissions with a bound of their own.
    static let bounds = Ingredients(rawValue: 256)
    /// Pauses, all of which end.
    static let pauses = Ingredients(rawValue: 512)
  }

  var ingredients: Ingredients
  /// Whether producers are faster than the deliveries, and main has other work to do.
  var isFlood = false

  /// Submissions and flushes and nothing special.
  static let plain = ScheduleRecipe(ingredients: .flushes)
  /// Everything that a handler may do.
  static let reentrant = ScheduleRecipe(ingredients: [.flushes, .reentry, .nestedTurns])
  /// Producers that are faster than the deliveries.
  static let flood = ScheduleRecipe(ingredients: [], isFlood: true)

  func with(_ more: Ingredients) -> ScheduleRecipe {
    ScheduleRecipe(ingredients: ingredients.union(more), isFlood: isFlood)
  }
}
