//! Writes what plotters draws (axes, ticks, labels) as SVG with classes.

use std::convert::Infallible;
use std::fmt::Write;

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontTransform,
};

use super::FINE;
use crate::report::escape::escaped;

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

/// How wide a letter is, in parts of its size. Browsers know better; this only keeps labels apart.
const LETTER: f64 = 0.55;

/// A text that SVG elements are written to.
pub(super) struct Svg<'a> {
    out: &'a mut String,
    size: (u32, u32),
}

impl<'a> Svg<'a> {
    /// A drawing of that many pixels.
    pub(super) fn new(out: &'a mut String, size: (u32, u32)) -> Self {
        Svg { out, size: (size.0 * FINE, size.1 * FINE) }
    }

    /// Writes an element.
    pub(super) fn element(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }
}

/// A coordinate in pixels.
pub(super) fn pixels(at: i32) -> String {
    let text = format!("{:.1}", f64::from(at) / f64::from(FINE));
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// The class that a colour stands for.
fn class(colour: BackendColor) -> Option<&'static str> {
    match colour.rgb {
        _ if colour.alpha == 0.0 => None,
        (1, 0, 0) => Some("grid"),
        (2, 0, 0) => Some("axis"),
        (3, 0, 0) => Some("tick"),
        (4, 0, 0) => Some("name"),
        _ => None,
    }
}

impl DrawingBackend for Svg<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, _: BackendCoord, _: BackendColor) -> Drawn {
        Ok(())
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        if let Some(class) = class(style.color()) {
            let mut line = String::new();
            let mut before = None;
            for at in path {
                line += &match before {
                    None => format!("M{} {}", pixels(at.0), pixels(at.1)),
                    Some((x, _)) if x == at.0 => format!("V{}", pixels(at.1)),
                    Some((_, y)) if y == at.1 => format!("H{}", pixels(at.0)),
                    Some(_) => format!("L{} {}", pixels(at.0), pixels(at.1)),
                };
                before = Some(at);
            }
            // Lines that follow each other in one class are one element.
            let start = format!("<path class=\"{class}\" d=\"");
            let end = "\"/>\n";
            let is_same = |last: &str| last.starts_with(&start) && self.out.ends_with(end);
            if self.out.lines().next_back().is_some_and(is_same) {
                self.out.truncate(self.out.len() - end.len());
                self.element(&format!("{line}\"/>"));
            } else {
                self.element(&format!("{start}{line}\"/>"));
            }
        }
        Ok(())
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, at: BackendCoord) -> Drawn {
        let Some(class) = class(style.color()) else { return Ok(()) };
        let anchor = match style.anchor().h_pos {
            HPos::Left => "start",
            HPos::Right => "end",
            HPos::Center => "middle",
        };
        let down = match style.anchor().v_pos {
            VPos::Top => "0.8em",
            VPos::Center => "0.35em",
            VPos::Bottom => "-0.2em",
        };
        let (x, y) = (pixels(at.0), pixels(at.1));
        let turn = match style.transform() {
            FontTransform::None => String::new(),
            FontTransform::Rotate90 => format!(" transform=\"rotate(90 {x} {y})\""),
            FontTransform::Rotate180 => format!(" transform=\"rotate(180 {x} {y})\""),
            FontTransform::Rotate270 => format!(" transform=\"rotate(-90 {x} {y})\""),
        };
        let mut element = String::new();
        write!(
            element,
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" dy=\"{down}\" text-anchor=\"{anchor}\"{turn}>{}</text>",
            escaped(text)
        )
        .expect("a text takes all that is written");
        self.element(&element);
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let size = style.size();
        Ok(((text.chars().count() as f64 * size * LETTER) as u32, size as u32))
    }
}
