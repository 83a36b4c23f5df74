/// What is wrong in a text, and where: an offset in bytes.
package struct TextFailure: Error {
  package let offset: Int
  package let cause: String

  package init(_ offset: Int, _ cause: String) {
    self.offset = offset
    self.cause = cause
  }

  /// The line in `bytes`, from 1.
  package func line(in bytes: [UInt8]) -> Int { 1 + bytes[..<offset].lineEnds }
}

extension ArraySlice<UInt8> {
  /// How many lines end in it; one ends with CR, LF or both.
  var lineEnds: Int {
    let pairs = zip(self, dropFirst()).count { $0 == 0x0D && $1 == 0x0A }
    return count { $0 == 0x0A || $0 == 0x0D } - pairs
  }
}
