package struct TextField: Sendable {
  /// The position of the field's bytes, without the surrounding quotes.
  package var range: Range<Int>
  /// Whether the field contains doubled quotes, so that its text differs from its bytes.
  var isEscaped = false

  init(_ range: Range<Int>) { self.range = range }

  func trimmed(_ bytes: [UInt8]) -> TextField {
    func isText(_ offset: Int) -> Bool { bytes[offset] != 0x20 && bytes[offset] != 0x09 }
    var field = self
    let start = range.first(where: isText) ?? range.upperBound
    field.range = start..<(range.last(where: isText).map { $0 + 1 } ?? start)
    return field
  }
}
