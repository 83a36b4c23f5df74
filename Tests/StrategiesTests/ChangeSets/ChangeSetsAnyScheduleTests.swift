import BenchLibrarySupport
import Testing

/// The promises also hold for seeded random schedules.
struct ChangeSetsAnyScheduleTests {
  /// The version that a completion waited for, and the version that it saw.
  private struct Completion {
    let wanted: Int
    let shown: Int
  }

  /// A run and its model, whose version is the value of row 0.
  private final class Run: @unchecked Sendable {
    // `@unchecked` is safe: used only on the thread that runs the simulation.
    var random: SeededGenerator
    let stage: ListStage
    var version = 0
    var completions: [Completion] = []
    var submissions = 0

    init(seed: Int) {
      random = SeededGenerator(seed: UInt64(seed))
      let hop = [0, 50, 3_000].randomElement(using: &random) ?? 0
      let limit = [1, 4, 100].randomElement(using: &random) ?? 0
      stage = ListStage(limit: limit, hop: .microseconds(hop))
    }

    var shownVersion: Int { stage.view.first { $0.id == 0 }?.value ?? -1 }

    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    func change() {
      version += 1
      var rows = stage.model.filter { $0.id != 0 && !chance(5) }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let id = Int.random(in: 1..<40, using: &random)
        rows.removeAll { $0.id == id }
        let place = Int.random(in: 0...rows.count, using: &random)
        rows.insert(ListRow(id: id, value: chance(50) ? version : 0), at: place)
      }
      if chance(2), let row = rows.first { rows.append(row) }
      rows.insert(ListRow(id: 0, value: chance(95) ? version : version - 1), at: 0)
      version = rows[0].value
      stage.model = rows
    }

    func submit() {
      change()
      submissions += 1
      let wanted = version
      stage.strategy?.submit(.one) { [unowned self] in
        completions.append(Completion(wanted: wanted, shown: shownVersion))
      }
    }

    func animate(_ completed: @escaping @Sendable () -> Void) {
      let delay = [0, 10, 700, 20_000].randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: completed()
      case 4: break
      default:
        let origin = Origin.allCases.randomElement(using: &random) ?? .main
        stage.at(stage.scheduler.now + .microseconds(delay), origin) { completed() }
      }
    }

    func start() {
      stage.animate = { [unowned self] in animate($0) }
      stage.inside = { [unowned self] in
        if submissions < 400 && chance(25) { submit() }
        if chance(10) { stage.strategy?.flush() }
        if chance(25) { stage.scheduler.spend(nanoseconds: 400_000) }
      }
      stage.afterSnapshot = { [unowned self] in
        if submissions < 400 && chance(10) { submit() }
      }
      var time = 0
      for _ in 0..<150 {
        time += [0, 5, 30, 200, 4_000, 30_000].randomElement(using: &random) ?? 0
        let origin = Origin.allCases.randomElement(using: &random) ?? .main
        let isFlush = origin == .main && chance(15)
        stage.at(.microseconds(time), origin) { [unowned self] in
          stage.isOnScreen = chance(90)
          if isFlush { stage.strategy?.flush() } else { submit() }
        }
      }
    }
  }

  /// The stage itself checks each batch against the view, and that no two overlap.
  @Test(arguments: 0..<200)
  func viewEndsUpShowingTheNewestModel(_ seed: Int) {
    let run = Run(seed: seed)
    run.start()
    run.stage.run()
    #expect(run.stage.view == run.stage.model)
    #expect(run.stage.deepest <= 1)
    #expect(run.stage.strategy?.pendingCount == 0)
    #expect(run.completions.count == run.submissions)
    #expect(run.completions.allSatisfy { $0.shown >= $0.wanted })
    let versions = run.stage.updates.compactMap { $0.rows.first { $0.id == 0 }?.value }
    #expect(versions == versions.sorted(), "The view went back to an older version.")
  }
}
