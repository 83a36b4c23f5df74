extension Property {
  /// Handlers submit, flush and turn the run loop.
  static let neverNested = Property(
    .neverNested, "nest", "A delivery is never made inside another.",
    .schedules(.reentrant) { outcome, _ in outcome.fault(.neverNested) })
}
