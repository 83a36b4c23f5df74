extension Property {
  /// A strategy is verified in a process of its own; here it is looked at how that ended.
  static let survives = Property(.survives, "live", "The process lives on.", .process)
}
