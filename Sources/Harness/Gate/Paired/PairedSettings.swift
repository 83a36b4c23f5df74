/// All that a verdict of the paired half depends on besides its trials: `settings.json`.
public struct PairedSettings: Codable, Sendable, Equatable {
  /// A cell that one side does not have.
  public struct MissingCell: Codable, Sendable, Equatable {
    /// Which cell.
    public var cell: PairedCell
    /// The build that refused it.
    public var side: PairedSide
  }

  /// The schema of the evidence.
  public var schema = ResultsTables.schemaVersion
  /// What was run and how it is judged.
  public var suite: PairedSuite
  /// Whether only the suite's first cells were run.
  public var isQuick: Bool
  /// The executables.
  public var base: String, candidate: String
  /// Names of the strategies that deliver differently now, as the exact half found.
  public var deliversDifferently: Set<String>
  /// Cells that could not be compared.
  public var missing: [MissingCell] = []
  /// The calibrated work that all trials shared.
  public var work: ReloadWork

  /// Makes settings.
  public init(
    suite: PairedSuite, isQuick: Bool = false, base: String, candidate: String,
    deliversDifferently: Set<String> = [], work: ReloadWork
  ) {
    self.suite = suite
    self.isQuick = isQuick
    self.base = base
    self.candidate = candidate
    self.deliversDifferently = deliversDifferently
    self.work = work
  }

  /// The cells of this run.
  public var cells: [PairedCell] {
    isQuick ? Array(suite.cells.prefix(suite.quickCells)) : suite.cells
  }

  /// The cells that both sides have.
  var comparedCells: [PairedCell] {
    cells.filter { cell in !missing.contains { $0.cell == cell } }
  }
}
