import BenchHarness

/// One part of a settings file, read strictly: errors have the path of their key.
struct SettingsPart {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  /// Whether keys are checked. They are not where this program reads what it wrote.
  static let isStrict = CodingUserInfoKey(rawValue: "isStrict")

  private let values: KeyedDecodingContainer<Key>

  init(_ decoder: any Decoder, _ known: [String]) throws {
    values = try decoder.container(keyedBy: Key.self)
    guard let isStrict = Self.isStrict, decoder.userInfo[isStrict] as? Bool == true else { return }
    for key in values.allKeys where !known.contains(key.stringValue) {
      throw failure(key.stringValue, "unknown key; known: \(known.joined(separator: ", ")).")
    }
  }

  func failure(_ key: String, _ cause: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: values.codingPath + [Key(key)], debugDescription: cause))
  }

  func required<Value>(_ key: String, _ read: (String) throws -> Value?) throws -> Value {
    guard let value = try read(key) else { throw failure(key, "missing.") }
    return value
  }

  func part<Value: Decodable>(_ key: String) throws -> Value? {
    try value(key, "keys with values") { $0 }
  }

  func text(_ key: String) throws -> String? {
    try value(key, "text") { (text: String) in text.isEmpty ? nil : text }
  }

  func cell() throws -> Cell {
    Cell(try required("strategy", text), try required("workload", text))
  }

  func list<Item: Decodable & Hashable>(
    _ key: String, of what: String, as: Item.Type = Item.self
  ) throws -> [Item]? {
    let items = try value(key, "a list of \(what)") { (items: [Item]) in items }
    guard let items else { return nil }
    if items.isEmpty { throw failure(key, "empty; give at least one.") }
    var seen: Set<Item> = []
    if let twice = items.first(where: { !seen.insert($0).inserted }) {
      throw failure(key, "'\(twice)' is there twice.")
    }
    return items
  }

  func count(_ key: String, _ range: ClosedRange<Int>) throws -> Int? {
    try value(key, "a whole number from \(range.lowerBound) to \(range.upperBound)") {
      range.contains($0) ? $0 : nil
    }
  }

  func number(_ key: String, _ range: ClosedRange<Double>) throws -> Double? {
    try value(key, "a number from \(range.lowerBound) to \(range.upperBound)") {
      range.contains($0) ? $0 : nil
    }
  }

  /// A share, written as 0.05 or as 5%.
  func share(_ key: String) throws -> Double? {
    try value(key, "a share from 0% to 100%, as in 5% or 0.05") { (text: String) in
      Double(share: text).flatMap { (0...1).contains($0) ? $0 : nil }
    }
  }

  /// At most a minute.
  func duration(_ key: String) throws -> Duration? {
    try value(key, "a duration of at most 60s, as in 2ms") { (text: String) in
      (try? Duration(parsing: text)).flatMap { $0 <= .seconds(60) ? $0 : nil }
    }
  }

  private func value<Written: Decodable, Value>(
    _ key: String, _ expected: String, _ read: (Written) -> Value?
  ) throws -> Value? {
    guard values.contains(Key(key)) else { return nil }
    do {
      if let value = read(try values.decode(Written.self, forKey: Key(key))) { return value }
    } catch DecodingError.dataCorrupted(let context) {
      // One of ours, from a part of it.
      throw DecodingError.dataCorrupted(context)
    } catch {}
    let found = (try? values.decode(String.self, forKey: Key(key))).map { ", not '\($0)'" }
    throw failure(key, "give \(expected)\(found ?? "").")
  }
}

extension CostModel {
  static let settingsKeys = [
    "reload-cost", "row-change-cost", "content-cost", "visible-rows", "visible-row-cost",
    "latency-price",
  ]

  /// What is missing costs what it costs without options.
  init(_ part: SettingsPart) throws {
    if let stored: CostModel = try part.part("costs") {
      self = stored
      return
    }
    let usual = CostModel()
    self.init(
      reload: try part.duration("reload-cost") ?? .nanoseconds(Int64(usual.reloadNanoseconds)),
      visibleRow: try part.duration("visible-row-cost")
        ?? .nanoseconds(Int64(usual.visibleRowNanoseconds)),
      visibleRows: try part.count("visible-rows", 0...10_000) ?? usual.visibleRows,
      rowChange: try part.duration("row-change-cost")
        ?? .nanoseconds(Int64(usual.rowChangeNanoseconds)),
      content: try part.duration("content-cost") ?? .zero,
      latencyPrice: try part.number("latency-price", 0...1_000_000) ?? usual.latencyPrice)
  }
}
