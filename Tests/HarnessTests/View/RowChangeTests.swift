import Testing

@testable import Harness

@Suite struct RowChangeTests {
  @Test(arguments: [
    ("insert", ChangeKind.insert), ("Change", .change), ("DELETE", .delete),
  ])
  func kindIsReadInEitherCase(name: String, kind: ChangeKind) {
    #expect(ChangeKind(name: name) == kind)
  }

  @Test(arguments: ["", " insert", "inserted", "reload", "0"])
  func otherNamesAreNoKinds(name: String) {
    #expect(ChangeKind(name: name) == nil)
  }
}
