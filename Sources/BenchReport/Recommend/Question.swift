import BenchHarness

/// The user's question: goals, weighting, and facts from the recordings.
package struct Question: Codable, Sendable, Equatable {
  package let goals: [Goal]
  package let weighing: Weighing
  package let share: Double
  /// The key of the present strategy.
  package var now: String?
  /// Whether ``now`` is from the recordings.
  package var isRecorded = false
  /// Whether built-in workloads are used instead of recordings.
  package var isBuiltIn = false
  /// Whether every recording says which rows change.
  package var knowsRows = true
  /// Whether the user gave the cost of a reload, which then replaces recorded costs.
  package var isGiven = false
  /// A warning about a recording whose times are all whole seconds or minutes; nil if there is no such recording.
  package var coarse: String?
  /// The deliveries in the recordings, without duplicates.
  package var deliveries: [RecordedDeliveries] = []

  /// The type of the recorded updates, if it is the same in all recordings.
  package var update: String? {
    let types = deliveries.map(\.update).distinct
    return types.count == 1 ? types[0] : nil
  }

  /// How many deliveries were recorded without their times; then the present strategy is simulated.
  var untimed: Int { deliveries.filter { !$0.haveTimes }.reduce(0) { $0 + $1.count } }

  package init(_ goals: [Goal] = [], hasPrice: Bool = false, share: Double = 1) {
    self.goals = goals
    self.share = share
    weighing = Weighing(goals, hasPrice: hasPrice)
  }

  /// How many of `count` workloads may be exceptions.
  func exceptions(_ count: Int) -> Int {
    // Adds 1e-9, because 1 − 0.9 is a little under 0.1.
    Int((Double(count) * (1 - share) + 1e-9).rounded(.down))
  }

  /// The index of the deciding value: the largest, once the exceptions are set aside. Of equal values, the earlier one
  /// counts as larger. Nil if there are no values.
  func decidingPlace(in values: [Double]) -> Int? {
    let exceptions = exceptions(values.count)
    guard exceptions > 0 else { return values.indices.max { values[$0] < values[$1] } }
    return values.indices.sorted { (-values[$0], $0) < (-values[$1], $1) }[exceptions]
  }
}
