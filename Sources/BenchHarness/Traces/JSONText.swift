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

  mutating func keys() throws -> [String] {
    var keys: [String] = []
    try members { text, key, _ in keys.append(text.string(key)) }
    return keys
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

  /// Calls `member` with each member of the next object, and skips the object.
  /// - Throws: ``TextFailure``, or what `member` throws.
  mutating func members(_ member: (JSONText, TextField, Value) throws -> Void) throws {
    let start = position
    guard take("{") else { throw TextFailure(start, "an object in braces is expected here.") }
    guard !take("}") else { return }
    repeat {
      let key = try string()
      try expect(":")
      try member(self, key, try value())
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
