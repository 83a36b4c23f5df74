/// Maps rows to numbers. Rows below the capacity use an array, at 1/10 of a dictionary's time and 1/8 of its memory.
struct RowNumbers: Sendable {
  /// The numbers of rows below the capacity; -1 for a row without a number.
  private var low: [Int32]
  private var others: [Int: Int] = [:]
  private(set) var count = 0

  init(capacity: Int) { low = Array(repeating: -1, count: capacity) }

  var all: [Int: Int] {
    low.indices.reduce(into: others) { all, row in if let number = self[row] { all[row] = number } }
  }

  subscript(row: Int) -> Int? {
    get {
      guard low.indices.contains(row) else { return others[row] }
      return low[row] < 0 ? nil : Int(low[row])
    }
    set {
      guard low.indices.contains(row) else {
        count += (newValue == nil ? 0 : 1) - (others[row] == nil ? 0 : 1)
        others[row] = newValue
        return
      }
      let number = Int32(newValue ?? -1)
      count += (number < 0 ? 0 : 1) - (low[row] < 0 ? 0 : 1)
      low[row] = number
    }
  }
}

extension RowNumbers: Equatable {
  static func == (left: RowNumbers, right: RowNumbers) -> Bool {
    left.low.count == right.low.count
      ? left.low == right.low && left.others == right.others : left.all == right.all
  }
}
