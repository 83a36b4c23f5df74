/// What the blocks of one cell say of one metric.
struct PairedFigure {
  /// The log ratios that are judged: those of the screen, or of the confirmation where there is one.
  private(set) var ratios: [Double]
  /// Where they are centred; nil without blocks.
  private(set) var estimate: HodgesLehmann?
  /// What base shows against itself over as many blocks; nil where too few tell. Takes the time of
  /// all the rest together, so only once the blocks are settled.
  private(set) lazy var floor: Double? =
    hasFloor ? NoiseFloor.of(nullBlocks: null, blocks: ratios.count, seed: seed) : nil
  /// Of the confirmation; nil without one.
  private(set) var adjustedP: Double?
  /// The robust coefficient of variation of one trial; nil where it is not known.
  let variation: Double?
  /// The relative change that is allowed.
  let tolerance: Double
  private let cell: PairedCell
  private let metric: PairedMetric
  private let null: [Double]
  private let seed: UInt64

  init(_ blocks: PairedBlocks, _ cell: PairedCell, _ metric: PairedMetric) {
    self.cell = cell
    self.metric = metric
    variation = blocks.variation(cell, metric.name)
    let isSteady = (variation ?? .infinity) <= blocks.settings.suite.steadyVariation
    tolerance = isSteady ? metric.tolerance : metric.noisyTolerance
    null = blocks.nullRatios(cell, metric.name)
    seed = blocks.settings.suite.seed
    ratios = blocks.logRatios(.screen, cell, metric.name)
    estimate = HodgesLehmann(ratios)
  }

  /// Whether enough blocks of base against itself are there.
  var hasFloor: Bool { null.count >= PairedSuite.minimumBlocks && !ratios.isEmpty }

  /// Goes over to the blocks of the confirmation.
  mutating func confirm(_ blocks: PairedBlocks, _ tested: PairedConfirmation.Tested) {
    adjustedP = tested.adjustedP
    ratios = blocks.logRatios(.confirm, cell, metric.name)
    estimate = HodgesLehmann(ratios)
  }
}
