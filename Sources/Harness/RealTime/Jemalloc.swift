import Foundation

/// Where jemalloc is on this machine, and how a child process gets it.
public enum Jemalloc {
  /// What to do where it is missing.
  public static let advice = """
    jemalloc was not found, so allocations are not measured. Install it: \
    'apt-get install libjemalloc-dev' or 'brew install jemalloc'.
    """

  /// The library's path; nil where it is missing.
  public static let path: String? = candidates.first {
    FileManager.default.fileExists(atPath: $0)
  }

  /// What a child of the allocation pass has in its environment. Without its thread cache jemalloc
  /// counts every thread's allocations at once; with it, those of a running thread stay unseen.
  static func environment(path: String) -> [String: String] {
    #if os(Linux)
      ["LD_PRELOAD": path, "MALLOC_CONF": "tcache:false"]
    #else
      ["DYLD_INSERT_LIBRARIES": path, "MALLOC_CONF": "tcache:false"]
    #endif
  }

  private static var candidates: [String] {
    #if os(Linux)
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
