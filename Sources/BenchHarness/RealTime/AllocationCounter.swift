import CBenchPlatform
import Foundation

/// Counts allocations with jemalloc if it was preloaded into this process. jemalloc is never linked, because timing
/// trials run on the system's allocator. Its function is looked up at run time, so building needs no header.
struct AllocationCounter {
  /// In `bytes`, each allocation counts as its size class, which can be larger than the size requested.
  typealias Reading = (allocations: UInt64, bytes: UInt64)

  private typealias Control =
    @convention(c) (
      UnsafePointer<CChar>, UnsafeMutableRawPointer?, UnsafeMutablePointer<Int>?,
      UnsafeMutableRawPointer?, Int
    ) -> Int32

  /// The index that means all arenas: MALLCTL_ARENAS_ALL in jemalloc's header.
  private static let allArenas = 4_096

  private let control: Control
  /// Keys are C strings: a Swift string would be copied at every reading, and the copy counted as an allocation.
  private var classes: [(key: [CChar], size: UInt64)] = []

  /// Nil unless jemalloc is preloaded and was built with statistics.
  init?() {
    guard let symbol = cplatform_symbol("mallctl") else { return nil }
    control = unsafeBitCast(symbol, to: Control.self)
    let isCounting: UInt8? = read(Array("config.stats".utf8CString))
    guard isCounting == 1, let small: UInt32 = read(Array("arenas.nbins".utf8CString)),
      let large: UInt32 = read(Array("arenas.nlextents".utf8CString))
    else { return nil }
    for (count, sizes, counts) in [
      (small, "arenas.bin", "bins"), (large, "arenas.lextent", "lextents"),
    ] {
      for index in 0..<count {
        guard let size: Int = read(Array("\(sizes).\(index).size".utf8CString)) else { return nil }
        let key = "stats.arenas.\(Self.allArenas).\(counts).\(index).nmalloc"
        classes.append((Array(key.utf8CString), UInt64(size)))
      }
    }
  }

  func read() -> Reading? {
    var epoch: UInt64 = 1
    guard control("epoch", nil, nil, &epoch, MemoryLayout<UInt64>.size) == 0 else { return nil }
    var reading: Reading = (0, 0)
    for (key, size) in classes {
      guard let count: UInt64 = read(key) else { return nil }
      reading.allocations += count
      reading.bytes += count * size
    }
    return reading
  }

  private func read<Number: FixedWidthInteger>(_ name: [CChar]) -> Number? {
    var value: Number = 0
    var size = MemoryLayout<Number>.size
    return control(name, &value, &size, nil, 0) == 0 ? value : nil
  }
}
