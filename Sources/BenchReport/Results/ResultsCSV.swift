import BenchHarness

package struct ResultsCSV {
  package let header: [String]
  package let rows: [Row]

  package struct Row {
    fileprivate let fields: [String]
    fileprivate let places: [String: Int]
    fileprivate let file: String
    package let line: Int

    package func text(_ column: String) -> String { places[column].map { fields[$0] } ?? "" }

    package func value<Value>(_ column: String, _ read: (String) -> Value?) throws -> Value {
      guard let value = read(text(column)) else {
        throw BenchError.badResults(
          file: file, line: line, cause: "invalid value '\(text(column))' in column '\(column)'.")
      }
      return value
    }

    package func number(_ column: String) throws -> Double? {
      text(column).isEmpty ? nil : try value(column, CSVText.value)
    }

    /// The numbers in the columns from `first` on, by column; leaves out empty fields.
    package func numbers(from first: Int, of header: [String]) throws -> [String: Double] {
      try header.dropFirst(first).reduce(into: [:]) { $0[$1] = try number($1) }
    }
  }

  /// `keys` are the first columns, beginning with the schema; `file` is for messages.
  package init(_ text: String, file: String, keys: [String]) throws {
    func bad(_ line: Int?, _ cause: String) -> BenchError {
      .badResults(file: file, line: line, cause: cause)
    }
    let table: [(line: Int, fields: [String])]
    do {
      table = try CSVReader.rows(of: text)
    } catch let failure as TextFailure {
      throw bad(failure.line(in: Array(text.utf8)), failure.cause)
    }
    let header = table.first?.fields ?? []
    self.header = header
    guard Array(header.prefix(keys.count)) == keys, Set(header).count == header.count else {
      let columns = keys.joined(separator: ",")
      throw bad(1, "its header is wrong: it must begin with \(columns).")
    }
    let places = Dictionary(uniqueKeysWithValues: zip(header, header.indices))
    let schema = "\(ResultsTables.schemaVersion)"
    rows = try table.dropFirst().map { line, fields in
      guard fields.count == header.count else {
        throw bad(line, "it has a different number of fields than the header.")
      }
      guard fields[0] == schema else {
        throw bad(line, "it has schema \(fields[0]); this program reads \(schema).")
      }
      return Row(fields: fields, places: places, file: file, line: line)
    }
  }

  /// Refuses a repeated trial, which would count twice. Nil marks a discarded trial, which may be repeated.
  package static func refuseRepetition<ID: Hashable>(
    in trials: [ID?], file: String, line: (Int) -> Int
  ) throws {
    var seen: [ID: Int] = [:]
    for (place, trial) in trials.enumerated() {
      guard let trial, let first = seen.updateValue(place, forKey: trial) else { continue }
      throw BenchError.badResults(
        file: file, line: line(place),
        cause: "it holds the same trial as line \(line(first)). Remove one of the two.")
    }
  }
}
