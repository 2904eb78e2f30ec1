//! Suites in zip archives. An archive named like a suite (`a.epd.zip`) that holds one suite is opened as
//! that suite; any other archive is a folder, and `a.zip/b.epd` is a suite in it.
//!
//! A save replaces the text of one member. All other bytes of the archive are unchanged, except for the
//! offsets in its directory.

#![cfg_attr(not(feature = "packed"), allow(dead_code, unused_imports))]

#[cfg(feature = "packed")]
mod write;

#[cfg(feature = "packed")]
pub(super) use write::write;

use crate::suite::kind::{is_suite_name, unpacked_name};
use crate::suite::platform::{FileInfo, FileReader, Stamp, read_full_at};
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// A path into an archive: the archive, and the name of a member or folder in it (empty for the archive itself).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ArchivePath {
    pub archive: PathBuf,
    name: String,
}

impl ArchivePath {
    /// Returns the place of a path in an existing archive; `None` for any other path.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let archives = path.ancestors().filter(|path| is_zip_name(path));
        let archive = archives.filter(|path| path.is_file()).last()?;
        let parts = path.strip_prefix(archive).ok()?.iter();
        let parts: Option<Vec<_>> = parts.map(|part| part.to_str()).collect();
        Some(Self {
            archive: archive.to_owned(),
            name: parts?.join("/"),
        })
    }

    /// Returns the member at this place; for the archive itself, its only suite.
    fn member<'d>(&self, directory: &'d Directory) -> io::Result<&'d Member> {
        let mut found = directory
            .below(&self.name)
            .filter(|member| match &self.name {
                name if name.is_empty() => is_suite_name(&self.archive) && member.is_suite(),
                name => member.name == *name,
            });
        match (found.next(), found.next()) {
            (Some(member), None) => match member.fault() {
                Some(why) => Err(invalid(why.to_owned())),
                None => Ok(member),
            },
            (Some(_), Some(_)) if !self.name.is_empty() => Err(invalid(format!(
                "the archive has two members called `{}`",
                self.name
            ))),
            (None, _) if !self.name.is_empty() => Err(io::Error::new(
                io::ErrorKind::NotFound,
                format!("the archive has no `{}`", self.name),
            )),
            _ => Err(invalid(
                "it is an archive that does not hold a single suite; open it as a folder"
                    .to_owned(),
            )),
        }
    }

    /// Returns true if the place is a folder: not a member, and not an archive that is opened as one suite.
    fn is_folder(&self, directory: &Directory) -> bool {
        let has_members = || directory.below(&self.inside()).next().is_some();
        self.member(directory).is_err() && (self.name.is_empty() || has_members())
    }

    /// Returns the prefix of the names in this folder.
    fn inside(&self) -> String {
        match self.name.as_str() {
            "" => String::new(),
            name => format!("{name}/"),
        }
    }
}

pub(super) fn is_zip_name(path: &Path) -> bool {
    let suffix = path.extension();
    suffix.is_some_and(|suffix| suffix.eq_ignore_ascii_case("zip"))
}

fn invalid(words: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, words)
}

/// Returns true if a path is a folder, or an archive that is opened as one.
pub fn is_folder(path: &Path) -> bool {
    let in_archive = |place: ArchivePath| {
        let directory = Directory::at(&place.archive);
        directory.is_ok_and(|directory| place.is_folder(&directory))
    };
    path.is_dir() || ArchivePath::of(path).is_some_and(in_archive)
}

/// Returns the file on disk of a path: for a member, its archive.
///
/// # Errors
/// The archive can't be read, or has no such member.
pub fn on_disk(path: &Path) -> io::Result<Cow<'_, Path>> {
    let Some(place) = ArchivePath::of(path).filter(|place| !place.name.is_empty()) else {
        return Ok(Cow::Borrowed(path));
    };
    let directory = Directory::at(&place.archive)?;
    if !place.is_folder(&directory) {
        place.member(&directory)?;
    }
    Ok(Cow::Owned(place.archive))
}

/// Returns the name of the member that a path into an archive leads to.
pub fn member_of(path: &Path) -> Option<String> {
    let name = ArchivePath::of(path)?.name;
    (!name.is_empty()).then_some(name)
}

/// Returns true if a path exists, or leads into an archive; whether the member exists is found when it is read.
pub fn is_there(path: &Path) -> bool {
    member_of(path).is_some() || path.exists()
}

/// Returns the absolute path of a file with links resolved; that of a member is below that of its archive.
///
/// # Errors
/// There is no such file.
pub fn whole_path(path: &Path) -> io::Result<PathBuf> {
    match ArchivePath::of(path).filter(|place| !place.name.is_empty()) {
        None => dunce::canonicalize(path),
        Some(place) => {
            on_disk(path)?;
            Ok(dunce::canonicalize(place.archive)?.join(place.name))
        }
    }
}

/// Returns the paths of the accepted members below a path in an archive, each with its size or the fault of
/// its name.
pub(super) fn below(
    path: &Path,
    is_wanted: fn(&Path) -> bool,
) -> io::Result<Vec<(PathBuf, Result<u64, &'static str>)>> {
    let Some(place) = ArchivePath::of(path) else {
        return Ok(Vec::new());
    };
    let directory = Directory::at(&place.archive)?;
    let mut found: Vec<_> = directory
        .below(&place.inside())
        .filter(|member| !member.is_hidden())
        .filter(|member| is_wanted(Path::new(&member.name)) && !is_packed(&member.name))
        .map(|member| {
            let path = place.archive.join(member.name.trim_start_matches('/'));
            (path, member.fault().map_or(Ok(member.size.into()), Err))
        })
        .collect();
    if let [(only, size)] = found.as_mut_slice()
        && size.is_ok()
        && place.name.is_empty()
        && is_suite_name(path)
    {
        only.clone_from(&place.archive);
    }
    found.sort();
    Ok(found)
}

/// Returns true for a member that is itself compressed.
fn is_packed(name: &str) -> bool {
    unpacked_name(Path::new(name)) != Path::new(name)
}

#[derive(Clone, Debug)]
pub(super) struct Member {
    name: String,
    flags: u16,
    method: u16,
    crc: u32,
    packed: u32,
    size: u32,
    /// The offset of its header in the archive.
    offset: u32,
    /// The offset of its entry in the directory.
    entry: usize,
}

const ENCRYPTED: u16 = 1;
/// The flag of a member whose lengths and checksum follow its data.
const LENGTHS_BEHIND: u16 = 8;
const UTF_8: u16 = 1 << 11;
/// The supported compression methods.
const STORED: u16 = 0;
const DEFLATED: u16 = 8;

impl Member {
    fn is_suite(&self) -> bool {
        is_suite_name(Path::new(&self.name)) && !is_packed(&self.name) && !self.is_hidden()
    }

    /// Returns true if it is a folder, part of its name begins with a dot, or macOS added it to the archive.
    fn is_hidden(&self) -> bool {
        let is_hidden = |part: &str| part.starts_with('.') && part != "." && part != "..";
        let is_odd = self.name.starts_with("__MACOSX/") || self.name.ends_with('/');
        is_odd || self.name.split('/').any(is_hidden)
    }

    /// Returns the reason why the name can't be part of a path.
    fn fault(&self) -> Option<&'static str> {
        let is_odd = |part: &str| matches!(part, "" | "." | "..");
        match self.name.split('/').any(is_odd) || self.name.contains(['\\', ':', '\0']) {
            true => Some("its name in the archive is not a safe relative path; unpack it by hand"),
            false => None,
        }
    }

    /// Fails for a member that can't be unpacked.
    fn check(&self) -> io::Result<()> {
        let name = &self.name;
        let why = match self.method {
            _ if self.flags & ENCRYPTED != 0 => "it is encrypted",
            _ if [self.packed, self.size, self.offset].contains(&u32::MAX) => {
                "it uses zip64 (for more than 4 GiB)"
            }
            STORED | DEFLATED => return Ok(()),
            _ => "it is packed with another method than deflate",
        };
        Err(invalid(format!(
            "can't read `{name}` in the archive: {why}; unpack it first"
        )))
    }

    /// Returns a reader of the unpacked text.
    #[cfg(feature = "packed")]
    pub(super) fn text<'a>(
        &self,
        reader: impl io::BufRead + Send + 'a,
    ) -> Box<dyn Read + Send + 'a> {
        let reader = reader.take(self.packed.into());
        let text: Box<dyn Read + Send + 'a> = match self.method {
            STORED => Box::new(reader),
            _ => Box::new(flate2::bufread::DeflateDecoder::new(reader)),
        };
        Box::new(ChecksumReader {
            text,
            sum: flate2::Crc::new(),
            expected: (self.size, self.crc),
        })
    }
}

/// A reader that compares length and checksum at the end of the text.
#[cfg(feature = "packed")]
struct ChecksumReader<'a> {
    text: Box<dyn Read + Send + 'a>,
    sum: flate2::Crc,
    expected: (u32, u32),
}

#[cfg(feature = "packed")]
impl Read for ChecksumReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.text.read(buffer)?;
        self.sum.update(buffer.get(..count).unwrap_or_default());
        let is_end = count == 0 && !buffer.is_empty();
        if is_end && (self.sum.amount(), self.sum.sum()) != self.expected {
            let words = "the archive is damaged: a text in it has another checksum";
            return Err(invalid(words.to_owned()));
        }
        Ok(count)
    }
}

/// A file to read a suite from: a plain one, or a member of an archive.
pub(super) struct SuiteLocation {
    pub file: Arc<File>,
    pub info: FileInfo,
    pub member: Option<Member>,
    begin: u64,
}

impl SuiteLocation {
    /// Opens the file of a path.
    ///
    /// # Errors
    /// The file can't be read, is not a complete archive, or has no such member that can be unpacked.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let place = ArchivePath::of(path);
        let file = File::open(place.as_ref().map_or(path, |place| &place.archive))?;
        let (mut member, mut begin) = (None, 0);
        if let Some(place) = place {
            let directory = Directory::of(&file)?;
            let found = place.member(&directory)?;
            found.check()?;
            begin = Header::read(&file, found)?.data;
            member = Some(found.clone());
        }
        Ok(Self {
            info: FileInfo::of(&file)?,
            file: Arc::new(file),
            member,
            begin,
        })
    }

    /// Returns a reader of the member's bytes, or of the whole file, that doesn't move the file's position.
    pub(super) fn reader(&self) -> FileReader {
        FileReader::from(self.file.clone(), self.begin)
    }
}

/// The members of an archive.
struct Directory {
    /// Sorted by name.
    members: Vec<Member>,
    /// The offset of the directory in the archive.
    start: u32,
    /// The bytes from there to the end of the archive.
    bytes: Vec<u8>,
    /// The offset of the end record in these bytes.
    end: usize,
}

/// The signatures and lengths of the end record (without its comment), of a directory entry and of a
/// member's header.
const END: (&[u8], usize) = (b"PK\x05\x06", 22);
const ENTRY: (&[u8], usize) = (b"PK\x01\x02", 46);
const HEADER: (&[u8], usize) = (b"PK\x03\x04", 30);

const CUT: &str =
    "it is not a whole zip archive: its directory is missing or damaged; fetch it again";

const OTHER_FORM: &str = "it is a zip archive in several parts, or uses zip64 (for more than 4 GiB); \
                          unpack it first";
/// The signature and length of the record that precedes the end record only in archives of more than 4 GiB.
const ZIP64: (&[u8], usize) = (b"PK\x06\x07", 20);

const AROUND: &str =
    "the file has bytes before or after the zip archive; remove them, or create the archive again";

impl Directory {
    fn at(archive: &Path) -> io::Result<Arc<Self>> {
        Self::of(&File::open(archive)?)
    }

    /// Returns the directory of an open archive. The last one is cached: a walk through an archive needs it
    /// for each member.
    fn of(file: &File) -> io::Result<Arc<Self>> {
        static LAST: Mutex<Option<(Stamp, Arc<Directory>)>> = Mutex::new(None);
        let state = Stamp::of(&FileInfo::of(file)?);
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, directory)) = last.as_ref().filter(|(of, _)| *of == state) {
            return Ok(directory.clone());
        }
        let directory = Arc::new(Self::read(file)?);
        // A file changed just now may be changed again without new times.
        *last = (!state.is_young).then(|| (state, directory.clone()));
        Ok(directory)
    }

    /// Returns the members whose names have this prefix.
    fn below(&self, beginning: &str) -> impl Iterator<Item = &Member> {
        let before = |member: &Member| member.name.as_str() < beginning;
        let from = self.members.partition_point(before);
        let members = self.members.get(from..).unwrap_or_default().iter();
        members.take_while(move |member| member.name.starts_with(beginning))
    }

    fn read(file: &File) -> io::Result<Self> {
        let cut = || invalid(CUT.to_owned());
        let around = || invalid(AROUND.to_owned());
        let other = || invalid(OTHER_FORM.to_owned());
        let length = file.metadata()?.len();
        let look = length.min((END.1 + usize::from(u16::MAX)) as u64);
        let mut tail = vec![0; usize::try_from(look).map_err(|_| cut())?];
        let read = read_full_at(file, &mut tail, length - look)?;
        tail.truncate(read);
        // A comment may contain the same bytes.
        let mut ends = memchr::memmem::rfind_iter(&tail, END.0);
        let end_of = |at: usize| Some(at + END.1 + usize::from(u16_at(&tail, at + 20)?));
        let is_last = |at: &usize| end_of(*at) == Some(tail.len());
        let at = ends.clone().find(is_last);
        let is_followed = |at| end_of(at).is_some_and(|end| end < tail.len());
        let at = at.ok_or_else(|| {
            if ends.any(is_followed) {
                around()
            } else {
                cut()
            }
        })?;
        let count = u16_at(&tail, at + 10).ok_or_else(cut)?;
        let here = (u32_at(&tail, at + 12), u32_at(&tail, at + 16));
        let (Some(size), Some(start)) = here else {
            return Err(cut());
        };
        let disks = u32_at(&tail, at + 4);
        if count == u16::MAX || [size, start].contains(&u32::MAX) || disks != Some(0) {
            return Err(other());
        }
        let end = length - look + at as u64;
        let locator = at.checked_sub(ZIP64.1).and_then(|at| tail.get(at..));
        if locator.is_some_and(|locator| locator.starts_with(ZIP64.0)) {
            return Err(other());
        }
        if u64::from(start) + u64::from(size) != end {
            let mut first = [0; ENTRY.0.len()];
            let begin = end.checked_sub(size.into()).ok_or_else(cut)?;
            read_full_at(file, &mut first, begin)?;
            let is_moved = first == ENTRY.0 && begin > start.into();
            return Err(if is_moved { around() } else { cut() });
        }
        let mut bytes = vec![0; usize::try_from(length - u64::from(start)).map_err(|_| cut())?];
        if read_full_at(file, &mut bytes, start.into())? < bytes.len() {
            return Err(cut());
        }
        let (mut members, mut entry) = (Vec::new(), 0);
        for _ in 0..count {
            let member = Member::read(&bytes, entry).ok_or_else(cut)?;
            entry += ENTRY.1;
            for field in [28, 30, 32] {
                entry += usize::from(u16_at(&bytes, member.entry + field).ok_or_else(cut)?);
            }
            members.push(member);
        }
        members.sort_by(|one, other| one.name.cmp(&other.name));
        match entry == size as usize {
            true => Ok(Self {
                members,
                start,
                bytes,
                end: entry,
            }),
            false => Err(cut()),
        }
    }
}

impl Member {
    fn read(bytes: &[u8], entry: usize) -> Option<Self> {
        let (u16_in, u32_in) = (
            |at| u16_at(bytes, entry + at),
            |at| u32_at(bytes, entry + at),
        );
        let begin = entry + ENTRY.1;
        let name = bytes.get(begin..begin + usize::from(u16_in(28)?))?;
        let is_entry = bytes.get(entry..)?.starts_with(ENTRY.0);
        is_entry.then_some(Self {
            name: String::from_utf8_lossy(name).into_owned(),
            flags: u16_in(8)?,
            method: u16_in(10)?,
            crc: u32_in(16)?,
            packed: u32_in(20)?,
            size: u32_in(24)?,
            offset: u32_in(42)?,
            entry,
        })
    }
}

struct Header {
    /// The header with the name and extra fields after it.
    bytes: Vec<u8>,
    /// The offset of the member's data.
    data: u64,
}

impl Header {
    fn read(file: &File, member: &Member) -> io::Result<Self> {
        let cut = || invalid(CUT.to_owned());
        let mut bytes = vec![0; HEADER.1];
        let offset = u64::from(member.offset);
        read_full_at(file, &mut bytes, offset)?;
        let lengths = (u16_at(&bytes, 26), u16_at(&bytes, 28));
        let (true, (Some(name), Some(more))) = (bytes.starts_with(HEADER.0), lengths) else {
            return Err(cut());
        };
        let length = HEADER.1 + usize::from(name) + usize::from(more);
        bytes.resize(length, 0);
        match read_full_at(file, &mut bytes, offset)? {
            read if read == length => Ok(Self {
                bytes,
                data: offset + length as u64,
            }),
            _ => Err(cut()),
        }
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let bytes = bytes.get(at..at + 2)?.try_into().ok()?;
    Some(u16::from_le_bytes(bytes))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + 4)?.try_into().ok()?;
    Some(u32::from_le_bytes(bytes))
}
