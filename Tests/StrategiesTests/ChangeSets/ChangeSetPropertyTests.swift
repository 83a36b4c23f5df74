import Coalesce
import CoalesceStrategies
import BenchLibrarySupport
import Testing

/// Change sets of 10 000 seeded random lists.
struct ChangeSetPropertyTests {
  /// Two lists of up to 20 rows; the more `identities`, the fewer rows they have in common.
  private func lists(
    _ random: inout SeededGenerator, identities: Int
  ) -> (old: [ListRow], new: [ListRow]) {
    func list() -> [ListRow] {
      let ids = (0..<identities).shuffled(using: &random)
      return ids.prefix(Int.random(in: 0...20, using: &random)).map {
        ListRow(id: $0, value: Int.random(in: 0..<10, using: &random) == 0 ? 1 : 0)
      }
    }
    let old = list()
    guard Bool.random(using: &random) else { return (old, list()) }
    var new = old
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      guard let place = new.indices.randomElement(using: &random) else { break }
      let row = new.remove(at: place)
      guard Int.random(in: 0..<4, using: &random) > 0 else { continue }
      new.insert(row, at: Int.random(in: 0...new.count, using: &random))
    }
    return (old, new)
  }

  @Test(arguments: 0..<100)
  func changeSetGivesTheNewRowsWithTheFewestChanges(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<100 {
      let (old, new) = lists(&random, identities: 20 + seed)
      let changes = try #require(ChangeSet(from: old, to: new))
      #expect(try changes.applied(to: old, dataSource: new) == new)
      try expectFewest(changes, old, new)
    }
  }

  /// The standard library's difference by identity leaves a longest common subsequence. All other rows that both lists
  /// share must move, and no more.
  private func expectFewest(_ changes: ChangeSet, _ old: [ListRow], _ new: [ListRow]) throws {
    let oracle = new.map(\.id).difference(from: old.map(\.id))
    let contents = Dictionary(uniqueKeysWithValues: new.map { ($0.id, $0.value) })
    let common = old.filter { contents[$0.id] != nil }
    let changed = common.count { contents[$0.id] != $0.value }
    let mustMove = common.count - (old.count - oracle.removals.count)
    let movedAndChanged = changes.deletes.count - (old.count - common.count)
    #expect(movedAndChanged == changes.inserts.count - (new.count - common.count))
    #expect(movedAndChanged >= 0)
    #expect(changes.moves.count + movedAndChanged == mustMove)
    #expect(changes.reloads.count + movedAndChanged == changed)
    #expect(changes.deletes == changes.deletes.sorted())
    #expect(changes.inserts == changes.inserts.sorted())
    #expect(changes.reloads == changes.reloads.sorted())
  }

  /// The difference is either refused or correct.
  @Test(arguments: 0..<20)
  func duplicateIdentitiesNeverGiveAWrongChangeSet(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(1_000 + seed))
    func list() -> [ListRow] {
      (0..<Int.random(in: 0...8, using: &random)).map { _ in
        ListRow(id: Int.random(in: 0..<8, using: &random))
      }
    }
    var refusals = 0
    for _ in 0..<200 {
      let (old, new) = (list(), list())
      guard let changes = ChangeSet(from: old, to: new) else {
        refusals += 1
        continue
      }
      #expect(try changes.applied(to: old, dataSource: new) == new)
    }
    #expect((1..<200).contains(refusals))
  }
}
