//! Writing an archive: replaces the text of one member and copies all other bytes unchanged.

use super::{
    ArchivePath, DEFLATED, Directory, END, ENTRY, HEADER, Header, LENGTHS_BEHIND, Member, STORED,
    UTF_8, invalid,
};
use crate::suite::kind::is_suite_name;
use crate::suite::platform::{FileReader, private_file};
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

const NO_NAME: &str = "a new archive holds one suite and its name: give NAME.epd.zip or NAME.fen.zip, or leave `.zip` out";

/// Writes an archive: that of the path with the member's text replaced by what `fill` writes, or a new one
/// with this text alone.
///
/// # Errors
/// `fill` or `out` fails, or the archive can't be copied byte for byte.
pub(in crate::suite) fn write(
    path: &Path,
    out: &mut dyn Write,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let Some(place) = ArchivePath::of(path) else {
        if !is_suite_name(path) {
            return Err(invalid(NO_NAME.to_owned()));
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let text = PackedText::of(DEFLATED, fill)?;
        return write_new(&name, text, out);
    };
    let file = File::open(&place.archive)?;
    let mut directory = Directory::read(&file)?;
    let member = place.member(&directory)?.clone();
    member.check()?;
    let mut header = Header::read(&file, &member)?;
    let start = u64::from(directory.start);
    let others = directory.members.iter();
    let others = others.filter(|other| other.entry != member.entry);
    let begins_in = |other: &Member| {
        let end = u64::from(other.offset) + HEADER.1 as u64 + u64::from(other.packed);
        other.offset <= member.offset && end > member.offset.into()
    };
    if others.clone().any(begins_in) {
        let words = "two members of the archive share its bytes; save the suite under another name";
        return Err(invalid(words.to_owned()));
    }
    let later = others.map(|other| u64::from(other.offset));
    let later = later.filter(|other| *other > member.offset.into());
    let next = later.chain([start]).min().unwrap_or(start);
    let lengths: &[u64] = match member.flags & LENGTHS_BEHIND {
        0 => &[0],
        _ => &[12, 16],
    };
    let gap = next.checked_sub(header.data + u64::from(member.packed));
    if !gap.is_some_and(|gap| lengths.contains(&gap)) {
        let words = "the archive holds data that no member owns; save the suite under another name";
        return Err(invalid(words.to_owned()));
    }
    let text = PackedText::of(member.method, fill)?;
    let flags = member.flags & !LENGTHS_BEHIND;
    text.note(&mut header.bytes, 6, flags);
    let after = u64::from(member.offset) + header.bytes.len() as u64 + u64::from(text.packed);
    for other in &directory.members {
        if other.offset > member.offset {
            let moved = small(u64::from(other.offset) - next + after)?;
            put(&mut directory.bytes, other.entry + 42, &moved.to_le_bytes());
        }
    }
    text.note(&mut directory.bytes, member.entry + 8, flags);
    let moved = small(start - next + after)?;
    put(
        &mut directory.bytes,
        directory.end + 16,
        &moved.to_le_bytes(),
    );
    copy(&file, 0..member.offset.into(), out)?;
    out.write_all(&header.bytes)?;
    text.copy(out)?;
    copy(&file, next..start, out)?;
    out.write_all(&directory.bytes)
}

/// A text compressed for an archive.
struct PackedText {
    file: File,
    method: u16,
    crc: u32,
    size: u32,
    packed: u32,
}

impl PackedText {
    fn of(method: u16, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<Self> {
        let out = BufWriter::with_capacity(1 << 18, private_file()?);
        let (out, summed) = match method {
            STORED => {
                let mut summed = ChecksumWriter::over(out);
                fill(&mut summed)?;
                (summed.out, summed.sum)
            }
            _ => {
                let packer =
                    flate2::write::DeflateEncoder::new(out, flate2::Compression::default());
                let mut summed = ChecksumWriter::over(packer);
                fill(&mut summed)?;
                (summed.out.finish()?, summed.sum)
            }
        };
        let out = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        let mut file = out.into_file();
        let packed = small(file.seek(SeekFrom::End(0))?)?;
        small(summed.1)?;
        Ok(Self {
            file,
            method,
            crc: summed.0.sum(),
            size: summed.0.amount(),
            packed,
        })
    }

    /// Writes flags, method, checksum and lengths into a header or an entry whose flags are at `at`.
    fn note(&self, bytes: &mut [u8], at: usize, flags: u16) {
        put(bytes, at, &flags.to_le_bytes());
        put(bytes, at + 2, &self.method.to_le_bytes());
        for (number, value) in (0..).zip([self.crc, self.packed, self.size]) {
            put(bytes, at + 8 + 4 * number, &value.to_le_bytes());
        }
    }

    fn copy(&self, out: &mut dyn Write) -> io::Result<()> {
        copy(&self.file, 0..self.packed.into(), out)
    }
}

/// A writer that computes the checksum and length of its text.
struct ChecksumWriter<W> {
    out: W,
    sum: (flate2::Crc, u64),
}

impl<W> ChecksumWriter<W> {
    fn over(out: W) -> Self {
        Self {
            out,
            sum: (flate2::Crc::new(), 0),
        }
    }
}

impl<W: Write> Write for ChecksumWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.sum.0.update(bytes.get(..count).unwrap_or_default());
        self.sum.1 += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes a new archive with one member.
fn write_new(name: &str, text: PackedText, out: &mut dyn Write) -> io::Result<()> {
    let length = u16::try_from(name.len());
    let length = length.map_err(|_| invalid("the name is too long".to_owned()))?;
    // A header and a directory entry, whose flags are two bytes further on. The time is the format's first
    // day, 1 January 1980: a zero date is invalid.
    let mut header = vec![0; HEADER.1];
    put(&mut header, 0, HEADER.0);
    put(&mut header, 4, &20_u16.to_le_bytes());
    put(&mut header, 12, &0x21_u16.to_le_bytes());
    put(&mut header, 26, &length.to_le_bytes());
    text.note(&mut header, 6, UTF_8);
    let mut entry = vec![0; ENTRY.1];
    put(&mut entry, 0, ENTRY.0);
    put(&mut entry, 4, &20_u16.to_le_bytes());
    put(&mut entry, 6, header.get(4..28).unwrap_or_default());
    let mut end = vec![0; END.1];
    put(&mut end, 0, END.0);
    put(&mut end, 8, &[1, 0, 1, 0]);
    let directory = small((ENTRY.1 + name.len()) as u64)?;
    let start = small((HEADER.1 + name.len()) as u64 + u64::from(text.packed))?;
    put(&mut end, 12, &directory.to_le_bytes());
    put(&mut end, 16, &start.to_le_bytes());
    out.write_all(&header)?;
    out.write_all(name.as_bytes())?;
    text.copy(out)?;
    out.write_all(&entry)?;
    out.write_all(name.as_bytes())?;
    out.write_all(&end)
}

fn copy(file: &File, range: std::ops::Range<u64>, out: &mut dyn Write) -> io::Result<()> {
    let length = range.end - range.start;
    let reader = FileReader::from(file.try_clone()?, range.start);
    match io::copy(&mut reader.take(length), out)? == length {
        true => Ok(()),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

/// Fails for an offset or length that a zip archive can't store.
fn small(number: u64) -> io::Result<u32> {
    let small = u32::try_from(number).ok().filter(|small| *small < u32::MAX);
    small.ok_or_else(|| invalid("a zip archive holds less than 4 GiB".to_owned()))
}

fn put(bytes: &mut [u8], at: usize, value: &[u8]) {
    let target = bytes.get_mut(at..).into_iter().flatten();
    target.zip(value).for_each(|(target, byte)| *target = *byte);
}
