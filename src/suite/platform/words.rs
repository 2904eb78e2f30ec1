//! Messages for system errors.

use std::io;

/// Returns a helpful message for an error.
pub(crate) fn explain(error: &io::Error) -> String {
    // An error made by the program says more than its kind.
    if error.get_ref().is_some() {
        return error.to_string();
    }
    match error.kind() {
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        io::ErrorKind::NotADirectory => "part of the path is not a folder".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::QuotaExceeded => "the disk quota is exceeded".to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => "the file system is read-only".to_owned(),
        _ => error.to_string(),
    }
}
