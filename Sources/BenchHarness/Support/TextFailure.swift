package struct TextFailure: Error {
  let offset: Int?
  let column: String?
  package let cause: String

  init(_ offset: Int?, column: String? = nil, _ cause: String) {
    self.offset = offset
    self.column = column
    self.cause = cause
  }

  /// The number of the line at `offset`, counted from 1; nil without an offset.
  package func line(in bytes: [UInt8]) -> Int? {
    offset.flatMap { $0 < 0 ? nil : 1 + bytes[..<$0].lineEnds }
  }

  /// The number of the object in a JSON array, which is stored as a negative offset; nil for other texts.
  var object: Int? { offset.flatMap { $0 < 0 ? -$0 : nil } }
}

extension ArraySlice<UInt8> {
  /// The number of line ends, each of which is CR, LF or CR LF.
  var lineEnds: Int {
    let pairs = zip(self, dropFirst()).count { $0 == 0x0D && $1 == 0x0A }
    return count { $0 == 0x0A || $0 == 0x0D } - pairs
  }
}
