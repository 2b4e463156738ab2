// Reads our workbooks with other programs: openpyxl, lxml and LibreOffice. A case is {name, source,
// result, sheet, headerRow, headings, rows}: the workbook before and after, our headings, and the
// values below them, by row number. The first value of a row is a text, the second a number.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The command of a Python with openpyxl; undefined if there is none. */
export const python = ['/usr/bin/python3', 'python3'].find(
  (command) => spawnSync(command, ['-c', 'import openpyxl']).status === 0,
);

export const hasLibreOffice = () => spawnSync('soffice', ['--version']).status === 0;

/** Writes the cases to a file for the scripts in Python. */
export function writeCases(cases, folder) {
  const list = path.join(folder, 'cases.json');
  writeFileSync(list, JSON.stringify(cases));
  return list;
}

/** Compares the workbooks with openpyxl: `isSame` if only our columns differ and have the expected values. */
export function compareInOpenpyxl(list) {
  const script = path.join(import.meta.dirname, 'compare.py');
  const { status, stdout, stderr } = spawnSync(python, [script, list], { encoding: 'utf8' });
  return { isSame: status === 0, report: stdout + stderr };
}

const schemaFolder = path.join(import.meta.dirname, '../../../shared/schema');

/** Returns what is missing to validate against the schema of ECMA-376; undefined if everything is installed. */
export function schemaMissing() {
  if (!existsSync(schemaFolder)) return 'There is no folder ../shared/schema beside the checkout.';
  const hasLxml = spawnSync(python, ['-c', 'import lxml']).status === 0;
  return hasLxml ? undefined : 'lxml is not installed (apt-get install -y python3-lxml).';
}

/** Validates the results against the schema of ECMA-376: `isSame` if each has only errors of its source. */
export function validateInSchema(list) {
  const script = path.join(import.meta.dirname, 'schema.py');
  const { status, stdout, stderr } = spawnSync(python, [script, schemaFolder, list], {
    encoding: 'utf8',
  });
  return { isSame: status === 0, report: stdout + stderr };
}

/**
 * Lets LibreOffice write the first sheet of each result as text, and checks that it contains the
 * first two values of each row.
 */
export function showInLibreOffice(cases, folder) {
  // The options of LibreOffice for a text file: separated by tabs, in UTF-8, with cells as they are shown.
  const csv = 'csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,false,false,false,1';
  convertInLibreOffice(
    cases.map(({ result }) => result),
    csv,
    folder,
  );
  const written = readdirSync(folder).filter((file) => file.endsWith('.csv'));
  const wrong = cases.flatMap(({ name, result, rows }) => {
    const output = written.find((file) => file.startsWith(path.parse(result).name));
    const text = output === undefined ? '' : readFileSync(path.join(folder, output), 'utf8');
    const lines = text.split('\n').map((line) => line.split('\t'));
    const shownRows = Object.values(rows).filter(([id, score]) =>
      lines.some((cells) => cells.includes(id) && cells.some((cell) => isNumber(cell, score))),
    );
    const rowCount = Object.keys(rows).length;
    if (shownRows.length === rowCount) return [];
    return [`${shownRows.length} of ${rowCount} scores: ${name}`];
  });
  const report = [
    ...wrong.map((problem) => `LibreOffice shows ${problem}`),
    `LibreOffice: ${cases.length} workbooks shown, ${wrong.length} not as they should be`,
  ].join('\n');
  return { isSame: wrong.length === 0, report };
}

function convertInLibreOffice(files, to, folder) {
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  const args = [profile, '--headless', '--convert-to', to, '--outdir', folder, ...files];
  execFileSync('soffice', args, { stdio: 'ignore' });
}

function isNumber(cell, number) {
  return cell.trim() !== '' && Number(cell) === number;
}
