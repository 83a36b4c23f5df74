extension CostPreset {
  /// A GTK 4 list of 1 000 rows with an icon and a label, measured by `bench-gtk calibrate` (GTK 4.8 under Xvfb, on a
  /// server with AMD EPYC) as in docs/real-view.md. All costs differ by a factor of three between machines.
  package static let gtk = CostPreset(
    name: "gtk", summary: "a list of GTK 4, which is painted in GTK's own frames",
    costs: CostModel(
      reload: .microseconds(11_962), visibleRow: .microseconds(53), visibleRows: 20,
      rowChange: .microseconds(11), screen: screen),
    hop: .microseconds(50))

  private static let screen: CostModel.Screen = {
    var screen = CostModel.Screen(frame: .microseconds(557))
    screen.hiddenFrameNanoseconds = 261_000
    screen.emptyFrameNanoseconds = 111_000
    screen.changedRowNanoseconds = 12_000
    screen.furtherViewNanoseconds = 30_000
    screen.measureNanoseconds = 7_684_000
    screen.rowMeasureNanoseconds = 443_000
    screen.furtherRowMeasureNanoseconds = 10_000
    screen.repeatShare = 0.86
    screen.rapidRepeatShare = 0.8
    screen.widgetRows = 205
    screen.hiddenChangeNanoseconds = 1_000
    screen.warmHopNanoseconds = 12_000
    screen.passNanoseconds = 15_000
    screen.loopNanoseconds = 20_000
    return screen
  }()
}
