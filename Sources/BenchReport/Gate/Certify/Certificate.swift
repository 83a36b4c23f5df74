import BenchHarness
import BenchMath
import Foundation

/// How often the gate errs, counted from the evidence of a certification.
package struct Certificate: Sendable, Equatable {
  /// How often something happened that could have.
  package struct Count: Encodable, Sendable, Equatable {
    /// How often it did, and how often it could have.
    package let happened: Int, of: Int
    /// The one-sided bounds of its probability at 95 % (Clopper, Pearson).
    package let atMost: Double, atLeast: Double

    init(happened: Int, of: Int) {
      self.happened = happened
      self.of = of
      atMost = ClopperPearson.upper(happened, of: of)
      atLeast = ClopperPearson.lower(happened, of: of)
    }

    /// Its share of all times; nil where it could not.
    package var share: Double? { of > 0 ? Double(happened) / Double(of) : nil }
  }

  /// How often a regression made on purpose was found in a cell.
  package struct Power: Encodable, Sendable, Equatable {
    /// What was made worse.
    package var effect: Effect
    /// How often the cell's verdict was REGRESSED.
    package var caught: Count
  }

  /// One cell.
  package struct Cell: Encodable, Sendable, Equatable {
    /// Which.
    package var cell: PairedCell
    /// The robust coefficient of variation of one trial in the suite's first figure, in the middle of all
    /// families.
    package var variation: Double?
    /// The noise floor of that figure, in the middle of all families.
    package var floor: Double?
    /// Whether the variation is low enough for the smaller tolerance.
    package var isSteady: Bool
    /// By effect, in the order of the settings, without those that cannot befall the cell.
    package var powers: [Power]

    /// The smallest increase in work that was found in at least 80 % of all attempts, as were all
    /// larger ones: 0.1 is 10 %. Nil where none was.
    package var smallestVisible: Double? {
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
  package var falseAlarms: Count
  /// Of the same runs, how many called something better.
  package var falseImprovements: Count
  /// Of the same runs, how many ended INCONCLUSIVE or UNKNOWN.
  package var inconclusive: Count
  /// The cells, in the order of the suite.
  package var cells: [Cell]
  /// Whether a core was kept busy during half of the trials.
  package var hasBackgroundLoad: Bool

  /// How often `effect` was found in all cells together, or in the steady ones.
  package func caught(_ effect: Effect, steadyOnly: Bool) -> Count {
    cells.filter { $0.isSteady || !steadyOnly }.flatMap(\.powers)
      .filter { $0.effect == effect }
      .reduce(Count(happened: 0, of: 0)) { sum, power in
        Count(happened: sum.happened + power.caught.happened, of: sum.of + power.caught.of)
      }
  }

  /// Whether the gate erred seldom enough: a false alarm in at most 5 % of all families, and no cell
  /// in which work that takes 30 % longer went unnoticed.
  package var canBeBelieved: Bool {
    blindCells.isEmpty && Double(falseAlarms.happened) <= 0.05 * Double(falseAlarms.of)
  }

  /// Whether there is enough evidence to say so: false alarms are at most 5 % with 95 % confidence,
  /// and regressions were looked for.
  package var isEnough: Bool {
    falseAlarms.atMost <= 0.05 && cells.contains { $0.powers.contains { $0.caught.of > 0 } }
  }

  /// The exit code of a command whose answer this is: 1 where the gate cannot be believed, 3 where
  /// there is too little evidence to say.
  package var exitCode: Int32 {
    guard canBeBelieved else { return 1 }
    return isEnough ? 0 : 3
  }

  /// Cells in which work that takes 30 % longer, or more, went unnoticed at least once.
  package var blindCells: [PairedCell] {
    cells.filter { cell in
      cell.powers.contains { power in
        guard case .work(let factor) = power.effect, factor >= 1.3 else { return false }
        return power.caught.happened < power.caught.of
      }
    }.map(\.cell)
  }
}

/// For programs: with the bounds and the verdicts that follow from the counts.
extension Certificate: Encodable {
  private enum Key: String, CodingKey {
    case falseAlarms, falseImprovements, inconclusive, cells, canBeBelieved, isEnough
    case hasBackgroundLoad = "isBurnt"
  }

  /// Writes everything that is counted, and what follows from it.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(falseAlarms, forKey: .falseAlarms)
    try values.encode(falseImprovements, forKey: .falseImprovements)
    try values.encode(inconclusive, forKey: .inconclusive)
    try values.encode(cells, forKey: .cells)
    try values.encode(hasBackgroundLoad, forKey: .hasBackgroundLoad)
    try values.encode(canBeBelieved, forKey: .canBeBelieved)
    try values.encode(isEnough, forKey: .isEnough)
  }
}
