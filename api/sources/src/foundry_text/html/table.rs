//! Tables, with a row of headings that Markdown needs.

use super::inline::Inline;

/// A table that is being written.
#[derive(Default)]
pub(super) struct Table {
    caption: Option<String>,
    rows: Vec<Row>,
    /// The cell or caption that is being written.
    inline: Inline,
    place: Place,
    has_head: bool,
}

#[derive(Default)]
struct Row {
    cells: Vec<String>,
    /// Whether all cells are headings.
    is_head: bool,
}

#[derive(Default)]
enum Place {
    #[default]
    Between,
    Caption,
    Cell {
        columns: usize,
    },
}

impl Table {
    pub fn inline(&mut self) -> &mut Inline {
        &mut self.inline
    }

    pub fn begin_caption(&mut self) {
        self.end_cell();
        self.place = Place::Caption;
    }

    pub fn begin_row(&mut self) {
        self.end_cell();
        self.rows.push(Row { cells: Vec::new(), is_head: true });
    }

    pub fn begin_cell(&mut self, is_heading: bool, columns: usize) {
        self.end_cell();
        // A cell does not span more than a page has room for.
        let columns = columns.clamp(1, 32);
        self.place = Place::Cell { columns };
        if self.rows.is_empty() {
            self.begin_row();
            self.place = Place::Cell { columns };
        }
        if let Some(row) = self.rows.last_mut() {
            row.is_head &= is_heading;
        }
    }

    /// The rows until now are headings, whatever their cells are.
    pub fn end_head(&mut self) {
        self.end_cell();
        if let Some(row) = self.rows.first_mut() {
            row.is_head = true;
            self.has_head = true;
        }
    }

    fn end_cell(&mut self) {
        let text = std::mem::take(&mut self.inline).finish();
        match std::mem::take(&mut self.place) {
            Place::Between => {}
            Place::Caption => self.caption = Some(text).filter(|text| !text.is_empty()),
            Place::Cell { columns } => {
                if let Some(row) = self.rows.last_mut() {
                    row.cells.push(text.replace('|', "\\|"));
                    row.cells.extend((1..columns).map(|_| String::new()));
                }
            }
        }
    }

    /// The caption and the table; `None` for a table without cells.
    pub fn finish(mut self) -> (Option<String>, Option<String>) {
        self.end_cell();
        self.rows.retain(|row| row.cells.iter().any(|cell| !cell.is_empty()));
        let is_used = |column: &usize| {
            let mut cells = self.rows.iter().filter_map(|row| row.cells.get(*column));
            cells.any(|cell| !cell.is_empty())
        };
        let widest = self.rows.iter().map(|row| row.cells.len()).max();
        let Some(columns) = (0..widest.unwrap_or_default()).rfind(is_used) else {
            return (self.caption, None);
        };
        let columns = columns + 1;
        let line = |row: &Row| {
            let missing = columns.saturating_sub(row.cells.len());
            let cells = row.cells.iter().take(columns).map(String::as_str);
            let cells: Vec<&str> = cells.chain((0..missing).map(|_| "")).collect();
            let bold = |cell: &str| cell.trim_start_matches("**").trim_end_matches("**").to_owned();
            let cells: Vec<String> = cells
                .iter()
                .map(|cell| if row.is_head && self.has_head { bold(cell) } else { (*cell).to_owned() })
                .collect();
            format!("| {} |", cells.join(" | "))
        };
        let mut lines: Vec<String> = self.rows.iter().map(line).collect();
        let rule = format!("|{}", "---|".repeat(columns));
        lines.insert(1.min(lines.len()), rule);
        (self.caption, Some(lines.join("\n")))
    }
}
