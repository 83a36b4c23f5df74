import Foundation

/// Figures of the paired half, for people.
enum PairedWords {
  /// A log ratio as "+5.2 %".
  static func change(_ logRatio: Double) -> String {
    String(format: "%+.1f %%", expm1(logRatio) * 100)
  }

  /// A p-value to two significant digits.
  static func p(_ value: Double) -> String { String(format: "%.2g", value) }

  /// That so few blocks cannot decide at a level.
  static func cannotReach(_ level: Double, _ blocks: Int) -> String {
    "\(blocks) blocks cannot get below p = \(p(level))"
  }

  /// That too many blocks are incomplete.
  static func tooFew(_ blocks: Int, of all: Int) -> String {
    "only \(blocks) of \(all) blocks could be used"
  }
}
