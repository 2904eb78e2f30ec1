//! Compressed files, which are read like any other and saved with the same compression.

use crate::suite::archive::{self, SuiteLocation};
use crate::suite::kind;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
#[cfg(feature = "packed")]
use std::sync::Arc;
#[cfg(feature = "packed")]
use std::sync::atomic::{AtomicU64, Ordering};

/// The compression of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    #[default]
    None,
    /// gzip, one member or several (`*.gz`).
    Gzip,
    /// Zstandard, one frame or several (`*.zst`).
    Zstd,
    /// A member of a zip archive, or the only suite of one (`*.epd.zip`).
    Zip,
}

/// The default level of `zstd`.
#[cfg(feature = "packed")]
const ZSTD_LEVEL: i32 = 3;

impl Compression {
    /// Returns the compression of a path: by its suffix, or zip if it leads into an archive.
    pub fn of_name(path: &Path) -> Self {
        match archive::member_of(path) {
            Some(_) => Self::Zip,
            None => Self::of_suffix(path),
        }
    }

    fn of_suffix(path: &Path) -> Self {
        match path.extension() {
            Some(suffix) if suffix.eq_ignore_ascii_case("gz") => Self::Gzip,
            Some(suffix) if suffix.eq_ignore_ascii_case("zst") => Self::Zstd,
            Some(suffix) if suffix.eq_ignore_ascii_case("zip") => Self::Zip,
            _ => Self::None,
        }
    }

    /// Returns a path without its compression suffix: `a.epd` for `a.epd.gz`.
    pub fn without_suffix(path: &Path) -> PathBuf {
        kind::unpacked_name(path)
    }

    /// Returns the compression that the first bytes of a file indicate.
    fn of_head(head: &[u8]) -> Self {
        match head {
            [0x1f, 0x8b, 8, ..] => Self::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Self::Zstd,
            _ => Self::None,
        }
    }
}

/// The limit on the unpacked size of a compressed file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Most {
    /// The limit for ordinary files: 128 MiB, or 100 times the compressed size.
    #[default]
    InEarnest,
    /// No limit, by the user's choice.
    Any,
}

/// Returns a reader of a file's text, decompressed if its first bytes show that it is compressed.
///
/// # Errors
/// The first bytes can't be read, or show a compressed file while this library lacks the feature `packed`.
pub fn unpack<'a>(
    reader: impl Read + Send + 'a,
    most: Most,
) -> io::Result<(Box<dyn Read + Send + 'a>, Compression)> {
    #[cfg(feature = "packed")]
    let packed = Arc::<AtomicU64>::default();
    #[cfg(feature = "packed")]
    let reader = ByteCounter {
        reader,
        read: packed.clone(),
    };
    let mut reader = BufReader::with_capacity(1 << 16, reader);
    // Enough to detect compression in any regular file; a pipe may supply fewer bytes.
    let compression = Compression::of_head(reader.fill_buf()?);
    #[cfg(not(feature = "packed"))]
    return match (compression, most) {
        (Compression::None, _) => Ok((Box::new(reader), compression)),
        _ => Err(unsupported()),
    };
    #[cfg(feature = "packed")]
    {
        let text: Box<dyn Read + Send + 'a> = match compression {
            Compression::None | Compression::Zip => return Ok((Box::new(reader), compression)),
            Compression::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(reader)),
            Compression::Zstd => Box::new(zstd::stream::read::Decoder::with_buffer(reader)?),
        };
        let text = Box::new(BoundedReader {
            text,
            unpacked: 0,
            packed,
            most,
        });
        Ok((text, compression))
    }
}

/// Returns a reader of the decompressed text of a file or of a member of an archive. `through` wraps the
/// reader of the compressed bytes.
///
/// # Errors
/// The file can't be read or unpacked.
pub fn open_text(
    path: &Path,
    most: Most,
    through: impl FnOnce(Box<dyn Read + Send>) -> Box<dyn Read + Send>,
) -> io::Result<(Box<dyn Read + Send>, Compression)> {
    let located = SuiteLocation::open(path)?;
    // A pipe can't be read at an offset.
    let bytes: Box<dyn Read + Send> = match located.member {
        Some(_) => Box::new(located.reader()),
        None => Box::new(located.file.clone()),
    };
    let reader = through(bytes);
    unpack_located(&located, reader, most)
}

/// Returns a reader of the text of an open file, whose bytes come from `reader`.
#[cfg_attr(not(feature = "packed"), allow(unused_variables))]
pub(super) fn unpack_located(
    located: &SuiteLocation,
    reader: Box<dyn Read + Send>,
    most: Most,
) -> io::Result<(Box<dyn Read + Send>, Compression)> {
    let Some(member) = &located.member else {
        return unpack(reader, most);
    };
    #[cfg(not(feature = "packed"))]
    return Err(unsupported());
    #[cfg(feature = "packed")]
    {
        let packed = Arc::<AtomicU64>::default();
        let reader = ByteCounter {
            reader,
            read: packed.clone(),
        };
        let text = Box::new(BoundedReader {
            text: member.text(BufReader::with_capacity(1 << 16, reader)),
            unpacked: 0,
            packed,
            most,
        });
        Ok((text, Compression::Zip))
    }
}

/// The size in bytes to which any compressed file may unpack.
#[cfg(feature = "packed")]
const UNPACKED: u64 = 128 << 20;
/// The ratio to which a larger file may unpack: suites compress to a fifth or a tenth.
#[cfg(feature = "packed")]
const TIMES: u64 = 100;

#[cfg(feature = "packed")]
struct ByteCounter<R> {
    reader: R,
    read: Arc<AtomicU64>,
}

#[cfg(feature = "packed")]
impl<R: Read> Read for ByteCounter<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.read.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// A reader of decompressed text that fails when it exceeds the limit.
#[cfg(feature = "packed")]
struct BoundedReader<'a> {
    text: Box<dyn Read + Send + 'a>,
    unpacked: u64,
    /// The number of compressed bytes read so far.
    packed: Arc<AtomicU64>,
    most: Most,
}

#[cfg(feature = "packed")]
impl Read for BoundedReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let unpacked = self.text.read(buffer)?;
        self.unpacked += unpacked as u64;
        let is_within_limit = self.unpacked <= UNPACKED
            || self.unpacked / TIMES <= self.packed.load(Ordering::Relaxed);
        if self.most == Most::InEarnest && !is_within_limit {
            return Err(io::Error::new(io::ErrorKind::InvalidData, LimitExceeded));
        }
        Ok(unpacked)
    }
}

/// The error of a compressed file that unpacks to more than its limit.
#[derive(Debug, thiserror::Error)]
#[error("it unpacks to over 128 MiB, 100 times its size; unpack it first, or use `--unpack-all`")]
struct LimitExceeded;

/// Returns true if the error is that a compressed file exceeded its limit.
pub(super) fn is_beyond(error: &io::Error) -> bool {
    error
        .get_ref()
        .is_some_and(|inner| inner.is::<LimitExceeded>())
}

/// Calls `fill` with a writer that compresses to `out` in the format for this path. An archive keeps its
/// other members.
///
/// # Errors
/// `fill` or `out` fails, the archive can't be read, or compression is needed and this library lacks the
/// feature `packed`.
#[cfg_attr(not(feature = "packed"), allow(unused_variables))]
pub fn pack(
    out: &mut dyn Write,
    path: &Path,
    compression: Compression,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    match compression {
        Compression::None => fill(out),
        #[cfg(not(feature = "packed"))]
        Compression::Gzip | Compression::Zstd | Compression::Zip => Err(unsupported()),
        #[cfg(feature = "packed")]
        Compression::Zip => archive::write(path, out, fill),
        #[cfg(feature = "packed")]
        Compression::Gzip => {
            let mut packer = flate2::write::GzEncoder::new(out, flate2::Compression::default());
            fill(&mut packer)?;
            packer.finish().map(drop)
        }
        #[cfg(feature = "packed")]
        Compression::Zstd => {
            let mut packer = zstd::stream::write::Encoder::new(out, ZSTD_LEVEL)?;
            packer.include_checksum(true)?;
            fill(&mut packer)?;
            packer.finish().map(drop)
        }
    }
}

#[cfg(not(feature = "packed"))]
fn unsupported() -> io::Error {
    let why = "compressed files need the feature `packed`, and this program was built without it";
    io::Error::new(io::ErrorKind::Unsupported, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(not(feature = "packed"))]
    #[test]
    fn packed_files_are_refused_and_others_read() {
        let refused = |error: io::Error| error.kind() == io::ErrorKind::Unsupported;
        for head in [[0x1f, 0x8b, 8, 0], [0x28, 0xb5, 0x2f, 0xfd]] {
            assert!(
                unpack(&head[..], Most::InEarnest)
                    .err()
                    .is_some_and(refused)
            );
        }
        for compression in [Compression::Gzip, Compression::Zstd] {
            let mut out = Vec::new();
            assert!(pack(&mut out, Path::new("a"), compression, |_| Ok(())).is_err_and(refused));
            assert!(out.is_empty());
        }
        let (mut text, mut all) = (
            unpack(&b"8/8"[..], Most::InEarnest).unwrap().0,
            String::new(),
        );
        text.read_to_string(&mut all).unwrap();
        assert_eq!(all, "8/8");
    }

    #[cfg(feature = "packed")]
    #[test]
    fn compressed_text_is_restored_in_one_or_several_members() {
        for compression in [Compression::None, Compression::Gzip, Compression::Zstd] {
            let mut packed = Vec::new();
            for part in ["one\n", "two\n"] {
                pack(&mut packed, Path::new("a"), compression, |out| {
                    out.write_all(part.as_bytes())
                })
                .unwrap();
            }
            let (mut text, found) = unpack(packed.as_slice(), Most::InEarnest).unwrap();
            assert_eq!(found, compression);
            let mut all = String::new();
            text.read_to_string(&mut all).unwrap();
            assert_eq!(all, "one\ntwo\n");
        }
    }

    #[cfg(feature = "packed")]
    #[test]
    fn a_packed_file_cut_short_is_an_error_not_a_short_text() {
        for compression in [Compression::Gzip, Compression::Zstd] {
            let mut packed = Vec::new();
            pack(&mut packed, Path::new("a"), compression, |out| {
                out.write_all(&[b'x'; 5000])
            })
            .unwrap();
            packed.truncate(packed.len() - 3);
            let (mut text, _) = unpack(packed.as_slice(), Most::InEarnest).unwrap();
            assert!(
                text.read_to_end(&mut Vec::new()).is_err(),
                "{compression:?}"
            );
        }
    }

    #[cfg(feature = "packed")]
    #[test]
    fn a_decompression_bomb_is_stopped_with_advice() {
        for compression in [Compression::Gzip, Compression::Zstd] {
            let mut packed = Vec::new();
            pack(&mut packed, Path::new("a"), compression, |out| {
                (0..200).try_for_each(|_| out.write_all(&[b'\n'; 1 << 20]))
            })
            .unwrap();
            let (mut text, _) = unpack(packed.as_slice(), Most::InEarnest).unwrap();
            let mut read = 0;
            let mut buffer = vec![0; 1 << 16];
            let error = loop {
                match text.read(&mut buffer) {
                    Ok(0) => panic!("{compression:?}: {read} bytes were read"),
                    Ok(more) => read += more as u64,
                    Err(error) => break error,
                }
            };
            assert!(read <= UNPACKED, "{compression:?}");
            assert!(error.to_string().contains("unpack it first"), "{error}");
            let (mut text, _) = unpack(packed.as_slice(), Most::Any).unwrap();
            let all = io::copy(&mut text, &mut io::sink()).unwrap();
            assert_eq!(all, 200 << 20, "{compression:?}");
        }
    }
}
