/// Finds the knee of a curve, where it bends: beyond it, more of the one gains little of the other.
///
/// Satopää, Albrecht, Irwin, Raghavan, "Finding a 'Kneedle' in a Haystack: Detecting Knee Points in
/// System Behavior", ICDCSW 2011, with sensitivity 1 as they advise, and without their smoothing
/// spline, because the curves here are exact or medians. The curve is scaled to the unit square; a knee
/// is a local maximum of its height over the diagonal, from which the height falls by more than the
/// mean distance of two points before it rises to another. Of several, the highest is taken.
package enum Kneedle {
  private static let sensitivity = 1.0

  /// The position of the knee of a falling curve whose places ascend; nil where it has none: with
  /// fewer than three points, a straight line, or one that bulges outwards.
  package static func knee(places: [Double], heights: [Double]) -> Int? {
    guard places.count == heights.count,
      let left = places.first, let right = places.last, left < right,
      let top = heights.first, let bottom = heights.last, bottom < top
    else { return nil }
    let differences = zip(places, heights).map { place, height in
      (top - height) / (top - bottom) - (place - left) / (right - left)
    }
    let fall = sensitivity / Double(places.count - 1)
    let maxima = differences.indices.dropFirst().dropLast().filter {
      differences[$0 - 1] < differences[$0] && differences[$0] >= differences[$0 + 1]
    }
    let knees = zip(maxima, maxima.dropFirst() + [places.count]).filter { maximum, next in
      differences[maximum..<next].contains { $0 < differences[maximum] - fall }
    }
    return knees.map(\.0).max { differences[$0] < differences[$1] }
  }
}
