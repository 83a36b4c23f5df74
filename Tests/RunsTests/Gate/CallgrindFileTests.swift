import Testing

@testable import BenchRuns

struct CallgrindFileTests {
  /// Output of callgrind with --combine-dumps: two marked regions, then the rest of the program.
  private static let dumps = """
    # callgrind format
    version: 1
    part: 1
    desc: Trigger: --dump-before=cplatform_counting_ends
    events: Ir
    fn=(0) 0x000000000001ab70
    totals: 6005
    part: 2
    desc: Trigger: --dump-before=cplatform_counting_ends
    totals: 412345
    part: 3
    desc: Trigger: Program termination
    totals: 987
    """

  @Test func onlyTheMarkedRegionsAreRead() {
    #expect(CallgrindFile(Self.dumps).regions == [6_005, 412_345])
    #expect(CallgrindFile("").regions == [])
  }

  /// The lookup's number of instructions depends on addresses. Its callers and callees are still counted.
  @Test func metadataCacheLookupIsNotCounted() {
    let text = """
      part: 1
      desc: Trigger: --dump-before=cplatform_counting_ends
      fn=(7) swift_getGenericMetadata
      0 40
      cfn=(3) swift::Map::Snapshot::find<swift::MetadataCacheKey>(swift::MetadataCacheKey const&) &
      calls=20 0
      0 350
      fn=(3)
      0 100
      cfn=(5) swift::MetadataCacheKey::operator==(swift::MetadataCacheKey const&) const
      calls=20 0
      0 250
      fn=(5)
      +3 200
      cfn=(9) __memcmp_avx2_movbe
      calls=20 0
      * 50
      fn=(9)
      0 50
      totals: 390
      part: 2
      desc: Trigger: --dump-before=cplatform_counting_ends
      fn=(3)
      0 11
      fn=(9)
      0 4
      totals: 15
      """
    #expect(CallgrindFile(text).regions == [90, 4])
  }
}
