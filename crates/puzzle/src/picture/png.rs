//! Writes pictures as PNG, the same on every machine: shapes by tiny-skia, letters from a font that is built in.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};
use ttf_parser::{Face, OutlineBuilder};

use super::{Anchor, BASELINE, Colour, Ink, Item, Picture, Point, Sector, Shape, Text};

/// The letters; `assets/font/README.md` says which there are.
static FONT: &[u8] = include_bytes!("../../assets/font/board.ttf");

/// The most pixels that a side of a picture may have.
pub const MOST_PIXELS: u32 = 16_384;

/// How much wider the strokes of heavy letters are, in the letters' size.
const HEAVY: f32 = 0.055;

/// The picture in pixels, on light or on dark paper; the longer side has `longer` pixels, at most
/// [`MOST_PIXELS`].
pub fn png(picture: &Picture, longer: u32, dark: bool) -> Vec<u8> {
    let pixmap = Raster::new(picture, longer.clamp(1, MOST_PIXELS), dark).draw(picture);
    let mut rows = Vec::with_capacity(pixmap.data().len());
    for row in pixmap.data().chunks(4 * pixmap.width() as usize) {
        // No filter: rows of few colours are packed best as they are.
        rows.push(0);
        // Everything lies on paper that covers all.
        rows.extend(row.chunks(4).flat_map(|pixel| &pixel[..3]));
    }
    encode(pixmap.width(), pixmap.height(), &rows).expect("writing to memory does not fail")
}

/// A file of eight bits for each of red, green and blue.
fn encode(width: u32, height: u32, rows: &[u8]) -> io::Result<Vec<u8>> {
    let mut header = [width.to_be_bytes(), height.to_be_bytes()].concat();
    header.extend([8, 2, 0, 0, 0]);
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    packed.write_all(rows)?;
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, data) in [(b"IHDR", header), (b"IDAT", packed.finish()?), (b"IEND", Vec::new())] {
        let length = u32::try_from(data.len()).map_err(io::Error::other)?;
        let mut sum = flate2::Crc::new();
        sum.update(name);
        sum.update(&data);
        out.extend([&length.to_be_bytes()[..], name, &data, &sum.sum().to_be_bytes()].concat());
    }
    Ok(out)
}

/// The raster that everything is drawn on.
struct Raster {
    face: Face<'static>,
    scale: f32,
    size: (u32, u32),
    dark: bool,
}

impl Raster {
    fn new(picture: &Picture, longer: u32, dark: bool) -> Self {
        let scale = f64::from(longer) / picture.width.max(picture.height).max(1.0);
        let pixels = |length: f64| (length * scale).round().max(1.0) as u32;
        let face = Face::parse(FONT, 0).expect("the font that is built in can be read");
        Raster { face, scale: scale as f32, size: (pixels(picture.width), pixels(picture.height)), dark }
    }

    fn draw(&self, picture: &Picture) -> Pixmap {
        let (width, height) = self.size;
        let mut pixmap = Pixmap::new(width, height).expect("sides of 1 to 16,384 pixels");
        let Colour(red, green, blue) = Ink::Paper.colour(self.dark);
        pixmap.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
        for item in &picture.items {
            self.item(&mut pixmap, item);
        }
        pixmap
    }

    fn item(&self, pixmap: &mut Pixmap, item: &Item) {
        let path = match &item.shape {
            Shape::Text(text) => self.letters(text),
            shape => outline(shape),
        };
        let Some(path) = path else { return };
        if let Some(ink) = item.fill {
            let paint = self.paint(ink);
            pixmap.fill_path(&path, &paint, FillRule::Winding, self.transform(), None);
            if let Shape::Text(Text { bold: true, size, .. }) = item.shape {
                self.stroke(pixmap, &path, ink, HEAVY * size as f32);
            }
        }
        if let Some((ink, width)) = item.line {
            self.stroke(pixmap, &path, ink, width as f32);
        }
    }

    fn stroke(&self, pixmap: &mut Pixmap, path: &Path, ink: Ink, width: f32) {
        let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        pixmap.stroke_path(path, &self.paint(ink), &stroke, self.transform(), None);
    }

    fn transform(&self) -> Transform {
        Transform::from_scale(self.scale, self.scale)
    }

    fn paint(&self, ink: Ink) -> Paint<'static> {
        let Colour(red, green, blue) = ink.colour(self.dark);
        let mut paint = Paint::default();
        paint.set_color_rgba8(red, green, blue, 255);
        paint.anti_alias = true;
        paint
    }

    /// The outlines of a text's letters; of one that the font does not have, a box.
    fn letters(&self, text: &Text) -> Option<Path> {
        let scale = text.size as f32 / f32::from(self.face.units_per_em());
        let glyphs: Vec<_> =
            text.text.chars().map(|c| self.face.glyph_index(c).unwrap_or(ttf_parser::GlyphId(0))).collect();
        let advance = |glyph: &ttf_parser::GlyphId| {
            let heavy = if text.bold { HEAVY * text.size as f32 } else { 0.0 };
            f32::from(self.face.glyph_hor_advance(*glyph).unwrap_or(0)) * scale + heavy
        };
        let width: f32 = glyphs.iter().map(advance).sum();
        let start = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -width / 2.0,
            Anchor::End => -width,
        };
        let at = (text.at.0 as f32 + start, (text.at.1 + BASELINE * text.size) as f32);
        let mut pen = Pen { path: PathBuilder::new(), at, scale };
        for glyph in &glyphs {
            self.face.outline_glyph(*glyph, &mut pen);
            pen.at.0 += advance(glyph);
        }
        pen.path.finish()
    }
}

/// Writes letters into a path; the font counts upwards.
struct Pen {
    path: PathBuilder,
    at: (f32, f32),
    scale: f32,
}

impl Pen {
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        (self.at.0 + x * self.scale, self.at.1 - y * self.scale)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.place(x1, y1), self.place(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

/// The outline of a shape that is no text; `None` if there is nothing to draw.
fn outline(shape: &Shape) -> Option<Path> {
    let mut path = PathBuilder::new();
    match shape {
        Shape::Rect { at, width, height, round } if *round <= 0.0 => {
            let (width, height) = (*width as f32, *height as f32);
            path.push_rect(tiny_skia::Rect::from_xywh(at.0 as f32, at.1 as f32, width, height)?);
        }
        Shape::Rect { at, width, height, round } => {
            let round = round.min(width / 2.0).min(height / 2.0);
            // Corner by corner from the upper right one, clockwise, as quarters of circles.
            let (left, top) = (at.0 + round, at.1 + round);
            let (right, bottom) = (at.0 + width - round, at.1 + height - round);
            for (number, at) in [(right, top), (right, bottom), (left, bottom), (left, top)].into_iter().enumerate() {
                arc(&mut path, at, round, (number as f64 / 4.0, 0.25));
            }
            path.close();
        }
        Shape::Circle { at, radius } => path.push_circle(at.0 as f32, at.1 as f32, *radius as f32),
        Shape::Polygon(points) => {
            points.iter().for_each(|&point| go(&mut path, point));
            path.close();
        }
        Shape::Line(points) => points.iter().for_each(|&point| go(&mut path, point)),
        Shape::Sector(Sector { at, radii, turn }) => {
            arc(&mut path, *at, radii.1, *turn);
            arc(&mut path, *at, radii.0, (turn.0 + turn.1, -turn.1));
            path.close();
        }
        Shape::Text(_) => {}
    }
    path.finish()
}

/// Begins the path at a point or draws it on to there.
fn go(path: &mut PathBuilder, (x, y): Point) {
    if path.is_empty() {
        path.move_to(x as f32, y as f32);
    } else {
        path.line_to(x as f32, y as f32);
    }
}

/// Goes to where an arc begins and along it, in curves of at most an eighth of a turn.
fn arc(path: &mut PathBuilder, at: Point, radius: f64, turn: (f64, f64)) {
    let sector = Sector { at, radii: (0.0, radius), turn };
    go(path, sector.point(radius, turn.0));
    let steps = (8.0 * turn.1.abs()).ceil().max(1.0);
    let step = turn.1 / steps;
    // How far the control points of a curve lie from its ends, along the tangents.
    let reach = 4.0 / 3.0 * (std::f64::consts::TAU * step / 4.0).tan() * radius;
    let mut from = turn.0;
    for _ in 0..steps as usize {
        let along = |turn: f64, reach: f64| {
            let ((x, y), (right, down)) =
                (sector.point(radius, turn), Sector { at: (0.0, 0.0), ..sector }.point(reach, turn + 0.25));
            ((x + right) as f32, (y + down) as f32)
        };
        let ((x1, y1), (x2, y2), (x, y)) = (along(from, reach), along(from + step, -reach), along(from + step, 0.0));
        path.cubic_to(x1, y1, x2, y2, x, y);
        from += step;
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    /// Width, height and the pixels of a file that [`png`] wrote, read by its own words.
    fn pixels(file: &[u8]) -> (usize, usize, Vec<[u8; 3]>) {
        assert_eq!(&file[..8], b"\x89PNG\r\n\x1a\n");
        let word = |at: usize| u32::from_be_bytes(file[at..at + 4].try_into().expect("four bytes")) as usize;
        let (width, height) = (word(16), word(20));
        assert_eq!((word(8), &file[12..16], &file[24..29]), (13, &b"IHDR"[..], &[8, 2, 0, 0, 0][..]));
        let length = word(33);
        assert_eq!(&file[37..41], b"IDAT");
        let mut rows = Vec::new();
        flate2::read::ZlibDecoder::new(&file[41..41 + length]).read_to_end(&mut rows).expect("packed rows");
        assert_eq!(&file[41 + length + 4..], b"\0\0\0\0IEND\xae\x42\x60\x82");
        assert_eq!(rows.len(), height * (1 + 3 * width));
        let row = |row: &[u8]| row[1..].chunks(3).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect::<Vec<_>>();
        (width, height, rows.chunks(1 + 3 * width).flat_map(row).collect())
    }

    fn colour(ink: Ink, dark: bool) -> [u8; 3] {
        let Colour(red, green, blue) = ink.colour(dark);
        [red, green, blue]
    }

    #[test]
    fn shapes_are_where_they_should_be() {
        let mut picture = Picture::new("", 20.0, 10.0);
        picture.fill(Shape::Rect { at: (10.0, 0.0), width: 10.0, height: 10.0, round: 4.0 }, Ink::Star);
        picture.fill(Shape::Sector(Sector { at: (5.0, 5.0), radii: (2.0, 5.0), turn: (0.0, 0.5) }), Ink::Path);
        for dark in [false, true] {
            let (width, height, pixels) = pixels(&png(&picture, 40, dark));
            assert_eq!((width, height), (40, 20));
            let at = |x: usize, y: usize| pixels[2 * y * width + 2 * x];
            assert_eq!(at(15, 5), colour(Ink::Star, dark));
            assert_eq!(at(10, 0), colour(Ink::Paper, dark), "the corner is round");
            assert_eq!(at(8, 5), colour(Ink::Path, dark), "the right half of the ring");
            assert_eq!(at(2, 5), colour(Ink::Paper, dark), "the left half");
            assert_eq!(at(5, 5), colour(Ink::Paper, dark), "the hole");
        }
    }

    #[test]
    fn letters_need_no_fonts_of_the_machine() {
        let inked = |text: &str, bold: bool| {
            let mut picture = Picture::new("", 40.0, 20.0);
            picture.text((20.0, 10.0), 16.0, if bold { Ink::Given } else { Ink::Found }, text);
            let (.., pixels) = pixels(&png(&picture, 80, false));
            pixels.iter().filter(|&&pixel| pixel != colour(Ink::Paper, false)).count()
        };
        assert_eq!(inked("", false), 0);
        assert!(inked("8", false) > inked("1", false));
        assert!(inked("8", true) > inked("8", false));
        let boxed = inked("\u{1f600}", false);
        assert!(boxed > 0 && boxed == inked("\u{5b57}", false), "letters that the font does not have");
        let face = Face::parse(FONT, 0).expect("a font");
        let needed = (' '..='~').chain("äßéøłčžñαωЖя−×…".chars());
        assert!(needed.into_iter().all(|c| face.glyph_index(c).is_some()));
    }

    #[test]
    fn the_longer_side_is_kept_within_bounds() {
        let size = |longer: u32| {
            let (width, height, _) = pixels(&png(&Picture::new("", 1.0, 400.0), longer, false));
            (width, height)
        };
        assert_eq!(size(800), (2, 800));
        assert_eq!(size(0), (1, 1));
    }
}
