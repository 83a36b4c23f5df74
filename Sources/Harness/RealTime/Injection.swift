import Foundation

/// A regression that is made on purpose, to see whether the gate notices.
///
/// Applied by the harness in the trial's own process, never by strategies.
public enum Injection: Sendable, Equatable, Hashable {
  /// The view's work is so many times what it was.
  case work(factor: Double)
  /// Each submission allocates once more.
  case allocation
  /// So large a share of reloads is made twice, as if two updates had not been merged.
  case missedMerge(share: Double)

  /// Reads "work=1.1", "allocation" or "missed-merge=0.05".
  /// - Throws: ``HarnessError/badValue(what:value:expected:)``.
  public init(parsing text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    let value = parts.count == 2 ? Double(parts[1]) : nil
    switch (parts.first, value) {
    case ("work", .some(let factor)) where (0...100).contains(factor):
      self = .work(factor: factor)
    case ("allocation", nil) where parts.count == 1: self = .allocation
    case ("missed-merge", .some(let share)) where share > 0 && share <= 1:
      self = .missedMerge(share: share)
    default:
      throw HarnessError.badValue(
        what: "injection", value: text, expected: "work=1.1, allocation or missed-merge=0.05")
    }
  }

  /// As it is read.
  public var text: String {
    switch self {
    case .work(let factor): "work=\(factor)"
    case .allocation: "allocation"
    case .missedMerge(let share): "missed-merge=\(share)"
    }
  }
}

extension Injection: Codable {
  /// Reads the text form.
  public init(from decoder: any Decoder) throws {
    try self.init(parsing: decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the text form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
