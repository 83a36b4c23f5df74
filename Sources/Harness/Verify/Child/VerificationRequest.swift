/// What a child process is asked to verify.
struct VerificationRequest: Codable, Sendable {
  /// The strategy's key.
  var strategy: String
  /// What to do, in this order.
  var stages: [VerificationStage]
  /// The seeds of schedules and of real-time rounds.
  var seeds: [UInt64]
  /// How many schedules are played for each property and seed.
  var schedules: Int
  /// How long one stage may take before it counts as hung, in nanoseconds.
  var patienceNanoseconds: UInt64
  /// The process to die with.
  var parent: Int32
}
