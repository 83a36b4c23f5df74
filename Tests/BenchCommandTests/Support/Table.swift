import Testing

/// A CSV without quoted fields, as the program writes it for these tests.
struct Table {
  let header: [String]
  let rows: [[String: String]]

  init(_ text: String) throws {
    let lines = text.split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let header = try #require(lines.first)
    self.header = header
    rows = try lines.dropFirst().map { fields in
      try #require(fields.count == header.count)
      return Dictionary(uniqueKeysWithValues: zip(header, fields))
    }
  }

  /// The fields of one column, from the top.
  func column(_ name: String) -> [String] { rows.compactMap { $0[name] } }
}
