// For the Code nodes of the samples; embed.mjs puts it there, with the functions that it imports.
import { sheetsOf } from './workbook.mjs';

const DAYS_FROM_1900_TO_1970 = 25_569;

/**
 * The rows below the headings, one item for each: its row number, the inputs for Create Assessment by
 * their names, and all of its columns. `fields` are the inputs with their headings, the first of
 * which is the usual one, and what the template's examples have in them. Examples that nobody has
 * changed are about nobody, and are left out. Without rows: one item with a `problem`, as a sentence.
 */
export function readRows(parts, fields) {
  if (parts['xl/workbook.xml'] === undefined) {
    return [problem('This file is no Excel workbook (.xlsx), or it is protected by a password.')];
  }
  for (const rows of sheetsOf(parts)) {
    const headings = rows.find(({ cells }) => countKnown(cells, fields) >= 3);
    if (headings !== undefined) return itemsBelow(headings, rows, fields);
  }
  return [
    problem(
      `No sheet of this workbook has a row with the headings ${quoted(fields)}. Use the template.`,
    ),
  ];
}

function itemsBelow({ number, cells }, rows, fields) {
  const columns = cells.flatMap((cell, index) =>
    cell === undefined ? [] : [{ index, heading: String(cell.value).trim() }],
  );
  for (const field of fields) {
    const named = columns.filter(({ heading }) => isHeadingOf(field, heading));
    if (named.length > 1) {
      const two = named.map(({ heading }) => `"${heading}"`).join(' and ');
      return [problem(`Row ${number} has two headings for ${field.headings[0]}: ${two}.`)];
    }
    for (const column of named) column.field = field;
  }
  const missing = fields.filter(
    ({ name, required }) => required && !columns.some(({ field }) => field?.name === name),
  );
  if (missing.length > 0) {
    return [problem(`Row ${number} has headings, but lacks ${quoted(missing)}.`)];
  }
  const filled = rows.filter(
    (row) => row.number > number && row.cells.some((cell) => !isBlank(cell)),
  );
  if (filled.length === 0)
    return [problem(`There is nothing below the headings in row ${number}.`)];
  const rowsOfPeople = filled.filter((row) => !isExample(row, columns, fields));
  if (rowsOfPeople.length === 0) {
    return [
      problem(
        `Below the headings in row ${number} are only the examples of the template. Type over them.`,
      ),
    ];
  }
  return rowsOfPeople.map((row) => ({
    row: row.number,
    inputs: inputsOf(row, columns),
    columns: columns.map(({ index, heading }) => ({ heading, ...row.cells[index] })),
  }));
}

/** As `rwa` decides it: every column of the template has the very value of one of its examples. */
function isExample({ cells }, columns, fields) {
  const shown = fields.filter(({ examples }) => examples !== undefined);
  return [0, 1].some(
    (index) =>
      shown.length > 0 &&
      shown.every(({ name, examples }) => {
        const column = columns.find(({ field }) => field?.name === name);
        return hasText(cells[column?.index], examples[index]);
      }),
  );
}

function hasText(cell, text) {
  if (text === '' || isBlank(cell)) return text === '' && isBlank(cell);
  return cell.isDate ? cell.value === serialOf(text) : String(cell.value).trim() === text;
}

function serialOf(isoDay) {
  return Date.parse(isoDay) / 86_400_000 + DAYS_FROM_1900_TO_1970;
}

function inputsOf({ cells }, columns) {
  const inputs = {};
  for (const { index, field } of columns) {
    const cell = cells[index];
    // An error such as #N/A is no value: it must not become somebody's Staff ID.
    if (field === undefined || isBlank(cell) || cell.isError) continue;
    // What Excel made a date of, such as 1-3, is no Staff ID and no number: the node names it.
    const isOther = cell.isDate && !field.isDate;
    inputs[field.name] = isOther ? { dateInExcel: cell.value } : (cell.shown ?? cell.value);
  }
  return inputs;
}

function isBlank(cell) {
  return cell === undefined || String(cell.value).trim() === '';
}

function countKnown(cells, fields) {
  return fields.filter((field) =>
    cells.some((cell) => cell !== undefined && isHeadingOf(field, String(cell.value))),
  ).length;
}

function isHeadingOf({ headings }, text) {
  return headings.some((heading) => normalized(heading) === normalized(text));
}

function normalized(text) {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function quoted(fields) {
  return fields.map(({ headings }) => `"${headings[0]}"`).join(', ');
}

function problem(text) {
  return { problem: text };
}
