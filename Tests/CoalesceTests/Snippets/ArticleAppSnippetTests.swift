import BenchLibrarySupport
import Coalesce
import Dispatch
import Foundation
import Observation
import Testing

// Code for apps, compiled exactly as in the articles; `DocumentationTests` looks for each block here.

// docs/in-an-app.md

@MainActor final class Download {
  let progress = PacedValue(0.0, .throttle(for: .milliseconds(100)))

  /// Call it from any thread.
  nonisolated func received(_ share: Double) { progress.send(share) }
}

@Observable @MainActor final class PriceList {
  private(set) var prices: [String: Double] = [:]
  nonisolated let incoming = Coalescer<NewestByKey<String, Double>>(.frame())

  init() {
    incoming.onDelivery(to: self) { list, newest in list.prices.merge(newest.values) { $1 } }
  }
  /// Call it from any thread.
  nonisolated func priceChanged(_ symbol: String, to price: Double) {
    incoming.submit(price, for: symbol)
  }
}

final class MailboxViewController: UIViewController {
  lazy var dataSource = makeDataSource()
  nonisolated let changed = Coalescer<ChangedIDs<Mail.ID>>()

  override func viewDidLoad() {
    super.viewDidLoad()
    changed.onDelivery(to: self) { mailbox, update in
      var snapshot = mailbox.dataSource.snapshot()
      let shown = update.ids.filter { snapshot.indexOfItem($0) != nil }
      snapshot.reconfigureItems(Array(shown))
      await mailbox.dataSource.apply(snapshot)
    }
  }
  /// Call it from any thread.
  nonisolated func mailChanged(_ id: Mail.ID) { changed.submit(id) }
}

extension MailboxViewController {
  func makeDataSource() -> DiffableDataSource<Mail.ID> { DiffableDataSource() }
}

/// Submits when a Core Data context has saved, on whatever thread.
final class SaveObserver {
  private let token: any NSObjectProtocol

  init(_ reload: Coalescer<UpdateCount>) {
    token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: nil, queue: nil
    ) { [weak reload] _ in reload?.setNeedsUpdate() }
  }
  deinit { NotificationCenter.default.removeObserver(token) }
}

// ComingFromCombine

final class PriceViewController: UIViewController {
  let price = Coalescer<NewestValue<Double>>(.frame())
  private var cancellables: Set<AnyCancellable> = []

  func show(_ prices: some Publisher<Double, Never>) {
    price.onDelivery(to: self) { view, newest in view.title = "\(newest.value)" }
    prices.sink { @Sendable [price] in price.submit($0) }.store(in: &cancellables)
  }
}

// SaveWhatIsLeft

nonisolated final class Drafts: Sendable {
  private let edits: Coalescer<NewestByKey<String, String>>

  init(save: @escaping @Sendable ([String: String]) -> Void) {
    edits = Coalescer(
      .debounce(for: .seconds(1), maximum: .seconds(10)),
      on: .queue(DispatchQueue(label: "drafts")))
    edits.onQueueDelivery { edits in save(edits.values) }
  }
  func edited(_ draft: String, to text: String) { edits.submit(text, for: draft) }

  /// Returns when everything edited so far has been saved. Any thread.
  func saveNow() { edits.flush() }

  deinit { edits.flush() }
}

/// The part of a disk that the snippet uses.
actor Disk {
  private(set) var saved: [String] = []

  func save(_ document: String, _ text: String) throws { saved.append("\(document): \(text)") }
}

@MainActor
final class Documents {
  let disk = Disk()
  private var edits: [String: Coalescer<NewestValue<String>>] = [:]

  func edited(_ document: String, to text: String) {
    if edits[document] == nil { edits[document] = makeEdits(of: document) }
    edits[document]?.submit(text)
  }
  private func makeEdits(of document: String) -> Coalescer<NewestValue<String>> {
    let new = Coalescer<NewestValue<String>>(.debounce(for: .seconds(1), maximum: .seconds(10)))
    new.onDelivery { [disk] in try await disk.save(document, $0.value) }
    return new
  }
  /// Returns when what was edited has been saved; throws if it could not be, and keeps it.
  func close(_ document: String) async throws {
    guard let left = edits[document] else { return }
    left.pace = .nextPass
    try await left.waitUntilDelivered()
    if left.pendingCount == 0 { edits[document] = nil }
  }
}

// SearchAsYouType

final class SearchViewController: UIViewController {
  let query = Coalescer<NewestValue<String>>(
    .debounce(for: .milliseconds(250), maximum: .seconds(1)))

  override func viewDidLoad() {
    super.viewDidLoad()
    query.onDelivery(to: self, whenNewer: .cancel) { search, query in
      do {
        let found = try await search.find(query.value)
        try Task.checkCancellation()
        search.show(found)
      } catch let error where !Task.isCancelled {
        search.show(error)
      }
    }
  }
  func textChanged(_ text: String) { query.submit(text) }
  func clearPressed() { query.cancelPending() }
  func returnPressed(_ text: String) { query.submit(text, within: .zero) }

  var find: (String) async throws -> [String] = { _ in [] }
  private(set) var shown: [[String]] = []
  private(set) var failures = 0
  private func show(_ found: [String]) { shown.append(found) }
  private func show(_ error: any Error) { failures += 1 }
}

// ManyProducers

actor LogFile {
  private let lines = Coalescer<OrderedUpdates<String>>(
    .throttle(for: .milliseconds(200)), on: .queue(DispatchQueue(label: "log")))

  /// Call it from any thread.
  nonisolated func log(_ line: String) { lines.submit(line) }

  /// Writes until it is closed.
  func run() async {
    for await batch in lines.deliveries { append(batch.elements) }
  }
  /// Returns when everything logged so far has been written, once `run()` has been called.
  func close() async throws {
    lines.pace = .nextPass
    while true {
      do {
        try await lines.waitUntilDelivered()
        return lines.cancel()
      } catch DeliveryError.noReceiver {
        // The loop in `run()` has not asked for its first batch yet.
        try Task.checkCancellation()
        await Task.yield()
      }
    }
  }

  /// Waits first if too many lines are unwritten.
  nonisolated func log(whenThereIsRoom line: String) async {
    if lines.pendingCount >= 10_000 { try? await lines.waitUntilDelivered() }
    log(line)
  }

  private(set) var written: [String] = []
  private(set) var writes = 0
  private func append(_ lines: [String]) {
    written += lines
    writes += 1
  }
}

actor Hub {
  typealias Prices = Coalescer<NewestByKey<String, Double>>
  private var clients: [UUID: Prices] = [:]

  func priceChanged(_ symbol: String, to price: Double) {
    for client in clients.values { client.submit(price, for: symbol) }
  }
  /// Sends events or messages to one client, until it is gone or `send` throws.
  func serve(_ send: @Sendable ([String: Double]) async throws -> Void) async rethrows {
    let (id, queue) = (UUID(), DispatchQueue(label: "client"))
    let prices = Prices(.throttle(for: .milliseconds(100)), on: .queue(queue))
    clients[id] = prices
    defer { clients[id] = nil }
    for await update in prices.deliveries { try await send(update.values) }
  }
}

extension Hub {
  var clientCount: Int { clients.count }
}

final class LogViewController: UIViewController {
  nonisolated let lines = Coalescer<OrderedUpdates<String>>(keepingNewest: 1_000)

  override func viewDidLoad() {
    super.viewDidLoad()
    lines.onDelivery(to: self) { log, new in
      if new.dropped > 0 { log.append("… \(new.dropped) lines left out") }
      new.elements.forEach(log.append)
    }
  }

  private(set) var shown: [String] = []
  private func append(_ line: String) { shown.append(line) }
}

@available(macOS 15, iOS 18, *)
func write(
  _ received: some AsyncSequence<String, any Error> & Sendable, append: ([String]) -> Void
) async throws {
  for try await lines in received.chunked(by: .throttle(), capacity: 1_000) {
    append(lines)
  }
}

// The parts of UIKit, Core Data and Combine that the snippets use.

@MainActor class UIViewController {
  var title: String?

  func viewDidLoad() {}
}

struct Mail: Identifiable {
  let id: Int
}

@MainActor final class DiffableDataSource<ID: Hashable & Sendable> {
  struct Snapshot {
    var items: [ID] = []
    private(set) var reconfigured: [ID] = []

    func indexOfItem(_ id: ID) -> Int? { items.firstIndex(of: id) }
    mutating func reconfigureItems(_ ids: [ID]) { reconfigured += ids }
  }

  private(set) var applied: [Set<ID>] = []
  var items: [ID] = []

  func snapshot() -> Snapshot { Snapshot(items: items) }
  func apply(_ snapshot: Snapshot) async {
    await Task.yield()
    applied.append(Set(snapshot.reconfigured))
  }
}

extension Notification.Name {
  static let NSManagedObjectContextDidSave = Notification.Name("NSManagedObjectContextDidSave")
}

protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure

  func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable
}

final class AnyCancellable: Hashable {
  static func == (one: AnyCancellable, other: AnyCancellable) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
}

/// Sends from a background thread.
struct Countdown: Publisher {
  typealias Failure = Never

  func sink(receiveValue: @escaping (Double) -> Void) -> AnyCancellable {
    nonisolated(unsafe) let receive = receiveValue
    DispatchQueue.global().async { for number in (0...9).reversed() { receive(Double(number)) } }
    return AnyCancellable()
  }
}

struct ArticleAppSnippetTests {
  @Test @MainActor func observedValueChangesAtItsCoalescersPace() async {
    let list = PriceList()
    DispatchQueue.concurrentPerform(iterations: 1_000) { list.priceChanged("\($0 % 4)", to: 1) }
    await list.incoming.allDelivered()
    #expect(list.prices == ["0": 1, "1": 1, "2": 1, "3": 1])
    #expect((1...20).contains(list.incoming.statistics.deliveries))
  }

  @Test @MainActor func onlyChangedRowsInTheListAreReconfigured() async {
    let mailbox = MailboxViewController()
    mailbox.dataSource.items = [1, 2]
    mailbox.viewDidLoad()
    for id in 1...3 { mailbox.mailChanged(id) }
    await mailbox.changed.allDelivered()
    #expect(mailbox.dataSource.applied == [[1, 2]])
  }

  @Test func savingAContextReloadsUntilTheObserverIsReleased() async {
    let reload = Coalescer<UpdateCount>(.nextPass)
    var observer: SaveObserver? = SaveObserver(reload)
    withExtendedLifetime(observer) {
      NotificationCenter.default.post(name: .NSManagedObjectContextDidSave, object: nil)
    }
    #expect(reload.pendingCount == 1)
    observer = nil
    NotificationCenter.default.post(name: .NSManagedObjectContextDidSave, object: nil)
    #expect(reload.pendingCount == 1)
  }

  @Test @MainActor func publisherMaySendOnAnyThread() async {
    let view = PriceViewController()
    view.show(Countdown())
    while view.title != "0.0" { await Task.yield() }
  }

  @Test func saveNowAndDeinitSavePendingChanges() {
    let saved = Locked<[[String: String]]>([])
    var drafts: Drafts? = Drafts { edits in saved.withLock { $0.append(edits) } }
    drafts?.edited("letter", to: "Dear")
    drafts?.edited("letter", to: "Dear Emma")
    drafts?.saveNow()
    #expect(saved.withLock { $0 } == [["letter": "Dear Emma"]])
    drafts?.edited("list", to: "milk")
    drafts = nil
    #expect(saved.withLock { $0 } == [["letter": "Dear Emma"], ["list": "milk"]])
  }

  @Test @MainActor func closingADocumentSavesItsNewestText() async throws {
    let documents = Documents()
    documents.edited("letter", to: "Dear")
    documents.edited("list", to: "milk")
    documents.edited("letter", to: "Dear Emma")
    try await documents.close("letter")
    // On a slow machine, the one-second timer may also have saved the list.
    let letters = await documents.disk.saved.filter { $0.hasPrefix("letter") }
    #expect(letters == ["letter: Dear Emma"])
  }

  @Test @MainActor func newerQueryCancelsTheRunningSearch() async {
    let search = SearchViewController()
    search.viewDidLoad()
    search.find = { query in
      if query == "E" { try await Task.sleep(for: .seconds(3_600)) }
      if query == "?" { throw CocoaError(.featureUnsupported) }
      return [query]
    }
    search.returnPressed("E")
    while search.query.pendingCount > 0 { await Task.yield() }
    search.returnPressed("Emma")
    #expect(await search.query.allDelivered())
    #expect(search.shown == [["Emma"]])
    #expect(search.failures == 0)
    search.textChanged("?")
    #expect(await search.query.allDelivered())
    #expect(search.failures == 1)
    search.textChanged("E")
    search.clearPressed()
    #expect(search.query.pendingCount == 0)
  }

  @Test func logReceivesEveryLineInFewWrites() async throws {
    let log = LogFile()
    let writing = Task { await log.run() }
    log.log("first")
    while await log.written.isEmpty { await Task.yield() }
    DispatchQueue.concurrentPerform(iterations: 400) { log.log("\($0)") }
    for number in 400..<500 { await log.log(whenThereIsRoom: "\(number)") }
    try await log.close()
    await writing.value
    let written = await log.written
    #expect(Set(written) == Set((0..<500).map { "\($0)" } + ["first"]))
    #expect(written.count == 501)
    #expect(await log.writes < 100)
  }

  /// The slow client handles its first price until the fast one has the last.
  @Test func slowClientSkipsOldPricesAndHoldsNobodyUp() async {
    let hub = Hub()
    let (fastPrices, fast) = AsyncStream.makeStream(of: Double.self)
    let (slowPrices, slow) = AsyncStream.makeStream(of: Double.self)
    let (waiting, gate) = AsyncStream.makeStream(of: Void.self)
    let clients = [
      Task { await hub.serve { fast.yield($0["A"] ?? 0) } },
      Task {
        await hub.serve {
          slow.yield($0["A"] ?? 0)
          for await _ in waiting {}
        }
      },
    ]
    while await hub.clientCount < 2 { await Task.yield() }
    for price in 1...100 { await hub.priceChanged("A", to: Double(price)) }
    for await price in fastPrices where price == 100 { break }
    gate.finish()
    var sent = 0
    for await price in slowPrices {
      sent += 1
      if price == 100 { break }
    }
    #expect(sent <= 2)
    for client in clients {
      client.cancel()
      await client.value
    }
    #expect(await hub.clientCount == 0)
  }

  @Test @MainActor func logViewShowsHowManyLinesItOmits() async {
    let log = LogViewController()
    log.viewDidLoad()
    for number in 0..<5_000 { log.lines.submit("\(number)") }
    await log.lines.allDelivered()
    #expect(log.shown.first == "… 4000 lines left out")
    #expect(log.shown.dropFirst() == ArraySlice((4_000..<5_000).map { "\($0)" }))
  }

  @available(macOS 15, iOS 18, *)
  @Test func streamIsWrittenInOrder() async throws {
    let received = AsyncThrowingStream<String, any Error> { continuation in
      for number in 0..<5_000 { continuation.yield("\(number)") }
      continuation.finish()
    }
    var written: [String] = []
    try await write(received) { written += $0 }
    #expect(written == (0..<5_000).map { "\($0)" })
  }

  @Test @MainActor func countsAndRecordingAgreeWithTheDeliveries() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    let reload = Coalescer<UpdateCount>(.nextPass) { _ in }

    let recording = reload.startRecording()

    for _ in 0..<10 { reload.setNeedsUpdate() }
    await reload.allDelivered()

    let statistics = reload.statistics
    print(
      "\(statistics.submissions) submitted, \(statistics.deliveries) delivered, \(statistics.dropped) dropped;",
      "longest wait \(statistics.longestWait), main thread busy for \(statistics.mainTime)")

    recording.stop()
    try recording.write(to: file)

    #expect(statistics.submissions == 10)
    #expect(statistics.deliveries == 1)
    // A comment, a header, ten updates and a delivery.
    #expect(try String(contentsOf: file, encoding: .utf8).split(separator: "\n").count == 13)
  }

  @Test func paceCanDependOnACondition() {
    let isScrolling = Bool.random()
    let reload = Coalescer<UpdateCount>(.throttle()) { _ in }

    reload.pace = isScrolling ? .throttle(for: .milliseconds(200)) : .frame()

    #expect(reload.pendingCount == 0)
  }
}
