extension Property {
  /// Deliveries are made as fast as main can, and a block is posted to main each 10 ms. A quarter of
  /// a second without any of those is what users call a hang (Apple's definition: over 250 ms).
  static let noStarvation = Property(
    .noStarvation, "strv", "Main can do other work between deliveries, however fast updates come.",
    .schedules(.flood) { outcome, _ in
      guard outcome.longestSilence > 250_000_000 else { return nil }
      let silence = Duration.nanoseconds(Int64(clamping: outcome.longestSilence))
      return "main did no other work for \(silence.text)"
    })
}
