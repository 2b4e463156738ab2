import type { Command } from 'commander';
import type { Intake } from '../intake/readSheet.js';
import { readSheet } from '../intake/readSheet.js';
import { columnLetters } from '../intake/columns.js';
import { type ExitCode, exitCodes } from '../output/errors.js';
import { remarkLine } from '../output/planText.js';
import { count, type Terminal } from '../output/terminal.js';
import { openSheet } from '../sheets/open.js';
import { addSheetOptions, intakeOptions, type SheetOptions } from './options.js';

/** `rwa check FILE`: everything that is wrong, and nothing sent. */
export function addCheck(program: Command, terminal: Terminal, end: (code: ExitCode) => void) {
  const command = program
    .command('check')
    .description('list every problem of every row; sends nothing')
    .argument('<file>', '.xlsx, .xlsm or .csv');
  addSheetOptions(command)
    .option('--json', 'one JSON object a line on standard output')
    .action(async (path: string, flags: SheetOptions & { json?: boolean }) => {
      const file = await openSheet(path);
      try {
        const intake = await readSheet(file, await intakeOptions(flags));
        const say = flags.json === true ? sayJson : sayWords;
        say(path, intake, file.notes, terminal);
        end(findings(intake).bad.size > 0 ? exitCodes.someFailed : exitCodes.done);
      } finally {
        await file.close();
      }
    });
}

function findings({ rows, warnings }: Intake) {
  const problems = rows.flatMap((row) => row.problems ?? []);
  const duplicates = rows.flatMap(({ number, sameAs }) =>
    sameAs === undefined ? [] : [{ row: number, sameAs }],
  );
  const bad = new Set([...problems, ...duplicates].map(({ row }) => row));
  return { problems, duplicates, warnings, bad };
}

function sayJson(path: string, intake: Intake, notes: readonly string[], terminal: Terminal) {
  const { problems, duplicates, warnings, bad } = findings(intake);
  const line = (type: string, fields: object) => {
    terminal.out(JSON.stringify({ type, ...fields }));
  };
  for (const problem of problems) line('problem', problem);
  for (const duplicate of duplicates) line('duplicate', duplicate);
  for (const warning of warnings) line('warning', warning);
  line('summary', {
    file: path,
    sheet: intake.sheet,
    headerRow: intake.headerRow,
    rows: intake.rows.length,
    good: intake.rows.length - bad.size,
    bad: bad.size,
    problems: problems.length,
    duplicates: duplicates.length,
    warnings: warnings.length,
    notes,
    exitCode: bad.size > 0 ? exitCodes.someFailed : exitCodes.done,
  });
}

function sayWords(path: string, intake: Intake, notes: readonly string[], terminal: Terminal) {
  const { problems, duplicates, warnings, bad } = findings(intake);
  terminal.out(
    `${path}, sheet "${intake.sheet}", headings in row ${intake.headerRow}: ${count(intake.rows.length, 'row')}`,
  );
  for (const problem of problems) terminal.out(remarkLine(problem));
  for (const { row, sameAs } of duplicates) {
    terminal.out(
      `Row ${row}: the same as row ${sameAs}. Remove one, or assess with --send-duplicates.`,
    );
  }
  for (const warning of warnings) terminal.out(`Warning: ${remarkLine(warning)}`);
  for (const { column, heading, label } of intake.columns.nearMisses) {
    terminal.out(
      `Warning: column ${columnLetters(column)} is headed "${heading}" and is not read; did you mean "${label}"?`,
    );
  }
  for (const note of notes) terminal.out(note);
  const good = intake.rows.length - bad.size;
  terminal.out(
    bad.size === 0
      ? `All ${count(good, 'row')} can be assessed. Next: rwa assess ${path}`
      : `${count(good, 'row')} can be assessed, ${bad.size} cannot: ${count(problems.length, 'problem')}, ${count(duplicates.length, 'duplicate')}.`,
  );
}
