import Foundation

/// A JSON text: the places in it that may hold rows, by their paths. The path of the whole text is `.`.
struct RecordedJSON {
  private(set) var places: [String: Place] = [:]
  let isArray: Bool

  /// Rows that have the same path.
  struct Place {
    /// The `jq` filter that writes one row per line.
    let filter: String
    fileprivate var parts: [Part] = []

    var count: Int { parts.reduce(0) { $0 + $1.count } }
    var rows: [[String: Any]] { parts.flatMap { $0.rows() } }
    var isMap: Bool { parts.contains(where: \.isMap) }
  }

  /// The paths, by descending number of rows; of equal ones, `.` first.
  var paths: [String] {
    places.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map(\.key)
  }

  /// Reads one JSON value, or several in a row. An array may lack its end, as a trace does if its program crashed.
  init(_ data: ArraySlice<UInt8>) throws {
    let root = try Self.value(data)
    isArray = root is [Any]
    note(root, at: ".", named: "1", by: "")
  }

  private static func value(_ data: ArraySlice<UInt8>) throws -> Any {
    func parse(_ data: some Sequence<UInt8>) throws -> Any {
      try JSONSerialization.jsonObject(with: Data(data))
    }
    do { return try parse(data) } catch {
      let end = data.lastIndex { !$0.isBlank && $0 != UInt8(ascii: ",") } ?? data.startIndex
      if data.first == UInt8(ascii: "["), let array = try? parse(data[...end] + "]".utf8) {
        return array
      }
      let values = values(data)
      if values.count > 1 { return try values.map(parse) }
      throw error
    }
  }

  /// The objects and arrays that a text holds one after the other; none if it holds anything else.
  private static func values(_ data: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var values: [ArraySlice<UInt8>] = [], start = data.startIndex, depth = 0
    var isText = false, isEscaped = false
    for (place, byte) in zip(data.indices, data) {
      switch Unicode.Scalar(byte) {
      case _ where isEscaped: isEscaped = false
      case "\\" where isText: isEscaped = true
      case "\"" where depth > 0: isText.toggle()
      case _ where isText: break
      case "{", "[":
        if depth == 0 { start = place }
        depth += 1
      case "}", "]":
        depth -= 1
        if depth == 0 { values.append(data[start...place]) }
        if depth < 0 { return [] }
      default: if depth == 0, !byte.isBlank { return [] }
      }
    }
    return values
  }

  private mutating func note(_ value: Any, at path: String, named name: String, by filter: String) {
    let array = value as? [Any], object = value as? [String: Any] ?? [:]
    if array == nil, object.isEmpty { return }
    let part = array.map { Part($0, named: name) } ?? Part(object)
    if let part {
      places[path, default: Place(filter: filter.isEmpty ? ".[]" : "\(filter)[]")].parts
        .append(part)
    }
    guard let rows = array ?? (part?.isMap == true ? Array(object.values) : nil) else {
      return noteMembers(object, at: path, by: filter)
    }
    for case let row as [String: Any] in rows { noteMembers(row, at: path, by: "\(filter)[]") }
  }

  private mutating func noteMembers(_ object: [String: Any], at path: String, by filter: String) {
    for (name, value) in object {
      let isPlain = name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil
      note(
        value, at: path == "." ? name : "\(path).\(name)", named: name,
        by: filter + (isPlain ? ".\(name)" : ".[\"\(name)\"]"))
    }
  }
}

/// An array or object that may hold rows.
private struct Part {
  let count: Int
  /// Whether each member of an object is a row.
  var isMap = false
  let rows: () -> [[String: Any]]

  /// Each element is a row: an object; an array of fields, called 1, 2, …; or one value, called like the array.
  init(_ array: [Any], named name: String) {
    count = array.count
    rows = {
      array.map { element in
        let fields = (element as? [Any])?.enumerated().map { ("\($0 + 1)", $1) }
        return element as? [String: Any]
          ?? fields.map { Dictionary(uniqueKeysWithValues: $0) } ?? [name: element]
      }
    }
  }

  /// Nil unless its members are alike: columns, which are arrays of values or objects with a member for each row; or
  /// rows, to whose members come `key`, their name, and `value`, if they are no objects.
  init?(_ members: [String: Any]) {
    let arrays = members.compactMapValues { $0 as? [Any] }
      .filter { !$0.value.contains { $0 is [String: Any] || $0 is [Any] } }
    let objects = members.compactMapValues { $0 as? [String: Any] }
    let keys = Set(objects.first?.value.keys.map { $0 } ?? [])
    var columns: [String: [Any]]?
    if let first = arrays.first?.value, first.count > 1,
      arrays.allSatisfy({ $1.count == first.count })
    {
      columns = arrays
    } else if objects.count == members.count, objects.count > 1 {
      guard objects.allSatisfy({ !keys.isDisjoint(with: $1.keys) }) else { return nil }
      if objects.allSatisfy({ Set($1.keys) == keys }), keys.allSatisfy({ Int($0) != nil }) {
        let rows = keys.sorted { $0.compare($1, options: .numeric) == .orderedAscending }
        columns = objects.mapValues { object in rows.compactMap { object[$0] } }
      }
    } else if members.count < 2 || !members.keys.allSatisfy({ $0.first?.isNumber == true }) {
      return nil
    }
    if let columns {
      let count = columns.first?.value.count ?? 0
      self.count = count
      rows = { (0..<count).map { row in columns.mapValues { $0[row] } } }
    } else {
      (count, isMap) = (members.count, true)
      rows = {
        members.sorted { $0.key.compare($1.key, options: .numeric) == .orderedAscending }
          .map { key, value in
            (value as? [String: Any] ?? ["value": value]).merging(["key": key]) { own, _ in own }
          }
      }
    }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self) }
}
