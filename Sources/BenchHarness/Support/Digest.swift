import Foundation

/// FNV-1a, 64 bits: tells builds and traces apart, and guards against nobody.
package enum Digest {
  package static func of(_ data: Data) -> String {
    let hash = data.withUnsafeBytes { bytes in
      bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
    return String(hash, radix: 16)
  }

  /// Of the file at `path`.
  /// - Throws: ``BenchError/cannotRead(path:cause:)``.
  package static func of(file path: String) throws -> String {
    of(try BenchError.reading(path) { try Data(whole: URL(fileURLWithPath: path)) })
  }
}
