import Foundation

/// How often the gate errs, counted from the evidence of a certification.
public struct Certificate: Sendable, Equatable {
  /// How often something happened that could have.
  public struct Count: Sendable, Equatable {
    /// How often it did.
    public var happened: Int
    /// How often it could have.
    public var of: Int

    /// Its share of all times; nil where it could not.
    public var share: Double? { of > 0 ? Double(happened) / Double(of) : nil }

    /// The one-sided bounds of its probability at 95 % (Clopper, Pearson).
    public var atMost: Double { ClopperPearson.upper(happened, of: of) }
    /// As ``atMost``, from below.
    public var atLeast: Double { ClopperPearson.lower(happened, of: of) }

    mutating func add(_ other: Count) {
      happened += other.happened
      of += other.of
    }
  }

  /// How often a regression made on purpose was found in a cell.
  public struct Power: Encodable, Sendable, Equatable {
    /// What was made worse.
    public var effect: Injection
    /// How often the cell's verdict was REGRESSED.
    public var caught: Count
  }

  /// One cell.
  public struct Cell: Encodable, Sendable, Equatable {
    /// Which.
    public var cell: PairedCell
    /// The robust coefficient of variation of one trial in the suite's first figure, in the middle of all
    /// families.
    public var variation: Double?
    /// The noise floor of that figure, in the middle of all families.
    public var floor: Double?
    /// Whether the variation is low enough for the smaller tolerance.
    public var isSteady: Bool
    /// By effect, in the order of the settings, without those that cannot befall the cell.
    public var powers: [Power]

    /// The smallest increase in work that was found in at least 80 % of all attempts, as were all
    /// larger ones: 0.1 is 10 %. Nil where none was.
    public var smallestVisible: Double? {
      let work = powers.compactMap { power -> (factor: Double, share: Double)? in
        guard case .work(let factor) = power.effect, let share = power.caught.share else {
          return nil
        }
        return (factor, share)
      }
      return work.sorted { $0.factor > $1.factor }.prefix { $0.share >= 0.8 }.last
        .map { $0.factor - 1 }
    }
  }

  /// Runs of the gate with the same build on both sides.
  public var falseAlarms: Count
  /// Of the same runs, how many called something better.
  public var falseImprovements: Count
  /// Of the same runs, how many ended INCONCLUSIVE or UNKNOWN.
  public var inconclusive: Count
  /// The cells, in the order of the suite.
  public var cells: [Cell]
  /// Whether a core was kept busy during half of the trials.
  public var isBurnt: Bool

  /// How often `effect` was found in all cells together, or in the steady ones.
  public func caught(_ effect: Injection, steadyOnly: Bool) -> Count {
    cells.filter { $0.isSteady || !steadyOnly }.flatMap(\.powers)
      .filter { $0.effect == effect }
      .reduce(into: Count(happened: 0, of: 0)) { $0.add($1.caught) }
  }

  /// Whether the gate erred seldom enough: a false alarm in at most 5 % of all families, and no cell
  /// in which work that takes 30 % longer went unnoticed.
  public var canBeBelieved: Bool {
    blindCells.isEmpty && Double(falseAlarms.happened) <= 0.05 * Double(falseAlarms.of)
  }

  /// Whether there is enough evidence to say so: false alarms are at most 5 % with 95 % confidence,
  /// and regressions were looked for.
  public var isEnough: Bool {
    falseAlarms.atMost <= 0.05 && cells.contains { $0.powers.contains { $0.caught.of > 0 } }
  }

  /// The exit code of a command whose answer this is: 1 where the gate cannot be believed, 3 where
  /// there is too little evidence to say.
  public var exitCode: Int32 {
    guard canBeBelieved else { return 1 }
    return isEnough ? 0 : 3
  }

  /// Cells in which work that takes 30 % longer, or more, went unnoticed at least once.
  public var blindCells: [PairedCell] {
    cells.filter { cell in
      cell.powers.contains { power in
        guard case .work(let factor) = power.effect, factor >= 1.3 else { return false }
        return power.caught.happened < power.caught.of
      }
    }.map(\.cell)
  }
}
