import BenchHarness
import Testing

/// A CSV table written by the program.
struct Table {
  let header: [String]
  let rows: [[String: String]]

  init(_ text: String) throws {
    let lines = try CSVReader.rows(of: text).map(\.fields)
    let header = try #require(lines.first)
    self.header = header
    rows = try lines.dropFirst().map { fields in
      try #require(fields.count == header.count)
      return Dictionary(uniqueKeysWithValues: zip(header, fields))
    }
  }

  /// The fields of one column, from top to bottom.
  func column(_ name: String) -> [String] { rows.compactMap { $0[name] } }
}
