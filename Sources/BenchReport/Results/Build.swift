package enum Build {
  package static let version = "0.1.0"

  /// The compiler, system, architecture and optimisation, because allocation counts depend on them.
  package static var platform: String {
    #if os(Linux)
      let system = "Linux"
    #else
      let system = "Darwin"
    #endif
    #if arch(x86_64)
      let architecture = "x86_64"
    #else
      let architecture = "arm64"
    #endif
    return "\(compiler), \(system) \(architecture)" + (isOptimised ? "" : ", not optimised")
  }

  /// The compiler's version, approximately: `#if compiler` can only test for a minimum version.
  package static var compiler: String {
    #if compiler(>=6.4)
      "Swift 6.4 or newer"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2"
    #endif
  }

  package static var isOptimised: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }
}
