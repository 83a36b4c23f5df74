/// Writes rows as CSV (RFC 4180): fields with commas, quotes or line breaks are quoted.
package enum CSVText {
  package static func row(_ fields: [String]) -> String {
    fields.map(quoted).joined(separator: ",") + "\n"
  }

  private static func quoted(_ field: String) -> String {
    guard field.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }

  /// The number to six places after the point, whole numbers without one; empty where there is
  /// none, never 0.
  package static func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "" }
    // It has no places after the point, and a millionth of it may be infinite.
    guard abs(value) < 1e15 else { return String(value) }
    let rounded = (value * 1e6).rounded() / 1e6
    if rounded == rounded.rounded() { return String(Int64(rounded)) }
    return String(rounded)
  }

  /// The number that ``number(_:)`` wrote: decimal, with digits on both sides of a point, as in
  /// JSON. Nil for what else `Double` reads, such as `0x10`, `+1` and `nan`, and for numbers that
  /// are too large.
  package static func value(_ field: String) -> Double? {
    var rest = field.utf8[...]
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    guard takesDigits(&rest) else { return nil }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard takesDigits(&rest) else { return nil }
    }
    if let mark = rest.first, mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") {
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        rest.removeFirst()
      }
      guard takesDigits(&rest) else { return nil }
    }
    guard rest.isEmpty, let value = Double(field), value.isFinite else { return nil }
    return value
  }

  private static func takesDigits(_ rest: inout Substring.UTF8View) -> Bool {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest = rest[digits.endIndex...]
    return !digits.isEmpty
  }
}
