import Foundation

package enum Build {
  /// With the commit of the checkout that `program` is in, and the compiler. Asks git.
  package static func version(of program: String) -> String {
    let folder = (program as NSString).deletingLastPathComponent
    let commit = Machine.git(["rev-parse", "--short", "HEAD"], in: folder).map { commit in
      let isDirty = Machine.git(["status", "--porcelain"], in: folder)?.isEmpty == false
      return "commit \(commit)\(isDirty ? " with changes" : ""), "
    }
    return "\(versionNumber) (\(commit ?? "")\(compiler))"
  }

  package static let versionNumber = "0.1.0"

  /// What decides how much a program allocates.
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

  /// There is no condition for the compiler's exact version.
  static var compiler: String {
    #if compiler(>=6.4)
      "Swift 6.4 or newer"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2"
    #endif
  }

  static var isOptimised: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }
}
