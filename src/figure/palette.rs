//! Colours and dashes. Series differ in both, so that no reader needs the colour.

use plotters_backend::BackendColor;
use serde::{Deserialize, Serialize};

/// The two looks of a page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// An opaque colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    pub(super) fn backend(self, alpha: f64) -> BackendColor {
        BackendColor { alpha, rgb: (self.0, self.1, self.2) }
    }

    fn mix(self, other: Self, share: f64) -> Self {
        let blend = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
        Self(blend(self.0, other.0), blend(self.1, other.1), blend(self.2, other.2))
    }
}

/// The colours of one theme; `www/style/tokens.css` has the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Palette {
    /// Behind everything.
    pub paper: Colour,
    /// Axes and marks.
    pub ink: Colour,
    /// Tick labels.
    pub muted: Colour,
    /// Grid lines.
    pub line: Colour,
    /// Series, in order.
    pub series: [Colour; 6],
}

/// Lengths of dash and gap in CSS pixels, one per series; none for a solid line.
pub(super) const DASHES: [Option<(u32, u32)>; 6] =
    [None, Some((8, 4)), Some((2, 4)), Some((14, 5)), Some((5, 3)), Some((1, 3))];

impl Palette {
    /// The colours of a theme.
    pub const fn of(theme: Theme) -> Self {
        match theme {
            Theme::Light => Self {
                paper: Colour(0xff, 0xff, 0xff),
                ink: Colour(0x17, 0x20, 0x2a),
                muted: Colour(0x5a, 0x65, 0x72),
                line: Colour(0xdf, 0xe4, 0xea),
                series: [
                    Colour(0x0b, 0x5f, 0xa5),
                    Colour(0xb3, 0x43, 0x0b),
                    Colour(0x14, 0x74, 0x6f),
                    Colour(0x7a, 0x3e, 0x9d),
                    Colour(0x8a, 0x61, 0x00),
                    Colour(0xa6, 0x1e, 0x4d),
                ],
            },
            Theme::Dark => Self {
                paper: Colour(0x14, 0x18, 0x1d),
                ink: Colour(0xe8, 0xec, 0xf1),
                muted: Colour(0x9a, 0xa6, 0xb4),
                line: Colour(0x2b, 0x33, 0x3d),
                series: [
                    Colour(0x6c, 0xb4, 0xf5),
                    Colour(0xff, 0x9a, 0x5c),
                    Colour(0x5c, 0xcf, 0xc0),
                    Colour(0xc9, 0xa2, 0xf2),
                    Colour(0xe3, 0xbc, 0x55),
                    Colour(0xff, 0x8f, 0xb1),
                ],
            },
        }
    }
}

/// 256 colours from dark violet over teal to pale yellow: lightness rises all the way, so the map
/// reads without hue.
pub(super) fn heat() -> [Colour; 256] {
    const STOPS: [Colour; 6] = [
        Colour(0x22, 0x10, 0x4a),
        Colour(0x3d, 0x3f, 0x8f),
        Colour(0x2b, 0x73, 0x95),
        Colour(0x2f, 0xa3, 0x86),
        Colour(0x9c, 0xcf, 0x62),
        Colour(0xfb, 0xf2, 0xa8),
    ];
    std::array::from_fn(|at| {
        let place = at as f64 / 255.0 * (STOPS.len() - 1) as f64;
        let stop = (place as usize).min(STOPS.len() - 2);
        STOPS[stop].mix(STOPS[stop + 1], place - stop as f64)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance (WCAG 2.2).
    fn luminance(Colour(r, g, b): Colour) -> f64 {
        let linear = |channel: u8| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }

    fn contrast(a: Colour, b: Colour) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn series_stand_out_and_text_is_readable_in_both_themes() {
        for theme in [Theme::Light, Theme::Dark] {
            let palette = Palette::of(theme);
            for colour in palette.series {
                assert!(contrast(colour, palette.paper) >= 3.0, "{theme:?} {colour:?}");
            }
            assert!(contrast(palette.ink, palette.paper) >= 7.0);
            assert!(contrast(palette.muted, palette.paper) >= 4.5);
        }
    }

    #[test]
    fn series_differ_without_colour() {
        for (at, dash) in DASHES.iter().enumerate() {
            assert!(DASHES[at + 1..].iter().all(|other| other != dash));
        }
    }

    #[test]
    fn heat_grows_lighter_all_the_way() {
        // Steps of three: one alone may be lost to the rounding of its channels.
        assert!(heat().windows(4).all(|run| luminance(run[3]) > luminance(run[0])));
        assert!(luminance(heat()[255]) > 10.0 * luminance(heat()[0]));
    }

    #[test]
    fn the_page_has_the_same_colours() {
        let css = include_str!("../../www/style/tokens.css").to_lowercase();
        for theme in [Theme::Light, Theme::Dark] {
            let palette = Palette::of(theme);
            let fixed = [
                ("paper", palette.paper),
                ("ink", palette.ink),
                ("muted", palette.muted),
                ("line", palette.line),
            ];
            let series =
                palette.series.iter().enumerate().map(|(at, &colour)| (format!("series-{}", at + 1), colour));
            for (name, Colour(r, g, b)) in
                fixed.map(|(name, colour)| (name.to_owned(), colour)).into_iter().chain(series)
            {
                let declaration = format!("--{name}: #{r:02x}{g:02x}{b:02x};");
                assert!(css.contains(&declaration), "tokens.css lacks {declaration} ({theme:?})");
            }
        }
    }
}
