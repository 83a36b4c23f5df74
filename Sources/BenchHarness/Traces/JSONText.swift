import Foundation

/// Reads JSON from its bytes as far as a recording needs it: members of objects as they are
/// written, so that no digit of a number is lost, and the place of every error. Nested values are
/// skipped.
struct JSONText {
  /// A member's value; the field is nil for `null`.
  struct Value {
    let field: TextField?
    /// Whether it is neither an object nor an array.
    let isScalar: Bool
  }

  /// Is told a member of an object, with the keys of those that the object is nested in.
  typealias Visitor = (
    _ text: JSONText, _ parents: [TextField], _ key: TextField, _ value: Value
  ) throws -> Void

  let bytes: [UInt8]
  private(set) var position: Int

  init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    position = start
  }

  func string(_ field: TextField) -> String {
    let text = String(decoding: bytes[field.range], as: UTF8.self)
    guard field.isEscaped else { return text }
    return (try? JSONDecoder().decode(String.self, from: Data("\"\(text)\"".utf8))) ?? text
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// The keys of the next object and their values.
  func keys() throws -> [String: String] {
    var (text, keys) = (self, [String: String]())
    try text.members(depth: 1) { text, _, key, value in
      keys[text.string(key)] = value.field.map(text.string) ?? ""
    }
    return keys
  }

  /// Whether `path`, with points between its keys, leads to `key`.
  func isPath(_ path: [UInt8], _ parents: [TextField], _ key: TextField) -> Bool {
    var rest = path[...]
    for parent in parents {
      guard rest.starts(with: bytes[parent.range]) else { return false }
      rest = rest.dropFirst(parent.range.count)
      guard rest.popFirst() == UInt8(ascii: ".") else { return false }
    }
    return rest.count == key.range.count && rest.elementsEqual(bytes[key.range])
  }

  /// Skips the line that `offset` is in.
  mutating func skipLine(from offset: Int) {
    position = offset
    while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
  }

  /// Enters the array that the next object has at `key`.
  mutating func enter(_ key: String) throws {
    try expect("{")
    while true {
      let found = try string()
      try expect(":")
      guard string(found) != key else { return try expect("[") }
      _ = try value()
      try expect(",")
    }
  }

  /// Whether another object follows. In an array, it stands behind a comma and before the bracket,
  /// which a Chrome trace may lack.
  mutating func hasNext(inArray isArray: Bool, mayEndAnywhere: Bool) -> Bool {
    skipBlanks()
    if isArray {
      if take("]") {
        position = bytes.count
        return false
      }
      _ = take(",")
      skipBlanks()
      if position == bytes.count { return !mayEndAnywhere }
    }
    return position < bytes.count
  }

  /// Calls `member` with each member of the next object, and of those in it, `depth` levels in all;
  /// skips the object.
  /// - Throws: ``TextFailure``, or what `member` throws.
  mutating func members(depth: Int, in parents: [TextField] = [], _ member: Visitor) throws {
    let start = position
    guard take("{") else { throw TextFailure(start, "an object in braces is expected here.") }
    guard !take("}") else { return }
    repeat {
      let key = try string()
      try expect(":")
      skipBlanks()
      if depth > 1, position < bytes.count, bytes[position] == UInt8(ascii: "{") {
        try members(depth: depth - 1, in: parents + [key], member)
      } else {
        try member(self, parents, key, try value())
      }
    } while take(",")
    try expect("}")
  }

  private mutating func expect(_ character: Unicode.Scalar) throws {
    guard take(character) else {
      let found = position < bytes.count ? " here" : ", but the text ends"
      throw TextFailure(position, "it is not valid JSON: '\(character)' is expected\(found).")
    }
  }

  private mutating func string() throws -> TextField {
    try expect("\"")
    var field = TextField(position..<position)
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      if bytes[position] == UInt8(ascii: "\\") {
        field.isEscaped = true
        position += 1
      }
      position += 1
    }
    guard position < bytes.count else {
      throw TextFailure(field.range.lowerBound, "it is not valid JSON: a quote is never closed.")
    }
    field.range = field.range.lowerBound..<position
    position += 1
    return field
  }

  private mutating func value() throws -> Value {
    skipBlanks()
    guard position < bytes.count else {
      throw TextFailure(position, "it is not valid JSON: a value is expected, but the text ends.")
    }
    switch Unicode.Scalar(bytes[position]) {
    case "\"": return Value(field: try string(), isScalar: true)
    case "{", "[":
      try skipNested()
      return Value(field: nil, isScalar: false)
    default:
      let start = position
      while position < bytes.count, !Self.ends(bytes[position]) { position += 1 }
      guard start < position else {
        throw TextFailure(start, "it is not valid JSON: a value is missing.")
      }
      let isNull = bytes[start..<position].elementsEqual("null".utf8)
      return Value(field: isNull ? nil : TextField(start..<position), isScalar: true)
    }
  }

  /// Not recursive, because there may be as many levels as bytes.
  private mutating func skipNested() throws {
    let start = position
    var depth = 0
    while position < bytes.count {
      switch Unicode.Scalar(bytes[position]) {
      case "\"": _ = try string()
      case "{", "[":
        depth += 1
        position += 1
      case "}", "]":
        depth -= 1
        position += 1
        if depth == 0 { return }
      default: position += 1
      }
    }
    throw TextFailure(start, "it is not valid JSON: what is opened here is never closed.")
  }

  private static func ends(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case ",", "}", "]", " ", "\n", "\r", "\t": true
    default: false
    }
  }

  private mutating func skipBlanks() {
    while position < bytes.count, bytes[position] <= 0x20, bytes[position] != 0 { position += 1 }
  }
}
