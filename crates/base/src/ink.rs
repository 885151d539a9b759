//! The inks of pictures: the roles of things on a board, and their colours in light and in dark.

/// The number of soft colours for regions and stones.
pub const TINTS: usize = 12;

/// The number of strong colours for marks.
pub const MARKS: usize = 6;

/// The ink of a shape, by its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ink {
    /// The ground that everything lies on.
    Paper,
    /// A cell.
    Cell,
    /// A cell of every other box.
    Shade,
    /// A place that is no cell: the black squares of a crossword.
    Block,
    /// The lines between cells.
    Grid,
    /// Walls between regions and round the board.
    Wall,
    /// The givens of the puzzle.
    Given,
    /// The values that a solution fills in.
    Found,
    /// Signs and sums, numbers of seats and of words.
    Note,
    /// The way through a Hidoku.
    Path,
    /// A star.
    Star,
    /// An excluded value, which a cell cannot have.
    Excluded,
    /// A strong colour of what is marked, from 0 to below [`MARKS`].
    Mark(u8),
    /// The dark colour of a coloured square.
    Dark,
    /// The light colour of a coloured square.
    Light,
    /// A soft colour of a region or a stone, from 0 to below [`TINTS`].
    Tint(u8),
}

/// Red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

/// The soft colours on light and on dark paper. Neighbours in this list differ much.
const TINT_COLOURS: [(Colour, Colour); TINTS] = [
    (Colour(0xf9, 0xd9, 0xd4), Colour(0x5b, 0x36, 0x35)),
    (Colour(0xd3, 0xe6, 0xf7), Colour(0x2b, 0x45, 0x5c)),
    (Colour(0xdc, 0xef, 0xd0), Colour(0x34, 0x4f, 0x30)),
    (Colour(0xfb, 0xec, 0xc1), Colour(0x57, 0x4a, 0x22)),
    (Colour(0xe5, 0xda, 0xf3), Colour(0x46, 0x39, 0x5d)),
    (Colour(0xce, 0xee, 0xea), Colour(0x22, 0x4f, 0x4c)),
    (Colour(0xfb, 0xdd, 0xbd), Colour(0x5f, 0x42, 0x26)),
    (Colour(0xdd, 0xe2, 0xe8), Colour(0x42, 0x4a, 0x54)),
    (Colour(0xf8, 0xd5, 0xe8), Colour(0x5a, 0x32, 0x4b)),
    (Colour(0xee, 0xf2, 0xb5), Colour(0x4c, 0x50, 0x22)),
    (Colour(0xcf, 0xd5, 0xf6), Colour(0x33, 0x39, 0x66)),
    (Colour(0xea, 0xdd, 0xcf), Colour(0x4e, 0x42, 0x36)),
];

/// The strong colours on light and on dark paper, which tell apart also for most who see few colours.
const MARK_COLOURS: [(Colour, Colour); MARKS] = [
    (Colour(0xd5, 0x5e, 0x00), Colour(0xf5, 0x80, 0x3e)),
    (Colour(0x00, 0x72, 0xb2), Colour(0x4b, 0xa3, 0xe3)),
    (Colour(0x00, 0x86, 0x60), Colour(0x2f, 0xc5, 0x9a)),
    (Colour(0xb3, 0x55, 0x8f), Colour(0xe5, 0x9a, 0xc6)),
    (Colour(0xa8, 0x70, 0x00), Colour(0xf0, 0xb4, 0x29)),
    (Colour(0x5b, 0x4b, 0xb5), Colour(0xa7, 0x9c, 0xf0)),
];

impl Ink {
    /// The colour on light paper, or on dark paper.
    pub fn colour(self, dark: bool) -> Colour {
        let (on_light, on_dark) = match self {
            Ink::Paper => (Colour(0xff, 0xff, 0xff), Colour(0x17, 0x19, 0x1d)),
            Ink::Cell => (Colour(0xff, 0xff, 0xff), Colour(0x22, 0x25, 0x2b)),
            Ink::Shade => (Colour(0xf1, 0xf3, 0xf6), Colour(0x2d, 0x31, 0x39)),
            Ink::Block => (Colour(0x24, 0x28, 0x2e), Colour(0x07, 0x08, 0x0a)),
            Ink::Grid => (Colour(0xb4, 0xbb, 0xc4), Colour(0x56, 0x5d, 0x68)),
            Ink::Wall => (Colour(0x24, 0x28, 0x2e), Colour(0xb9, 0xc0, 0xca)),
            Ink::Given => (Colour(0x11, 0x14, 0x18), Colour(0xf3, 0xf5, 0xf7)),
            Ink::Found => (Colour(0x18, 0x54, 0xa6), Colour(0xa3, 0xcc, 0xfb)),
            Ink::Note => (Colour(0x5d, 0x66, 0x71), Colour(0x9d, 0xa7, 0xb3)),
            Ink::Path => (Colour(0xf8, 0xe0, 0xb2), Colour(0x58, 0x45, 0x1e)),
            Ink::Star => (Colour(0xd6, 0x8a, 0x00), Colour(0xf6, 0xc1, 0x45)),
            Ink::Excluded => (Colour(0xa0, 0x14, 0x14), Colour(0xff, 0xb6, 0xae)),
            Ink::Dark => (Colour(0x2e, 0x33, 0x3a), Colour(0x0b, 0x0c, 0x0e)),
            Ink::Light => (Colour(0xff, 0xff, 0xff), Colour(0xdf, 0xe3, 0xe8)),
            Ink::Tint(number) => TINT_COLOURS[usize::from(number) % TINTS],
            Ink::Mark(number) => MARK_COLOURS[usize::from(number) % MARKS],
        };
        if dark { on_dark } else { on_light }
    }

    /// The name of the role, for style sheets.
    pub fn name(self) -> String {
        let name = match self {
            Ink::Paper => "paper",
            Ink::Cell => "cell",
            Ink::Shade => "shade",
            Ink::Block => "block",
            Ink::Grid => "grid",
            Ink::Wall => "wall",
            Ink::Given => "given",
            Ink::Found => "found",
            Ink::Note => "note",
            Ink::Path => "path",
            Ink::Star => "star",
            Ink::Excluded => "excluded",
            Ink::Dark => "dark",
            Ink::Light => "light",
            Ink::Mark(number) => return format!("mark{}", usize::from(number) % MARKS),
            Ink::Tint(number) => return format!("tint{}", usize::from(number) % TINTS),
        };
        name.to_owned()
    }

    /// The strong colour of this number; after the last comes the first.
    pub fn mark(number: usize) -> Self {
        Ink::Mark((number % MARKS) as u8)
    }

    /// The soft colour of this number; after the last comes the first.
    pub fn tint(number: usize) -> Self {
        Ink::Tint((number % TINTS) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How light a colour is, as the web's rules for contrast take it.
    fn luminance(Colour(r, g, b): Colour) -> f64 {
        let part = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
    }

    #[test]
    fn texts_can_be_read_on_every_ground() {
        for dark in [false, true] {
            let grounds = [Ink::Paper, Ink::Cell, Ink::Shade, Ink::Path].into_iter().chain((0..TINTS).map(Ink::tint));
            for ground in grounds {
                for ink in [Ink::Given, Ink::Found, Ink::Wall, Ink::Excluded] {
                    let (a, b) = (luminance(ground.colour(dark)), luminance(ink.colour(dark)));
                    let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
                    assert!(contrast >= 4.5, "{ink:?} on {ground:?}: {contrast}");
                }
            }
        }
    }

    #[test]
    fn no_two_tints_are_the_same() {
        for dark in [false, true] {
            for first in 0..TINTS {
                for second in 0..first {
                    assert_ne!(Ink::tint(first).colour(dark), Ink::tint(second).colour(dark));
                }
            }
        }
        assert_eq!(Ink::tint(TINTS), Ink::tint(0));
    }
}
