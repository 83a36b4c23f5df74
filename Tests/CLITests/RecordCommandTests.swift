import BenchTestSupport
import Testing

extension BenchTests {
  /// `bench record` loses none of its input and passes it on unchanged.
  @Suite struct RecordCommandTests {
    private let folder = TemporaryFolder()

    /// The recorded lengths; also checks that the times ascend.
    private func lengths(_ file: String = "r.csv") throws -> [Int] {
      let table = try Table(folder.text(file))
      let times = table.column("time_s").compactMap(Double.init)
      #expect(times.count == table.rows.count && times == times.sorted())
      return table.column("bytes").compactMap(Int.init)
    }

    @Test func linesPassThroughEvenWithoutAFinalLineBreak() async throws {
      let bench = try await BenchProcess.script(
        #"printf 'a\nbb\n\nccc' | "$BENCH" record -o r.csv"#, in: folder)
      #expect(bench.output == "a\nbb\n\nccc")
      #expect(try lengths() == [2, 3, 1, 3])
      #expect(bench.errors.hasPrefix("r.csv: 4 lines, 9 bytes in "))
    }

    @Test func recordingByChunkPassesEveryByteThrough() async throws {
      try await BenchProcess.script(
        """
        head -c 3000000 /dev/urandom > in
        cat in | "$BENCH" record --by chunk -o r.csv | cmp - in
        """, in: folder)
      #expect(try lengths().reduce(0, +) == 3_000_000)
    }

    /// Words arrive one by one, on hardly any lines. The shell may write its last output in two parts.
    @Test(arguments: [("", 31...32, " chunks"), ("--by line", 2...2, "which --by chunk records")])
    func wordsAreRecordedAsChunksUnlessLinesAreAskedFor(
      option: String, count: ClosedRange<Int>, said: String
    ) async throws {
      let bench = try await BenchProcess.script(
        """
        mkfifo pipe
        "$BENCH" record \(option) -o r.csv < pipe > passed &
        exec 3> pipe
        for word in {1..30}; do
          printf 'word ' >&3
          until [ $(wc -c < passed) = $((word * 5)) ]; do :; done
        done
        printf '\\nend' >&3
        exec 3>&-
        wait
        """, in: folder)
      #expect(count.contains(try lengths().count))
      #expect(bench.errors.contains(said))
    }

    /// The input stays open: the data is in the file before the signal, and remains there.
    @Test(arguments: [("INT", 130), ("TERM", 143)] as [(String, Int32)])
    func interruptedRecordingKeepsItsData(signal: String, exitCode: Int32) async throws {
      let bench = try await BenchProcess.script(
        """
        mkfifo pipe
        "$BENCH" record -o r.csv < pipe > passed &
        record=$!
        exec 3> pipe
        printf 'a\\nbb\\nccc' >&3
        until grep -q ',3' r.csv 2> /dev/null; do :; done
        kill -\(signal) $record
        wait $record
        """, in: folder, exits: exitCode)
      #expect(try folder.text("passed") == "a\nbb\nccc")
      #expect(try lengths() == [2, 3, 3])
      #expect(bench.errors.hasPrefix("r.csv: 3 lines, 8 bytes in "))
    }

    @Test func closedPipeEndsTheRecordingWithoutLoss() async throws {
      let bench = try await BenchProcess.script(
        #"set +e; yes | "$BENCH" record -o r.csv | head -2; exit ${PIPESTATUS[1]}"#, in: folder)
      #expect(bench.output == "y\ny\n")
      let recorded = try lengths()
      #expect(recorded.count >= 2 && Set(recorded.dropLast()) == [2])
      #expect(bench.errors.hasPrefix("r.csv: \(recorded.count) lines, "))
    }

    @Test func existingFileIsReplacedOnlyWithForce() async throws {
      try folder.file("r.csv", "precious\n")
      let refused = try await BenchProcess.script(
        #"echo a | "$BENCH" record --output r.csv"#, in: folder, exits: 64)
      #expect(
        refused.errors
          == "Error: 'r.csv' is not a valid new file: it exists. Give another name, or --force.\n"
      )
      #expect(try folder.text("r.csv") == "precious\n")
      try await BenchProcess.script(
        #"echo a | "$BENCH" record --force --output r.csv"#, in: folder)
      #expect(try lengths() == [2])
    }

    #if os(Linux)
      /// The recorder passes its input on even if the recording's disk is full.
      @Test func inputPassesThroughEvenIfTheDiskIsFull() async throws {
        let bench = try await BenchProcess.script(
          """
          seq 100000 > in
          set +e
          cat in | "$BENCH" record --force -o /dev/full > out
          code=$?
          cmp in out || exit 99
          exit $code
          """, in: folder, exits: 2)
        #expect(bench.errors == "Error: Cannot write /dev/full: no space left on device.\n")
      }

      @Test func unwritableOutputLosesNoRecordedLine() async throws {
        let bench = try await BenchProcess.script(
          #"seq 1000 | "$BENCH" record -o r.csv > /dev/full"#, in: folder, exits: 2)
        #expect(bench.errors == "Error: Cannot write standard output: no space left on device.\n")
        #expect(try lengths().count == 1_000)
      }
    #endif

    /// A limit on file sizes simulates a disk that fills up. Half a row could be mistaken for a whole one.
    @Test func truncatedRecordingEndsWithAWholeRow() async throws {
      let bench = try await BenchProcess.script(
        """
        trap '' XFSZ
        ulimit -f 1
        seq 300 | "$BENCH" record -o r.csv > /dev/null
        """, in: folder, exits: 2)
      #expect(bench.errors == "Error: Cannot write r.csv: file too large.\n")
      #expect(try folder.text("r.csv").hasSuffix("\n"))
      let expected = (1...300).map { "\($0)".count + 1 }
      let recorded = try lengths()
      #expect(recorded.count > 50 && recorded == Array(expected.prefix(recorded.count)))
    }
  }
}
