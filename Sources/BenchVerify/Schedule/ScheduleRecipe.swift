/// The events of a schedule besides submissions. The raw values are part of the seeds, so they must not change.
struct ScheduleRecipe: OptionSet, Sendable {
  let rawValue: Int

  static let flushes = ScheduleRecipe(rawValue: 1)
  /// Submissions and flushes inside deliveries.
  static let reentry = ScheduleRecipe(rawValue: 2)
  static let nestedTurns = ScheduleRecipe(rawValue: 4)
  static let cancel = ScheduleRecipe(rawValue: 8)
  static let drop = ScheduleRecipe(rawValue: 16)
  static let cancelOrDrop = ScheduleRecipe(rawValue: 32)
  /// Submissions on the main thread before the model changes.
  static let announcements = ScheduleRecipe(rawValue: 64)
  /// Other work on the main thread, up to 1 s at a time, sometimes after every delivery; also pauses of up to 30 s.
  static let otherWork = ScheduleRecipe(rawValue: 128)
  static let slowStart = ScheduleRecipe(rawValue: 4_096)

  /// Updates keep deliveries under way all the time, while the main thread also has other work.
  static let flood: ScheduleRecipe = []
  static let reentrant: ScheduleRecipe = [.flushes, .reentry, .nestedTurns]
}
