import BenchHarness
import Testing

struct TableTests {
  private let table = Table(
    ["name", "÷ best", "ms"], [["naive", "1", "10.5"], ["x", "20,5", ""]])

  @Test func terminalTableAlignsNamesLeftAndFiguresRight() {
    #expect(
      table.text(.terminal) == """
        name  ÷ best   ms
        ----- ------ ----
        naive      1 10.5
        x       20,5     \n
        """)
  }

  @Test func markdownTableDeclaresColumnAlignment() {
    #expect(
      table.text(.markdown) == """
        | name  | ÷ best |   ms |
        |:------|-------:|-----:|
        | naive |      1 | 10.5 |
        | x     |   20,5 |      |

        """)
  }

  @Test func csvHasAHeaderAndQuotesOnlyWhereNeeded() {
    #expect(table.csv == "name,÷ best,ms\nnaive,1,10.5\nx,\"20,5\",\n")
  }

  @Test func emptyTableIsAHeaderOrNothing() {
    let empty = Table(["a", "b"], [])
    #expect(empty.csv == "a,b\n")
    #expect(empty.text(.terminal) == "" && empty.text(.markdown) == "")
  }

  @Test func everyColumnCanAlignLeft() {
    let left = Table(["a", "b"].map { Table.Column($0, .left) }, [["long", "c"]])
    #expect(left.text(.terminal) == "a    b\n---- -\nlong c\n")
    #expect(left.text(.markdown) == "| a    | b |\n|:-----|:----|\n| long | c |\n")
  }

  @Test func columnsAreDroppedInTheGivenOrder() {
    let expendable = ["not there", "ms", "÷ best"]
    #expect(table.fitted(.terminal, width: nil, expendable: expendable).leftOut == [])
    #expect(table.fitted(.terminal, width: 17, expendable: expendable).leftOut == [])
    let fitted = table.fitted(.terminal, width: 16, expendable: expendable)
    #expect(fitted.leftOut == ["ms"])
    #expect(fitted.text == "name  ÷ best\n----- ------\nnaive      1\nx       20,5\n")
    #expect(table.fitted(.terminal, width: 1, expendable: expendable).leftOut == ["ms", "÷ best"])
  }
}
