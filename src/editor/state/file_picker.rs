//! What the picker of files has to choose from.

/// A file that can be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedFile {
    /// To open it by; made of what the person would type.
    pub path: String,
    /// To show it by: below the folder.
    pub name: String,
    /// Whether it was open lately: then it stands above the others.
    pub is_recent: bool,
}

/// An entry of a folder, to complete a path with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderEntry {
    pub name: String,
    pub is_folder: bool,
}

/// The files and entries that the picker chooses from.
#[derive(Clone, Debug, Default)]
pub(crate) struct FilePicker {
    pub(crate) ticket: u64,
    /// Recent files, and those below the folder.
    pub(crate) listed: Vec<ListedFile>,
    /// The folder being completed in, as it is typed, and what is in it, by whole paths.
    pub(crate) folder: Option<String>,
    pub(crate) entries: Vec<FolderEntry>,
}
