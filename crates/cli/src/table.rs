//! Tables for a terminal.

/// Lays rows out in columns: the first to the left, the others to the right.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for row in rows {
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            match column {
                0 => out.push_str(&format!("{cell:<width$}")),
                _ => out.push_str(&format!("  {cell:>width$}")),
            }
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::table;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [
            vec!["a".into(), "count".into()],
            vec!["longer".into(), "7".into()],
        ];
        assert_eq!(table(&rows), "a       count\nlonger      7\n");
    }
}
