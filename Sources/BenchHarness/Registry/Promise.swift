/// A guarantee in the contract of every strategy, checked by `bench verify` and explained in docs/verify.md.
public enum Promise: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
  case finalState = "final-state"
  case nothingLost = "nothing-lost"
  case order
  case neverConcurrent = "never-concurrent"
  case neverNested = "never-nested"
  case nothingAfterCancel = "nothing-after-cancel"
  case safeToDrop = "safe-to-drop"
  case boundedLatency = "bounded-latency"
  case noStarvation = "no-starvation"
  case noIdleWakeUps = "no-idle-wake-ups"
  case reentrancy
  case terminates
  case survives
  case freshAfterWillSet = "fresh-after-will-set"
  case survivesBusyMain = "survives-busy-main"
  case releasesHandler = "releases-handler"
  case noEmptyDeliveries = "no-empty-deliveries"
  case boundedMemory = "bounded-memory"
  case survivesSlowStart = "survives-slow-start"

  /// The heading of the promise's table column, at most four letters.
  package var column: String {
    switch self {
    case .finalState: "end"
    case .nothingLost: "lost"
    case .order: "ordr"
    case .neverConcurrent: "conc"
    case .neverNested: "nest"
    case .nothingAfterCancel: "canc"
    case .safeToDrop: "drop"
    case .boundedLatency: "wait"
    case .noStarvation: "strv"
    case .noIdleWakeUps: "idle"
    case .reentrancy: "reen"
    case .terminates: "term"
    case .survives: "live"
    case .freshAfterWillSet: "will"
    case .survivesBusyMain: "busy"
    case .releasesHandler: "free"
    case .noEmptyDeliveries: "void"
    case .boundedMemory: "mem"
    case .survivesSlowStart: "cold"
    }
  }
}
