import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct SelectionTests {
  private func keys(
    _ list: String, isEligible: (StrategyEntry) -> Bool = { _ in true },
    defaults: (StrategyEntry) -> [String: String] = { _ in [:] }
  ) throws -> [String] {
    try Selection.parse(list, from: .standard, isEligible: isEligible, defaults: defaults)
      .map(\.key)
  }

  @Test func namesKeepTheOrderOfTheList() throws {
    #expect(try keys("throttle,naive") == ["throttle", "naive"])
  }

  @Test func globTakesTheOrderOfTheRegistry() throws {
    #expect(try keys("*") == [StrategyEntry].standard.map(\.name))
    #expect(try keys("main-*") == ["main-drain", "main-drain-bounded"])
    #expect(try keys("n????") == ["naive"])
  }

  @Test func nameInSwiftStandsForTheKey() throws {
    #expect(
      try keys(".throttle:interval=4ms,throttle") == [
        "throttle-next-pass:interval=4ms", "throttle",
      ])
    #expect(try keys("*,!.throttle").contains("throttle"))
    #expect(try !keys("*,!.throttle").contains("throttle-next-pass"))
    let names = [StrategyEntry].standard.compactMap { entry in entry.swiftName.map { (entry, $0) } }
    #expect(names.count == 7 && Set(names.map(\.1)).count == 7)
    for (entry, name) in names {
      let values = try Selection(entry).values
      let make = try #require(entry.swift)
      let line = make(values)
      #expect(line.contains("(\(name)(") || line.contains("(\(name))"), "\(line)")
      #expect(!line.contains("leading:") && !line.contains("counting:"), "\(line)")
    }
  }

  @Test func whatToWriteInsteadIsSaid() {
    func words(_ list: String) -> String {
      do {
        return try keys(list).joined()
      } catch {
        return "\(error)"
      }
    }
    #expect(words("throttle=4ms").contains("throttle:interval=4ms"))
    #expect(words(".throtle").contains("Did you mean '.throttle'?"))
  }

  @Test func doublesAreDropped() throws {
    #expect(try keys("naive,naive,n*") == ["naive", "null"])
    #expect(try keys("throttle,throttle:interval=300ms") == ["throttle"])
    #expect(
      try keys("throttle:interval=0.1s,throttle:interval=100ms") == ["throttle:interval=100ms"])
  }

  @Test func spacesAroundNamesDoNotMatter() throws {
    #expect(try keys(" naive , throttle : interval = 5ms ") == ["naive", "throttle:interval=5ms"])
  }

  @Test func keyNamesParametersThatDifferFromTheirDefaults() throws {
    #expect(try keys("throttle:interval=300ms") == ["throttle"])
    #expect(try keys("throttle:interval=0.1s") == ["throttle:interval=100ms"])
    let workload = try Selection.workload("on-off:bursts=3:burst=5")
    #expect(workload.key == "on-off:burst=5:bursts=3")
    #expect(workload.values.count("burst") == 5)
    #expect(workload.values.duration("period") == .milliseconds(500))
  }

  @Test(arguments: [
    "throttle:interval=100ms", "main-drain-bounded:budget=1500us", "naive", "throttle:interval=1ns",
  ])
  func keySelectsItselfAgain(key: String) throws {
    #expect(try keys(key) == [key])
  }

  @Test(arguments: [
    "uart:rate=0.1", "uart:rate=1000000000", "steady:rate=12.5:rows=3:duration=1500us",
    "rapid-service:rate=1e-05",
  ])
  func keyOfAWorkloadSelectsItselfAgain(key: String) throws {
    #expect(try Selection.workload(key).key == key)
  }

  @Test func sameStrategyMayBeChosenWithSeveralParameters() throws {
    #expect(
      try keys("throttle:interval=1ms,throttle:interval=2ms,throttle")
        == ["throttle:interval=1ms", "throttle:interval=2ms", "throttle"])
  }

  @Test func globLeavesOutWhatIsNotEligibleButANameDoesNot() throws {
    #expect(try keys("n*", isEligible: { $0.name != "null" }) == ["naive"])
    #expect(try keys("null", isEligible: { $0.name != "null" }) == ["null"])
  }

  @Test func exclusionTakesAwayWhereverItStands() throws {
    let others = [StrategyEntry].standard.map(\.name).filter { !$0.hasPrefix("source-") }
    #expect(try keys("*,!source-*") == others)
    #expect(try keys(" ! source-* , *") == others)
    #expect(try keys("throttle:interval=1ms,naive,!throttle") == ["naive"])
    #expect(try keys("n*,!null") == ["naive"])
    #expect(try keys("n*,!null,!observations") == ["naive"])
  }

  @Test(arguments: ["naive,!naive", "!naive", "source-*,!source-add,!source-?*"])
  func listThatLeavesNothingIsRefused(list: String) throws {
    let error = #expect(throws: BenchError.self) { try keys(list) }
    #expect(error?.isUsage == true)
    #expect("\(String(describing: error))".contains("as in '*,!"))
  }

  @Test(arguments: ["*,!thrott", "*,!x*", "*,!", "*,!throttle:interval=1ms"])
  func exclusionThatNamesNothingIsRefusedWithTheChoices(list: String) throws {
    let error = #expect(throws: BenchError.self) { try keys(list) }
    guard case .unknownName("strategy", _, let choices) = error else {
      Issue.record("not an unknown name: \(String(describing: error))")
      return
    }
    #expect(choices == [StrategyEntry].standard.map(\.name))
  }

  @Test func defaultsHoldUnlessTheListSetsThem() throws {
    let quick: (StrategyEntry) -> [String: String] = {
      $0.name == "throttle" ? ["interval": "7ms"] : [:]
    }
    #expect(
      try keys("throttle,naive", defaults: quick) == ["throttle:interval=7ms", "naive"])
    #expect(
      try keys("throttle:interval=9ms", defaults: quick) == ["throttle:interval=9ms"])
  }

  @Test(arguments: ["thrott", "x*", "", "naive,", ",naive", "naive,,throttle", "Naive"])
  func unknownNameIsRefusedWithTheChoices(list: String) throws {
    let error = #expect(throws: BenchError.self) { try keys(list) }
    guard case .unknownName("strategy", _, let choices) = error else {
      Issue.record("not an unknown name: \(String(describing: error))")
      return
    }
    #expect(choices == [StrategyEntry].standard.map(\.name))
  }

  @Test func parameterThatIsGivenTwiceIsRefused() {
    #expect(
      throws: BenchError.badValue(
        what: "list of parameters", value: "interval=4ms:interval=8ms", expected: "'interval' once")
    ) { try Selection<StrategyEntry>.parse("throttle:interval=4ms:interval=8ms", from: .standard) }
  }

  @Test func unknownParameterIsRefusedWithTheChoices() throws {
    #expect(
      throws: BenchError.unknownParameter(
        owner: "throttle", name: "delay", choices: ["interval"])
    ) { try keys("throttle:delay=5ms") }
    #expect(
      throws: BenchError.unknownParameter(owner: "naive", name: "interval", choices: [])
    ) { try keys("naive:interval=5ms") }
  }

  @Test(arguments: ["throttle:interval", "throttle:interval=", "throttle:", "throttle:=5ms"])
  func parameterWithoutNameOrValueIsRefused(list: String) {
    #expect(throws: BenchError.self) { try keys(list) }
  }
}

@Suite(.timeLimit(.minutes(15))) struct GlobTests {
  @Test(arguments: [
    ("naive", "naive"), ("*", "naive"), ("*", ""), ("n*", "naive"), ("*e", "naive"),
    ("n*e", "naive"), ("n??ve", "naive"), ("?????", "naive"), ("*ai*", "naive"),
    ("**", "naive"), ("n*v*", "naive"), ("", ""), ("naive*", "naive"),
  ])
  func patternMatches(pattern: String, text: String) {
    #expect(matchesGlob(pattern, text))
  }

  @Test(arguments: [
    ("naive", "naiv"), ("naiv", "naive"), ("?", ""), ("n?ve", "naive"), ("*x*", "naive"),
    ("", "naive"), ("Naive", "naive"), ("n*x", "naive"), ("??????", "naive"), ("[n]aive", "naive"),
  ])
  func patternDoesNotMatch(pattern: String, text: String) {
    #expect(!matchesGlob(pattern, text))
  }

  /// What goes back to every star tries 10^20 ways here.
  @Test(.timeLimit(.minutes(15))) func manyStarsTakeNoLonger() {
    let text = String(repeating: "a", count: 200)
    #expect(!matchesGlob(String(repeating: "*a", count: 100) + "*b", text))
    #expect(matchesGlob(String(repeating: "*a", count: 100) + "*", text))
  }

  /// Against the definition, over all short patterns and texts.
  @Test func agreesWithItsDefinition() {
    func words(_ letters: String, _ length: Int) -> [String] {
      (0..<length).reduce([""]) { words, _ in
        words + words.flatMap { word in letters.map { word + String($0) } }
      }
    }
    func matches(_ pattern: Substring, _ text: Substring) -> Bool {
      guard let first = pattern.first else { return text.isEmpty }
      if first == "*" {
        return matches(pattern.dropFirst(), text)
          || (!text.isEmpty && matches(pattern, text.dropFirst()))
      }
      return !text.isEmpty && (first == "?" || first == text.first)
        && matches(pattern.dropFirst(), text.dropFirst())
    }
    for pattern in Set(words("ab*?", 4)) {
      for text in Set(words("ab", 4)) {
        #expect(
          matchesGlob(pattern, text) == matches(pattern[...], text[...]), "\(pattern) \(text)")
      }
    }
  }
}
