//! Compressed files: read like any other, saved as they were read.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

/// How a file is compressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// It is not.
    #[default]
    None,
    /// gzip, one member or several (`*.gz`).
    Gzip,
    /// Zstandard, one frame or several (`*.zst`).
    Zstd,
}

/// What `zstd` itself takes when nothing is said.
#[cfg(feature = "packed")]
const ZSTD_LEVEL: i32 = 3;

impl Compression {
    /// The one that a name's suffix stands for.
    pub fn of_name(path: &Path) -> Self {
        match path.extension() {
            Some(suffix) if suffix.eq_ignore_ascii_case("gz") => Self::Gzip,
            Some(suffix) if suffix.eq_ignore_ascii_case("zst") => Self::Zstd,
            _ => Self::None,
        }
    }

    /// The one that a file's first bytes show.
    fn of_head(head: &[u8]) -> Self {
        match head {
            [0x1f, 0x8b, 8, ..] => Self::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Self::Zstd,
            _ => Self::None,
        }
    }
}

/// The text of a file, unpacked where its first bytes show that it is compressed.
///
/// # Errors
/// The first bytes can't be read, or show a packed file and this library has no feature `packed`.
pub fn unpack<'a>(
    reader: impl Read + Send + 'a,
) -> io::Result<(Box<dyn Read + Send + 'a>, Compression)> {
    let mut reader = BufReader::with_capacity(1 << 16, reader);
    // One filling of the buffer gives four bytes of any file that has them; a pipe may give fewer.
    let compression = Compression::of_head(reader.fill_buf()?);
    let text: Box<dyn Read + Send + 'a> = match compression {
        Compression::None => Box::new(reader),
        #[cfg(feature = "packed")]
        Compression::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(reader)),
        #[cfg(feature = "packed")]
        Compression::Zstd => Box::new(zstd::stream::read::Decoder::with_buffer(reader)?),
        #[cfg(not(feature = "packed"))]
        Compression::Gzip | Compression::Zstd => return Err(unsupported()),
    };
    Ok((text, compression))
}

/// Calls `fill` with a writer whose bytes come out at `out` compressed.
///
/// # Errors
/// Those of `fill` and `out`; a packed file, and this library has no feature `packed`.
pub fn pack(
    out: &mut dyn Write,
    compression: Compression,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    match compression {
        Compression::None => fill(out),
        #[cfg(not(feature = "packed"))]
        Compression::Gzip | Compression::Zstd => Err(unsupported()),
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
            assert!(unpack(&head[..]).err().is_some_and(refused));
        }
        for compression in [Compression::Gzip, Compression::Zstd] {
            let mut out = Vec::new();
            assert!(pack(&mut out, compression, |_| Ok(())).is_err_and(refused));
            assert!(out.is_empty());
        }
        let (mut text, mut all) = (unpack(&b"8/8"[..]).unwrap().0, String::new());
        text.read_to_string(&mut all).unwrap();
        assert_eq!(all, "8/8");
    }

    #[cfg(feature = "packed")]
    #[test]
    fn what_is_packed_is_unpacked_again_several_parts_too() {
        for compression in [Compression::None, Compression::Gzip, Compression::Zstd] {
            let mut packed = Vec::new();
            for part in ["one\n", "two\n"] {
                pack(&mut packed, compression, |out| {
                    out.write_all(part.as_bytes())
                })
                .unwrap();
            }
            let (mut text, found) = unpack(packed.as_slice()).unwrap();
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
            pack(&mut packed, compression, |out| out.write_all(&[b'x'; 5000])).unwrap();
            packed.truncate(packed.len() - 3);
            let (mut text, _) = unpack(packed.as_slice()).unwrap();
            assert!(
                text.read_to_end(&mut Vec::new()).is_err(),
                "{compression:?}"
            );
        }
    }
}
