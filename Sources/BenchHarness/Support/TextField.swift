package struct TextField: Sendable {
  /// The position of the field's bytes, without the surrounding quotes.
  package var range: Range<Int>
  /// Whether the field contains doubled quotes, so that its text differs from its bytes.
  var isEscaped = false

  init(_ range: Range<Int>) { self.range = range }

  func trimmed(_ bytes: [UInt8]) -> TextField {
    var field = self
    func isBlank(_ offset: Int) -> Bool { bytes[offset] == 0x20 || bytes[offset] == 0x09 }
    while let first = field.range.first, isBlank(first) {
      field.range = first + 1..<field.range.upperBound
    }
    while let last = field.range.last, isBlank(last) {
      field.range = field.range.lowerBound..<last
    }
    return field
  }
}
