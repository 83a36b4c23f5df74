import Foundation

/// A 64-bit FNV-1a hash, which distinguishes builds and traces; not for security.
package enum Digest {
  package static func of(_ data: Data) -> String {
    let hash = data.withUnsafeBytes { bytes in
      bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
    return String(hash, radix: 16)
  }

  package static func of(file path: String) throws -> String {
    of(try BenchError.reading(path) { try Data(whole: URL(fileURLWithPath: path)) })
  }
}
