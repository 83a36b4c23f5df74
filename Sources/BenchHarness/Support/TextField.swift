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

package struct TextFailure: Error {
  let offset: Int?
  let column: String?
  package let cause: String

  init(_ offset: Int?, column: String? = nil, _ cause: String) {
    (self.offset, self.column, self.cause) = (offset, column, cause)
  }

  /// The number of the line at `offset`, counted from 1; nil without an offset.
  package func line(in bytes: [UInt8]) -> Int? { offset.map { 1 + bytes[..<$0].lineEnds } }
}

extension ArraySlice<UInt8> {
  /// The number of line ends, each of which is CR, LF or CR LF.
  var lineEnds: Int {
    let pairs = zip(self, dropFirst()).count { $0 == 0x0D && $1 == 0x0A }
    return count { $0 == 0x0A || $0 == 0x0D } - pairs
  }
}
