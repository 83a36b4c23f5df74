/// Finds options that can read a refused recording. Each is tried on the whole recording before it is proposed.
struct RecordingAdvice {
  let text: RecordedText, options: TraceOptions

  /// The options to give; nil if no known options read the recording.
  func sentence(after failure: TextFailure) -> String? {
    if let ways = jumps(at: failure) { return ways }
    let isLines = rows(options).first?.isLines == true
    let areNumbers = isLines && text.lines.fits("s", text.lines.texts([""]))
    if areNumbers, let ways = columns(options) { return ways }
    if isLines || text.isJSON, let format { return format }
    if let ways = columns(options) { return ways }
    if text.isJSON { return places }
    return isLines ? columns(options.with(\.hasHeader, false)) : nil
  }

  /// Names the places of a JSON text that may hold rows, the fullest first.
  private var places: String? {
    guard let json = try? text.json.get(), let fullest = json.paths.first else { return nil }
    let isAsked = options.rowsAt != nil || options.formatName != nil
    let paths = isAsked ? [] : json.paths.prefix(12).map { options.with(\.rowsAt, $0) }
    let ways = paths.filter(reads).map(\.arguments)
    if !ways.isEmpty { return "Give \(ways.prefix(5).joined(separator: " or "))." }
    if let ways = paths.lazy.compactMap(columns).first { return ways }
    let isFlat = json.paths.count < 2 && !rows(options).isEmpty
    guard !isFlat, let filter = json.places[fullest]?.filter else { return nil }
    return "This writes one row per line: jq -c '\(filter)' FILE."
  }

  private func recording(_ options: TraceOptions) -> Recording? {
    let text =
      options.firstLine == self.options.firstLine
      ? text : try? RecordedText(text.bytes, firstLine: options.firstLine)
    return text.flatMap { try? Recording($0, name: "", options) }
  }

  /// Whether these options read the recording, and not all of its times are the same.
  private func reads(_ options: TraceOptions) -> Bool {
    recording(options).map { $0.trace.lengthNanoseconds > 0 || $0.trace.count == 1 } ?? false
  }

  private func rows(_ options: TraceOptions) -> [RecordedRows] {
    var options = options
    return (try? Recording.rows(text, &options)) ?? []
  }

  // MARK: - Jumps of the clock

  private func jumps(at failure: TextFailure) -> String? {
    guard options.jumps == nil else { return nil }
    let cut = recording(options.with(\.jumps, .cut))
    let kept = recording(options.with(\.jumps, .keep))
    guard cut != nil || kept != nil else { return nil }
    let line = failure.line(in: text.bytes) ?? failure.object
    let rest = cut == nil ? nil : recording(options.with(\.firstLine, line))
    let isHalf = (rest?.trace.count ?? 0) * 10 >= cut?.trace.count ?? 0
    let ways = [
      cut.map { _ in "--jumps cut if the clock was set here" },
      rest.flatMap { _ in isHalf ? line.map { "--skip-before \($0) to begin here" } : nil },
      kept.flatMap { cut != nil || $0.hasDates ? "--jumps keep if the times are right" : nil },
    ].compactMap(\.self)
    return ways.isEmpty
      ? intervals(options).map { "Give \($0.arguments)." }
      : "Give \(ways.joined(separator: ", or "))."
  }

  /// Options for times that count from the row above; nil if these average an hour or more.
  private func intervals(_ options: TraceOptions) -> TraceOptions? {
    let options = options.with(\.isInterval, true)
    guard !self.options.isInterval, let trace = recording(options)?.trace,
      trace.lengthNanoseconds / UInt64(trace.count) < 3_600_000_000_000
    else { return nil }
    return options
  }

  // MARK: - Formats

  private var format: String? {
    guard options.formatName == nil else { return nil }
    let format = RecordedFormat.all.first { format in
      if format.isJSON { return (try? text.json.get())?.places[format.place] != nil }
      let share = text.lines.share(format.form, behind: format.prefix, text.lines.texts([""]))
      // Any time of day would look like pcap.
      return format.name != "pcap" && share >= (format.skipsOthers ? 0.05 : 0.5)
    }
    let named = options.with(\.formatName, format?.name)
    return format.flatMap {
      reads(named) ? "It looks like \($0.name): give \(named.arguments)." : nil
    }
  }

  // MARK: - Columns

  /// Names the columns, or the starts of lines, that have times.
  private func columns(_ options: TraceOptions) -> String? {
    for rows in rows(options) {
      let ways = columns(of: rows).compactMap { names in
        way(names, rows, options).map { (rank: rank(names, rows, options), text: $0) }
      }
      guard let best = ways.map(\.rank).min() else { continue }
      let texts = ways.filter { $0.rank == best }.map(\.text).prefix(options.hasHeader ? 5 : 1)
      let give = best == 1 ? "If that is the time, give" : "Give"
      return "\(give) \(texts.joined(separator: " or "))."
    }
    return nil
  }

  /// The columns to try, beginning with pairs that together have a time.
  private func columns(of rows: RecordedRows) -> [[String]] {
    if rows.isLines { return [[""]] }
    let names = Array(rows.columns.prefix(60))
    func first(_ name: String) -> String { rows.texts([name]).first ?? "" }
    let date = names.first {
      first($0).contains(/^[\[("]?\d+[.\/-](\d+|\p{L}{3})[.\/-]\d+$|^\d{8}$/)
    }
    let clock = names.first { first($0).contains(/\d:\d\d/) }
    let whole = names.first { TimeName($0).isSeconds || rows.epoch(rows.texts([$0])) == .s }
    let part = names.first { TimeName($0).isPartOfSecond || $0 == "2" && whole == "1" }
    let pairs = [(date, clock), (whole, part)].compactMap { first, second in
      first.flatMap { first in second.flatMap { first == $0 ? nil : [first, $0] } }
    }
    guard let given = options.timeColumn else { return pairs + names.map { [$0] } }
    let isOne = rows.columns.contains(given)
    return pairs.filter { $0.contains(given) }
      + [isOne ? [given] : given.split(separator: ",").map(String.init)]
  }

  /// Ranks the columns by how likely they are the rows' times; the lowest rank is the likeliest.
  private func rank(_ names: [String], _ rows: RecordedRows, _ options: TraceOptions) -> Int {
    if names.count > 1 { return -1 }
    let name = TimeName(names[0]), texts = rows.texts(names)
    let isStart = (name.isClock || name.isStart) && !name.isVague
    let isKnown =
      options.hasHeader ? isStart || rows.isLines : Set(rows.numbers(texts).steps).count != 1
    return isKnown || !rows.fits("s", texts) ? 0 : 1
  }

  /// The options that read these columns as times; nil if there are none.
  private func way(_ names: [String], _ rows: RecordedRows, _ base: TraceOptions) -> String? {
    let texts = rows.texts(names), numbers = rows.numbers(texts), name = TimeName(names[0])
    let haveDigits = texts.prefix(100).contains { $0.contains(/[0-9]/) }
    let areNumbers = rows.fits("s", texts), isChosen = options.timeColumn != nil
    let mayBeTimes =
      isChosen || !name.isDuration && Set(numbers).count > 1 && !rows.isCounter(numbers)
    guard haveDigits, mayBeTimes || !areNumbers || rows.isFree else { return nil }
    let column = base.with(\.timeColumn, rows.isLines ? nil : names.joined(separator: ","))
      .with(\.timeUnit, nil).with(\.timePattern, nil)
    let isClear = rows.timeForm(names, isGiven: !rows.isLines) != nil
    if isClear, !name.isInterval, reads(column) { return column.arguments }
    let hasPoint = numbers.contains { $0 != $0.rounded() }
    let unit = rows.epoch(texts) ?? options.timeUnit
    let units = unit.map { [$0] } ?? TimeUnit.decimal.filter { $0 != .ns || !hasPoint }
    var forms = rows.guesses(texts).map { column.with(\.timePattern, $0) }
    if forms.isEmpty, areNumbers, mayBeTimes { forms = units.map { column.with(\.timeUnit, $0) } }
    var good = name.isInterval ? [] : forms.filter(reads)
    if good.isEmpty, !areNumbers { good = forms.map { $0.with(\.jumps, .cut) }.filter(reads) }
    let mayBeIntervals = (isChosen || rows.isLines) && (hasPoint || !areNumbers)
    if good.isEmpty, mayBeIntervals || name.isInterval { good = forms.compactMap(intervals) }
    guard let first = good.first else { return nil }
    let others = good.dropFirst().map { $0.timeUnit?.rawValue ?? $0.arguments }
    return ([first.arguments] + others.prefix(3)).joined(separator: " or ")
  }
}

extension RecordedRows {
  /// The patterns that most of the texts follow. Leaves out patterns that read no more than a shorter one.
  fileprivate func guesses(_ texts: [String]) -> [String] {
    guard let rule = try? TimeRule("s", of: self) else { return [] }
    var shares: [String: Double] = [:]
    let guesses = texts.prefix(20).flatMap(rule.guesses).distinct
    for pattern in guesses.sorted(by: { $0.count < $1.count }) {
      let share = share(pattern, texts.prefix(200)), point = pattern.replacing(",%f", with: ".%f")
      let isLonger = shares.contains { pattern.hasPrefix($0.key) && $0.value >= share }
      let isTwin = point != pattern && shares[point] ?? 0 >= share
      if !isLonger, !isTwin { shares[pattern] = share }
    }
    let best = shares.values.max() ?? 0
    let patterns = best < least ? [] : shares.filter { $0.value == best }.keys.sorted()
    // A year of two digits is rarely the first number.
    let usual = patterns.filter { !$0.hasPrefix("%y") }
    return usual.isEmpty ? patterns : usual
  }
}
