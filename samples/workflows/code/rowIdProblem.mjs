// For a Code node of the sample google-sheets; embed.mjs puts it there. What became of a row is written
// to the row with its Row ID, since sorting or inserting rows meanwhile changes the row numbers.

/** Why results could land on a wrong row or on none, as a sentence; nothing when all is well. */
export function rowIdProblem(rows) {
  const empty = rows.filter((row) => isFilled(row['Employee ID']) && !isFilled(row['Row ID']));
  if (empty.length > 0) {
    return `Nothing was sent. Give each row a Row ID of its own. It is empty in ${inWords(empty)}.`;
  }
  const ids = rows.map((row) => String(row['Row ID'] ?? '').trim());
  const id = ids.find((each, index) => each !== '' && ids.indexOf(each) !== index);
  if (id === undefined) return undefined;
  const same = rows.filter((_, index) => ids[index] === id);
  return `Nothing was sent. Give each row a Row ID of its own. "${id}" is in ${inWords(same)}.`;
}

function isFilled(value) {
  return String(value ?? '').trim() !== '';
}

function inWords(rows) {
  const numbers = rows.map((row) => row.row_number);
  return numbers.length === 1 ? `row ${numbers[0]}` : `rows ${numbers.join(', ')}`;
}
