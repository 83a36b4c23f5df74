/// Writes rows as CSV (RFC 4180): fields with commas, quotes or line breaks are quoted.
struct CSVText {
  private(set) var text = ""

  mutating func append(_ fields: [String]) {
    text += fields.map(Self.quoted).joined(separator: ",")
    text += "\n"
  }

  private static func quoted(_ field: String) -> String {
    guard field.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }

  /// The number to six places after the point, whole numbers without one; empty where there is none,
  /// never 0.
  static func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "" }
    let rounded = (value * 1e6).rounded() / 1e6
    if rounded == rounded.rounded(), abs(rounded) < 1e15 { return String(Int64(rounded)) }
    return String(rounded)
  }
}
