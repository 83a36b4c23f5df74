import Foundation
import Testing

@testable import Coalesce

/// The main-thread time of handlers that continue in tasks, in milliseconds.
struct MainTurnsTests {
  private let turns = MainTurns()

  private func compute(_ milliseconds: UInt64) {
    let begin = ThreadTime.now
    while begin.elapsed.map({ $0 < milliseconds * 1_000_000 }) == true {}
  }

  private func end(_ flight: UInt64) -> Double { Double(turns.endFlight(flight)) / 1_000_000 }

  @Test func handlersInFlightShareWhatTheThreadUses() {
    let first = turns.beginFlight()
    compute(20)
    let second = turns.beginFlight()
    compute(20)
    let (whole, part) = (end(first), end(second))
    #expect((30..<50).contains(whole), "\(whole)")
    #expect((10..<19).contains(part), "\(part)")
    #expect(!turns.hasFlights)
  }

  @Test func waitingCostsNothing() {
    let flight = turns.beginFlight()
    Thread.sleep(forTimeInterval: 0.05)
    let taken = end(flight)
    #expect(taken < 10, "\(taken)")
  }

  /// If a handler ends on another thread, its time is not charged to the next one.
  @Test func timeBetweenHandlersIsNobodys() {
    _ = end(turns.beginFlight())
    compute(20)
    let taken = end(turns.beginFlight())
    #expect(taken < 10, "\(taken)")
  }
}
