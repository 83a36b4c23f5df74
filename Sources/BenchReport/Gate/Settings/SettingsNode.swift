import BenchHarness
import Yams

/// A part of a YAML file that is read strictly: whatever is missing, unknown or of another kind is
/// refused with its line and column.
struct SettingsNode {
  private let node: Node
  private let file: String
  /// What the part is called in messages.
  private let name: String

  /// Reads `text`, the whole of `file`.
  init(_ text: String, file: String) throws {
    do {
      guard let node = try compose(yaml: text) else {
        throw BenchError.badSettings(file: file, line: nil, column: nil, cause: "it is empty.")
      }
      self.init(node, file, "the file")
    } catch let error as YamlError {
      throw error.settingsError(file)
    }
  }

  private init(_ node: Node, _ file: String, _ name: String) {
    (self.node, self.file, self.name) = (node, file, name)
  }

  /// The values by key. Keys that are not in `known` are refused; see ``required(_:)``.
  func mapping(_ known: [String]) throws -> SettingsMapping {
    guard let mapping = node.mapping else { throw wrong("keys with values") }
    var values: [String: SettingsNode] = [:]
    for (key, value) in mapping {
      guard let text = key.scalar?.string, known.contains(text) else {
        throw SettingsNode(key, file, name).failure(
          "\(name) has no key '\(key.scalar?.string ?? "?")'. "
            + "Choose from: \(known.joined(separator: ", ")).")
      }
      values[text] = SettingsNode(value, file, "'\(text)'")
    }
    return SettingsMapping(whole: self, values: values)
  }

  /// The items; an empty list is refused, and one that names something twice.
  func list() throws -> [SettingsNode] {
    guard let sequence = node.sequence else { throw wrong("a list") }
    guard !sequence.isEmpty else { throw failure("\(name) is empty. Give at least one.") }
    var seen: Set<String> = []
    return try sequence.map { item in
      let item = SettingsNode(item, file, "an item of \(name)")
      if let text = item.node.scalar?.string, !seen.insert(text).inserted {
        throw item.failure("\(name) has '\(text)' twice.")
      }
      return item
    }
  }

  /// Text that is not empty.
  func text() throws -> String { try value("text") { $0 } }

  func number(_ range: ClosedRange<Double>) throws -> Double {
    try value("a number from \(range.lowerBound) to \(range.upperBound)") { text in
      Double(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// A share, written as 0.05 or as 5%.
  func share() throws -> Double {
    let share = try value("a share, as in 5% or 0.05") { Double(share: $0) }
    guard (0...1).contains(share) else { throw wrong("a share from 0% to 100%") }
    return share
  }

  func count(_ range: ClosedRange<Int>) throws -> Int {
    try value("a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// At most a minute.
  func duration() throws -> Duration {
    try value("a duration of at most 60s, as in 2ms") { text in
      (try? Duration(parsing: text)).flatMap { $0 <= .seconds(60) ? $0 : nil }
    }
  }

  private func value<Value>(_ expected: String, _ read: (String) -> Value?) throws -> Value {
    guard let text = node.scalar?.string, !text.isEmpty, let value = read(text) else {
      throw wrong(expected)
    }
    return value
  }

  func failure(_ cause: String) -> BenchError {
    .badSettings(file: file, line: node.mark?.line, column: node.mark?.column, cause: cause)
  }

  private func wrong(_ expected: String) -> BenchError {
    let found = node.scalar.map { "'\($0.string)'" } ?? (node.sequence == nil ? "keys" : "a list")
    return failure("\(name) is \(found). Give \(expected).")
  }
}

struct SettingsMapping {
  fileprivate let whole: SettingsNode
  fileprivate let values: [String: SettingsNode]

  subscript(key: String) -> SettingsNode? { values[key] }

  /// The value of `key`, which has to be there.
  func required(_ key: String) throws -> SettingsNode {
    guard let value = values[key] else { throw whole.failure("'\(key)' is missing.") }
    return value
  }
}

extension YamlError {
  fileprivate func settingsError(_ file: String) -> BenchError {
    let (mark, problem): (Mark?, String) =
      switch self {
      case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
        .composer(_, let problem, let mark, _):
        (mark, problem)
      case .duplicatedKeysInMapping(let duplicates, let context):
        (context.mark, "it has \(duplicates.joined(separator: ", ")) twice")
      default: (nil, "\(self)")
      }
    return .badSettings(
      file: file, line: mark?.line, column: mark?.column, cause: "it is not valid YAML: \(problem)."
    )
  }
}
