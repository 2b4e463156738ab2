// Checks workbooks with results in other programs: openpyxl, lxml and LibreOffice. A case is {name,
// source, result, sheet, headerRow, headings, rows}: the workbook before and after, our headings, and
// the values below them, by row number. The first value of a row is a text, the second a number.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The command of a Python with openpyxl; undefined if there is none. */
export const python = ['/usr/bin/python3', 'python3'].find(
  (command) => spawnSync(command, ['-c', 'import openpyxl']).status === 0,
);

export const hasLibreOffice = () => spawnSync('soffice', ['--version']).status === 0;

/** Writes the cases to a file for the Python scripts. Returns its path. */
export function writeCases(cases, folder) {
  const list = path.join(folder, 'cases.json');
  writeFileSync(list, JSON.stringify(cases));
  return list;
}

/**
 * Compares the workbooks in openpyxl. `hasPassed` is true if only our columns differ, and contain the
 * expected values.
 */
export function compareInOpenpyxl(list) {
  const script = path.join(import.meta.dirname, 'compare.py');
  const { status, stdout, stderr } = spawnSync(python, [script, list], { encoding: 'utf8' });
  return { hasPassed: status === 0, report: stdout + stderr };
}

const schemaFolder = path.join(import.meta.dirname, '../../../shared/schema');

/** Returns why a validation against the schema of ECMA-376 is impossible; undefined if it is possible. */
export function describeMissingSchema() {
  if (!existsSync(schemaFolder)) return 'There is no folder ../shared/schema beside the checkout.';
  const hasLxml = spawnSync(python, ['-c', 'import lxml']).status === 0;
  return hasLxml ? undefined : 'lxml is not installed (apt-get install -y python3-lxml).';
}

/**
 * Validates the results against the schema of ECMA-376. `hasPassed` is true if a result has only
 * errors that its source also has.
 */
export function validateAgainstSchema(list) {
  const script = path.join(import.meta.dirname, 'schema.py');
  const { status, stdout, stderr } = spawnSync(python, [script, schemaFolder, list], {
    encoding: 'utf8',
  });
  return { hasPassed: status === 0, report: stdout + stderr };
}

/**
 * Converts the first sheet of each result to text in LibreOffice, and checks that the text contains
 * the first two values of each row.
 */
export function checkInLibreOffice(cases, folder) {
  // The options of LibreOffice for a text file: tabs as separators, UTF-8, and cells as displayed.
  const csv = 'csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,false,false,false,1';
  convertInLibreOffice(
    cases.map(({ result }) => result),
    csv,
    folder,
  );
  const problems = cases.flatMap(({ name, result, sheet, rows }) => {
    const output = path.join(folder, `${path.parse(result).name}-${sheet}.csv`);
    const text = existsSync(output) ? readFileSync(output, 'utf8') : '';
    const lines = text.split('\n').map((line) => line.split('\t'));
    const shownRows = Object.values(rows).filter(([id, score]) =>
      lines.some((cells) => cells.includes(id) && cells.some((cell) => hasNumber(cell, score))),
    );
    const rowCount = Object.keys(rows).length;
    if (shownRows.length === rowCount) return [];
    return [`${shownRows.length} of ${rowCount} scores: ${name}`];
  });
  const report = [
    ...problems.map((problem) => `LibreOffice shows ${problem}`),
    `LibreOffice: ${cases.length} workbooks shown, ${problems.length} not as they should be`,
  ].join('\n');
  return { hasPassed: problems.length === 0, report };
}

function convertInLibreOffice(files, to, folder) {
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  const args = [profile, '--headless', '--convert-to', to, '--outdir', folder, ...files];
  execFileSync('soffice', args, { stdio: 'ignore' });
}

function hasNumber(cell, number) {
  return cell.trim() !== '' && Number(cell) === number;
}
