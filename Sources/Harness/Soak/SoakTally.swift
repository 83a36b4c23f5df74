/// What of each producer's updates a soaked strategy has shown.
///
/// Thread safety: producers store into counters of their own in `model`; everything else is main's.
final class SoakTally: ViewPort, @unchecked Sendable {
  // Proof of `@unchecked`: the counters are atomic, and handlers are called on main only.
  let model: [PublishedCount]
  private(set) var deliveries = 0
  private(set) var outOfOrder = 0
  private var shownByProducer: [Int]

  init(producers: Int) {
    model = (0..<producers).map { _ in PublishedCount() }
    shownByProducer = Array(repeating: 0, count: producers)
  }

  var shown: Int { shownByProducer.reduce(0, +) }

  var published: Int { model.reduce(0) { $0 + $1.value.load(ordering: .relaxed) } }

  func reload() {
    deliveries += 1
    for producer in model.indices {
      shownByProducer[producer] = model[producer].value.load(ordering: .acquiring)
    }
  }

  /// An update that comes before those before it is out of order, and one that never comes leaves
  /// the count short.
  func apply(_ change: RowChange) {
    deliveries += 1
    let producer = change.index % model.count
    if change.index / model.count != shownByProducer[producer] { outOfOrder += 1 }
    shownByProducer[producer] += 1
  }
}
