import BenchTestSupport
import Foundation
import Testing

extension BenchTests {
  /// Scripts/compare-revisions on a repository of its own, with a `swift` that builds a program by copying it.
  @Suite struct RevisionsTests {
    private let folder = TemporaryFolder()

    /// A package that depends on one beside it, in two commits; the program prints its arguments.
    init() async throws {
      _ = try folder.script(
        "bin/swift",
        """
        # --package-path is the third argument of `package`, and the second of `build`.
        case "$1" in
        package) folder=$3; printf '"fileSystem" : [\\n  "path" : "%s",\\n]\\n' "$(cd "$folder/.." && pwd)/dependency" ;;
        build)
          folder=$3
          case "$*" in *--show-bin-path) echo "$folder/bin"; exit ;; esac
          if [ ! -f "$folder/../dependency/Package.swift" ]; then echo "cannot be accessed"; exit 1; fi
          if [ -f "$folder/broken" ]; then echo "error: it does not compile"; exit 1; fi
          mkdir -p "$folder/bin" && cp "$folder/program" "$folder/bin/MyBench" ;;
        esac
        """)
      try await BenchProcess.script(
        """
        mkdir -p dependency own/Results/baseline
        touch dependency/Package.swift own/Results/gate.yml own/Results/baseline/suite.json own/broken
        cd own
        printf '#!/bin/sh\\necho "ran: $*"\\nexit 7\\n' >program
        chmod +x program
        git init --quiet
        git config user.name me
        git config user.email me@example.com
        git add . && git commit --quiet --message broken
        git rm --quiet broken && git commit --quiet --message whole
        echo >>program && git commit --quiet --all --message changed
        """, in: folder)
    }

    private func compare(
      _ arguments: String, exits code: Int32
    ) async throws -> String {
      let script = PackageFolder.url.appending(path: "Scripts/compare-revisions").path
      let bench = try await BenchProcess.script(
        """
        PATH=$PWD/bin:$PATH
        cd own
        TMPDIR=$PWD/.. '\(script)' --package . --product MyBench \(arguments)
        """, in: folder, exits: code)
      return bench.output + bench.errors
    }

    /// The manifest of docs/extending.md has a path dependency, which a work tree does not contain.
    @Test func dependencyByPathIsFoundFromTheWorkTree() async throws {
      let said = try await compare("HEAD~1 HEAD --paired-only --junit gate.xml", exits: 7)
      #expect(
        said.contains("--paired-only") && said.contains("/base/MyBench")
          && said.contains("--against-baseline") && said.contains("--junit gate.xml"), "\(said)")
      #expect(try folder.names() == ["bin", "dependency", "own"], "Nothing is left.")
    }

    @Test(arguments: ["--qick", "--exact-only", "--against x", "-q"])
    func unknownOptionIsRefusedBeforeAnythingIsBuilt(option: String) async throws {
      let said = try await compare("HEAD~1 HEAD \(option)", exits: 64)
      #expect(said.contains("there is no option") && !said.contains("building"), "\(said)")
    }

    /// Each option of the gate either makes sense here, or selects what to compare.
    @Test func optionsOfTheGateAreKnown() async throws {
      let help = try await BenchProcess.run("gate check --help", in: folder).output
      let options = Set(help.matches(of: #/\n  (--[a-z-]+)/#).map(\.1))
      let own: Set<Substring> = ["--against", "--exact-only", "--init", "--version"]
      let script = try PackageFolder.text("Scripts/compare-revisions")
      #expect(options.count > 10, "\(help)")
      for option in options.subtracting(own) {
        #expect(script.contains("\(option) |") || script.contains("\(option))"), "\(option)")
      }
    }

    @Test func brokenBaseEndsWithTheWayRound() async throws {
      let said = try await compare("HEAD~2", exits: 2)
      #expect(said.contains("does not compile") && said.contains("--allow-broken-base"), "\(said)")
      let allowed = try await compare("HEAD~2 HEAD --quick --strict --allow-broken-base", exits: 7)
      #expect(
        allowed.contains("--exact-only --baseline") && allowed.contains("--against-baseline")
          && allowed.contains("--strict") && !allowed.contains("--quick"), "\(allowed)")
    }
  }
}
