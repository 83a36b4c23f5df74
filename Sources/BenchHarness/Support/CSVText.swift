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

  /// The number that ``number(_:)`` wrote. Nil for what else `Double` reads, such as `0x10`, `+1`
  /// and `nan`, and for numbers that are too large.
  package static func value(_ field: String) -> Double? {
    guard field.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil,
      let value = Double(field), value.isFinite
    else { return nil }
    return value
  }
}
