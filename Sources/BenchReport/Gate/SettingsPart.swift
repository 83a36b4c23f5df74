import BenchHarness

protocol SettingsValue { init(_ part: SettingsPart) throws }

/// One part of a settings file, read strictly; errors include the path of the key. It keeps the keys that are asked
/// for, and the first error, so that a misspelt key is named rather than the one that is missing for that reason.
final class SettingsPart: Decodable {
  private let values: KeyedDecodingContainer<NamedKey>
  private var keys: [String] = []
  private var error: (any Error)?

  init(from decoder: any Decoder) throws { values = try decoder.container(keyedBy: NamedKey.self) }

  /// Reads this part as a value. Refuses unknown keys.
  func read<Value: SettingsValue>() throws -> Value {
    let value = Result { try Value(self) }
    if let key = values.allKeys.map(\.stringValue).first(where: { !keys.contains($0) }) {
      throw failure(key, "unknown key. Known: \(keys.joined(separator: ", ")).")
    }
    if let error { throw error }
    return try value.get()
  }

  func failure(_ key: String, _ cause: String) -> DecodingError {
    let path = values.codingPath + [NamedKey(stringValue: key)]
    return .dataCorrupted(.init(codingPath: path, debugDescription: cause))
  }

  func fail(_ key: String, _ cause: String) { error = error ?? failure(key, cause) }

  /// For the right side of `??`.
  func missing<Value>(_ key: String, _ substitute: Value) -> Value {
    fail(key, "missing.")
    return substitute
  }

  func part<Value: SettingsValue>(_ key: String) -> Value? {
    value(key, "keys with values") { $0 }.flatMap(read)
  }

  private func read<Value: SettingsValue>(_ part: SettingsPart) -> Value? {
    do {
      return try part.read()
    } catch {
      self.error = self.error ?? error
      return nil
    }
  }

  func parts<Value: SettingsValue>(
    _ key: String, of what: String, named name: (Value) -> String
  ) -> [Value]? {
    let values: [Value]? = items(key, of: what)?.compactMap(read)
    return values.map { distinct($0, key, named: name) }
  }

  func list<Value: Decodable>(
    _ key: String, of what: String, named name: (Value) -> String
  ) -> [Value] {
    items(key, of: what).map { distinct($0, key, named: name) } ?? missing(key, [])
  }

  private func items<Item: Decodable>(_ key: String, of what: String) -> [Item]? {
    let items: [Item]? = value(key, "a list of \(what)") { $0 }
    if items?.isEmpty == true { fail(key, "empty; give at least one.") }
    return items
  }

  private func distinct<Value>(
    _ values: [Value], _ key: String, named name: (Value) -> String
  ) -> [Value] {
    var seen: Set<String> = []
    if let twice = values.map(name).first(where: { !seen.insert($0).inserted }) {
      fail(key, "'\(twice)' is listed twice.")
    }
    return values
  }

  func text(_ key: String) -> String {
    value(key, "text") { (text: String) in text.isEmpty ? nil : text } ?? missing(key, "")
  }

  func count(_ key: String, _ range: ClosedRange<Int>) -> Int? {
    number(key, range, "a whole number")
  }

  func number<Number: Decodable>(
    _ key: String, _ range: ClosedRange<Number>, _ kind: String = "a number"
  ) -> Number? {
    value(key, "\(kind) from \(range.lowerBound) to \(range.upperBound)") {
      range.contains($0) ? $0 : nil
    }
  }

  func share(_ key: String, upTo most: Double = 1) -> Double? {
    let limit = FigureText.threeDigits(most * 100)
    return value(key, "a share from 0% to \(limit)%, as in 5% or 0.05") { (text: String) in
      Double(share: text).flatMap { (0...most).contains($0) ? $0 : nil }
    }
  }

  func nanoseconds(_ key: String) -> UInt64? {
    value(key, "a duration of at most 60s, as in 2ms") { (text: String) in
      (try? Duration(parsing: text)).flatMap { $0 <= .seconds(60) ? $0.wholeNanoseconds : nil }
    }
  }

  private func value<Written: Decodable, Value>(
    _ key: String, _ expected: String, _ read: (Written) -> Value?
  ) -> Value? {
    let place = NamedKey(stringValue: key)
    keys.append(key)
    guard values.contains(place) else { return nil }
    if let written = try? values.decode(Written.self, forKey: place), let value = read(written) {
      return value
    }
    let found = (try? values.decode(String.self, forKey: place)).map { ", not '\($0)'" }
    fail(key, "give \(expected)\(found ?? "").")
    return nil
  }
}
