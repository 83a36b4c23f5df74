package struct Table: Sendable {
  package struct Column: Sendable {
    package enum Alignment: Sendable { case left, right }

    package let title: String
    let alignment: Alignment

    package init(_ title: String, _ alignment: Alignment) {
      self.title = title
      self.alignment = alignment
    }
  }

  package private(set) var columns: [Column]
  package private(set) var rows: [[String]]

  package init(_ columns: [Column], _ rows: [[String]]) {
    self.columns = columns
    self.rows = rows
  }

  package init(_ titles: [String], _ rows: [[String]]) {
    let columns = titles.enumerated().map { Column($0.element, $0.offset == 0 ? .left : .right) }
    self.init(columns, rows)
  }

  package var csv: String {
    rows.reduce(into: CSVText.row(columns.map(\.title))) { $0 += CSVText.row($1) }
  }

  package func text(_ layout: Layout) -> String {
    guard !rows.isEmpty else { return "" }
    let widths = columns.indices.map { column in
      rows.reduce(columns[column].title.count) { max($0, $1[column].count) }
    }
    func line(_ row: [String]) -> String {
      let fields = columns.indices.map { column in
        let blanks = String(repeating: " ", count: widths[column] - row[column].count)
        return columns[column].alignment == .left ? row[column] + blanks : blanks + row[column]
      }
      return layout == .terminal
        ? fields.joined(separator: " ") + "\n" : "| \(fields.joined(separator: " | ")) |\n"
    }
    return line(columns.map(\.title)) + rule(widths, layout) + rows.map(line).joined()
  }

  private func rule(_ widths: [Int], _ layout: Layout) -> String {
    guard layout == .markdown else {
      return widths.map { String(repeating: "-", count: $0) }.joined(separator: " ") + "\n"
    }
    return zip(columns, widths).map { column, width in
      let dashes = String(repeating: "-", count: max(width, 3) + 1)
      return column.alignment == .left ? "|:\(dashes)" : "|\(dashes):"
    }.joined() + "|\n"
  }

  /// Drops `expendable` columns in order until no line exceeds `width`; returns the text and the titles left out.
  package func fitted(
    _ layout: Layout, width: Int?, expendable: [String]
  ) -> (text: String, leftOut: [String]) {
    var (table, leftOut, text) = (self, [String](), text(layout))
    for title in expendable {
      guard let width, text.split(separator: "\n").contains(where: { $0.count > width }) else {
        break
      }
      guard table.drop(title) else { continue }
      leftOut.append(title)
      text = table.text(layout)
    }
    return (text, leftOut)
  }

  @discardableResult package mutating func drop(_ title: String) -> Bool {
    guard let position = columns.firstIndex(where: { $0.title == title }) else { return false }
    columns.remove(at: position)
    for row in rows.indices { rows[row].remove(at: position) }
    return true
  }
}

package enum Layout: Sendable {
  case terminal
  case markdown
}
