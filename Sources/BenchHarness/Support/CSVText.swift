package enum CSVText {
  package static func row(_ fields: [String]) -> String {
    fields.map(quoted).joined(separator: ",") + "\n"
  }

  private static func quoted(_ field: String) -> String {
    guard field.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }

  /// Rounds to six decimal places; nil, infinity and NaN become an empty field, never 0.
  package static func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "" }
    // Larger values have fewer than six decimal places, and multiplying them might overflow.
    guard abs(value) < 1e15 else { return String(value) }
    let rounded = (value * 1e6).rounded() / 1e6
    if rounded == rounded.rounded() { return String(Int64(rounded)) }
    return String(rounded)
  }

  /// Reads the output of ``number(_:)``. Rejects other texts that `Double` accepts, such as `0x10`, `+1` and `nan`.
  package static func value(_ field: String) -> Double? {
    guard field.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil,
      let value = Double(field), value.isFinite
    else { return nil }
    return value
  }
}
