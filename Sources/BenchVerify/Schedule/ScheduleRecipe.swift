struct ScheduleRecipe: Equatable, Sendable {
  /// What a schedule has besides submissions. The raw values are part of the seeds, so they must not change.
  struct Ingredients: OptionSet, Sendable {
    let rawValue: Int

    static let flushes = Ingredients(rawValue: 1)
    /// Submissions and flushes inside deliveries.
    static let reentry = Ingredients(rawValue: 2)
    static let nestedTurns = Ingredients(rawValue: 4)
    static let cancel = Ingredients(rawValue: 8)
    static let drop = Ingredients(rawValue: 16)
    static let cancelOrDrop = Ingredients(rawValue: 32)
    /// Submissions on the main thread before the model changes.
    static let announcements = Ingredients(rawValue: 64)
    /// Other work on the main thread, up to 1 s at a time, sometimes after every delivery; also pauses of up to 30 s.
    static let otherWork = Ingredients(rawValue: 128)
    static let slowStart = Ingredients(rawValue: 4_096)
  }

  var ingredients: Ingredients
  /// Whether updates keep deliveries under way all the time, while the main thread also has other work.
  var isFlood = false

  static let plain = ScheduleRecipe(ingredients: .flushes)
  static let reentrant = ScheduleRecipe(ingredients: [.flushes, .reentry, .nestedTurns])
  static let flood = ScheduleRecipe(ingredients: [], isFlood: true)

  func with(_ more: Ingredients) -> ScheduleRecipe {
    ScheduleRecipe(ingredients: ingredients.union(more), isFlood: isFlood)
  }
}
