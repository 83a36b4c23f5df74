import Foundation

extension Error {
  /// Why a file operation failed, in lower case and without a full stop, as a part of a sentence.
  var fileCause: String {
    let error = self as NSError
    guard error.domain == NSCocoaErrorDomain else { return "\(self)" }
    switch CocoaError.Code(rawValue: error.code) {
    case .fileReadNoSuchFile, .fileNoSuchFile: return "no such file or folder"
    case .fileReadNoPermission, .fileWriteNoPermission: return "permission denied"
    case .fileWriteOutOfSpace: return "no space left on the device"
    case .fileWriteVolumeReadOnly: return "the file system is read-only"
    default:
      let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
      guard let code = underlying?.code, underlying?.domain == NSPOSIXErrorDomain else {
        return error.localizedDescription
      }
      return String(cString: strerror(Int32(code))).lowercased()
    }
  }
}
