import SwiftCSV

/// Writes rows as CSV (RFC 4180): fields with commas, quotes or line breaks are quoted.
package enum CSVText {
  /// A header and the rows below it.
  package static func table(_ header: [String], _ rows: some Sequence<[String]>) -> String {
    rows.reduce(into: row(header)) { $0 += row($1) }
  }

  /// One line.
  package static func row(_ fields: [String]) -> String {
    fields.map(quoted).joined(separator: ",") + "\n"
  }

  private static func quoted(_ field: String) -> String {
    guard field.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }

  /// The number to six places after the point, whole numbers without one; empty where there is none,
  /// never 0.
  package static func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "" }
    // It has no places after the point, and a millionth of it may be infinite.
    guard abs(value) < 1e15 else { return String(value) }
    let rounded = (value * 1e6).rounded() / 1e6
    if rounded == rounded.rounded() { return String(Int64(rounded)) }
    return String(rounded)
  }
}

/// The fields of a CSV. Rows of another length than the header are as they are.
package struct CSVTable {
  /// The first row.
  package let header: [String]
  /// The others.
  package let rows: [[String]]

  /// Reads `text`.
  /// - Throws: what the parser says.
  package init(_ text: String, delimiter: Character = ",") throws {
    // Without the header's help: SwiftCSV's named view would fold columns of one name.
    let csv = try EnumeratedCSV(string: text, delimiter: .character(delimiter), loadColumns: false)
    header = csv.header
    rows = csv.rows
  }

  /// The delimiter that the first row has.
  package static func delimiter(of text: String) -> Character {
    CSVDelimiter.guessed(string: text).rawValue
  }
}
