import BenchHarness

protocol SettingsValue {
  static var keys: [String] { get }

  init(_ part: SettingsPart) throws
}

/// One part of a settings file, read strictly; errors include the path of the key.
struct SettingsPart: Decodable {
  private let values: KeyedDecodingContainer<NamedKey>

  init(from decoder: any Decoder) throws { values = try decoder.container(keyedBy: NamedKey.self) }

  /// Reads this part as a value. Refuses unknown keys.
  func read<Value: SettingsValue>() throws -> Value {
    for key in values.allKeys where !Value.keys.contains(key.stringValue) {
      throw failure(key.stringValue, "unknown key. Known: \(Value.keys.joined(separator: ", ")).")
    }
    return try Value(self)
  }

  func failure(_ key: String, _ cause: String) -> DecodingError {
    let path = values.codingPath + [NamedKey(stringValue: key)]
    return .dataCorrupted(.init(codingPath: path, debugDescription: cause))
  }

  /// For the right side of `??`.
  func missing<Value>(_ key: String) throws -> Value { throw failure(key, "missing.") }

  func part<Value: SettingsValue>(_ key: String) throws -> Value? {
    try value(key, "keys with values") { (part: SettingsPart) in part }?.read()
  }

  func parts<Value: SettingsValue>(
    _ key: String, of what: String, named name: (Value) -> String
  ) throws -> [Value]? {
    try list(key, of: what, named: name) { (part: SettingsPart) in try part.read() }
  }

  func list<Item: Decodable, Value>(
    _ key: String, of what: String, named name: (Value) -> String, _ read: (Item) throws -> Value
  ) throws -> [Value]? {
    guard let items = try value(key, "a list of \(what)", { (items: [Item]) in items }) else {
      return nil
    }
    if items.isEmpty { throw failure(key, "empty; give at least one.") }
    let values = try items.map(read)
    var seen: Set<String> = []
    if let twice = values.map(name).first(where: { !seen.insert($0).inserted }) {
      throw failure(key, "'\(twice)' is listed twice.")
    }
    return values
  }

  func text(_ key: String) throws -> String {
    try value(key, "text") { (text: String) in text.isEmpty ? nil : text } ?? missing(key)
  }

  func count(_ key: String, _ range: ClosedRange<Int>) throws -> Int? {
    try number(key, range, "a whole number")
  }

  func number<Number: Decodable>(
    _ key: String, _ range: ClosedRange<Number>, _ kind: String = "a number"
  ) throws -> Number? {
    try value(key, "\(kind) from \(range.lowerBound) to \(range.upperBound)") {
      range.contains($0) ? $0 : nil
    }
  }

  func share(_ key: String, upTo most: Double = 1) throws -> Double? {
    let limit = FigureText.threeDigits(most * 100)
    return try value(key, "a share from 0% to \(limit)%, as in 5% or 0.05") { (text: String) in
      Double(share: text).flatMap { (0...most).contains($0) ? $0 : nil }
    }
  }

  func nanoseconds(_ key: String) throws -> UInt64? {
    try value(key, "a duration of at most 60s, as in 2ms") { (text: String) in
      (try? Duration(parsing: text)).flatMap { $0 <= .seconds(60) ? $0.wholeNanoseconds : nil }
    }
  }

  private func value<Written: Decodable, Value>(
    _ key: String, _ expected: String, _ read: (Written) -> Value?
  ) throws -> Value? {
    let place = NamedKey(stringValue: key)
    guard values.contains(place) else { return nil }
    if let written = try? values.decode(Written.self, forKey: place), let value = read(written) {
      return value
    }
    let found = (try? values.decode(String.self, forKey: place)).map { ", not '\($0)'" }
    throw failure(key, "give \(expected)\(found ?? "").")
  }
}
