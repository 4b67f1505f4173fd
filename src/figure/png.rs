//! The smallest PNG that holds a heat map: palette colours, stored without compression.
//!
//! Our own because a heat map has at most 256 colours and an encoder crate would cost more of the
//! page's size budget than the few kilobytes that compression saves in an exported file.

use super::palette::Colour;

/// The picture as a `data:` address.
pub(super) fn data_address(columns: usize, rows: usize, colours: &[Colour]) -> String {
    format!("data:image/png;base64,{}", base64(&encode(columns, rows, colours)))
}

fn encode(columns: usize, rows: usize, colours: &[Colour]) -> Vec<u8> {
    let mut palette: Vec<Colour> = Vec::new();
    let mut pixels = Vec::with_capacity((columns + 1) * rows);
    for row in colours.chunks(columns).take(rows) {
        pixels.push(0); // each row starts with its filter: none
        for colour in row {
            let at = palette.iter().position(|known| known == colour).unwrap_or_else(|| {
                palette.push(*colour);
                palette.len() - 1
            });
            pixels.push(at.min(255) as u8);
        }
    }
    let header = [(columns as u32).to_be_bytes(), (rows as u32).to_be_bytes()].concat();
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    // 8 bits, palette colour, the only compression and filter methods, not interlaced
    chunk(&mut png, b"IHDR", &[header.as_slice(), &[8, 3, 0, 0, 0]].concat());
    chunk(
        &mut png,
        b"PLTE",
        &palette.iter().flat_map(|colour| [colour.0, colour.1, colour.2]).collect::<Vec<_>>(),
    );
    chunk(&mut png, b"IDAT", &zlib_stored(&pixels));
    chunk(&mut png, b"IEND", &[]);
    png
}

fn chunk(png: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    png.extend((data.len() as u32).to_be_bytes());
    let start = png.len();
    png.extend(kind);
    png.extend(data);
    let sum = crc32(&png[start..]);
    png.extend(sum.to_be_bytes());
}

fn zlib_stored(data: &[u8]) -> Vec<u8> {
    let mut stream = vec![0x78, 0x01];
    let blocks = data.chunks(0xffff);
    let last = blocks.len().saturating_sub(1);
    for (at, block) in blocks.enumerate() {
        stream.push(u8::from(at == last));
        stream.extend((block.len() as u16).to_le_bytes());
        stream.extend((!(block.len() as u16)).to_le_bytes());
        stream.extend(block);
    }
    let (a, b) = data.iter().fold((1u32, 0u32), |(a, b), &byte| {
        let a = (a + u32::from(byte)) % 65_521;
        (a, (b + a) % 65_521)
    });
    stream.extend(((b << 16) | a).to_be_bytes());
    stream
}

fn crc32(data: &[u8]) -> u32 {
    !data.iter().fold(!0u32, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg()))
    })
}

fn base64(data: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    data.chunks(3)
        .flat_map(|group| {
            let bits = group.iter().fold(0u32, |bits, &byte| (bits << 8) | u32::from(byte))
                << (8 * (3 - group.len()));
            let letter = move |at: usize| {
                if at <= group.len() { LETTERS[(bits >> (18 - 6 * at)) as usize & 63] as char } else { '=' }
            };
            (0..4).map(letter)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_letters_match_their_standards() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(base64(b"Man"), "TWFu");
        assert_eq!(base64(b"Ma"), "TWE=");
        assert_eq!(base64(b"M"), "TQ==");
        assert_eq!(&zlib_stored(b"Wikipedia")[16..], [0x11, 0xe6, 0x03, 0x98]);
    }

    #[test]
    fn a_picture_states_its_size() {
        let png = encode(2, 1, &[Colour(1, 2, 3), Colour(4, 5, 6)]);
        assert_eq!(&png[16..24], [0, 0, 0, 2, 0, 0, 0, 1]);
    }
}
