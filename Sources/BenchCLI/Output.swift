import ArgumentParser
import BenchHarness
import BenchReport
import Foundation
import TextTable

/// Prints what a run found, in the format that was asked for, and keeps what it says in words.
struct Output {
  private let settings: RunSettings
  private let results: ResultsFolder
  private let format: Format

  init(_ settings: RunSettings, _ results: ResultsFolder, _ format: Format) {
    self.settings = settings
    self.results = results
    self.format = format
  }

  /// Results go to stdout; where they were written goes to stderr, unless a person reads both. The
  /// bottom line comes last, where a terminal still shows it.
  func print(_ records: [Trial]) throws {
    let header = try RunHeader.read(results.url)
    let silent = Set(strategies(.none))
    let families = ParameterFamily.families(of: settings.strategies)
    let reports = WorkloadReport.reports(
      of: results.summaries(records), silent: silent, families: families,
      isBusy: header.isBusy)
    let bottomLine = BottomLine(
      reports, silent: silent, reloading: Set(strategies(.reload)), families: families,
      isBusy: header.isBusy)
    try results.write(reports, bottomLine)
    let layout: Layout? =
      switch format {
      case .table: .terminal
      case .markdown: .markdown
      case .csv, .json: nil
      }
    if let layout {
      Self.show(ReportTable.text(reports, rowChanging: strategies(.rowChange), layout))
    } else if format == .csv {
      Self.show(ResultsTables.trials(records))
    } else {
      try Self.show(json: reports)
    }
    Self.noteFailures(records)
    if let layout {
      Self.show(BottomLineText.text(bottomLine, warnings: header.allWarnings, layout))
    }
    Self.note("Results: \(results.url.relativePath)")
  }

  /// The keys of those whose deliveries do that.
  private func strategies(_ delivery: DeliveryKind) -> [String] {
    settings.strategies.filter { $0.entry.delivery == delivery }.map(\.key)
  }

  /// Results; see ``Streams/show(_:)``.
  static func show(_ text: String) { Streams.show(text) }

  static func show(json value: some Encodable) throws { show(try text(json: value)) }

  static func text(json value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }

  /// A line on stderr for each trial that did not end as it should.
  static func noteFailures(_ records: [Trial]) {
    for record in records where record.outcome != .ok {
      note(
        "\(record.cell.text.readableKey), trial \(record.number): "
          + "\(record.outcome.rawValue), \(record.detail)")
    }
  }

  /// Ends a command that ran trials: with exit code 1 where one of them failed in a way that its
  /// strategy is not known for, and with 3 where all that were to be timed are void, for then it has measured nothing. Trials without deliveries,
  /// which have no latency, are never void and do not count.
  static func end(_ records: [Trial]) throws {
    let isFailed = records.contains { $0.outcome.isFailure && $0.isExpected != true }
    if isFailed { throw ExitCode(1) }
    let timed = records.filter { $0.pass == .timing && $0.values["deliveries"] != 0 }
    guard !timed.isEmpty, timed.allSatisfy({ $0.outcome == .void }) else { return }
    note(
      "Nothing was measured: every timed trial is void. Either other programs keep the machine busy, or "
        + "a submission takes so long that the next ones are late.")
    throw ExitCode(3)
  }

  /// A line for people, on stderr.
  static func note(_ line: String) {
    Streams.tell(line + "\n")
  }
}

/// Breaks sentences into lines for a terminal.
enum Prose {
  static let width = Terminal.output.textWidth

  /// The words of `text` in lines that begin with `indent` spaces and are at most `width` columns wide;
  /// a longer word has a line of its own.
  static func wrapped(_ text: String, indent: Int = 0, width: Int = width) -> String {
    lines(of: text.split(whereSeparator: \.isWhitespace).map(String.init), width: width - indent)
      .map { String(repeating: " ", count: indent) + $0 + "\n" }.joined()
  }

  /// The parts, as many in a line as it has room for.
  static func lines(of parts: [String], separator: String = " ", width: Int) -> [String] {
    parts.reduce(into: []) { lines, part in
      if let last = lines.last, last.count + separator.count + part.count <= width {
        lines[lines.count - 1] = last + separator + part
      } else {
        lines.append(part)
      }
    }
  }
}

/// How a report is laid out.
enum Layout {
  /// In lines for a terminal.
  case terminal
  /// For a page or the summary of a CI job.
  case markdown

  func heading(_ text: String, _ terminal: Terminal = .output) -> String {
    self == .terminal ? "\n\(terminal.styled(text, .bold))\n\n" : "\n### \(text)\n\n"
  }

  /// What belongs to the table before it.
  func points(_ sentences: [String], _ terminal: Terminal = .output) -> String {
    sentences.map {
      self == .terminal ? Prose.wrapped($0, indent: 2, width: terminal.textWidth) : "- \($0)\n"
    }.joined()
  }

  func paragraphs(_ sentences: [String], _ terminal: Terminal = .output) -> String {
    self == .terminal
      ? sentences.map { Prose.wrapped($0, width: terminal.textWidth) }.joined(separator: "\n")
      : sentences.joined(separator: "\n\n") + "\n"
  }

  /// A table in its style.
  func table<Row>(of rows: [Row], columns: @escaping (Row) -> [Column]) -> String {
    let table = TextTable<Row>(columns)
    let text =
      self == .terminal
      ? table.string(for: rows, style: Style.simple) : table.string(for: rows, style: Style.pipe)
    return text ?? ""
  }
}

/// A table of text, left-aligned in its first column and right-aligned in the others.
enum FieldTable {
  /// Each row has as many fields as there are titles.
  static func text(titles: [String], rows: [[String]], layout: Layout) -> String {
    layout.table(of: rows) { fields in
      zip(titles, fields).enumerated().map { position, field in
        Column(title: field.0, value: field.1, align: position == 0 ? .left : .right)
      }
    }
  }

  /// What there was no room for.
  static func room(_ leftOut: [String], _ file: String) -> String? {
    leftOut.isEmpty
      ? nil : "Left out for lack of room: \(leftOut.joined(separator: ", ")). \(file) has all."
  }

  /// The same in at most `width` columns, as far as it can do without columns that are `expendable`, the
  /// first of them first; and the titles of those that it does without.
  static func fitted(
    titles: [String], rows: [[String]], layout: Layout, width: Int?, expendable: [String]
  ) -> (text: String, leftOut: [String]) {
    var (titles, rows, leftOut) = (titles, rows, [String]())
    var table = text(titles: titles, rows: rows, layout: layout)
    for title in expendable {
      guard let width, table.split(separator: "\n").contains(where: { $0.count > width }) else {
        break
      }
      guard let position = titles.firstIndex(of: title) else { continue }
      titles.remove(at: position)
      for row in rows.indices { rows[row].remove(at: position) }
      leftOut.append(title)
      table = text(titles: titles, rows: rows, layout: layout)
    }
    return (table, leftOut)
  }
}

/// Runs the work of a command; errors of the harness become one line on stderr and an exit code.
func reportingErrors(_ work: () throws -> Void) throws {
  do {
    try work()
  } catch BenchError.interrupted(let signal) {
    throw ExitCode(128 + signal)
  } catch let error as BenchError {
    Output.note("Error: \(Registered.words(for: error))")
    throw ExitCode(error.isUsage ? 64 : 2)
  }
}

/// The program that runs: its hidden commands are the child processes.
enum ThisProgram {
  /// Its path.
  static var path: String {
    Bundle.main.executablePath ?? URL(fileURLWithPath: CommandLine.arguments[0]).path
  }
}
