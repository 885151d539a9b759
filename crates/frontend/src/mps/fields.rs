//! The fields of a line: words between blanks, or what stands in the columns of fixed MPS.

/// A field and its offset in the text.
pub(super) type Field<'t> = (usize, &'t str);

/// Takes a line apart, given its offset in the text.
pub(super) type Split = for<'t> fn(usize, &'t str) -> Result<Vec<Field<'t>>, Field<'t>>;

pub(super) fn by_blanks(offset: usize, line: &str) -> Result<Vec<Field<'_>>, Field<'_>> {
    let start = line.as_ptr() as usize;
    let words = line.split_ascii_whitespace().take(FIELDS.len() + 1);
    Ok(words.map(|word| (offset + word.as_ptr() as usize - start, word)).collect())
}

/// The places where the fields of fixed MPS begin, and those of the blanks before the next one.
pub(super) const FIELDS: [(usize, usize); 6] = [(1, 3), (4, 12), (14, 22), (24, 36), (39, 47), (49, 61)];

/// Leaves out fields that are blank.
pub(super) fn by_columns(offset: usize, line: &str) -> Result<Vec<Field<'_>>, Field<'_>> {
    let clip = |place: usize| place.min(line.len());
    let (mut fields, mut behind) = (Vec::new(), 0);
    for (from, to) in FIELDS.into_iter().chain([(line.len(), line.len())]) {
        let from = clip(from).max(clip(behind));
        let (gap, field) = line.get(clip(behind)..from).zip(line.get(from..clip(to))).ok_or((offset, line))?;
        if !gap.trim().is_empty() {
            return Err((offset + behind, gap));
        }
        let name = field.trim_start();
        // In the third and the fifth field a comment may begin.
        if name.starts_with('$') && [FIELDS[2].0, FIELDS[4].0].contains(&from) {
            break;
        }
        if !name.is_empty() {
            fields.push((offset + from + (field.len() - name.len()), name.trim_end()));
        }
        behind = to;
    }
    Ok(fields)
}
