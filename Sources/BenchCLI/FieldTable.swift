import TextTable

/// A table of text, left-aligned in its first column and right-aligned in the others.
enum FieldTable {
  private struct Row {
    let fields: [(title: String, text: String)]
  }

  /// Each row has as many fields as there are titles.
  static func text(
    titles: [String], rows: [[String]], style: any TextTableStyle.Type
  ) -> String {
    let table = TextTable<Row> { row in
      row.fields.enumerated().map { position, field in
        Column(
          title: field.title, value: field.text, align: position == 0 ? .left : .right)
      }
    }
    let rows = rows.map { Row(fields: Array(zip(titles, $0))) }
    return table.string(for: rows, style: style) ?? ""
  }
}
