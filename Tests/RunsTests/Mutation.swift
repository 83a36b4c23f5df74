import BenchMath

/// Breaks good input at random, always the same way for the same seed.
enum Mutation {
  /// Bytes that are special in one of the formats.
  private static let special = Array("\",\n\r;\t-+.eEinfa0129{}[]: \u{FEFF}\u{0}\u{2028}é".utf8)

  /// `good`, broken in one to five places.
  static func broken(_ good: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = good
    for _ in 0...Int.random(in: 0...4, using: &generator) { mutate(&bytes, &generator) }
    return bytes
  }

  private static func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    let position = Int.random(in: 0...bytes.count, using: &generator)
    let byte =
      Bool.random(using: &generator)
      ? UInt8.random(in: 0...255, using: &generator)
      : special.randomElement(using: &generator) ?? 0
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: bytes.insert(byte, at: position)
    case 1 where position < bytes.count: bytes[position] = byte
    case 2 where position < bytes.count: bytes.remove(at: position)
    case 3: bytes.removeLast(bytes.count - position)
    default: bytes.insert(contentsOf: bytes[..<position].suffix(20), at: position)
    }
  }
}
