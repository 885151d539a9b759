//! A table for a Markdown text.

use std::io::{self, Write};

use crate::run::Record;

use super::table::Column;

pub(super) fn write(records: &[Record], wanted: Option<u64>, out: &mut dyn Write) -> io::Result<()> {
    lines(&super::columns(records, wanted), out)?;
    let totals = super::table::totals(records, wanted);
    if totals.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    lines(&totals, out)
}

fn lines(columns: &[Column], out: &mut dyn Write) -> io::Result<()> {
    let line = |out: &mut dyn Write, cells: Vec<String>| writeln!(out, "| {} |", cells.join(" | "));
    line(out, columns.iter().map(|column| column.title.to_owned()).collect())?;
    line(out, columns.iter().map(|column| if column.right { "---:" } else { "---" }.to_owned()).collect())?;
    for row in 0..columns.first().map_or(0, |column| column.cells.len()) {
        line(out, columns.iter().map(|column| column.cells[row].replace('|', "\\|")).collect())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::report::table::tests::records;

    #[test]
    fn a_table() {
        let mut text = Vec::new();
        write(&records()[..1], None, &mut text).unwrap();
        assert_eq!(
            String::from_utf8(text).unwrap(),
            "| strategy | recipe | outcome | found | first | all | encode | vars | clauses | lits | contract | conflicts \
             | least budget | restarts | memory |\n\
             | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: |\n\
             | sat | default | complete | 12 | 500 ms | 1.50 s* | 10.0 ms | 100 | 2000 | 5000 | bijective | 42 | 40 (38 to 44) \
             | 3 | 7.00 MB |\n"
        );
    }
}
