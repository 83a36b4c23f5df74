extension Pace {
  /// Delivers 5 ms after the first pending update.
  ///
  /// Drawback: even a lone update waits 5 ms.
  public static var added: Pace { Pace(AddedPolicy()) }
}

/// The rule of ``Pace/added``.
package struct AddedPolicy: EnginePolicy {
  private var first: UInt64?

  package var due: UInt64 { first.map { $0 + 5_000_000 } ?? .max }

  package mutating func didHear(_ count: Int, at now: UInt64) { first = first ?? now }

  package mutating func willDeliver(at now: UInt64) { first = nil }

  package mutating func didDrop() { first = nil }
}
