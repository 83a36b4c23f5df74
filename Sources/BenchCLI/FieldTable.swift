import BenchHarness

/// A ``Table`` of fields, as the gate and the advice still ask for it.
enum FieldTable {
  static func text(titles: [String], rows: [[String]], layout: Layout) -> String {
    Table(titles, rows).text(layout)
  }

  static func room(_ leftOut: [String], _ file: String) -> String? { Layout.room(leftOut, file) }

  static func fitted(
    titles: [String], rows: [[String]], layout: Layout, width: Int?, expendable: [String]
  ) -> (text: String, leftOut: [String]) {
    Table(titles, rows).fitted(layout, width: width, expendable: expendable)
  }
}
