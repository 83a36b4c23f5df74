import Coalesce

/// `newer` merged into `older`, if there is any.
func merged<Update: Mergeable>(_ older: Update?, _ newer: Update) -> Update {
  guard var older else { return newer }
  older.merge(newer)
  return older
}
