import Foundation

package enum Jemalloc {
  package static let advice = """
    jemalloc was not found, so allocations are not measured. Install it: \
    'apt-get install libjemalloc-dev' or 'brew install jemalloc'.
    """

  package static let path: String? = candidates.first {
    FileManager.default.fileExists(atPath: $0)
  }

  /// Preloads jemalloc, if found, for the allocation pass; disables its thread cache, which would hide new allocations.
  static var environment: [String: String] {
    #if os(Linux)
      let preload = "LD_PRELOAD"
    #else
      let preload = "DYLD_INSERT_LIBRARIES"
    #endif
    return path.map { [preload: $0, "MALLOC_CONF": "tcache:false"] } ?? [:]
  }

  private static var candidates: [String] {
    #if os(Linux) && !COALESCE_NO_PLATFORM
      let folders =
        ["/usr/lib", "/lib"].flatMap { root in
          ["x86_64-linux-gnu", "aarch64-linux-gnu", ""].map { "\(root)/\($0)" }
        } + ["/usr/lib64", "/usr/local/lib"]
      return folders.map { "\($0)/libjemalloc.so.2" }
    #else
      return ["/opt/homebrew/lib/libjemalloc.2.dylib", "/usr/local/lib/libjemalloc.2.dylib"]
    #endif
  }
}
