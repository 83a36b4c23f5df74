import ArgumentParser
import BenchReport
import BenchHarness
import Foundation

/// `bench gate certify`: how often the gate's paired half errs on this machine.
struct CertifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "certify",
    abstract: "Measures the gate's own error rates: false alarms, and what it fails to see.",
    discussion: """
      Runs the paired half with this program on both sides, and with regressions made on purpose:
      work that takes 5 to 30 % longer, one more allocation an update, one in twenty merges missed.
      A family takes about a minute and an attempt eight; with --quick, forty seconds and five
      minutes. What is finished is kept in the folder: the same command continues where it was
      interrupted, and 'bench gate judge FOLDER' repeats the certificate with other limits.

      Examples:
        bench gate certify --output Results/certificate
        bench gate certify --output Results/certificate-burn --burn --families 30 --attempts 5

      Exit codes: 0 the gate can be trusted; 1 it raised a false alarm in more than 5 % of all
      families, or work that takes 30 % longer went unnoticed; 2 the command could not do its work;
      3 too few families or attempts to say; 64 an option is wrong, or the folder holds another
      certification; 130 and 143 interrupted.
      """)

  @Option(help: ArgumentHelp("Runs without any difference.", valueName: "number"))
  var families = 100

  @Option(help: ArgumentHelp("Attempts at finding each effect in each cell.", valueName: "number"))
  var attempts = 10

  @Flag(help: "Fewer cells.")
  var quick = false

  @Flag(help: "Keep another core busy during half of the trials.")
  var burn = false

  @Option(
    help: ArgumentHelp("Keep the evidence in this folder, or go on with it.", valueName: "dir"),
    completion: .directory)
  var output: String

  @Option(help: "What is printed: table, json or markdown.")
  var format: Format = .table

  @Option(
    help: ArgumentHelp("Whose paired half is run.", valueName: "file.yml"),
    completion: .file(extensions: ["yml", "yaml"]))
  var settings = "Results/gate.yml"

  func validate() throws {
    guard (0...100_000).contains(families), (0...100_000).contains(attempts) else {
      throw ValidationError("Give 0 to 100000 families and attempts.")
    }
    if format == .csv {
      throw ValidationError("A certificate cannot be a CSV. Give --format table, json or markdown.")
    }
  }

  func run() throws {
    try reportingErrors {
      let certified = CertifySettings(
        suite: try suite(), isQuick: quick, hasBackgroundLoad: burn, executable: ThisProgram.path,
        build: try Digest.of(file: ThisProgram.path), work: .calibrated())
      let folder = try ResultsFolder.make(
        output: output, name: "certify", date: Date(), goesOn: true)
      let run = try CertifyRun(certified, folder: folder, Registered.registry)
      let progress = Progress()
      try Interruptible.run { [families, attempts] in
        try await run.run(families: families, attempts: attempts, onAdvance: progress.show)
      }
      progress.end()
      let certificate = try run.certificate()
      try CertificateText.show(certificate, format)
      if certificate.exitCode != 0 { throw ExitCode(certificate.exitCode) }
    }
  }

  private func suite() throws -> PairedSuite {
    guard let suite = try GateSettings(path: settings).paired else {
      throw BenchError.nothingToRun(cause: "\(settings) has no 'paired'.")
    }
    return suite
  }
}
