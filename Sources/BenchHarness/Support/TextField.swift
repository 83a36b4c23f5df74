/// A part of a text that is read from its bytes, as a field of a CSV.
package struct TextField: Sendable {
  /// Where it is, without quotes around it.
  package var range: Range<Int>
  /// Whether it has doubled quotes or backslashes in it, so that its text differs from its bytes.
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
