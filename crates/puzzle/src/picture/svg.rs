//! Writes pictures as SVG: well formed, with a title, and with a style sheet that follows the reader's light or dark.
//!
//! Classes carry the roles, so a page may restyle boards; all rules are bound to `svg.cnfab`, and there are no ids, so
//! any number of pictures can stand in one page. Elements have their light colours as attributes, too, which style
//! sheets override: some viewers know no sheets.

use super::{Anchor, BASELINE, Colour, Ink, Item, Picture, Point, Sector, Shape, Text};

/// The fonts of texts, in the order of preference.
const FONTS: &str = "system-ui,'Segoe UI','Helvetica Neue',Arial,'DejaVu Sans',sans-serif";

/// The picture as one element `<svg>`, to be written into a file or within a page.
pub fn svg(picture: &Picture) -> String {
    svg_scaled(picture, 1.0)
}

/// The picture as one element `<svg>`, with `scale` pixels for each unit of its lengths.
pub fn svg_scaled(picture: &Picture, scale: f64) -> String {
    let (width, height) = (number(picture.width), number(picture.height));
    let (wide, high) = (number(scale * picture.width), number(scale * picture.height));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"cnfab\" role=\"img\" viewBox=\"0 0 {width} {height}\" \
         width=\"{wide}\" height=\"{high}\" stroke-linecap=\"round\" stroke-linejoin=\"round\" font-family=\"{FONTS}\">\n\
         <title>{}</title>\n",
        escaped(&picture.title)
    );
    out.push_str(&style(picture));
    for item in &picture.items {
        push_item(&mut out, item);
    }
    out.push_str("</svg>\n");
    out
}

/// The rules for the inks that are used.
fn style(picture: &Picture) -> String {
    let mut fills: Vec<Ink> = picture.items.iter().filter_map(|item| item.fill).collect();
    let mut lines: Vec<Ink> = picture.items.iter().filter_map(|item| item.line.map(|line| line.0)).collect();
    for inks in [&mut fills, &mut lines] {
        inks.sort_unstable();
        inks.dedup();
    }
    let rules = |dark: bool| {
        let rule = |what: &str, class: &str, ink: &Ink| {
            format!("svg.cnfab .{class}-{}{{{what}:{}}}\n", ink.name(), colour(*ink, dark))
        };
        let fills = fills.iter().map(|ink| rule("fill", "f", ink));
        let lines = lines.iter().map(|ink| rule("stroke", "l", ink));
        fills.chain(lines).collect::<String>()
    };
    format!("<style>\n{}@media (prefers-color-scheme:dark){{\n{}}}\n</style>\n", rules(false), rules(true))
}

/// An ink's colour as style sheets write it.
fn colour(ink: Ink, dark: bool) -> String {
    let Colour(red, green, blue) = ink.colour(dark);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn push_item(out: &mut String, item: &Item) {
    let mut inks = Vec::new();
    inks.extend(item.fill.map(|ink| format!("f-{}", ink.name())));
    inks.extend(item.line.map(|(ink, _)| format!("l-{}", ink.name())));
    let fill = item.fill.map_or_else(|| "none".to_owned(), |ink| colour(ink, false));
    let mut looks = format!("class=\"{}\" fill=\"{fill}\"", inks.join(" "));
    if let Some((ink, width)) = item.line {
        looks += &format!(" stroke=\"{}\" stroke-width=\"{}\"", colour(ink, false), number(width));
    }
    let element = match &item.shape {
        Shape::Rect { at, width, height, round } => {
            let (x, y, width, height) = (number(at.0), number(at.1), number(*width), number(*height));
            let round = if *round > 0.0 { format!(" rx=\"{}\"", number(*round)) } else { String::new() };
            format!("<rect {looks} x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{round}/>")
        }
        Shape::Polygon(points) => format!("<polygon {looks} points=\"{}\"/>", listed(points)),
        Shape::Line(points) => format!("<polyline {looks} points=\"{}\"/>", listed(points)),
        Shape::Circle { at, radius } => {
            format!("<circle {looks} cx=\"{}\" cy=\"{}\" r=\"{}\"/>", number(at.0), number(at.1), number(*radius))
        }
        Shape::Sector(sector) => format!("<path {looks} d=\"{}\"/>", path(sector)),
        Shape::Text(text) => written(&looks, text),
    };
    out.push_str(&element);
    out.push('\n');
}

fn written(looks: &str, text: &Text) -> String {
    let anchor = match text.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let bold = if text.bold { " font-weight=\"700\"" } else { "" };
    let (x, y) = (number(text.at.0), number(text.at.1 + BASELINE * text.size));
    let size = number(text.size);
    format!("<text {looks} x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}{bold}>{}</text>", escaped(&text.text))
}

/// Along the outer arc, inwards, back along the inner arc.
fn path(sector: &Sector) -> String {
    let (inner, outer) = sector.radii;
    let (start, end) = (sector.turn.0, sector.turn.0 + sector.turn.1);
    let large = u8::from(sector.turn.1 > 0.5);
    let at = |radius: f64, turn: f64| {
        let (x, y) = sector.point(radius, turn);
        format!("{} {}", number(x), number(y))
    };
    let arc =
        |radius: f64, sweep: u8, to: f64| format!("A{0} {0} 0 {large} {sweep} {1}", number(radius), at(radius, to));
    let inwards = at(inner, end);
    format!("M{}{}L{inwards}{}Z", at(outer, start), arc(outer, 1, end), arc(inner, 0, start))
}

fn listed(points: &[Point]) -> String {
    let points: Vec<String> = points.iter().map(|&(x, y)| format!("{},{}", number(x), number(y))).collect();
    points.join(" ")
}

/// A length with at most two decimals, and no more of them than it needs.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A text as it stands in XML. Control characters, which XML does not know, become replacement characters.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            _ if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(char::REPLACEMENT_CHARACTER),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_in_full() {
        let mut picture = Picture::new("a <b> & 'c'", 10.0, 20.5);
        picture.area(Shape::Circle { at: (5.0, 5.125), radius: 2.0 }, Ink::Cell, Ink::Wall, 1.5);
        picture.text((5.0, 10.0), 10.0, Ink::Given, "\u{1}\"<&>");
        let text = svg(&picture);
        let body: Vec<&str> = text.lines().filter(|line| !line.contains('{') && !line.starts_with('}')).collect();
        assert_eq!(
            body,
            [
                "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"cnfab\" role=\"img\" viewBox=\"0 0 10 20.5\" \
                 width=\"10\" height=\"20.5\" stroke-linecap=\"round\" stroke-linejoin=\"round\" \
                 font-family=\"system-ui,'Segoe UI','Helvetica Neue',Arial,'DejaVu Sans',sans-serif\">",
                "<title>a &lt;b&gt; &amp; &#39;c&#39;</title>",
                "<style>",
                "</style>",
                "<rect class=\"f-paper\" fill=\"#ffffff\" x=\"0\" y=\"0\" width=\"10\" height=\"20.5\"/>",
                "<circle class=\"f-cell l-wall\" fill=\"#ffffff\" stroke=\"#24282e\" stroke-width=\"1.5\" cx=\"5\" cy=\"5.12\" r=\"2\"/>",
                "<text class=\"f-given\" fill=\"#111418\" x=\"5\" y=\"13.6\" font-size=\"10\" text-anchor=\"middle\" \
                 font-weight=\"700\">\u{fffd}&quot;&lt;&amp;&gt;</text>",
                "</svg>",
            ]
        );
        for (ink, colours) in [("f-cell{fill", 2), ("l-wall{stroke", 2), ("f-wall", 0), ("f-star", 0)] {
            assert_eq!(text.matches(ink).count(), colours, "{ink} in light and in dark");
        }
    }

    #[test]
    fn a_quarter_of_a_ring() {
        let sector = Sector { at: (10.0, 10.0), radii: (5.0, 10.0), turn: (0.0, 0.25) };
        assert_eq!(path(&sector), "M10 0A10 10 0 0 1 20 10L15 10A5 5 0 0 0 10 5Z");
        let most = Sector { turn: (0.25, 0.75), ..sector };
        assert_eq!(path(&most), "M20 10A10 10 0 1 1 10 0L10 5A5 5 0 1 0 15 10Z");
    }

    #[test]
    fn numbers_are_short() {
        let texts: Vec<String> = [1.0, 0.5, -0.001, 1.006, 12.3456, 100.0].map(number).to_vec();
        assert_eq!(texts, ["1", "0.5", "0", "1.01", "12.35", "100"]);
    }
}
