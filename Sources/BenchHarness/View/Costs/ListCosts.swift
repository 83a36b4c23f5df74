extension CostPreset {
  /// A list as in UIKit or AppKit: a reload marks the rows, which are read and laid out at the end of the turn.
  ///
  /// Rows: 0.6 ms each, for 12 on the screen. Ten feed cells with `layoutIfNeeded` take 4 ms by hand and 9.5 ms with Auto
  /// Layout on an iPhone 16, 3 and 19 ms on an iPhone XS (LayoutFrameworkBenchmark of layoutBox/LayoutBox, read off its
  /// charts); `cellForRow` takes 0.4 to 1.8 ms with a reused cell on an iPad Air 2 of 2019.
  /// Handler: 0.5 ms. The snapshot of 10 000 items takes 1.2 ms to build, and 11.9 ms to apply with a fifth of them
  /// changed, on Apple silicon (Iron-Ham/Lists, README and pull request 49). A changed row: 10 µs and, on the screen, its
  /// own layout. No figures were found for `reconfigureItems` or for SwiftUI's `List`.
  package static let list = CostPreset(
    name: "list", summary: "a list that is laid out at the end of the turn, as in UIKit or AppKit",
    costs: CostModel(
      reload: .microseconds(500), visibleRow: .microseconds(600), visibleRows: 12,
      rowChange: .microseconds(10)),
    hop: .microseconds(200))
}
